import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { DeliveriesTable } from '../../storage/tables.ts';

/** A delivery to an endpoint or to an older webhook: both the queue and its history. */
export type DeliveryRow = Selectable<DeliveriesTable>;
type Format = DeliveryRow['format'];
type Key = Pick<DeliveryRow, 'user_id' | 'id'>;

export async function insertDelivery(db: Db, row: Insertable<DeliveriesTable>): Promise<void> {
  await db.insertInto('deliveries').values(row).execute();
}

interface Page {
  limit: number;
  offset: number;
  /** The last delivery of the page before, by the column of the order. */
  after: string | number | null;
  status: string | null;
}

/** Returns the deliveries to an endpoint, in the reverse order of its changes. */
export async function selectOfEndpoint(
  db: Db,
  { user_id, id }: Key,
  { limit, offset, after, status }: Page,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM deliveries
    WHERE user_id = ${user_id} AND endpoint_id = ${id}
      AND (${status}::text IS NULL OR status = ${status})
      AND (${after}::int8 IS NULL OR place < ${after})
    ORDER BY place DESC LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

/** Returns the deliveries to the older webhooks of a user, newest first. */
export async function selectOfWebhooks(
  db: Db,
  user_id: string,
  { limit, offset, after, status, type }: Page & { type: string | null },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM deliveries
    WHERE user_id = ${user_id} AND format = 'reference'
      AND (${type}::text IS NULL OR type = ${type})
      AND (${status}::text IS NULL OR status = ${status})
      ${after === null ? sql`` : sql`AND id < ${after}`}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

/** Returns a delivery to an endpoint; without an endpoint, one to an older webhook. */
export async function selectDelivery(
  db: Db,
  { user_id, id, endpoint_id = null }: Key & { endpoint_id?: string | null },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM deliveries
    WHERE user_id = ${user_id} AND id = ${id}
      AND CASE WHEN ${endpoint_id}::uuid IS NULL THEN format = 'reference'
        ELSE endpoint_id = ${endpoint_id} AND format = 'standard' END
  `.execute(db);
  return rows[0];
}

export type DeliveryResult = Pick<
  DeliveryRow,
  'status' | 'response_status' | 'error' | 'duration_ms' | 'delivered_at' | 'next_attempt_at'
>;

/** Stores the result of an attempt. */
export async function recordAttempt(
  db: Db,
  { user_id, id }: Key,
  result: DeliveryResult,
): Promise<void> {
  await sql`
    UPDATE deliveries SET
      -- A delivered status never changes, whatever the outcome of a replay.
      -- A failed replay does not restart the retries of a delivery that has ended.
      status = CASE
        WHEN delivered_at IS NOT NULL THEN 'delivered'
        WHEN status <> 'pending' AND ${result.status} = 'pending' THEN status
        ELSE ${result.status} END,
      -- The claim of a reference delivery has counted the attempt.
      attempts = attempts + CASE format WHEN 'standard' THEN 1 ELSE 0 END,
      response_status = ${result.response_status},
      error = ${result.error}, duration_ms = ${result.duration_ms},
      delivered_at = coalesce(${result.delivered_at}, delivered_at),
      next_attempt_at = ${result.next_attempt_at}, claimed_until = NULL,
      body = CASE WHEN ${result.status} = 'pending' THEN body END
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Cancels a waiting delivery; returns false when it is no longer waiting. */
export async function cancelDelivery(
  db: Db,
  { user_id, id }: Key,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE deliveries
    SET status = 'cancelled', error = ${reason}, next_attempt_at = NULL
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'pending' RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Deletes deliveries that ended before a time, and all but the newest `most` of a receiver. */
export async function deleteOldDeliveries(
  db: Db,
  { format, before, most = null }: { format: Format; before: Date; most?: number | null },
): Promise<void> {
  await sql`
    DELETE FROM deliveries AS d USING (
      SELECT user_id, id, created_at,
        row_number() OVER (PARTITION BY user_id, endpoint_id ORDER BY place DESC) AS rank
      FROM deliveries WHERE status <> 'pending' AND format = ${format}
    ) AS old
    WHERE d.user_id = old.user_id AND d.id = old.id
      AND (old.created_at < ${before} OR old.rank > ${most})
  `.execute(db);
}
