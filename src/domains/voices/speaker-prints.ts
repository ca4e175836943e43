/** The voices of the speakers of conversations, and of the people that the user knows. */
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
