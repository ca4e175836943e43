import { z } from 'zod';
import type { Ranked } from '../../core/search.ts';
import { EVERYTHING } from '../../core/search.ts';
import { limit } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import type { AnswerMap } from '../../kit/route.ts';
import {
  FilteredBelowThreshold,
  inOrderFound,
  Relevance,
  SearchText,
} from '../search/search-shapes.ts';
import { filterCategory } from './category.ts';
import * as sql from './memories.sql.ts';
import type { MemoryRow } from './memories.sql.ts';
import { AcceptedCategory, FoundMemory } from './memory.ts';

/** The search for memories by their content. */

export const searchMemories = defineOperation({
  name: 'searchMemories',
  summary: 'Search memories',
  description:
    'Returns the best match first. New memories are found at once; deleted and rejected ' +
    'memories are never found.',
  scope: 'memories:read',
  effect: 'read',
  waits: true,
  gate: 'memories',
  input: z.strictObject({
    query: SearchText,
    limit: limit({ fallback: 10, max: 100 }),
    categories: z
      .array(AcceptedCategory)
      .max(20)
      .nullish()
      .describe('Only memories of these categories.'),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          memory: FoundMemory.describe('The memory.'),
          relevance_score: Relevance,
        }),
      )
      .describe('The best match comes first.'),
    returned_count: z.int().describe('The number of items in the answer.'),
    filtered_below_threshold: FilteredBelowThreshold,
  }),
  run: async (context, { query, limit, categories }) => {
    const found = await findMemories(context, { query, limit, categories });
    const items = found.memories.map(({ row, score }) => ({ memory: row, relevance_score: score }));
    return {
      items,
      returned_count: items.length,
      filtered_below_threshold: found.below_threshold,
    };
  },
});

/** Converts the search result to the shape that clients of the reference expect. */
export const inShapeOfReference: AnswerMap<z.output<typeof searchMemories.output>> = {
  output: z.object({
    items: z
      .array(FoundMemory.extend({ relevance_score: Relevance }))
      .describe('The best match comes first.'),
    returned_count: z.int().describe('The number of items in the answer.'),
    archive_default_visible: z
      .literal(false)
      .describe('Always `false`; for clients of the reference service.'),
    policy: z
      .object({ filtered_below_threshold: FilteredBelowThreshold })
      .describe('The matches that the answer leaves out.'),
  }),
  map: ({ items, returned_count, filtered_below_threshold }) => ({
    items: items.map(({ memory, relevance_score }) => ({ ...memory, relevance_score })),
    returned_count,
    archive_default_visible: false,
    policy: { filtered_below_threshold },
  }),
};

/** Ranks the memories that answer a query. The calling operation must check the gate. */
async function findMemories(
  context: Context,
  {
    query,
    limit,
    categories,
  }: { query: string; limit: number; categories?: readonly AcceptedCategory[] | null | undefined },
): Promise<Pick<Ranked, 'below_threshold'> & { memories: { row: MemoryRow; score: number }[] }> {
  const user_id = userOf(context);
  const wanted = categories?.map((word) => filterCategory(word, AcceptedCategory.options));
  const ranked = await context.search.find(
    context.db,
    { user_id, kind: 'memories' },
    {
      text: query,
      limit,
      filter: {
        ...EVERYTHING,
        labels: wanted?.length ? [wanted.map((category) => `category:${category}`)] : [],
      },
    },
  );
  const ids = ranked.groups.map(({ id }) => id);
  const rows = await sql.selectMemoriesById(context.db, user_id, ids);
  return { memories: inOrderFound(ranked, rows), below_threshold: ranked.below_threshold };
}
