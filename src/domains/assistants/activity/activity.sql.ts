import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { AssistantActivityTable } from '../../../storage/tables.ts';

export type ActivityRow = Selectable<AssistantActivityTable>;

/** Adds an entry, with the name that the key or the assistant has at the moment. */
export async function insertActivity(
  db: Db,
  row: Omit<ActivityRow, 'connection_name' | 'undone_at'> & {
    key_id: string | null;
    grant_id: string | null;
  },
): Promise<void> {
  await sql`
    INSERT INTO assistant_activity
      (user_id, id, at, connection, connection_name, action, kind, query, count, changes)
    VALUES (${row.user_id}, ${row.id}, ${row.at}, ${row.connection},
      coalesce(
        (SELECT name FROM api_keys WHERE user_id = ${row.user_id} AND id = ${row.key_id}),
        (SELECT client_name FROM grants WHERE user_id = ${row.user_id} AND id = ${row.grant_id})),
      ${row.action}, ${row.kind}, ${row.query}, ${row.count},
      ${row.changes === null ? null : JSON.stringify(row.changes)}::jsonb)
  `.execute(db);
}

/** Returns a page of the entries, the newest first. */
export async function selectActivity(
  db: Db,
  user_id: string,
  page: { connection: string | null; before: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    SELECT * FROM assistant_activity
    WHERE user_id = ${user_id}
      AND (${page.connection}::text IS NULL OR connection = ${page.connection})
      AND (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
    ORDER BY id DESC LIMIT ${page.limit}
  `.execute(db);
  return rows;
}

/** Locks an entry until the end of the transaction. */
export async function lockActivity(
  db: Db,
  user_id: string,
  id: string,
): Promise<ActivityRow | undefined> {
  const { rows } = await sql<ActivityRow>`
    SELECT * FROM assistant_activity WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(db);
  return rows[0];
}

/** Returns the id of the latest change of a connection that can still be undone. */
export async function selectLatestChanges(
  db: Db,
  user_id: string,
  { connection, limit }: { connection: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM assistant_activity
    WHERE user_id = ${user_id} AND connection = ${connection}
      AND changes IS NOT NULL AND undone_at IS NULL
    ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function markUndone(db: Db, user_id: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('assistant_activity')
    .set({ undone_at: at, changes: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Forgets records that were deleted for good. Does nothing while the log keeps what an assistant
 * deletes.
 */
export async function forgetRecords(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    UPDATE assistant_activity a SET changes = NULL
    WHERE user_id = ${user_id} AND changes IS NOT NULL
      AND current_setting('commonplace.keeps_deleted', true) IS DISTINCT FROM 'on'
      AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(a.changes) c WHERE c ->> 'id' = ANY (${ids}::text[]))
  `.execute(db);
}

/** Until the end of the transaction, the log keeps what is deleted. */
export async function keepDeleted(db: Db): Promise<void> {
  await sql`SELECT set_config('commonplace.keeps_deleted', 'on', true)`.execute(db);
}

/** Deletes old entries, forgets old records, and keeps at most `most` entries of each user. */
export async function deleteOldActivity(
  db: Db,
  {
    entriesBefore,
    recordsBefore,
    most,
  }: { entriesBefore: Date; recordsBefore: Date; most: number },
): Promise<void> {
  await db.deleteFrom('assistant_activity').where('at', '<', entriesBefore).execute();
  await sql`
    UPDATE assistant_activity SET changes = NULL
    WHERE changes IS NOT NULL AND at < ${recordsBefore}
  `.execute(db);
  await sql`
    DELETE FROM assistant_activity a USING (
      SELECT user_id, id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS place
      FROM assistant_activity
    ) each
    WHERE each.user_id = a.user_id AND each.id = a.id AND each.place > ${most}
  `.execute(db);
}
