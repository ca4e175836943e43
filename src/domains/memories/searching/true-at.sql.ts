import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { contentAt, wasTrueAt } from '../memory-versions.sql.ts';
import type { MemoryRow } from '../memories.sql.ts';

/** Returns the facts that were known and true at a time, the newest first. */
export async function selectTrueAt(
  db: Db,
  user_id: string,
  { at, categories, limit }: { at: Date; categories: readonly string[] | null; limit: number },
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow & { content_then: string }>`
    SELECT *, ${contentAt(user_id, at)} AS content_then FROM memories
    WHERE user_id = ${user_id} AND ${wasTrueAt(at)}
      AND (${categories}::text[] IS NULL OR category = ANY (${categories}))
    ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return rows.map(({ content_then, ...row }) => ({ ...row, content: content_then }));
}
