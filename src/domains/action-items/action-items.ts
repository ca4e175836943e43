import { z } from 'zod';
import { Invalid, NotFound } from '../../core/errors.ts';
import { defineEvent } from '../../core/event.ts';
import { limit, UUID } from '../../core/wire.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { RecordId } from '../../kit/assistant-list.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { externalView, includeExternal, withExternal } from '../../kit/external/record.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { transaction } from '../../storage/transaction.ts';
import { boundsOf } from '../accounts/day-bounds.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { noteDeleted, noteOutcomes } from '../outcomes/outcomes.ts';
import {
  ActionItem,
  ActionItemBatchCreate,
  ActionItemCreate,
  ActionItemPatch,
} from './action-item.ts';
import { actionItemFilters } from './action-item-filters.ts';
import { storeItems } from './action-item-creation.ts';
import * as sql from './action-items.sql.ts';
import * as found from './found-items.sql.ts';
import type { ActionItemRow, DayOfItems } from './action-items.sql.ts';

export type { ActionItemRow } from './action-items.sql.ts';

export { keptActionItems } from './action-items.sql.ts';

export const listActionItems = defineOperation({
  name: 'listActionItems',
  summary: 'List action items, newest first',
  description:
    'Includes finished items unless `completed` says otherwise. `due=this_week` lists what is due ' +
    'this week.',
  scope: 'action_items:read',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 100, max: 1000 }),
    ...paging,
    start_date: z
      .string()
      .optional()
      .describe(
        "The earliest time of creation; a date without a time means that day in the user's time " +
          'zone.',
      ),
    end_date: z
      .string()
      .optional()
      .describe('The latest time of creation; a date without a time includes that whole day.'),
    ...actionItemFilters.input,
    ...includeExternal,
  }),
  output: pageOf(ActionItem),
  run: async (context, { limit, offset, include, start_date, end_date, ...input }) => {
    const bounds = boundsOf({ start_date, end_date }, await timezoneOf(context));
    const list = await actionItemFilters.list(context, input);
    const external = include?.includes('external') ?? false;
    const page = { limit: limit + 1, offset, ...bounds, external };
    const rows = await sql.selectItems(context.db, userOf(context), list, page);
    const { items, next_cursor } = cutPage(rows, limit, list.positionOf);
    return { items: items.map(externalView), next_cursor };
  },
});

export const getActionItem = defineOperation({
  name: 'getActionItem',
  summary: 'Get one action item',
  description: 'Returns finished items too.',
  scope: 'action_items:read',
  effect: 'read',
  input: z.object({ action_item_id: z.string(), ...includeExternal }),
  output: ActionItem,
  run: async (context, { action_item_id, include }) => {
    const row = UUID.test(action_item_id)
      ? await sql.selectItem(context.db, userOf(context), action_item_id)
      : undefined;
    return withExternal(row ?? notFound(), include);
  },
});

export const createActionItem = defineOperation({
  name: 'createActionItem',
  summary: 'Create an action item',
  description: 'Without `due_at` the item has no date, unless `due_words` reads one from the text.',
  scope: 'action_items:write',
  effect: 'write',
  input: ActionItemCreate,
  output: ActionItem,
  run: async (context, item) => {
    const [stored] = await storeItems(context, [item]);
    return withExternal(stored!.row, undefined);
  },
});

export const createActionItems = defineOperation({
  name: 'createActionItems',
  summary: 'Create action items in a batch',
  description: 'Stores all of them or none.',
  scope: 'action_items:write',
  effect: 'write',
  input: ActionItemBatchCreate,
  output: z.object({
    action_items: z.array(ActionItem).describe('The tasks, in the order of the request.'),
    created_count: z.int().describe('The number of created tasks.'),
  }),
  run: async (context, { action_items }) => {
    const stored = await storeItems(context, action_items);
    const created = stored.map(({ row }) => withExternal(row, undefined));
    return { action_items: created, created_count: created.length };
  },
});

export const updateActionItem = defineOperation({
  name: 'updateActionItem',
  summary: 'Change an action item',
  description: '`due_at: null` removes the date; `completed` sets or clears `completed_at`.',
  scope: 'action_items:write',
  effect: 'write',
  changes: { kind: 'action_item', argument: 'action_item_id' },
  input: ActionItemPatch,
  output: ActionItem,
  run: async (context, { action_item_id, ...change }) => {
    const { due_at, metadata, ...rest } = change;
    if (Object.values(change).every((value) => value === undefined)) {
      throw new Invalid('At least one field must be provided');
    }
    if (!UUID.test(action_item_id)) notFound();
    const row = await changeItem(context, action_item_id, {
      ...rest,
      ...(due_at !== undefined && { due_at: due_at === null ? null : new Date(due_at) }),
      ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
    });
    return withExternal(row, undefined);
  },
});

/** Stores a change by the user, and notes what it says about a task that was read. */
export function changeItem(
  context: Context,
  id: string,
  { description, ...rest }: Omit<Parameters<typeof sql.updateItem>[3], 'updated_at'>,
): Promise<ActionItemRow> {
  const user_id = userOf(context);
  return transaction(context.db, async (tx) => {
    const before = (await sql.lockItem(tx, user_id, id)) ?? notFound();
    const row = await sql.updateItem(tx, user_id, id, {
      ...rest,
      ...(description !== undefined && { description: description.trim() }),
      updated_at: context.clock.now(),
    });
    await noteChange({ ...context, db: tx }, before, row!);
    return row!;
  });
}

export const actionItemsDeleted = defineEvent({
  name: 'action_items.deleted',
  payload: z.object({ action_item_ids: z.array(z.string()) }),
});

export const deleteActionItem = defineOperation({
  name: 'deleteActionItem',
  summary: 'Delete an action item for good',
  description: 'You cannot undo this. To keep the item as done, set `completed` instead.',
  scope: 'action_items:write',
  effect: 'destroy',
  changes: { kind: 'action_item', argument: 'action_item_id' },
  input: z.strictObject({ action_item_id: RecordId }),
  output: Success,
  run: async (context, { action_item_id }) => {
    if (!UUID.test(action_item_id)) return notFound();
    await transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const row = (await sql.deleteItem(tx, userOf(context), action_item_id)) ?? notFound();
      // Who deletes a task that is done tidies up.
      if (!row.completed) await noteDeleted(inside, 'task', [judged(row)]);
      await announceDeleted(inside, [action_item_id]);
    });
    return { success: true as const };
  },
});

/**
 * Returns the action items of several conversations, grouped by conversation, in the order of
 * creation.
 */
export async function itemsOfConversations(
  context: Context,
  conversationIds: readonly string[],
): Promise<Map<string, ActionItemRow[]>> {
  const rows = await sql.selectItemsOfConversations(context.db, userOf(context), conversationIds);
  return Map.groupBy(rows, ({ conversation_id }) => conversation_id!);
}

const MAX_OF_A_DAY = 100;

/** Returns the items of a day: found in its conversations, added on the day or due on it. */
export async function itemsOfDay(context: Context, day: DayOfItems): Promise<ActionItemRow[]> {
  return sql.selectItemsOfDay(context.db, userOf(context), day, MAX_OF_A_DAY);
}

/** Detaches, deletes or moves the items of a conversation that is being deleted or merged. */
export async function releaseItemsOfConversation(
  context: Context,
  conversation_id: string,
  target: 'nobody' | 'deleted' | { conversation_id: string },
): Promise<void> {
  const user_id = userOf(context);
  if (target === 'deleted') {
    const gone = await found.deleteItemsOfConversation(context.db, user_id, conversation_id);
    await announceDeleted(context, gone);
  } else {
    const to = target === 'nobody' ? null : target.conversation_id;
    await found.moveItemsOfConversation(context.db, user_id, conversation_id, to);
  }
}

/**
 * Announces that these items were permanently deleted. Items that a second processing drops may
 * return, so their loss is not announced.
 */
async function announceDeleted(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await context.outbox.emit(context.db, actionItemsDeleted, {
    user_id: userOf(context),
    payload: { action_item_ids: [...ids] },
  });
}

/** Notes what a change says about a task that was read: it is one, perhaps in other words. */
async function noteChange(
  context: Context,
  before: ActionItemRow,
  row: ActionItemRow,
): Promise<void> {
  const isReworded = row.description !== before.description;
  const isKept =
    (row.completed && !before.completed) || row.due_at?.getTime() !== before.due_at?.getTime();
  if (!isReworded && !isKept) return;
  const outcome = isReworded ? 'changed' : 'kept';
  await noteOutcomes(context, { kind: 'task', outcome }, [judged(before)]);
}

const judged = (row: ActionItemRow) => ({ ...row, text: row.description });

function notFound(): never {
  throw new NotFound('Action item not found');
}

/** Moves items from merged segments to the resulting segment. */
export async function moveItemsToSegment(
  context: Context,
  { conversation_id, ...move }: { conversation_id: string; from: readonly string[]; to: string },
): Promise<void> {
  const place = { user_id: userOf(context), conversation_id };
  await found.updateItemSegments(context.db, place, move);
}
