import { z } from 'zod';
import type { Ranked } from '../../../core/search.ts';
import { EVERYTHING } from '../../../core/search.ts';
import { hasCode } from '../../../engines/search/marks.ts';
import { tellingTerms } from '../../../engines/words/terms.ts';
import { limit } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import type { AnswerMap } from '../../../kit/route.ts';
import {
  FilteredBelowThreshold,
  inOrderFound,
  Relevance,
  SearchText,
} from '../../queries/search-shapes.ts';
import { filterCategory } from '../category.ts';
import * as sql from '../memories.sql.ts';
import type { MemoryRow } from '../memories.sql.ts';
import { timeNamed } from '../memories.ts';
import { AcceptedCategory, FoundMemory, TrueAt } from '../memory.ts';
import * as sqlTrueAt from './true-at.sql.ts';

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
    at: TrueAt,
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
  run: async (context, { query, limit, categories, at }) => {
    const time = await timeNamed(context, at);
    const found = time
      ? await findTrueAt(context, time, { query, limit, categories })
      : await findMemories(context, { query, limit, categories });
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

interface Wanted {
  query: string;
  limit: number;
  categories?: readonly AcceptedCategory[] | null | undefined;
}

type Found = Pick<Ranked, 'below_threshold'> & { memories: { row: MemoryRow; score: number }[] };

const MAX_COMPARED = 5_000;

/**
 * Ranks what was true at a time by the share of the query's words that it contains. The index has
 * only what is true today.
 */
async function findTrueAt(
  context: Context,
  at: Date,
  { query, limit, categories }: Wanted,
): Promise<Found> {
  const wanted = categories?.map((word) => filterCategory(word, AcceptedCategory.options)!);
  const rows = await sqlTrueAt.selectTrueAt(context.db, userOf(context), {
    at,
    categories: wanted?.length ? wanted : null,
    limit: MAX_COMPARED,
  });
  const terms = [...new Set(tellingTerms(query))];
  const memories = rows
    .map((row) => {
      const said = new Set(tellingTerms(row.content));
      const shared = terms.filter((term) => said.has(term)).length;
      if (shared === 0 && hasCode(row.content, query)) return { row, score: 1 };
      return { row, score: shared / Math.max(terms.length, 1) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
  return { memories, below_threshold: 0 };
}

/** Ranks the memories that answer a query. The calling operation must check the gate. */
async function findMemories(
  context: Context,
  { query, limit, categories }: Wanted,
): Promise<Found> {
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
  const memories = await memoriesOf(context, ranked);
  return { memories, below_threshold: ranked.below_threshold };
}

/** Reads the memories of a search result. The calling operation must check the gate. */
export async function memoriesOf(context: Context, ranked: Ranked): Promise<Found['memories']> {
  const ids = ranked.groups.map(({ id }) => id);
  return inOrderFound(ranked, await sql.selectMemoriesById(context.db, userOf(context), ids));
}
