/** The queries and changes of stored voiceprints that other rooms may use. */
export {
  deleteSpeakerPrints,
  deleteVoicesOf,
  givePrints,
  learnVoices,
  movePrints,
  selectKnownSeconds,
  upsertSpeakerPrints,
} from './prints.sql.ts';
export type { SpeakerPrint } from './prints.sql.ts';
export {
  deleteSegmentPrints,
  moveSegmentPrints,
  selectHeardSpeakers,
  selectSegmentPrints,
  sumOfSegments,
  upsertSegmentPrints,
} from './segment-prints.sql.ts';
export type { SegmentPrint } from './segment-prints.sql.ts';
