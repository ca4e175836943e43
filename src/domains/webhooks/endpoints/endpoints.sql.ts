import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { lockByName } from '../../../storage/transaction.ts';
import type { ReceiversTable } from '../../../storage/tables.ts';

export type EndpointRow = Selectable<ReceiversTable>;
export type CountedEndpoint = EndpointRow & { waiting_count: number };

/** Restricts a query to the endpoints that a key created. The user sees all endpoints. */
export interface EndpointMaker {
  user_id: string;
  key_id: string | null;
}

const madeBy = ({ key_id }: EndpointMaker) =>
  sql`e.format = 'standard' AND (${key_id}::uuid IS NULL OR e.key_id = ${key_id})`;

const WAITING = sql<number>`(
  SELECT count(*)::int4 FROM deliveries AS d
  WHERE d.user_id = e.user_id AND d.endpoint_id = e.id AND d.status = 'pending'
)`;

export async function selectEndpoints(db: Db, maker: EndpointMaker): Promise<CountedEndpoint[]> {
  const { rows } = await sql<CountedEndpoint>`
    SELECT e.*, ${WAITING} AS waiting_count FROM receivers AS e
    WHERE e.user_id = ${maker.user_id} AND ${madeBy(maker)}
    ORDER BY e.id
  `.execute(db);
  return rows;
}

export async function selectEndpoint(
  db: Db,
  maker: EndpointMaker,
  id: string,
): Promise<CountedEndpoint | undefined> {
  const { rows } = await sql<CountedEndpoint>`
    SELECT e.*, ${WAITING} AS waiting_count FROM receivers AS e
    WHERE e.user_id = ${maker.user_id} AND ${madeBy(maker)} AND e.id = ${id}
  `.execute(db);
  return rows[0];
}

/** Returns false when the user already has `most` endpoints. Must run in a transaction. */
export async function insertEndpoint(
  db: Db,
  row: Insertable<ReceiversTable>,
  most: number,
): Promise<boolean> {
  await lockByName(db, `webhook endpoints ${row.user_id}`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM receivers
    WHERE user_id = ${row.user_id} AND format = 'standard'
  `.execute(db);
  if (rows[0]!.count >= most) return false;
  await db.insertInto('receivers').values(row).execute();
  return true;
}

export async function updateEndpoint(
  db: Db,
  { user_id, id }: Pick<EndpointRow, 'user_id' | 'id'>,
  change: Updateable<ReceiversTable>,
): Promise<void> {
  await db
    .updateTable('receivers')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteEndpointRow(
  db: Db,
  maker: EndpointMaker,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM receivers AS e
    WHERE e.user_id = ${maker.user_id} AND ${madeBy(maker)} AND e.id = ${id} RETURNING e.id
  `.execute(db);
  return rows.length > 0;
}

/** Returns the users who have an endpoint that is not paused. */
export async function selectUsersWithEndpoints(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM receivers WHERE enabled AND format = 'standard'
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Claims endpoints with waiting deliveries or unread changes. If the process dies, other processes
 * take its endpoints when the claim expires. Endpoints without changes are also claimed from time
 * to time, so that their position does not become too old.
 */
export async function claimEndpoints(
  db: Db,
  given: { claim: string; now: Date; claimed_until: Date; read_before: Date; limit: number },
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    UPDATE receivers AS claimed
    SET claim = ${given.claim}, claimed_until = ${given.claimed_until}
    FROM (
      SELECT e.user_id, e.id FROM receivers AS e
      WHERE e.format = 'standard' AND e.enabled AND e.next_look_at <= ${given.now}
        AND (e.claimed_until IS NULL OR e.claimed_until <= ${given.now})
        AND (
          e.read_at < ${given.read_before}
          OR EXISTS (
            SELECT FROM deliveries AS d
            WHERE d.user_id = e.user_id AND d.endpoint_id = e.id AND d.status = 'pending')
          OR EXISTS (
            SELECT FROM changes AS c WHERE c.user_id = e.user_id AND c.xid >= e.since
              -- Later changes cannot be read yet.
              AND c.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint))
      ORDER BY e.next_look_at LIMIT ${given.limit} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE claimed.user_id = due.user_id AND claimed.id = due.id
    RETURNING claimed.*
  `.execute(db);
  return rows;
}

export type ClaimedEndpoint = Pick<EndpointRow, 'user_id' | 'id' | 'claim'>;

/** Ends a claim, unless another process has claimed the endpoint in the meantime. */
export async function releaseEndpoint(
  db: Db,
  { user_id, id, claim }: ClaimedEndpoint,
  change: Updateable<ReceiversTable>,
): Promise<void> {
  await db
    .updateTable('receivers')
    .set({ ...change, claim: null, claimed_until: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

/** Ends all claims of these processes. */
export async function releaseEndpointsOf(db: Db, processes: readonly string[]): Promise<void> {
  await sql`
    UPDATE receivers SET claim = NULL, claimed_until = NULL
    WHERE split_part(claim, ' ', 1) = ANY (${processes})
  `.execute(db);
}

/** Returns whether the key that made an endpoint still exists. */
export async function hasKey(db: Db, user_id: string, key_id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM api_keys WHERE user_id = ${user_id} AND id = ${key_id}
  `.execute(db);
  return rows.length > 0;
}
