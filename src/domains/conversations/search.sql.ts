import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ConversationRow, SegmentRow } from './conversations.sql.ts';

export async function selectConversationsById(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** Segments of these conversations by their own ids. */
export async function selectSegmentsById(
  db: Db,
  user_id: string,
  { conversation_ids, ids }: { conversation_ids: readonly string[]; ids: readonly string[] },
): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`
    SELECT * FROM segments
    WHERE user_id = ${user_id} AND conversation_id = ANY (${conversation_ids}::uuid[])
      AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}
