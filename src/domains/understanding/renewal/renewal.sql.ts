import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

export type WhenToRun = 'at_night' | 'now';

interface RenewalRow {
  user_id: string;
  when_to_run: WhenToRun;
  requested_at: Date;
  last_id: string | null;
}

/** The conversations that the rules understood, except those that were discarded. */
const BY_RULES = sql`status = 'completed' AND NOT discarded AND understood_by = 'rules'`;

/** Counts the conversations that may be understood anew, up to `limit`. */
export async function countByRules(
  db: Db,
  user_id: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM conversations
      WHERE user_id = ${user_id} AND ${BY_RULES} AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      LIMIT ${limit}
    ) AS found
  `.execute(db);
  return rows[0]!.count;
}

export async function selectRenewal(db: Db, user_id: string): Promise<RenewalRow | undefined> {
  return db
    .selectFrom('renewals')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst() as Promise<RenewalRow | undefined>;
}

/** A repeated request begins anew with the oldest conversation. */
export async function storeRenewal(db: Db, row: Omit<RenewalRow, 'last_id'>): Promise<void> {
  await sql`
    INSERT INTO renewals (user_id, when_to_run, requested_at)
    VALUES (${row.user_id}, ${row.when_to_run}, ${row.requested_at})
    ON CONFLICT (user_id) DO UPDATE SET when_to_run = excluded.when_to_run,
      requested_at = excluded.requested_at, last_id = NULL
  `.execute(db);
}

export async function deleteRenewal(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('renewals').where('user_id', '=', user_id).execute();
}

/** Returns the users with a renewal, with their time zones, the earliest request first. */
export async function selectUsersToRenew(
  db: Db,
): Promise<{ user_id: string; when_to_run: WhenToRun; timezone: string }[]> {
  const { rows } = await sql<{ user_id: string; when_to_run: WhenToRun; timezone: string }>`
    SELECT r.user_id, r.when_to_run, u.timezone
    FROM renewals r JOIN users u ON u.id = r.user_id
    ORDER BY r.requested_at
  `.execute(db);
  return rows;
}

/**
 * Returns the next conversation of a user; null when none is left. The oldest comes first, so that
 * a later fact replaces an earlier one as it did when they were told. Locks the renewal until the end
 * of the transaction. Returns undefined while another process holds it, while a conversation of the
 * user is processed, and when the renewal has ended.
 */
export async function lockNext(db: Db, user_id: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ last_id: string | null }>`
    SELECT last_id FROM renewals r
    WHERE user_id = ${user_id} AND NOT EXISTS (
      SELECT FROM conversations WHERE user_id = ${user_id} AND status = 'processing')
    FOR UPDATE SKIP LOCKED
  `.execute(db);
  const [renewal] = rows;
  if (!renewal) return undefined;
  const { rows: found } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id} AND ${BY_RULES}
      AND (${renewal.last_id}::uuid IS NULL OR id > ${renewal.last_id}::uuid)
    ORDER BY id LIMIT 1
  `.execute(db);
  return found[0]?.id ?? null;
}

export async function noteBegun(db: Db, user_id: string, last_id: string): Promise<void> {
  await db.updateTable('renewals').set({ last_id }).where('user_id', '=', user_id).execute();
}
