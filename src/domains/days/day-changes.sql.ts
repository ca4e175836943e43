import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

/** A change that affects the day of this time. */
export interface DayChange {
  id: number;
  user_id: string;
  at: Date;
}

/**
 * Must be longer than a batch of days takes. After this time, another process may claim the
 * changes.
 */
const CLAIM_MS = 5 * 60_000;

export async function deleteDayChangesOf(db: Db, user_id: string): Promise<void> {
  await sql`DELETE FROM day_changes WHERE user_id = ${user_id}`.execute(db);
}

/** Claims changes in the queue for a limited time, the oldest days first. */
export async function claimChanges(db: Db, now: Date, limit: number): Promise<DayChange[]> {
  const { rows } = await sql<DayChange>`
    UPDATE day_changes SET ready_at = ${endOfClaim(now)}
    WHERE id IN (
      SELECT id FROM day_changes WHERE ready_at <= ${now}
      ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, user_id, at
  `.execute(db);
  return rows.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

export async function finishChanges(db: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM day_changes WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

/** Delays the first change in the queue until the given time, and removes the other changes. */
export async function postponeChanges(
  db: Db,
  [kept, ...others]: readonly number[],
  until: Date,
): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM day_changes WHERE id = ANY (${others}::bigint[]))
    UPDATE day_changes SET ready_at = ${until} WHERE id = ${kept!}
  `.execute(db);
}

/** Returns whether a day of the user has changed and is still in the queue. */
export async function hasChangedDays(db: Db, user_id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM day_changes WHERE user_id = ${user_id} AND ready_at <= ${endOfClaim(now)}
    ) AS found
  `.execute(db);
  return rows[0]!.found;
}

/** Returns the days that changed after their summary was made and are still in the queue. */
export async function selectChangedDays(
  db: Db,
  user_id: string,
  days: readonly { date: string; from: Date; until: Date }[],
  now: Date,
): Promise<string[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ date: string }>`
    SELECT date FROM unnest(
      ${days.map(({ date }) => date)}::text[],
      ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ until }) => until)}::timestamptz[]
    ) AS days (date, "from", until)
    WHERE EXISTS (
      SELECT FROM day_changes
      WHERE user_id = ${user_id} AND at >= "from" AND at < until AND ready_at <= ${endOfClaim(now)})
  `.execute(db);
  return rows.map(({ date }) => date);
}

function endOfClaim(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS);
}
