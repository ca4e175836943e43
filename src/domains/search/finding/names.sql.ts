import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { contains } from '../../queries/filters/filters.ts';

export interface FoundName {
  id: string;
  name: string;
  /** True when the name begins with the query. */
  is_start: boolean;
}

/**
 * Returns the rows of a table whose name contains the text. Names that begin with the text come
 * first.
 */
export async function selectByName(
  db: Db,
  user_id: string,
  { table, text, limit }: { table: 'people' | 'folders'; text: string; limit: number },
): Promise<FoundName[]> {
  const { rows } = await sql<FoundName>`
    SELECT id, name, starts_with(lower(name), lower(${text})) AS is_start FROM ${sql.table(table)}
    WHERE user_id = ${user_id} AND ${contains(sql`lower(name)`, text)}
    ORDER BY is_start DESC, lower(name), id LIMIT ${limit}
  `.execute(db);
  return rows;
}
