import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../storage/database.ts';
import type { ConnectionsTable } from '../../storage/tables.ts';
import { lockByName } from '../../storage/transaction.ts';
import type { NotedRecord } from './connection-kind.ts';

export type ConnectionRow = Selectable<ConnectionsTable>;
export type ClaimedConnection = Pick<ConnectionRow, 'user_id' | 'id' | 'claim'>;
type Key = Pick<ConnectionRow, 'user_id' | 'id'>;

/** The newest records that were left out are named. */
const MAX_NAMED = 5;

export interface LeftOut {
  left_out: number;
  left_out_records: { external_id: string; problem: string }[];
}

export async function selectConnections(
  db: Db,
  user_id: string,
): Promise<(ConnectionRow & LeftOut)[]> {
  const { rows } = await sql<ConnectionRow & LeftOut>`
    SELECT c.*, noted.left_out, noted.left_out_records
    FROM connections AS c CROSS JOIN LATERAL (
      SELECT count(*)::int4 AS left_out,
        coalesce(
          jsonb_agg(jsonb_build_object('external_id', r.external_id, 'problem', r.problem)
            ORDER BY r.noted_at DESC, r.external_id) FILTER (WHERE r.place <= ${MAX_NAMED}),
          '[]') AS left_out_records
      FROM (
        SELECT external_id, problem, noted_at,
          row_number() OVER (ORDER BY noted_at DESC, external_id) AS place
        FROM connection_records
        WHERE user_id = c.user_id AND connection_id = c.id AND problem IS NOT NULL
      ) AS r
    ) AS noted
    WHERE c.user_id = ${user_id} ORDER BY c.id
  `.execute(db);
  return rows;
}

export async function selectConnection(
  db: Db,
  { user_id, id }: Key,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a connection of any user. */
export async function selectById(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false when the user already has `most` connections. */
export async function insertConnection(
  tx: Tx,
  row: Insertable<ConnectionsTable>,
  most: number,
): Promise<boolean> {
  await lockByName(tx, `connections ${row.user_id}`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM connections WHERE user_id = ${row.user_id}
  `.execute(tx);
  if (rows[0]!.count >= most) return false;
  await tx.insertInto('connections').values(row).execute();
  return true;
}

/** A run that is under way ends without storing anything more. */
export async function updateConnectionRow(
  db: Db,
  { user_id, id }: Key,
  change: Updateable<ConnectionsTable>,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ ...change, claim: null, claimed_until: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Makes a connection due. A run that is under way goes on. */
export async function askForRun(db: Db, { user_id, id }: Key, now: Date): Promise<void> {
  await db
    .updateTable('connections')
    .set({ next_run_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteConnection(db: Db, { user_id, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connections')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Claims connections that are due, so that only one process runs each, until the claim expires. */
export async function claimConnections(
  db: Db,
  given: { claim: string; now: Date; claimed_until: Date; limit: number },
): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    UPDATE connections AS claimed
    SET claim = ${given.claim}, claimed_until = ${given.claimed_until}, last_run_at = ${given.now}
    FROM (
      SELECT user_id, id FROM connections
      WHERE enabled AND next_run_at <= ${given.now}
        AND (claimed_until IS NULL OR claimed_until <= ${given.now})
      ORDER BY next_run_at LIMIT ${given.limit} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE claimed.user_id = due.user_id AND claimed.id = due.id
    RETURNING claimed.*
  `.execute(db);
  return rows;
}

/** Changes a connection, unless its claim ended in the meantime; then it returns false. */
export async function updateClaimed(
  db: Db,
  { user_id, id, claim }: ClaimedConnection,
  change: Updateable<ConnectionsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends all claims of these processes. */
export async function releaseConnectionsOf(db: Db, processes: readonly string[]): Promise<void> {
  await sql`
    UPDATE connections SET claim = NULL, claimed_until = NULL
    WHERE split_part(claim, ' ', 1) = ANY (${processes})
  `.execute(db);
}

/** Remembers records, and returns the number of those that came for the first time. */
export async function insertRecords(
  db: Db,
  { user_id, id }: Key,
  { records, now }: { records: readonly NotedRecord[]; now: Date },
): Promise<number> {
  if (records.length === 0) return 0;
  const { rows } = await sql<{ problem: string | null }>`
    INSERT INTO connection_records AS known (user_id, connection_id, external_id, problem, noted_at)
    SELECT ${user_id}, ${id}, external_id, problem, ${now}
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS r (external_id text, problem text)
    ON CONFLICT (user_id, connection_id, external_id)
      DO UPDATE SET problem = excluded.problem WHERE known.problem IS NOT NULL
    RETURNING problem
  `.execute(db);
  return rows.filter(({ problem }) => problem === null).length;
}

export async function addToCame(db: Db, { user_id, id }: Key, came: number): Promise<void> {
  await sql`
    UPDATE connections SET came = came + ${came} WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Returns those of these records that came before. */
export async function selectCame(
  db: Db,
  { user_id, id }: Key,
  external_ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    SELECT external_id FROM connection_records
    WHERE user_id = ${user_id} AND connection_id = ${id} AND problem IS NULL
      AND external_id = ANY (${external_ids})
  `.execute(db);
  return new Set(rows.map(({ external_id }) => external_id));
}
