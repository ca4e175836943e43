import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../storage/database.ts';
import type { GrantsTable } from '../../../storage/tables.ts';

export type GrantRow = Selectable<GrantsTable>;

export type NamedGrant = Pick<GrantRow, 'user_id' | 'id' | 'client_name'>;

export type GrantWithScopes = GrantRow & { scopes: string[] };

/**
 * Returns grants with the scopes of their valid tokens, or one of them. Grants that have ended and
 * grants without valid tokens are omitted.
 */
export async function selectGrants(
  db: Db,
  user_id: string,
  { now, id = null }: { now: Date; id?: string | null },
): Promise<GrantWithScopes[]> {
  const { rows } = await sql<GrantWithScopes>`
    SELECT g.*, t.scopes FROM grants AS g JOIN (
      SELECT grant_id, array_agg(DISTINCT scope) AS scopes
      FROM grant_tokens, unnest(scopes) AS scope
      WHERE user_id = ${user_id} AND expires_at > ${now}
      GROUP BY grant_id
    ) AS t ON t.grant_id = g.id
    WHERE g.user_id = ${user_id} AND (g.ends_at IS NULL OR g.ends_at > ${now})
      AND (${id}::uuid IS NULL OR g.id = ${id})
    ORDER BY g.id DESC
  `.execute(db);
  return rows;
}

/** Stores a grant, or updates the displayed data of the client's existing grant; returns its id. */
export async function upsertGrant(
  db: Db,
  grant: Omit<GrantRow, 'last_used_at'>,
): Promise<{ id: string }> {
  return db
    .insertInto('grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'client_id', 'resource']).doUpdateSet({
        client_name: grant.client_name,
        redirect_host: grant.redirect_host,
        ends_at: grant.ends_at,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateGrantEnd(
  db: Tx,
  { user_id, id, ends_at }: Pick<GrantRow, 'user_id' | 'id' | 'ends_at'>,
): Promise<void> {
  await db
    .updateTable('grants')
    .set({ ends_at })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function selectGrantEnd(
  db: Db,
  { user_id, grant_id }: { user_id: string; grant_id: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('grants')
    .select('ends_at')
    .where('user_id', '=', user_id)
    .where('id', '=', grant_id)
    .executeTakeFirst();
  return row?.ends_at ?? null;
}

/** Returns the users of grants that have ended. */
export async function selectUsersOfEndedGrants(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('grants')
    .select('user_id')
    .distinct()
    .where('ends_at', '<=', now)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Deletes the grants of a user that have ended, with their tokens. */
export async function deleteEndedGrants(db: Tx, user_id: string, now: Date): Promise<void> {
  await db
    .deleteFrom('grants')
    .where('user_id', '=', user_id)
    .where('ends_at', '<=', now)
    .execute();
}

/** Deletes a grant with its tokens and its unused codes. */
export async function deleteGrant(
  db: Tx,
  user_id: string,
  id: string,
): Promise<NamedGrant | undefined> {
  const { rows } = await sql<NamedGrant>`
    WITH gone AS (
      DELETE FROM grants WHERE user_id = ${user_id} AND id = ${id}
      RETURNING user_id, id, client_id, client_name, resource
    ), codes AS (
      DELETE FROM grant_codes AS c USING gone
      WHERE c.user_id = ${user_id} AND c.client_id = gone.client_id AND c.resource = gone.resource
    )
    SELECT user_id, id, client_name FROM gone
  `.execute(db);
  return rows[0];
}

/**
 * Deletes a grant without tokens. The caller must hold the lock of the user, so that no other
 * transaction adds a token.
 */
export async function deleteIdleGrant(
  db: Tx,
  user_id: string,
  id: string,
): Promise<NamedGrant | undefined> {
  const { rows } = await sql<NamedGrant>`
    DELETE FROM grants AS g
    WHERE g.user_id = ${user_id} AND g.id = ${id} AND NOT EXISTS (
      SELECT FROM grant_tokens AS t WHERE t.user_id = g.user_id AND t.grant_id = g.id)
    RETURNING g.user_id, g.id, g.client_name
  `.execute(db);
  return rows[0];
}

export async function selectIdleGrants(db: Db): Promise<{ user_id: string; id: string }[]> {
  const { rows } = await sql<{ user_id: string; id: string }>`
    SELECT g.user_id, g.id FROM grants AS g WHERE NOT EXISTS (
      SELECT FROM grant_tokens AS t WHERE t.user_id = g.user_id AND t.grant_id = g.id)
  `.execute(db);
  return rows;
}

export async function updateLastUsed(
  db: Db,
  uses: readonly { user_id: string; id: string; at: Date }[],
): Promise<void> {
  await sql`
    UPDATE grants AS g SET last_used_at = greatest(g.last_used_at, u.at)
    FROM unnest(
      ${uses.map(({ user_id }) => user_id)}::text[],
      ${uses.map(({ id }) => id)}::uuid[],
      ${uses.map(({ at }) => at.toISOString())}::timestamptz[]
    ) AS u (user_id, id, at)
    WHERE g.user_id = u.user_id AND g.id = u.id
  `.execute(db);
}
