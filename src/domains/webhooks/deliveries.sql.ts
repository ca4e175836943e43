import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { DeliveryRow } from './webhooks.sql.ts';

/**
 * The id of an event is assigned before its commit, so an event below the mark may become visible
 * late. Each search includes the events just below the mark, and a search for late events all those
 * of the last minutes: no transaction takes longer.
 */
const LOOK_BACK_IDS = 200;
const LOOK_BACK = '15 minutes';

/**
 * Creates, for each event, one delivery to each webhook for events of its type, in one statement.
 * A webhook has at most one delivery per event, so parallel and repeated runs are harmless.
 */
export async function planDeliveries(
  db: Db,
  {
    event,
    type,
    newIds,
    now,
    withLate,
  }: { event: string; type: string; newIds: string[]; now: Date; withLate: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH fresh AS (
      SELECT w.user_id, w.type, o.id AS event_id, o.payload,
             row_number() OVER (ORDER BY o.id) AS place
      FROM webhooks AS w
      JOIN outbox AS o ON o.user_id = w.user_id AND o.name = ${event}
        AND (o.id > w.last_event_id - ${LOOK_BACK_IDS}
          OR ${withLate} AND o.created_at > now() - ${LOOK_BACK}::interval)
        AND o.created_at >= w.enabled_at
      WHERE w.type = ${type} AND w.enabled
        AND (o.name <> 'conversation.moved' OR o.payload ->> 'status' = 'completed')
        AND (o.name <> 'day.summarised' OR o.payload ->> 'is_first' = 'true')
        AND NOT EXISTS (
          SELECT FROM webhook_deliveries AS d
          WHERE d.user_id = w.user_id AND d.type = w.type AND d.event_id = o.id)
      ORDER BY o.id LIMIT ${newIds.length}
    ), planned AS (
      INSERT INTO webhook_deliveries
        (user_id, id, type, event_id, payload, next_attempt_at, created_at)
      SELECT user_id, (${newIds}::uuid[])[place], type, event_id, payload, ${now}, ${now}
      FROM fresh
      ON CONFLICT DO NOTHING
      RETURNING id
    ), moved AS (
      UPDATE webhooks AS w SET last_event_id = greatest(w.last_event_id, f.newest)
      FROM (SELECT user_id, max(event_id) AS newest FROM fresh GROUP BY user_id) AS f
      WHERE w.user_id = f.user_id AND w.type = ${type}
    )
    SELECT count(*)::int4 AS count FROM planned
  `.execute(db);
  return rows[0]!.count;
}

export async function insertDelivery(
  db: Db,
  row: Pick<DeliveryRow, 'user_id' | 'id' | 'type' | 'created_at'> & {
    payload?: object;
    body?: Buffer;
    next_attempt_at?: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (user_id, id, type, payload, body, next_attempt_at, created_at)
    VALUES (${row.user_id}, ${row.id}, ${row.type}, ${JSON.stringify(row.payload ?? {})},
            ${row.body ?? null}, ${row.next_attempt_at ?? row.created_at}, ${row.created_at})
  `.execute(db);
}

/** Drops the oldest undelivered sound to make space for newer sound. */
export async function dropOldestSound(db: Db, user_id: string, keep: number): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = 'failed', body = NULL, error = 'The receiver was too slow.'
    WHERE user_id = ${user_id} AND type = 'audio_bytes' AND status = 'pending' AND id NOT IN (
      SELECT id FROM webhook_deliveries
      WHERE user_id = ${user_id} AND type = 'audio_bytes' AND status = 'pending'
      ORDER BY id DESC LIMIT ${keep})
  `.execute(db);
}

/**
 * Cancels the waiting deliveries of a disabled webhook, which would otherwise be sent when it is
 * enabled again.
 */
export async function cancelPending(
  db: Db,
  { user_id, type }: Pick<DeliveryRow, 'user_id' | 'type'>,
): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = 'cancelled', body = NULL
    WHERE user_id = ${user_id} AND type = ${type} AND status = 'pending'
  `.execute(db);
}

export interface DueDelivery extends DeliveryRow {
  url: string;
}

/**
 * Claims due deliveries, at most `each` per receiver, so that a slow receiver delays only its own
 * deliveries. If the process dies, other processes take its deliveries when the claim expires.
 */
export async function claimDue(
  db: Db,
  {
    now,
    claimed_until,
    limit,
    each,
  }: { now: Date; claimed_until: Date; limit: number; each: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH ranked AS (
      SELECT d.user_id, d.id, d.next_attempt_at,
             row_number() OVER (PARTITION BY d.user_id, d.type ORDER BY d.next_attempt_at, d.id) AS place
      FROM webhook_deliveries AS d
      WHERE d.status = 'pending' AND (d.next_attempt_at <= ${now} OR d.claimed_until > ${now})
    ), due AS (
      SELECT user_id, id FROM ranked WHERE place <= ${each} ORDER BY next_attempt_at LIMIT ${limit}
    )
    UPDATE webhook_deliveries AS d
    SET claimed_until = ${claimed_until}, attempts = d.attempts + 1
    FROM due, webhooks AS w
    WHERE d.user_id = due.user_id AND d.id = due.id AND d.status = 'pending'
      AND d.next_attempt_at <= ${now} AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      AND w.user_id = d.user_id AND w.type = d.type
      AND (w.enabled OR d.payload ->> 'test' = 'true')
    RETURNING d.*, w.url
  `.execute(db);
  return rows;
}

/** Claims one delivery now, even if it is not due. Returns null while another process has it. */
export async function claimOne(
  db: Db,
  {
    user_id,
    id,
    now,
    claimed_until,
  }: { user_id: string; id: string; now: Date; claimed_until: Date },
): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    UPDATE webhook_deliveries AS d
    SET claimed_until = ${claimed_until}, attempts = d.attempts + 1
    FROM webhooks AS w
    WHERE d.user_id = ${user_id} AND d.id = ${id}
      AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      AND w.user_id = d.user_id AND w.type = d.type
    RETURNING d.*, w.url
  `.execute(db);
  return rows[0] ?? null;
}

export async function recordAttempt(
  db: Db,
  { user_id, id }: Pick<DeliveryRow, 'user_id' | 'id'>,
  result: Pick<
    DeliveryRow,
    'status' | 'response_status' | 'error' | 'duration_ms' | 'delivered_at'
  > & {
    next_attempt_at: Date;
  },
): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET
      -- A delivered status never changes, whatever the outcome of a replay.
      -- A failed replay does not restart the retries of a failed delivery.
      status = CASE
        WHEN delivered_at IS NOT NULL THEN 'delivered'
        WHEN status <> 'pending' AND ${result.status} = 'pending' THEN status
        ELSE ${result.status} END,
      response_status = ${result.response_status},
      error = ${result.error}, duration_ms = ${result.duration_ms},
      delivered_at = coalesce(${result.delivered_at}, delivered_at),
      next_attempt_at = ${result.next_attempt_at}, claimed_until = NULL,
      body = CASE WHEN ${result.status} = 'pending' THEN body END
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

export async function selectDeliveries(
  db: Db,
  user_id: string,
  {
    limit,
    offset,
    after,
    type,
    status,
  }: {
    limit: number;
    offset: number;
    after: string | null;
    type: string | null;
    status: string | null;
  },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM webhook_deliveries
    WHERE user_id = ${user_id}
      AND (${type}::text IS NULL OR type = ${type})
      AND (${status}::text IS NULL OR status = ${status})
      ${after ? sql`AND id < ${after}` : sql``}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

export async function selectDelivery(
  db: Db,
  user_id: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM webhook_deliveries WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM webhook_deliveries WHERE status <> 'pending' AND created_at < ${before}
  `.execute(db);
}
