/** Segments with the names of their speakers, for rooms that read transcripts. */
export { selectSegments, selectSegmentsById, selectSegmentsFrom } from './named-segments.sql.ts';
export type { NamedSegment, SegmentRow, Speech } from './named-segments.sql.ts';
