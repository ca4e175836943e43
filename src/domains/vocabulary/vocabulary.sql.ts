import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { VocabularyTable } from '../../storage/tables.ts';

export type WordRow = Selectable<VocabularyTable>;

/** Returns the user's own words in their order, then the learned ones, the newest first. */
export async function selectWords(db: Db, user_id: string): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    SELECT * FROM vocabulary WHERE user_id = ${user_id}
    ORDER BY learned, place, created_at DESC, id DESC
  `.execute(db);
  return rows;
}

/** Prevents other transactions from changing the list of this user until this one ends. */
export async function lockWords(db: Db, user_id: string): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${user_id} FOR NO KEY UPDATE`.execute(db);
}

/** Keeps `learned` and `created_at` of words that are known already. */
export async function upsertWords(db: Db, rows: readonly WordRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('vocabulary')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'word_key']).doUpdateSet(({ ref }) => ({
        word: ref('excluded.word'),
        place: ref('excluded.place'),
      })),
    )
    .execute();
}

export async function insertWord(db: Db, row: WordRow): Promise<void> {
  await db
    .insertInto('vocabulary')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'word_key']).doNothing())
    .execute();
}

export async function deleteWords(db: Db, user_id: string, ids: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM vocabulary WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
}
