import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { lockByName } from '../../../storage/transaction.ts';
import type { Status } from '../conversation.ts';

/** Prevents other transactions from creating or deleting the conversation of this session. */
export async function lockClientSession(
  db: Db,
  user_id: string,
  client_session_id: string,
): Promise<void> {
  await lockByName(db, `client session ${JSON.stringify([user_id, client_session_id])}`);
}

/**
 * Maps client sessions to the merged conversation, so that a client that resends a recording gets
 * this conversation.
 */
export async function pointClientSessions(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE deleted_client_sessions SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}

interface StoredConversation {
  id: string;
  status: Status | 'deleted';
  discarded: boolean;
}

/**
 * Returns the conversation of a client's recording; null when the client never began such a
 * recording.
 */
export async function selectByClientSession(
  db: Db,
  user_id: string,
  client_session_id: string,
): Promise<StoredConversation | undefined> {
  const { rows } = await sql<StoredConversation>`
    SELECT id, status, discarded FROM conversations
    WHERE user_id = ${user_id} AND client_session_id = ${client_session_id}
    UNION ALL
    SELECT d.conversation_id, coalesce(c.status, 'deleted'), coalesce(c.discarded, true)
    FROM deleted_client_sessions AS d
    LEFT JOIN conversations AS c ON c.user_id = d.user_id AND c.id = d.conversation_id
    WHERE d.user_id = ${user_id} AND d.client_session_id = ${client_session_id}
  `.execute(db);
  return rows[0];
}

/** Returns the conversation with this external id. */
export async function selectConversationByExternalId(
  db: Db,
  user_id: string,
  { source, external_id }: { source: string; external_id: string },
): Promise<StoredConversation | undefined> {
  const { rows } = await sql<StoredConversation>`
    SELECT id, status, discarded FROM conversations
    WHERE user_id = ${user_id} AND external_id = ${external_id} AND source = ${source}
  `.execute(db);
  return rows[0];
}

/** Returns the conversations that a source created, such as a program or a device. */
export async function selectIdsOfSource(
  db: Db,
  user_id: string,
  source: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id} AND source = ${source} ORDER BY id
  `.execute(db);
  return rows.map(({ id }) => id);
}
