import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { PushSubscriptionsTable } from '../../storage/tables.ts';

export type SubscriptionRow = Selectable<PushSubscriptionsTable>;
type OfUser = Pick<SubscriptionRow, 'user_id' | 'id'>;

/** Returns the subscriptions of the user, the newest first. */
export async function selectSubscriptions(db: Db, user_id: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function selectSubscription(
  db: Db,
  { user_id, id }: OfUser,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await db.insertInto('push_subscriptions').values(row).execute();
}

export async function updateSubscription(
  db: Db,
  { user_id, id, ...changed }: SubscriptionRow,
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(changed)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteSubscription(db: Db, { user_id, id }: OfUser): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends the subscription of a browser that other users made before. */
export async function deleteOfOthers(db: Db, user_id: string, address_hash: Buffer): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('address_hash', '=', address_hash)
    .where('user_id', '!=', user_id)
    .execute();
}

/** Notes whether the push service accepts messages, and returns since when it does not. */
export async function noteOutcome(
  db: Db,
  { user_id, id }: OfUser,
  failed_at: Date | null,
): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date | null }>`
    UPDATE push_subscriptions
    SET failing_since = CASE WHEN ${failed_at}::timestamptz IS NOT NULL
      THEN coalesce(failing_since, ${failed_at}) END
    WHERE user_id = ${user_id} AND id = ${id}
    RETURNING failing_since
  `.execute(db);
  return rows[0]?.failing_since ?? null;
}

export interface DueHourRow extends Pick<
  SubscriptionRow,
  'user_id' | 'id' | 'tasks' | 'days' | 'hour' | 'timezone' | 'next_hour_at'
> {
  /** The time zone of the user now. */
  zone_now: string;
}

/** Returns the subscriptions whose hour has come, or whose user is in another time zone now. */
export async function selectDueHours(db: Db, now: Date, limit: number): Promise<DueHourRow[]> {
  const { rows } = await sql<DueHourRow>`
    SELECT s.user_id, s.id, s.tasks, s.days, s.hour, s.timezone, s.next_hour_at,
      u.timezone AS zone_now
    FROM push_subscriptions AS s JOIN users AS u ON u.id = s.user_id
      JOIN sessions AS e ON e.id = s.session_id AND e.expires_at > ${now}
    WHERE s.next_hour_at <= ${now} OR s.timezone <> u.timezone
    ORDER BY s.next_hour_at LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Sets the next hour. Returns false when another process was faster. */
export async function moveHour(
  db: Db,
  due: DueHourRow,
  next: { timezone: string; next_hour_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE push_subscriptions
    SET timezone = ${next.timezone}, next_hour_at = ${next.next_hour_at}
    WHERE user_id = ${due.user_id} AND id = ${due.id}
      AND next_hour_at = ${due.next_hour_at} AND timezone = ${due.timezone} AND hour = ${due.hour}
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}
