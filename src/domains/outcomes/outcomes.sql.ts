import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ReadingOutcomesTable } from '../../storage/tables.ts';

export type OutcomeRow = Selectable<ReadingOutcomesTable>;
type NewOutcome = Insertable<ReadingOutcomesTable>;

/**
 * Stores decisions, one for each record. A record that the user reworded counts as reworded until
 * it is dropped.
 */
export async function upsertOutcomes(db: Db, rows: readonly NewOutcome[]): Promise<void> {
  await db
    .insertInto('reading_outcomes')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet(({ ref }) => ({
        outcome: sql<OutcomeRow['outcome']>`CASE
          WHEN reading_outcomes.outcome = 'changed' AND excluded.outcome = 'kept' THEN 'changed'
          ELSE excluded.outcome END`,
        sentence: ref('excluded.sentence'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** Returns the decisions since a time, the newest first. */
export async function selectOutcomes(
  db: Db,
  user_id: string,
  { since, limit }: { since: Date; limit: number },
): Promise<Pick<OutcomeRow, 'kind' | 'confidence' | 'outcome'>[]> {
  return db
    .selectFrom('reading_outcomes')
    .select(['kind', 'confidence', 'outcome'])
    .where('user_id', '=', user_id)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type Example = Pick<OutcomeRow, 'kind' | 'outcome'> & { sentence: string };

/** Returns a page of the decisions with a sentence, the oldest first. */
export async function selectExamples(
  db: Db,
  user_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Example[]> {
  const rows = await db
    .selectFrom('reading_outcomes')
    .select(['kind', 'outcome', 'sentence'])
    .where('user_id', '=', user_id)
    .where('sentence', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as Example[];
}

export async function forgetSentences(db: Db, user_id: string): Promise<void> {
  await db
    .updateTable('reading_outcomes')
    .set({ sentence: null })
    .where('user_id', '=', user_id)
    .where('sentence', 'is not', null)
    .execute();
}

/** Moves the decisions about conversations to the one into which they are merged. */
export async function moveOutcomes(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE reading_outcomes SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}

/** The turns around a turn that may tell what in it is secret. */
const TURNS_BEFORE = 20;
const TURNS_AFTER = 5;

/** Returns the text of a segment with those around it, in the order in which they were said. */
export async function selectTurns(
  db: Db,
  user_id: string,
  { conversation_id, segment_id }: { conversation_id: string; segment_id: string },
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    WITH turns AS (
      SELECT id, text, row_number() OVER (ORDER BY start_seconds, id) AS place FROM segments
      WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    ), judged AS (SELECT place FROM turns WHERE id = ${segment_id})
    SELECT turns.id, text FROM turns, judged
    WHERE turns.place BETWEEN judged.place - ${TURNS_BEFORE}::int AND judged.place + ${TURNS_AFTER}::int
    ORDER BY turns.place
  `.execute(db);
  return rows;
}
