import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

export interface ModelUsageRow {
  purpose: 'chat' | 'search' | 'translations';
  calls: number;
  tokens: number;
}

export async function addModelUsage(
  db: Db,
  user_id: string,
  { purpose, calls, tokens }: ModelUsageRow,
): Promise<void> {
  await sql`
    INSERT INTO model_usage AS u (user_id, purpose, calls, tokens)
    VALUES (${user_id}, ${purpose}, ${calls}, ${tokens})
    ON CONFLICT (user_id, purpose)
    DO UPDATE SET calls = u.calls + excluded.calls, tokens = u.tokens + excluded.tokens
  `.execute(db);
}

export async function selectModelUsage(db: Db, user_id: string): Promise<ModelUsageRow[]> {
  const { rows } = await sql<ModelUsageRow>`
    SELECT purpose, calls::float8 AS calls, tokens::float8 AS tokens FROM model_usage
    WHERE user_id = ${user_id} ORDER BY purpose
  `.execute(db);
  return rows;
}
