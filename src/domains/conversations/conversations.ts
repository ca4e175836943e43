/** What other rooms may ask of the stored conversations, and change in them. */
export { pointClientSessions, selectByClientSession } from './client-sessions.sql.ts';
export {
  addAppResult,
  deleteConversations,
  FOLDER_NAME,
  folderByCategory,
  lockWithSegments,
  moveConversationsOut,
  moveToFolder,
  placeLive,
  selectConversation,
  selectLatestCompleted,
  selectLive,
  selectRecordedAround,
  touchLive,
  updateConversation,
} from './conversations.sql.ts';
export type { ConversationRow, FiledConversation } from './conversations.sql.ts';
export { upsertLiveSegments } from './live-segments.sql.ts';
export type { SegmentBatch } from './live-segments.sql.ts';
export { addingPhoto, updatePhoto, updatePhotos } from './photo-list.sql.ts';
