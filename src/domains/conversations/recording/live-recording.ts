/** The queries and changes of a conversation while it is recorded. */
export {
  addingPhoto,
  markNoted,
  resumeLive,
  selectLive,
  selectMergedFrom,
  touchLive,
  upsertLiveSegments,
} from './live-recording.sql.ts';
export type { StoredWords } from './live-recording.sql.ts';
