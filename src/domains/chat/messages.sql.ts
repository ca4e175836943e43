import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ChatMessagesTable } from '../../storage/tables.ts';

export type MessageRow = Selectable<ChatMessagesTable>;

/** A message with those of its conversations that are still there. */
export type ToldMessage = MessageRow & {
  conversations: { id: string; title: string; emoji: string; created_at: string }[];
};

/** The newest first. */
export async function selectMessages(
  db: Db,
  user_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ToldMessage[]> {
  const { rows } = await sql<ToldMessage>`
    SELECT m.*, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji,
        'created_at', c.created_at) ORDER BY array_position(m.conversation_ids, c.id::text))
      FROM conversations AS c WHERE c.user_id = m.user_id AND c.id::text = ANY (m.conversation_ids)
    ), '[]') AS conversations
    FROM chat_messages AS m WHERE m.user_id = ${user_id}
    ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

export async function insertMessages(db: Db, rows: readonly MessageRow[]): Promise<void> {
  await db
    .insertInto('chat_messages')
    .values([...rows])
    .execute();
}

export async function deleteMessages(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('chat_messages').where('user_id', '=', user_id).execute();
}
