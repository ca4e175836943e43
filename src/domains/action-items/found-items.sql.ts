import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ActionItemRow } from './action-items.sql.ts';

/** Queries and changes of the items of a conversation. */

export async function deleteItemsOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM action_items WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    RETURNING id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function moveItemsOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
  to: string | null,
): Promise<void> {
  await sql`
    UPDATE action_items SET conversation_id = ${to}, segment_id = NULL
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
  `.execute(db);
}

/** Locks the items until the transaction ends. */
export async function lockItemsOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<(ActionItemRow & { is_untouched: boolean })[]> {
  const { rows } = await sql<ActionItemRow & { is_untouched: boolean }>`
    SELECT *, NOT completed AND updated_at = created_at AS is_untouched FROM action_items
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    ORDER BY id FOR UPDATE
  `.execute(db);
  return rows;
}

/**
 * Deletes items that the second processing did not find again. These items are not recorded as
 * dismissed, because the user did not delete them.
 */
export async function deleteLostItems(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM action_items WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
}

/** Updates the segment in which the item was found, and how sure it is. */
export async function updateReadingOfItem(
  db: Db,
  row: Pick<ActionItemRow, 'user_id' | 'id' | 'segment_id' | 'confidence'>,
): Promise<void> {
  await sql`
    UPDATE action_items SET segment_id = ${row.segment_id}, confidence = ${row.confidence}
    WHERE user_id = ${row.user_id} AND id = ${row.id}
  `.execute(db);
}

/** Moves items from merged segments to the resulting segment. */
export async function updateItemSegments(
  db: Db,
  { user_id, conversation_id }: { user_id: string; conversation_id: string },
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE action_items SET segment_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND segment_id = ANY (${from}::uuid[])
  `.execute(db);
}
