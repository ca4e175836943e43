import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, variantOf } from '../../kit/operation.ts';
import {
  filterText,
  lenientLimit,
  Cursor,
  FirstDay,
  LastDay,
  nextPage,
  nextPageFrom,
  ListOffset,
  RecordId,
  unlisted,
} from '../../kit/assistant-list.ts';
import { cutPage } from '../../kit/page.ts';
import { Question } from '../queries/search-shapes.ts';
import { transaction } from '../../storage/transaction.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { deadlineOf } from '../accounts/day-bounds.ts';
import { ActionItem, ActionItemCreate, ActionItemPatch } from './action-item.ts';
import { actionItemFilters } from './action-item-filters.ts';
import { createActionItem, updateActionItem } from './action-items.ts';
import * as sql from './action-items.sql.ts';
import { searchActionItems } from './search.ts';

/** Action items in the shapes that assistants expect. */

/** A task within another record. */
export const BriefActionItem = z.object({
  id: z.string().describe('The id of the task.'),
  description: z.string().describe('The text of the task.'),
  completed: z.boolean().describe('True when the task is done.'),
});

/** Assistants get each field that is not named here. */
export const AssistantActionItem = ActionItem.omit({
  updated_at: true,
  confidence: true,
  source: true,
  external_id: true,
  metadata: true,
})
  .extend({
    conversation_id: z
      .string()
      .nullable()
      .describe('The conversation from which the task comes; null for one added by hand.'),
  })
  .meta({ id: 'AssistantActionItem' });
const DueAt = z.string().nullish().describe('yyyy-mm-dd or ISO 8601.');

export const assistantListActionItems = defineOperation({
  name: 'assistantListActionItems',
  summary: 'List action items as assistants see them, newest first',
  description: 'Includes finished items unless `completed` says otherwise.',
  scope: 'action_items:read',
  effect: 'read',
  input: z.strictObject({
    completed: z.boolean().optional().describe('Default: both.'),
    due_start_date: FirstDay,
    due_end_date: LastDay,
    filter: filterText('due=this_week&sort=due_asc'),
    limit: lenientLimit({ fallback: 100, max: 500 }),
    offset: ListOffset.meta(unlisted),
    cursor: Cursor,
  }),
  output: z.object({
    action_items: z.array(AssistantActionItem),
    ...nextPage,
  }),
  run: async (context, { completed, due_start_date, due_end_date, filter, ...page }) => {
    const { limit, offset, cursor } = page;
    const list = await actionItemFilters.list(context, {
      completed,
      due_from: due_start_date || undefined,
      due_to: due_end_date || undefined,
      filter,
      cursor,
    });
    const wanted = { limit: limit + 1, offset, from: null, until: null, external: false };
    const rows = await sql.selectItems(context.db, userOf(context), list, wanted);
    const { items, next_cursor } = cutPage(rows, limit, list.positionOf);
    return { action_items: items, ...nextPageFrom(next_cursor) };
  },
});

export const assistantSearchActionItems = variantOf(searchActionItems, {
  name: 'assistantSearchActionItems',
  summary: 'Search action items by meaning',
  description: 'The best match comes first.',
  input: z.strictObject({ query: Question, limit: lenientLimit({ fallback: 10, max: 50 }) }),
  output: z.object({
    action_items: z.array(
      AssistantActionItem.extend({
        relevance_score: z.number().describe('The relevance of the task to the query, 0 to 1.'),
      }).meta({
        id: 'AssistantActionItemFound',
      }),
    ),
  }),
  answer: ({ items }) => ({
    action_items: items.map(({ action_item, relevance_score }) => ({
      ...action_item,
      relevance_score,
    })),
  }),
});

export const assistantCreateActionItem = defineOperation({
  name: 'assistantCreateActionItem',
  summary: 'Create an action item unless it exists',
  description:
    'If an item with the same text and state exists, returns that item with `known: true`. A ' +
    'date without a time means the end of that day; a time without a zone is in the time ' +
    'zone of the user.',
  scope: 'action_items:write',
  effect: 'write',
  changes: { kind: 'action_item', made: ({ id, known }) => (known ? [] : [id]) },
  input: ActionItemCreate.omit({
    completed_at: true,
    due_words: true,
    source: true,
    external_id: true,
    metadata: true,
    created_at: true,
  }).extend({ due_at: DueAt }),
  output: AssistantActionItem.extend({
    known: z.boolean().describe('True when the task existed already, so no new one was created.'),
  }).meta({
    id: 'AssistantActionItemCreated',
  }),
  run: async (context, { due_at, ...item }) => {
    const due = await deadline(context, due_at ?? null);
    return transaction(context.db, async (tx) => {
      await sql.lockDescriptions(tx, userOf(context));
      const same = await sql.selectSameItem(tx, userOf(context), item);
      if (same) return { ...same, known: true };
      const made = await createActionItem({ ...context, db: tx }, { ...item, due_at: due });
      return { ...made, known: false };
    });
  },
});

export const assistantCompleteActionItem = variantOf(updateActionItem, {
  name: 'assistantCompleteActionItem',
  summary: 'Mark an action item as done, or as open again',
  description: '',
  input: z.strictObject({
    action_item_id: RecordId,
    completed: z.boolean().default(true).describe('`false` opens it again.'),
  }),
  output: AssistantActionItem,
});

const AssistantPatch = ActionItemPatch.omit({ metadata: true }).extend({
  action_item_id: RecordId,
  due_at: DueAt,
  completed: z.boolean().optional().describe('Done or open.'),
});
const PATCHED = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  Object.keys(AssistantPatch.omit({ action_item_id: true }).shape),
);

export const assistantUpdateActionItem = defineOperation({
  name: 'assistantUpdateActionItem',
  summary: 'Change an action item',
  description:
    'Changes only the fields that you send. `due_at: null` or an empty `due_at` removes the ' +
    'date.',
  scope: 'action_items:write',
  effect: 'write',
  changes: { kind: 'action_item', argument: 'action_item_id' },
  input: AssistantPatch,
  output: AssistantActionItem,
  run: async (context, { action_item_id, due_at, ...change }) => {
    if (due_at !== undefined) {
      const due = await deadline(context, due_at);
      return updateActionItem(context, { action_item_id, ...change, due_at: due });
    }
    if (Object.values(change).every((value) => value === undefined)) {
      throw new Invalid(`At least one field (${PATCHED}) must be provided`);
    }
    return updateActionItem(context, { action_item_id, ...change });
  },
});

/** Models send null or "" when there is no date. */
async function deadline(context: Context, text: string | null): Promise<string | null> {
  if (text === null || text.trim() === '') return null;
  return deadlineOf(text, await timezoneOf(context)).toISOString();
}
