import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { IS_TRUE } from '../memories.sql.ts';

/** Returns the texts of the memories with the most weight. `identity` is a regular expression. */
export async function selectWeighty(
  db: Db,
  user_id: string,
  { identity, most }: { identity: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM memories
    WHERE user_id = ${user_id} AND ${IS_TRUE}
    ORDER BY (content ~* ${identity} AND length(content) <= 120)::int * 4
        + (manually_added OR user_review IS TRUE)::int * 2 + (category <> 'interesting')::int DESC,
      created_at DESC
    LIMIT ${most}
  `.execute(db);
  return rows.map(({ content }) => content);
}
