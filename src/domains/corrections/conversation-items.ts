import { z } from 'zod';
import { Invalid, NotFound } from '../../core/errors.ts';
import { text } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import {
  deleteActionItem,
  itemsOfConversations,
  updateActionItem,
} from '../action-items/action-items.ts';
import type { ActionItemRow } from '../action-items/action-items.ts';
import { DONE } from './conversation-edits.ts';
import { StatusCapitalOk } from '../../kit/acknowledgement.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';

/**
 * The action items of a conversation by their position in it. The apps of the reference service use
 * this position as an id.
 */
const Description = text({ min: 1, max: 500 });

export const completeConversationItems = defineOperation({
  name: 'completeConversationItems',
  summary: 'Mark action items of a conversation as done or open',
  description:
    'Takes two lists of the same length. The first lists the positions of the items; the ' +
    'second has `true` for each finished item, else `false`.',
  scope: 'action_items:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    items_idx: z.array(z.int().min(0)).max(100).describe('The positions of the tasks, from 0.'),
    values: z
      .array(z.boolean())
      .max(100)
      .describe('For each position: true when the task is done.'),
  }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, items_idx, values }) => {
    if (items_idx.length !== values.length) {
      throw new Invalid('items_idx and values must have the same length.');
    }
    await inConversation(context, conversation_id, async (inside, items) => {
      for (const [at, index] of items_idx.entries()) {
        const { id } = itemAt(items, index);
        await updateActionItem(inside, { action_item_id: id, completed: values[at] });
      }
    });
    return DONE;
  },
});

export const rewriteConversationItem = defineOperation({
  name: 'rewriteConversationItem',
  summary: 'Change the text of an action item of a conversation',
  description:
    'Changes the item at that position if its text still equals `old_description`; ' +
    'otherwise answers 404.',
  scope: 'action_items:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    item_idx: z.int().min(0).describe('The position of the task in the conversation, from 0.'),
    old_description: text({ max: 500 }).describe('The present text.'),
    description: Description.describe('The new text.'),
  }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, item_idx, old_description, description }) => {
    await inConversation(context, conversation_id, async (inside, items) => {
      const found = itemAt(items, item_idx);
      // The description is compared, because positions may have changed since the app read them.
      if (found.description !== old_description) throw new NotFound('Action item not found');
      await updateActionItem(inside, { action_item_id: found.id, description });
    });
    return DONE;
  },
});

export const deleteConversationItem = defineOperation({
  name: 'deleteConversationItem',
  summary: 'Delete an action item of a conversation',
  description: 'Deletes the first item with this description and state.',
  scope: 'action_items:write',
  effect: 'destroy',
  input: z.object({
    conversation_id: z.string(),
    description: text({ max: 500 }).describe('The text of the task.'),
    completed: z.boolean().optional().describe('Only a done or only an open task. Default: both.'),
  }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, description, completed }) => {
    await inConversation(context, conversation_id, async (inside, items) => {
      const found = items.find(
        (item) =>
          item.description === description &&
          (completed === undefined || item.completed === completed),
      );
      if (!found) throw new NotFound('Action item not found');
      await deleteActionItem(inside, { action_item_id: found.id });
    });
    return DONE;
  },
});

async function inConversation(
  context: Context,
  id: string,
  work: (inside: Context, items: readonly ActionItemRow[]) => Promise<void>,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    await findConversation(inside, id);
    await work(inside, (await itemsOfConversations(inside, [id])).get(id) ?? []);
  });
}

function itemAt(items: readonly ActionItemRow[], index: number): ActionItemRow {
  const item = items[index];
  if (!item) throw new NotFound('Action item not found');
  return item;
}
