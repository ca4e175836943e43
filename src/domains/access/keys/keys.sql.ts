import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { AccountFacts } from '../../../kit/context.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { ApiKeysTable } from '../../../storage/tables.ts';
import type { Family } from './key.ts';

export type KeyRow = Selectable<ApiKeysTable>;

export type NamedKey = Pick<KeyRow, 'user_id' | 'id' | 'name'>;

export function selectKeys(db: Db, user_id: string, family: Family): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('family', '=', family)
    .orderBy('id', 'desc')
    .execute();
}

export function selectKey(db: Db, user_id: string, id: string): Promise<KeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertKey(db: Db, row: Omit<KeyRow, 'last_used_at'>): Promise<KeyRow> {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function deleteKey(
  db: Db,
  user_id: string,
  family: Family,
  id: string,
): Promise<NamedKey | undefined> {
  return db
    .deleteFrom('api_keys')
    .where('user_id', '=', user_id)
    .where('family', '=', family)
    .where('id', '=', id)
    .returning(['user_id', 'id', 'name'])
    .executeTakeFirst();
}

/** The only query that finds the user by a key. All other queries take the user's id. */
export function selectKeyByHash(
  db: Db,
  hash: Buffer,
): Promise<(Pick<KeyRow, 'user_id' | 'id' | 'family' | 'scopes'> & AccountFacts) | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.user_id', 'k.id', 'k.family', 'k.scopes', 'u.timezone', 'u.readiness'])
    .where('k.key_hash', '=', hash)
    .executeTakeFirst();
}

/** Returns the keys among these that were never used before, and locks them. */
export async function selectUnusedKeys(db: Tx, ids: readonly string[]): Promise<NamedKey[]> {
  return db
    .selectFrom('api_keys')
    .select(['user_id', 'id', 'name'])
    .where('id', 'in', [...ids])
    .where('last_used_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateKeyUse(
  db: Db,
  uses: readonly { user_id: string; id: string; at: Date }[],
): Promise<void> {
  await sql`
    UPDATE api_keys AS k SET last_used_at = greatest(k.last_used_at, u.at)
    FROM unnest(
      ${uses.map(({ user_id }) => user_id)}::text[],
      ${uses.map(({ id }) => id)}::uuid[],
      ${uses.map(({ at }) => at.toISOString())}::timestamptz[]
    ) AS u (user_id, id, at)
    WHERE k.user_id = u.user_id AND k.id = u.id
  `.execute(db);
}
