import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { insertDelivery } from './deliveries.sql.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import type { WebhookType } from './webhook.ts';
import type { WebhookRow } from './webhooks.sql.ts';

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
export async function planEventDeliveries(
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
      SELECT w.user_id, w.id AS endpoint_id, w.type, o.id AS event_id, o.payload,
             row_number() OVER (ORDER BY o.id) AS number
      FROM receivers AS w
      JOIN outbox AS o ON o.user_id = w.user_id AND o.name = ${event}
        AND (o.id > w.last_event_id - ${LOOK_BACK_IDS}
          OR ${withLate} AND o.created_at > now() - ${LOOK_BACK}::interval)
        AND o.created_at >= w.enabled_at
      WHERE w.type = ${type} AND w.enabled
        AND (o.name <> 'conversation.moved' OR o.payload ->> 'status' = 'completed')
        AND (o.name <> 'day.summarised' OR o.payload ->> 'is_first' = 'true')
        AND NOT EXISTS (
          SELECT FROM deliveries AS d
          WHERE d.user_id = w.user_id AND d.endpoint_id = w.id AND d.event_id = o.id)
      ORDER BY o.id LIMIT ${newIds.length}
    ), planned AS (
      INSERT INTO deliveries
        (user_id, id, endpoint_id, format, type, event_id, payload, next_attempt_at, changed_at, created_at)
      SELECT user_id, (${newIds}::uuid[])[number], endpoint_id, 'reference', type, event_id, payload,
             ${now}, ${now}, ${now}
      FROM fresh
      ON CONFLICT DO NOTHING
      RETURNING id
    ), moved AS (
      UPDATE receivers AS w SET last_event_id = greatest(w.last_event_id, f.newest)
      FROM (SELECT user_id, max(event_id) AS newest FROM fresh GROUP BY user_id) AS f
      WHERE w.user_id = f.user_id AND w.type = ${type}
    )
    SELECT count(*)::int4 AS count FROM planned
  `.execute(db);
  return rows[0]!.count;
}

/** Inserts a delivery that says that it is a test. Sound is a tenth of a second of silence. */
export async function insertTest(
  db: Db,
  { user_id, id: endpoint_id, type }: Pick<WebhookRow, 'user_id' | 'id' | 'type'>,
  { id, now, next_attempt_at }: { id: string; now: Date; next_attempt_at: Date },
): Promise<void> {
  await insertDelivery(db, {
    user_id,
    id,
    endpoint_id,
    format: 'reference',
    type,
    payload: JSON.stringify({ test: true, type }),
    body: type === 'audio_bytes' ? Buffer.alloc(3200) : null,
    next_attempt_at,
    changed_at: now,
    created_at: now,
  });
}

/** Does nothing when the user has no webhook for sound. */
export async function insertSound(
  db: Db,
  { user_id, id, body, now }: { user_id: string; id: string; body: Buffer; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO deliveries
      (user_id, id, endpoint_id, format, type, body, next_attempt_at, changed_at, created_at)
    SELECT user_id, ${id}, id, format, type, ${body}, ${now}, ${now}, ${now}
    FROM receivers WHERE user_id = ${user_id} AND type = 'audio_bytes'
  `.execute(db);
}

/** Drops the oldest undelivered sound to make space for newer sound. */
export async function dropOldestSound(db: Db, user_id: string, keep: number): Promise<void> {
  await sql`
    UPDATE deliveries SET status = 'failed', body = NULL, error = 'The receiver was too slow.'
    WHERE user_id = ${user_id} AND type = 'audio_bytes' AND status = 'pending' AND id NOT IN (
      SELECT id FROM deliveries
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
  { user_id, id }: Pick<WebhookRow, 'user_id' | 'id'>,
): Promise<void> {
  await sql`
    UPDATE deliveries SET status = 'cancelled', body = NULL
    WHERE user_id = ${user_id} AND endpoint_id = ${id} AND status = 'pending'
  `.execute(db);
}

export type DueDelivery = DeliveryRow & {
  type: WebhookType;
  payload: Record<string, unknown>;
  url: string;
};

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
             row_number() OVER (PARTITION BY d.user_id, d.type ORDER BY d.next_attempt_at, d.id) AS number
      FROM deliveries AS d
      WHERE d.status = 'pending' AND d.format = 'reference'
        AND (d.next_attempt_at <= ${now} OR d.claimed_until > ${now})
    ), due AS (
      SELECT user_id, id FROM ranked WHERE number <= ${each} ORDER BY next_attempt_at LIMIT ${limit}
    )
    UPDATE deliveries AS d
    SET claimed_until = ${claimed_until}, attempts = d.attempts + 1
    FROM due, receivers AS w
    WHERE d.user_id = due.user_id AND d.id = due.id AND d.status = 'pending'
      AND d.next_attempt_at <= ${now} AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      AND w.user_id = d.user_id AND w.id = d.endpoint_id
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
    UPDATE deliveries AS d
    SET claimed_until = ${claimed_until}, attempts = d.attempts + 1
    FROM receivers AS w
    WHERE d.user_id = ${user_id} AND d.id = ${id} AND d.format = 'reference'
      AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      AND w.user_id = d.user_id AND w.id = d.endpoint_id
    RETURNING d.*, w.url
  `.execute(db);
  return rows[0] ?? null;
}
