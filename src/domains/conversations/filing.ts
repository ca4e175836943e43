/** Which folder a conversation is in, for the room of the folders. */
export {
  FOLDER_NAME,
  folderByCategory,
  moveConversationsOut,
  moveToFolder,
} from './conversations.sql.ts';
export type { FiledConversation } from './conversations.sql.ts';
