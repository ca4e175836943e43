/** Finds the conversation of a recording by the ids that its program gave. */
export {
  pointClientSessions,
  selectByClientSession,
  selectConversationByExternalId,
  selectIdsOfSource,
} from './client-sessions.sql.ts';
