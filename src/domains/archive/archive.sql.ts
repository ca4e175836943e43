import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { FOLDER_NAME } from '../conversations/conversations.sql.ts';
import type { FiledConversation } from '../conversations/conversations.sql.ts';
import type { NamedSegment } from '../transcripts/segments.sql.ts';

export async function selectConversationsById(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<FiledConversation[]> {
  const { rows } = await sql<FiledConversation>`
    SELECT *, ${FOLDER_NAME} AS folder_name FROM conversations
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** Segments of these conversations by their own ids. */
export async function selectSegmentsById(
  db: Db,
  user_id: string,
  { conversation_ids, ids }: { conversation_ids: readonly string[]; ids: readonly string[] },
): Promise<NamedSegment[]> {
  const { rows } = await sql<NamedSegment>`
    SELECT s.*, p.name AS person_name
    FROM segments AS s LEFT JOIN people AS p ON p.user_id = s.user_id AND p.id = s.person_id
    WHERE s.user_id = ${user_id} AND s.conversation_id = ANY (${conversation_ids}::uuid[])
      AND s.id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}
