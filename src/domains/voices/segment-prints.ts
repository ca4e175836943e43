/** The voices of single segments, by which speakers are told apart. */
export {
  deleteSegmentPrints,
  moveSegmentPrints,
  selectHeardSpeakers,
  selectSegmentPrints,
  sumOfSegments,
  upsertSegmentPrints,
} from './segment-prints.sql.ts';
export type { SegmentPrint } from './segment-prints.sql.ts';
