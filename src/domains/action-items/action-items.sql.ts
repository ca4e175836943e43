import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ActionItemsTable } from '../../storage/tables.ts';

export type ActionItemRow = Selectable<ActionItemsTable>;

export async function selectItemsOfConversations(
  db: Db,
  user_id: string,
  conversationIds: readonly string[],
): Promise<ActionItemRow[]> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items
    WHERE user_id = ${user_id} AND conversation_id = ANY (${conversationIds}::uuid[])
    ORDER BY id
  `.execute(db);
  return rows;
}

export async function insertItems(db: Db, rows: readonly ActionItemRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('action_items')
    .values([...rows])
    .execute();
}

export async function deleteOpenItemsOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<void> {
  await sql`
    DELETE FROM action_items
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id} AND NOT completed
  `.execute(db);
}
