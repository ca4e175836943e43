import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { EndpointDeliveriesTable } from '../../../storage/tables.ts';
import type { Claimed, EndpointRow } from './endpoints.sql.ts';

export type EndpointDeliveryRow = Selectable<EndpointDeliveriesTable>;

export type NewDelivery = Pick<EndpointDeliveryRow, 'id' | 'type' | 'changed_at'> & {
  kind: string;
  record_id: string;
};

/**
 * Stores deliveries and moves the position in the feed, in one statement. Does nothing when another
 * process has claimed the endpoint.
 */
export async function planDeliveries(
  db: Db,
  { user_id, id, claim }: Claimed,
  planned: readonly NewDelivery[],
  { cursor, since, now }: Pick<EndpointRow, 'cursor' | 'since'> & { now: Date },
): Promise<boolean> {
  const column = <Key extends keyof NewDelivery>(key: Key) => planned.map((each) => each[key]);
  const { rows } = await sql`
    WITH mine AS (
      UPDATE webhook_endpoints SET cursor = ${cursor}, since = ${since}, read_at = ${now}
      WHERE user_id = ${user_id} AND id = ${id} AND claim = ${claim}
      RETURNING user_id, id
    ), added AS (
      INSERT INTO endpoint_deliveries (user_id, id, endpoint_id, type, kind, record_id, changed_at,
        status, attempts, next_attempt_at, created_at)
      SELECT mine.user_id, new.id, mine.id, new.type, new.kind, new.record_id, new.changed_at,
        'pending', 0, ${now}, ${now}
      FROM mine, unnest(${column('id')}::uuid[], ${column('type')}::text[],
        ${column('kind')}::text[], ${column('record_id')}::text[],
        ${column('changed_at')}::timestamptz[])
        WITH ORDINALITY AS new (id, type, kind, record_id, changed_at, place)
      ORDER BY new.place
    )
    SELECT id FROM mine
  `.execute(db);
  return rows.length > 0;
}

/** Returns the delivery that is next in the order of the endpoint. */
export async function selectNextDelivery(
  db: Db,
  { user_id, id }: Claimed,
): Promise<EndpointDeliveryRow | undefined> {
  const { rows } = await sql<EndpointDeliveryRow>`
    SELECT * FROM endpoint_deliveries
    WHERE user_id = ${user_id} AND endpoint_id = ${id} AND status = 'pending'
    ORDER BY place LIMIT 1
  `.execute(db);
  return rows[0];
}

export type Result = Pick<EndpointDeliveryRow, 'status' | 'response_status' | 'error'> & {
  duration_ms: number | null;
  next_attempt_at: Date | null;
  at: Date;
};

/** Stores the result of an attempt. A delivered status never changes. */
export async function recordAttempt(
  db: Db,
  { user_id, id }: Pick<EndpointDeliveryRow, 'user_id' | 'id'>,
  result: Result,
): Promise<void> {
  await sql`
    UPDATE endpoint_deliveries SET
      status = CASE WHEN delivered_at IS NOT NULL THEN 'delivered' ELSE ${result.status} END,
      attempts = attempts + 1, response_status = ${result.response_status},
      error = ${result.error}, duration_ms = ${result.duration_ms},
      next_attempt_at = ${result.next_attempt_at},
      delivered_at = coalesce(delivered_at, CASE WHEN ${result.status} = 'delivered' THEN ${result.at}::timestamptz END)
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Renews the claim on an endpoint during deliveries; returns false when the claim is lost. */
export async function extendClaim(
  db: Db,
  { user_id, id, claim }: Claimed,
  claimed_until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhook_endpoints SET claimed_until = ${claimed_until}, failing_since = NULL
    WHERE user_id = ${user_id} AND id = ${id} AND claim = ${claim} AND enabled RETURNING id
  `.execute(db);
  return rows.length > 0;
}

export async function insertTest(
  db: Db,
  row: Omit<EndpointDeliveryRow, 'place' | 'delivered_at' | 'kind' | 'record_id'> & {
    delivered_at: Date | null;
  },
): Promise<void> {
  await db.insertInto('endpoint_deliveries').values(row).execute();
}

export async function selectDeliveries(
  db: Db,
  { user_id, id }: Pick<EndpointRow, 'user_id' | 'id'>,
  page: { limit: number; offset: number; after: number | null; status: string | null },
): Promise<EndpointDeliveryRow[]> {
  const { rows } = await sql<EndpointDeliveryRow>`
    SELECT * FROM endpoint_deliveries
    WHERE user_id = ${user_id} AND endpoint_id = ${id}
      AND (${page.status}::text IS NULL OR status = ${page.status})
      AND (${page.after}::int8 IS NULL OR place < ${page.after})
    ORDER BY place DESC LIMIT ${page.limit} OFFSET ${page.offset}
  `.execute(db);
  return rows;
}

export async function selectDelivery(
  db: Db,
  { user_id, id }: Pick<EndpointRow, 'user_id' | 'id'>,
  delivery_id: string,
): Promise<EndpointDeliveryRow | undefined> {
  const { rows } = await sql<EndpointDeliveryRow>`
    SELECT * FROM endpoint_deliveries
    WHERE user_id = ${user_id} AND endpoint_id = ${id} AND id = ${delivery_id}
  `.execute(db);
  return rows[0];
}

/** Cancels a waiting delivery; returns false when it is no longer waiting. */
export async function cancelDelivery(
  db: Db,
  { user_id, id }: Pick<EndpointDeliveryRow, 'user_id' | 'id'>,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE endpoint_deliveries
    SET status = 'cancelled', error = ${reason}, next_attempt_at = NULL
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'pending' RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Deletes deliveries that ended before a time, and all but the newest `most` of an endpoint. */
export async function deleteOldDeliveries(
  db: Db,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  await sql`
    DELETE FROM endpoint_deliveries AS d USING (
      SELECT user_id, id, created_at,
        row_number() OVER (PARTITION BY user_id, endpoint_id ORDER BY place DESC) AS rank
      FROM endpoint_deliveries WHERE status <> 'pending'
    ) AS old
    WHERE d.user_id = old.user_id AND d.id = old.id
      AND (old.created_at < ${before} OR old.rank > ${most})
  `.execute(db);
}
