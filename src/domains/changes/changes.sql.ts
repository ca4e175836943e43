import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';

/**
 * The transaction from which a reader continues: all earlier transactions have ended, and no new
 * transaction can get their numbers. The next transaction number of the database is not enough:
 * after a crash, it may return to numbers of transactions that were rolled back. The numbers of
 * stored changes and of the horizon are on disk.
 */
export const markOf = (user_id: string) => sql<number>`least(
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
  greatest(
    (SELECT max(xid) FROM changes WHERE user_id = ${user_id}),
    (SELECT xid FROM change_horizon)
  ) + 1
)::int8`;

export interface ChangedIds {
  /** The transaction to pass as `since` next time. */
  mark: number;
  /** False when some of these changes may have been deleted. */
  is_complete: boolean;
  ids: string[];
}

/**
 * Returns the ids of the records that changed since the transaction `since`. Uncommitted changes
 * are not missed, because their numbers are not below `mark`.
 */
export async function selectChangedIds(
  db: Db,
  { user_id, kinds }: { user_id: string; kinds: readonly string[] },
  since: number,
): Promise<ChangedIds> {
  const { rows } = await sql<ChangedIds>`
    SELECT ${markOf(user_id)} AS mark,
      NOT EXISTS (
        SELECT FROM change_horizon WHERE xid >= ${since}
          -- Until the next deletion, a restored database may have the horizon of another database.
          AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ) AS is_complete,
      coalesce((
        SELECT array_agg(DISTINCT item_id) FROM changes
        WHERE user_id = ${user_id} AND kind = ANY (${kinds}::text[]) AND xid >= ${since}
      ), '{}')::text[] AS ids
  `.execute(db);
  return rows[0]!;
}

/**
 * Deletes old changes and moves the horizon, which tells readers that they have missed changes. In
 * a restored database, changes may have the numbers of future transactions. Such changes are
 * ignored.
 */
export async function deleteOldChanges(db: Db, before: Date): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM changes WHERE changed_at < ${before} RETURNING xid),
      next AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid)
    UPDATE change_horizon horizon SET xid = greatest(
      least(horizon.xid, next.xid - 1),
      (SELECT max(gone.xid) FROM gone WHERE gone.xid < next.xid)
    ) FROM next
  `.execute(db);
}

export async function deleteChangesOf(db: Db, user_id: string): Promise<void> {
  await sql`DELETE FROM changes WHERE user_id = ${user_id}`.execute(db);
}

/**
 * Gives the log a new name and empties it if the database was restored from a dump. Transaction
 * numbers of another database have no meaning here.
 */
export async function renewRestoredLog(db: Db, name: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql`
      UPDATE change_log SET name = ${name}, xid = pg_current_xact_id()::text::bigint
      WHERE xmin::text::bigint <> xid & 4294967295
      RETURNING name
    `.execute(tx);
    if (rows.length === 0) return;
    await sql`DELETE FROM changes`.execute(tx);
    await sql`
      UPDATE change_horizon SET xid = pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1
    `.execute(tx);
  });
}
