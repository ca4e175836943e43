import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

/** Limits what one replacement reads and changes. */
const MAX_ROWS = 5_000;

/** Where to look: in all records of the user, or in those of one conversation. */
export interface WordsPlace {
  user_id: string;
  conversation_id: string | undefined;
  /** The words, in upper or lower case. */
  words: string;
}

/** Any text may stand between the words, so that the caller decides about spaces. */
const patternOf = (words: string): string =>
  `%${words
    .split(/\s+/)
    .map((word) => word.replace(/[\\%_]/g, String.raw`\$&`))
    .join('%')}%`;

function inPlace({ user_id, conversation_id }: WordsPlace, column: 'id' | 'conversation_id') {
  const only = conversation_id ?? null;
  return sql`user_id = ${user_id} AND (${only}::uuid IS NULL OR ${sql.ref(column)} = ${only}::uuid)`;
}

/** Returns the segments that perhaps have the words. */
export async function selectSpoken(
  db: Db,
  place: WordsPlace,
): Promise<{ id: string; conversation_id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; conversation_id: string; text: string }>`
    SELECT id, conversation_id, text FROM segments
    WHERE ${inPlace(place, 'conversation_id')} AND text ILIKE ${patternOf(place.words)}
    ORDER BY conversation_id, start_seconds, id LIMIT ${MAX_ROWS}
  `.execute(db);
  return rows;
}

export interface Notes {
  id: string;
  title: string;
  overview: string;
  events: { title: string; description: string }[];
  apps_results: { app_id: string | null; content: string }[];
}

/** Returns the notes of conversations that perhaps have the words. */
export async function selectNotes(db: Db, place: WordsPlace): Promise<Notes[]> {
  const pattern = patternOf(place.words);
  const { rows } = await sql<Notes>`
    SELECT id, title, overview, events, apps_results FROM conversations
    WHERE ${inPlace(place, 'id')} AND status IN ('completed', 'failed')
      AND (title ILIKE ${pattern} OR overview ILIKE ${pattern}
        OR events::text ILIKE ${pattern} OR apps_results::text ILIKE ${pattern})
    ORDER BY id LIMIT ${MAX_ROWS}
  `.execute(db);
  return rows;
}

export async function selectTaskTexts(
  db: Db,
  place: WordsPlace,
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    SELECT id, description AS text FROM action_items
    WHERE ${inPlace(place, 'conversation_id')} AND description ILIKE ${patternOf(place.words)}
    ORDER BY id LIMIT ${MAX_ROWS}
  `.execute(db);
  return rows;
}

/** Returns the memories that perhaps have the words, without those that the user rejected. */
export async function selectFacts(
  db: Db,
  place: WordsPlace,
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    SELECT id, content AS text FROM memories
    WHERE ${inPlace(place, 'conversation_id')} AND content ILIKE ${patternOf(place.words)}
      AND user_review IS DISTINCT FROM false
    ORDER BY id LIMIT ${MAX_ROWS}
  `.execute(db);
  return rows;
}
