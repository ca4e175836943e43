import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { markOf } from './log.ts';

/**
 * The state of the log: its name, the next transaction to read, and the newest transaction whose
 * changes may have been deleted.
 */
export interface LogState {
  name: string;
  mark: number;
  horizon: number;
}

/** The position of a change in the log. */
export interface ChangePlace {
  xid: number;
  kind: string;
  item_id: string;
}

export interface ChangeRow extends ChangePlace {
  changed_at: string;
  /** The kinds of changes that the log names. */
  whats: What[];
}

export type What = 'created' | 'deleted' | 'completed' | 'failed';

/** Returns committed changes after a position in the log, in the order of the log. */
export async function selectChanges(
  db: Db,
  { user_id, kinds }: { user_id: string; kinds: readonly string[] },
  { after, limit }: { after: ChangePlace; limit: number },
): Promise<LogState & { changes: ChangeRow[] }> {
  const { rows } = await sql<LogState & { changes: ChangeRow[] }>`
    WITH state AS (
      SELECT l.name, h.xid AS horizon, ${markOf(user_id)} AS mark
      FROM change_log l, change_horizon h
    ), page AS (
      SELECT c.xid, c.kind, c.item_id, c.changed_at,
        array_remove(array_agg(DISTINCT c.what), NULL) AS whats
      FROM changes c, state
      WHERE c.user_id = ${user_id} AND c.kind = ANY (${kinds}::text[]) AND c.xid < state.mark
        AND (c.xid, c.kind, c.item_id) > (${after.xid}::bigint, ${after.kind}, ${after.item_id})
      GROUP BY c.xid, c.kind, c.item_id, c.changed_at
      ORDER BY c.xid, c.kind, c.item_id LIMIT ${limit}
    )
    SELECT name, mark::int8, horizon::int8,
      (SELECT coalesce(json_agg(page ORDER BY xid, kind, item_id), '[]') FROM page) AS changes
    FROM state
  `.execute(db);
  return rows[0]!;
}

export async function selectLogState(db: Db, user_id: string): Promise<LogState> {
  const { rows } = await sql<LogState>`
    SELECT l.name, h.xid::int8 AS horizon, ${markOf(user_id)} AS mark
    FROM change_log l, change_horizon h
  `.execute(db);
  return rows[0]!;
}

/** Returns the ids of the user's records in a table after the given id, ordered by id. */
export async function selectRecordIds(
  db: Db,
  user_id: string,
  {
    table,
    idType,
    after,
    limit,
  }: { table: string; idType: 'uuid' | 'text'; after: string; limit: number },
): Promise<string[]> {
  const isAfter = after === '' ? sql`true` : sql`id > ${after}::${sql.raw(idType)}`;
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM ${sql.table(table)} AS record
    WHERE user_id = ${user_id} AND ${isAfter}
    ORDER BY record.id LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the users who have changes in the transaction `since` or later ones. */
export async function selectUsersWithChanges(
  db: Db,
  asked: readonly { user_id: string; since: number }[],
): Promise<string[]> {
  const user_ids = asked.map(({ user_id }) => user_id);
  const sinces = asked.map(({ since }) => since);
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM unnest(${user_ids}::text[], ${sinces}::bigint[]) AS asked (user_id, since)
    WHERE EXISTS (
      SELECT FROM changes c WHERE c.user_id = asked.user_id AND c.xid >= asked.since
        -- Later changes cannot be read yet.
        AND c.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    )
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}
