import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { MemoryRow, NewMemory } from '../memories.sql.ts';

/**
 * Stores memories in one statement, so that many clients share one disk sync. Returns the memories
 * in the given order. An existing fact is returned unchanged. A rejected fact is restored when it
 * is added by hand. Known facts take a second statement, because a statement that may also update
 * runs the triggers of updates for every new fact, too.
 */
export async function insertMemories(db: Db, rows: readonly NewMemory[]): Promise<MemoryRow[]> {
  // A statement may write each row only once. Two statements that lock the same facts in different
  // orders would deadlock.
  const distinct = [...Map.groupBy(rows, factOf).values()]
    .map(([first]) => first!)
    .toSorted((one, other) => Buffer.compare(one.content_key, other.content_key));
  const byFact = new Map<string, MemoryRow>();
  for (const row of await insertNew(db, distinct)) byFact.set(factOf(row), row);
  const known = distinct.filter((row) => !byFact.has(factOf(row)));
  for (const row of await insertOrRestore(db, known)) byFact.set(factOf(row), row);
  return rows.map((row) => byFact.get(factOf(row))!);
}

async function insertNew(db: Db, rows: readonly NewMemory[]): Promise<MemoryRow[]> {
  if (rows.length === 0) return [];
  return db
    .insertInto('memories')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'content_key']).doNothing())
    .returningAll()
    .$castTo<MemoryRow>()
    .execute();
}

async function insertOrRestore(db: Db, rows: readonly NewMemory[]): Promise<MemoryRow[]> {
  if (rows.length === 0) return [];
  return db
    .insertInto('memories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'content_key']).doUpdateSet({
        user_review: sql`CASE WHEN excluded.manually_added THEN true ELSE memories.user_review END`,
      }),
    )
    .returningAll()
    .$castTo<MemoryRow>()
    .execute();
}

/** The key of a fact: if several rows have the same key, only one of them is stored. */
const factOf = ({ user_id, content_key }: NewMemory): string =>
  `${user_id} ${Buffer.from(content_key).toString('hex')}`;
