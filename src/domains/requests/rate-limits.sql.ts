import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

/**
 * Takes `count` requests from a window if so many are left, and returns the total taken so far;
 * otherwise returns null.
 */
export async function takeFromWindow(
  db: Db,
  { subject, started_at, limit }: { subject: string; started_at: Date; limit: number },
  count: number,
): Promise<number | null> {
  const { rows } = await sql<{ taken: number }>`
    INSERT INTO rate_windows AS here (subject, started_at, taken)
    VALUES (${subject}, ${started_at}, ${count})
    ON CONFLICT (subject, started_at) DO UPDATE SET taken = here.taken + excluded.taken
    WHERE here.taken + excluded.taken <= ${limit}
    RETURNING taken
  `.execute(db);
  return rows[0]?.taken ?? null;
}

export async function giveBackToWindow(
  db: Db,
  { subject, started_at }: { subject: string; started_at: Date },
  count: number,
): Promise<void> {
  await sql`
    UPDATE rate_windows SET taken = taken - ${count}
    WHERE subject = ${subject} AND started_at = ${started_at}
  `.execute(db);
}

export async function deleteWindowsBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE started_at < ${before}`.execute(db);
}
