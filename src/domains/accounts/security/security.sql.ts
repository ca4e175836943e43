import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { SecurityEventsTable } from '../../../storage/tables.ts';

export type SecurityEventRow = Selectable<SecurityEventsTable>;

export async function insertEvent(db: Db, row: SecurityEventRow): Promise<void> {
  await db.insertInto('security_events').values(row).execute();
}

/** Counts one more in the latest such entry of the same address; returns false when there is none. */
export async function countAgain(
  db: Db,
  { user_id, event, ip_address, at }: SecurityEventRow,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE security_events SET count = count + 1, last_at = greatest(last_at, ${at})
    WHERE user_id = ${user_id} AND id = (
      SELECT id FROM security_events
      WHERE user_id = ${user_id} AND event = ${event} AND at > ${since}
        AND ip_address IS NOT DISTINCT FROM ${ip_address}
      ORDER BY id DESC LIMIT 1)
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Returns a page of the entries, the newest first. */
export async function selectSecurityEvents(
  db: Db,
  user_id: string,
  page: { event: string | null; before: string | null; limit: number },
): Promise<SecurityEventRow[]> {
  const { rows } = await sql<SecurityEventRow>`
    SELECT * FROM security_events
    WHERE user_id = ${user_id}
      AND (${page.event}::text IS NULL OR event = ${page.event})
      AND (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
    ORDER BY id DESC LIMIT ${page.limit}
  `.execute(db);
  return rows;
}

/**
 * Deletes old entries, and keeps at most `most` entries of each user. Failures are counted
 * separately, so that a stranger's attempts cannot push other entries out.
 */
export async function deleteOldEvents(
  db: Db,
  {
    before,
    most,
    failures,
    mostFailures,
  }: { before: Date; most: number; failures: readonly string[]; mostFailures: number },
): Promise<void> {
  await db.deleteFrom('security_events').where('at', '<', before).execute();
  await sql`
    DELETE FROM security_events AS e USING (
      SELECT user_id, id, event = ANY (${failures}::text[]) AS is_failure, row_number() OVER (
        PARTITION BY user_id, event = ANY (${failures}::text[]) ORDER BY id DESC) AS place
      FROM security_events
    ) AS each
    WHERE each.user_id = e.user_id AND each.id = e.id
      AND each.place > CASE WHEN each.is_failure THEN ${mostFailures}::int ELSE ${most}::int END
  `.execute(db);
}
