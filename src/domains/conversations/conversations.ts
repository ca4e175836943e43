/** The queries and changes of stored conversations that other rooms may use. */
export {
  addAppResult,
  deleteConversations,
  lockWithSegments,
  selectConversation,
  selectLatestCompleted,
  selectRecordedAround,
  updateConversationRow,
} from './conversations.sql.ts';
export type { ConversationRow } from './conversations.sql.ts';
