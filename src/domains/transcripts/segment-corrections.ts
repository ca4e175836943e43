/** What users correct in stored segments: their words, and who said them. */
export {
  giveSegments,
  updatePieces,
  updateSegmentSpeaker,
  updateSegmentText,
  updateSpeakerNumber,
  updateWords,
} from './segments.sql.ts';
