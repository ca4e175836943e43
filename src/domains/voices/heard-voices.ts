/** What other rooms may ask of the stored fingerprints of voices, and change in them. */
export {
  deleteSpeakerPrints,
  forgetVoicesOf,
  givePrints,
  learnVoices,
  movePrints,
  selectKnownSeconds,
  selectSpeakerPrints,
  upsertSpeakerPrints,
} from './prints.sql.ts';
export {
  deleteSegmentPrints,
  moveSegmentPrints,
  selectHeardSpeakers,
  selectSegmentPrints,
  upsertSegmentPrints,
} from './segment-prints.sql.ts';
export type { SegmentPrint } from './segment-prints.sql.ts';
