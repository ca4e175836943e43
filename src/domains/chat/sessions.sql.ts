import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ChatSessionsTable } from '../../storage/tables.ts';

export type ChatSessionRow = Selectable<ChatSessionsTable>;

export async function insertSession(db: Db, row: ChatSessionRow): Promise<void> {
  await db.insertInto('chat_sessions').values(row).execute();
}

/** Returns sessions, the most recently used first. */
export async function selectChats(
  db: Db,
  user_id: string,
  { limit, offset, starred }: { limit: number; offset: number; starred: boolean | null },
): Promise<ChatSessionRow[]> {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(starred !== null, (query) => query.where('starred', '=', starred!))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function selectChat(
  db: Db,
  user_id: string,
  id: string,
): Promise<ChatSessionRow | undefined> {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateSession(
  db: Db,
  user_id: string,
  id: string,
  change: Partial<Pick<ChatSessionRow, 'title' | 'starred' | 'updated_at'>>,
): Promise<ChatSessionRow | undefined> {
  return db
    .updateTable('chat_sessions')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Waits for transactions that are storing messages in the session, and blocks new ones until this
 * transaction ends.
 */
export async function lockSession(db: Db, user_id: string, id: string): Promise<void> {
  await sql`
    SELECT FROM chat_sessions WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(db);
}

export async function deleteChat(db: Db, user_id: string, id: string): Promise<void> {
  await db
    .deleteFrom('chat_sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}
