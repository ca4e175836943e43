import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { AccountFacts } from '../../../kit/context.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { GrantCodesTable, GrantTokensTable } from '../../../storage/tables.ts';

// The user of a code or token is unknown until its row is found, so these queries start from the
// hash.

export type CodeRow = Selectable<GrantCodesTable>;
export type TokenRow = Selectable<GrantTokensTable>;

export async function insertCode(db: Db, row: Omit<CodeRow, 'used_at'>): Promise<void> {
  await db.insertInto('grant_codes').values(row).execute();
}

/**
 * Locks a user. Every change to the user's codes, tokens and grants first takes this lock, then
 * reads, then writes. Without the lock, a statement that waits for a row would miss rows that were
 * added in the meantime, and statements that lock rows in different orders would deadlock.
 */
export async function lockUserForGrants(db: Tx, user_id: string): Promise<void> {
  await sql`SELECT id FROM users WHERE id = ${user_id} FOR NO KEY UPDATE`.execute(db);
}

export function selectCode(db: Db, code_hash: Buffer): Promise<CodeRow | undefined> {
  return db
    .selectFrom('grant_codes')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .executeTakeFirst();
}

export async function markCodeUsed(
  db: Db,
  { user_id, code_hash }: CodeRow,
  at: Date,
): Promise<void> {
  await db
    .updateTable('grant_codes')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .execute();
}

export async function insertTokens(
  db: Db,
  rows: readonly Omit<TokenRow, 'replaced_at'>[],
): Promise<void> {
  await db.insertInto('grant_tokens').values(rows).execute();
}

export function selectToken(db: Db, token_hash: Buffer): Promise<TokenRow | undefined> {
  return db
    .selectFrom('grant_tokens')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
}

export async function markReplaced(
  db: Db,
  { user_id, token_hash }: TokenRow,
  at: Date,
): Promise<void> {
  await db
    .updateTable('grant_tokens')
    .set({ replaced_at: at })
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .execute();
}

/** Returns the newest generation of tokens of a sign-in. */
export async function newestGeneration(
  db: Db,
  { user_id, grant_id, family_id }: TokenRow,
): Promise<number> {
  const { newest } = await db
    .selectFrom('grant_tokens')
    .select((select) => select.fn.max('generation').as('newest'))
    .where('user_id', '=', user_id)
    .where('grant_id', '=', grant_id)
    .where('family_id', '=', family_id)
    .executeTakeFirstOrThrow();
  return newest;
}

/** Counts the token pairs of a sign-in in one generation. */
export async function countGeneration(
  db: Db,
  { user_id, grant_id, family_id }: TokenRow,
  generation: number,
): Promise<number> {
  const { pairs } = await db
    .selectFrom('grant_tokens')
    .select((select) => select.fn.countAll<number>().as('pairs'))
    .where('user_id', '=', user_id)
    .where('grant_id', '=', grant_id)
    .where('family_id', '=', family_id)
    .where('generation', '=', generation)
    .where('kind', '=', 'refresh')
    .executeTakeFirstOrThrow();
  return Number(pairs);
}

export async function deleteToken(db: Db, { user_id, token_hash }: TokenRow): Promise<void> {
  await db
    .deleteFrom('grant_tokens')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .execute();
}

/** Deletes the tokens of a sign-in and returns the ids of their grants. */
export async function deleteFamily(
  db: Db,
  { user_id, family_id }: Pick<TokenRow, 'user_id' | 'family_id'>,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('grant_tokens')
    .where('user_id', '=', user_id)
    .where('family_id', '=', family_id)
    .returning('grant_id')
    .execute();
  return [...new Set(rows.map(({ grant_id }) => grant_id))];
}

/**
 * The only query that a request with an access token needs. It finds neither revoked tokens nor those of an
 * ended connection.
 */
export function selectAccess(
  db: Db,
  token_hash: Buffer,
  now: Date,
): Promise<
  | ({ user_id: string; grant_id: string; scopes: string[]; resource: string } & AccountFacts)
  | undefined
> {
  return db
    .selectFrom('grant_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('grants as g', (join) =>
      join.onRef('g.user_id', '=', 't.user_id').onRef('g.id', '=', 't.grant_id'),
    )
    .select(['t.user_id', 't.grant_id', 't.scopes', 'g.resource', 'u.timezone', 'u.readiness'])
    .where('t.token_hash', '=', token_hash)
    .where('t.kind', '=', 'access')
    .where('t.expires_at', '>', now)
    .where((where) => where.or([where('g.ends_at', 'is', null), where('g.ends_at', '>', now)]))
    .executeTakeFirst();
}

/** Deletes expired rows. Rows in use by another transaction are left to the next run. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('authorization_requests').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('grant_codes')
    .where('expires_at', '<=', new Date(now.getTime() - 86_400_000))
    .execute();
  await sql`
    DELETE FROM grant_tokens WHERE token_hash IN (
      SELECT token_hash FROM grant_tokens WHERE expires_at <= ${now} FOR UPDATE SKIP LOCKED)
  `.execute(db);
}
