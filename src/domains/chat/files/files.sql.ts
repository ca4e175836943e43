import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { lockByName, transaction } from '../../../storage/transaction.ts';
import type { ChatFilesTable } from '../../../storage/tables.ts';

export type ChatFileRow = Selectable<ChatFilesTable>;

export type NamedFile = Pick<ChatFileRow, 'id' | 'name' | 'mime_type' | 'created_at'>;

/** Prevents other transactions from adding files of this user until this transaction ends. */
export async function lockFiles(db: Db, user_id: string): Promise<void> {
  await lockByName(db, `chat files ${user_id}`);
}

export async function selectBytesOfFiles(db: Db, user_id: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(octet_length(content)), 0)::int8 AS bytes
    FROM chat_files WHERE user_id = ${user_id}
  `.execute(db);
  return rows[0]!.bytes;
}

export async function insertFiles(db: Db, rows: readonly ChatFileRow[]): Promise<void> {
  await db
    .insertInto('chat_files')
    .values([...rows])
    .execute();
}

export async function selectFiles(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<ChatFileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('chat_files')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', 'in', [...ids])
    .execute();
}

/** Reads only the names, because the contents may be long. */
export async function selectNamesOfFiles(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<NamedFile[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('chat_files')
    .select(['id', 'name', 'mime_type', 'created_at'])
    .where('user_id', '=', user_id)
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * Protects these files from deletion until the transaction ends. Returns false when a file no
 * longer exists.
 */
export async function keepFiles(db: Db, user_id: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await sql`
    SELECT id FROM chat_files WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
    ORDER BY id FOR KEY SHARE
  `.execute(db);
  return rows.length === new Set(ids).size;
}

/** Deletes files that were added before `before` and belong to no message, for all users. */
export async function deleteUnnamedFiles(db: Db, before: Date): Promise<void> {
  await transaction(db, async (tx) => {
    // Waits for transactions that are storing messages with these files. The next statement then
    // sees these messages (decision 7).
    await sql`SELECT FROM chat_files WHERE created_at < ${before} ORDER BY id FOR UPDATE`.execute(
      tx,
    );
    await sql`
      DELETE FROM chat_files AS f WHERE created_at < ${before} AND NOT EXISTS (
        SELECT FROM chat_messages AS m
        WHERE m.user_id = f.user_id AND m.file_ids <> '{}' AND f.id::text = ANY (m.file_ids))
    `.execute(tx);
  });
}
