import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import * as sql from './action-items.sql.ts';
import type { ActionItemRow } from './action-items.sql.ts';

export type { ActionItemRow } from './action-items.sql.ts';

/** The action items of several conversations, by conversation, in the order they were made. */
export async function itemsOfConversations(
  context: Context,
  conversationIds: readonly string[],
): Promise<Map<string, ActionItemRow[]>> {
  const rows = await sql.selectItemsOfConversations(context.db, userOf(context), conversationIds);
  return Map.groupBy(rows, ({ conversation_id }) => conversation_id!);
}

/** Writes what a processing found. A second processing replaces what is still open from the first. */
export async function replaceItemsOfConversation(
  context: Context,
  conversation_id: string,
  found: readonly { description: string; due_at: Date | null; segment_id: string | null }[],
): Promise<void> {
  const user_id = userOf(context);
  const now = context.clock.now();
  await sql.deleteOpenItemsOfConversation(context.db, user_id, conversation_id);
  await sql.insertItems(
    context.db,
    found.map((item) => ({
      ...item,
      user_id,
      id: context.newId(),
      conversation_id,
      completed: false,
      completed_at: null,
      created_at: now,
      updated_at: now,
    })),
  );
}
