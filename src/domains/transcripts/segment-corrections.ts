/** The changes of words and speakers in stored segments, for corrections by users. */
export {
  giveSegments,
  updatePieces,
  updateSegmentSpeaker,
  updateSegmentText,
  updateSpeakerNumber,
  updateWords,
} from './segments.sql.ts';
