import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { DeliveryRow } from '../deliveries.sql.ts';
import type { ClaimedEndpoint, EndpointRow } from './endpoints.sql.ts';

export type NewDelivery = Pick<DeliveryRow, 'id' | 'type' | 'changed_at'> & {
  kind: string;
  record_id: string;
};

/**
 * Stores deliveries and moves the position in the feed, in one statement. Does nothing when another
 * process has claimed the endpoint.
 */
export async function planDeliveries(
  db: Db,
  { user_id, id, claim }: ClaimedEndpoint,
  planned: readonly NewDelivery[],
  { cursor, since, now }: Pick<EndpointRow, 'cursor' | 'since'> & { now: Date },
): Promise<boolean> {
  const column = <Key extends keyof NewDelivery>(key: Key) => planned.map((each) => each[key]);
  const { rows } = await sql`
    WITH mine AS (
      UPDATE receivers SET cursor = ${cursor}, since = ${since}, read_at = ${now}
      WHERE user_id = ${user_id} AND id = ${id} AND claim = ${claim}
      RETURNING user_id, id
    ), added AS (
      INSERT INTO deliveries (user_id, id, endpoint_id, type, kind, record_id, changed_at,
        next_attempt_at, created_at)
      SELECT mine.user_id, new.id, mine.id, new.type, new.kind, new.record_id, new.changed_at,
        ${now}, ${now}
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
  { user_id, id }: ClaimedEndpoint,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM deliveries
    WHERE user_id = ${user_id} AND endpoint_id = ${id} AND status = 'pending'
    ORDER BY place LIMIT 1
  `.execute(db);
  return rows[0];
}

/** Renews the claim on an endpoint during deliveries; returns false when the claim is lost. */
export async function extendClaim(
  db: Db,
  { user_id, id, claim }: ClaimedEndpoint,
  claimed_until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE receivers SET claimed_until = ${claimed_until}, failing_since = NULL
    WHERE user_id = ${user_id} AND id = ${id} AND claim = ${claim} AND enabled RETURNING id
  `.execute(db);
  return rows.length > 0;
}
