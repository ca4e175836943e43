/** The queries and changes of stored conversations that other rooms may use. */
export {
  pointClientSessions,
  selectByClientSession,
  selectConversationByExternalId,
  selectIdsOfSource,
} from './client-sessions.sql.ts';
export {
  addAppResult,
  deleteConversations,
  FOLDER_NAME,
  folderByCategory,
  lockWithSegments,
  moveConversationsOut,
  moveToFolder,
  selectConversation,
  selectLatestCompleted,
  selectRecordedAround,
  updateConversationRow,
  updatePhoto,
  updatePhotos,
} from './conversations.sql.ts';
export type { ConversationRow, FiledConversation } from './conversations.sql.ts';
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
