import { z } from 'zod';
import { EVERYTHING } from '../../core/search.ts';
import type { Ranked } from '../../core/search.ts';
import { limit } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { withExternal } from '../../kit/external/record.ts';
import { defineOperation } from '../../kit/operation.ts';
import {
  FilteredBelowThreshold,
  inOrderFound,
  Relevance,
  SearchText,
} from '../queries/search-shapes.ts';
import { ActionItem } from './action-item.ts';
import * as sql from './action-items.sql.ts';

export const searchActionItems = defineOperation({
  name: 'searchActionItems',
  summary: 'Search action items',
  description: 'The best match comes first.',
  scope: 'action_items:read',
  effect: 'read',
  waits: true,
  input: z.strictObject({
    query: SearchText,
    limit: limit({ fallback: 10, max: 100 }),
    completed: z
      .boolean()
      .nullish()
      .describe('Only done or only open tasks; null or absent: both.'),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          action_item: ActionItem.describe('The task.'),
          relevance_score: Relevance,
        }),
      )
      .describe('The best match comes first.'),
    returned_count: z.int().describe('The number of items in the answer.'),
    filtered_below_threshold: FilteredBelowThreshold,
  }),
  run: async (context, { query, limit, completed }) => {
    const user_id = userOf(context);
    const labels =
      completed === undefined || completed === null ? [] : [[completed ? 'completed' : 'open']];
    const ranked = await context.search.find(
      context.db,
      { user_id, kind: 'action_items' },
      { text: query, limit, filter: { ...EVERYTHING, labels } },
    );
    const items = (await itemsOf(context, ranked)).map(({ row, score }) => ({
      action_item: withExternal(row, undefined),
      relevance_score: score,
    }));
    return {
      items,
      returned_count: items.length,
      filtered_below_threshold: ranked.below_threshold,
    };
  },
});

/** Reads the tasks of a search result. */
export async function itemsOf(context: Context, ranked: Ranked) {
  const ids = ranked.groups.map(({ id }) => id);
  return inOrderFound(ranked, await sql.selectItemsById(context.db, userOf(context), ids));
}
