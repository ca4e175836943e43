import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

export interface Neighbour {
  conversation_id: string;
  id: string;
  text: string;
}

/**
 * Returns the texts of segments and of those around them, up to `reach` before and after each, in
 * the order of the speech.
 */
export async function selectAround(
  db: Db,
  user_id: string,
  { conversation_ids, ids }: { conversation_ids: readonly string[]; ids: readonly string[] },
  reach: number,
): Promise<Neighbour[]> {
  const { rows } = await sql<Neighbour>`
    WITH placed AS (
      SELECT conversation_id, id, text, start_seconds,
        row_number() OVER (PARTITION BY conversation_id ORDER BY start_seconds, id) AS place
      FROM segments
      WHERE user_id = ${user_id}
        AND conversation_id = ANY (${[...new Set(conversation_ids)]}::uuid[])
    ), wanted AS (
      SELECT p.conversation_id, p.place
      FROM placed AS p
        JOIN unnest(${conversation_ids}::uuid[], ${ids}::uuid[]) AS w (conversation_id, id)
          ON w.conversation_id = p.conversation_id AND w.id = p.id
    )
    SELECT p.conversation_id, p.id, p.text FROM placed AS p
    WHERE EXISTS (
      SELECT FROM wanted AS w WHERE w.conversation_id = p.conversation_id
        AND p.place BETWEEN w.place - ${reach} AND w.place + ${reach}
    )
    ORDER BY p.conversation_id, p.place
  `.execute(db);
  return rows;
}

/** Returns the most recent segments of these people. */
export async function selectSamples(
  db: Db,
  user_id: string,
  { people, most }: { people: readonly string[]; most: number },
): Promise<(Neighbour & { person_id: string })[]> {
  const { rows } = await sql<Neighbour & { person_id: string }>`
    SELECT p.id AS person_id, s.conversation_id, s.id, s.text
    FROM unnest(${people}::uuid[]) AS p (id) CROSS JOIN LATERAL (
      SELECT conversation_id, id, text, start_seconds FROM segments
      WHERE user_id = ${user_id} AND person_id = p.id
      ORDER BY conversation_id DESC, start_seconds DESC, id LIMIT ${most}
    ) AS s
    ORDER BY s.conversation_id DESC, s.start_seconds DESC, s.id
  `.execute(db);
  return rows;
}
