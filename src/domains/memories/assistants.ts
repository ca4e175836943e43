import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import type { NotReady } from '../../core/errors.ts';
import { beginning, UpdatedAt } from '../../core/wire.ts';
import { StatusOk } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, variantOf } from '../../kit/operation.ts';
import {
  filterText,
  lenientLimit,
  Cursor,
  nextPage,
  nextPageFrom,
  ListOffset,
  RecordId,
  unlisted,
} from '../../kit/assistant-list.ts';
import { cutPage } from '../../kit/page.ts';
import { problemsOf } from '../../kit/problems.ts';
import { Question, Relevance } from '../queries/search-shapes.ts';
import { memoryFilters } from './memory-filters.ts';
import { categoriesNamed, updateMemory } from './memories.ts';
import {
  distinctFacts,
  keyOf,
  knownKeys,
  storeMemories,
  storeNewMemories,
} from './creation/memory-creation.ts';
import * as sql from './memories.sql.ts';
import type { MemoryRow } from './memories.sql.ts';
import {
  AcceptedCategory,
  Content,
  EndOfClosed,
  IsClosed,
  Known,
  MAX_BATCH,
  Memory,
  MemoryCreate,
} from './memory.ts';
import { searchMemories } from './searching/search.ts';

/** Memories in the shapes that assistants expect. */

/**
 * Contains few fields and short texts, because the model reads the description of a tool before
 * every question.
 */
const Remembered = z.object({
  id: Memory.shape.id,
  content: Memory.shape.content,
  category: z.string().describe(Memory.shape.category.description!),
});
export const AssistantMemory = Remembered.extend({
  ...Memory.pick({ tags: true, manually_added: true, created_at: true, updated_at: true }).shape,
  conversation_id: Memory.shape.conversation_id,
  ...EndOfClosed,
}).meta({ id: 'AssistantMemory' });

const MAX_LISTED = 500;
const Ignored = z.boolean().optional().describe('Has no effect.').meta(unlisted);
const MEMORY_SORTS = [...memoryFilters.input.sort.unwrap().options];
type MemorySort = (typeof MEMORY_SORTS)[number];
const Categories = z
  .array(z.string())
  .max(20)
  .optional()
  .describe('Of interesting, system, manual.');

export const assistantListMemories = defineOperation({
  name: 'assistantListMemories',
  summary: 'List memories as assistants see them',
  description:
    'The newest come first unless `sort` says otherwise. Leaves out rejected and closed memories.',
  scope: 'memories:read',
  effect: 'read',
  gate: 'memories',
  input: z.strictObject({
    categories: Categories,
    closed: IsClosed.describe('True: only facts that are no longer true.'),
    limit: lenientLimit({ fallback: 25, max: MAX_LISTED }),
    offset: ListOffset.meta(unlisted),
    cursor: Cursor,
    sort: z
      .string()
      .default('created_desc')
      .meta({ description: 'The order.', enum: MEMORY_SORTS, ...unlisted }),
    // The filter does the same, so the tool does not list these.
    reviewed: memoryFilters.input.reviewed.meta(unlisted),
    manually_added: memoryFilters.input.manually_added.meta(unlisted),
    updated_after: z.string().optional().describe('Changed later; ISO 8601.').meta(unlisted),
    filter: filterText('tags=work&updated_from=2026-01-31&sort=updated_desc'),
    // Accepted for clients of the reference service. This service has no memories of screens and no
    // sensitive memories.
    include_activity: Ignored,
    include_sensitive: Ignored,
  }),
  output: z.object({
    memories: z.array(AssistantMemory),
    returned_count: z.int(),
    offset: z.int(),
    limit: z.int(),
    sort: z.string(),
    ...nextPage,
  }),
  run: async (context, { categories, closed, limit, offset, updated_after, ...input }) => {
    const sort = sortOf(input.sort);
    const { reviewed, manually_added, cursor, filter } = input;
    const list = await memoryFilters.list(context, {
      reviewed,
      manually_added,
      updated_from: updated_after || undefined,
      filter,
      cursor,
      sort,
    });
    const wanted = {
      limit: limit + 1,
      offset,
      categories: categoriesNamed(categories),
      closed,
      include: [],
    };
    const rows = await sql.selectMemories(context.db, userOf(context), list, wanted);
    const page = cutPage(rows, limit, list.positionOf);
    return {
      memories: page.items,
      returned_count: page.items.length,
      offset,
      limit,
      sort,
      ...nextPageFrom(page.next_cursor),
    };
  },
});

/** The tool has a larger default limit than the route. */
export const assistantListMemoriesForTool = variantOf(assistantListMemories, {
  input: assistantListMemories.input.extend({
    limit: lenientLimit({ fallback: 100, max: MAX_LISTED }),
  }),
});

export const assistantSearchMemories = variantOf(searchMemories, {
  name: 'assistantSearchMemories',
  summary: 'Search memories by meaning',
  description: 'The best match comes first. Does not find deleted or rejected memories.',
  input: z.strictObject({
    query: Question,
    limit: lenientLimit({ fallback: 10, max: 20 }).meta({ minimum: 1, maximum: 20 }),
  }),
  output: z.object({
    memories: z.array(AssistantMemory.extend({ relevance_score: Relevance })),
  }),
  answer: ({ items }) => ({
    memories: items.map(({ memory, relevance_score }) => ({ ...memory, relevance_score })),
  }),
});

export const assistantCreateMemory = defineOperation({
  name: 'assistantCreateMemory',
  summary: 'Create a memory',
  description:
    'The service stores each fact once. If the fact exists, the service marks the stored ' +
    'memory as added by hand and returns it with `known`.',
  scope: 'memories:write',
  effect: 'write',
  changes: { kind: 'memory', made: ({ memory }) => (memory.known ? [] : [memory.id]) },
  gate: 'memories',
  input: z.strictObject({
    content: Content,
    category: AcceptedCategory.nullish()
      .describe('`system`: about the user; `interesting`: knowledge. Default: chosen.')
      .meta({ enum: ['system', 'interesting'] }),
  }),
  output: z.object({
    success: z.literal(true),
    memory: Remembered.extend({ known: Known.optional() }),
  }),
  run: async (context, given) => {
    const [memory] = await storeMemories(context, [MemoryCreate.parse(given)]);
    return { success: true as const, memory: memory! };
  },
  whileClosed: async (context, given, refusal) => {
    const [memory] = await storeNewMemories(context, [MemoryCreate.parse(given)], refusal);
    return { success: true as const, memory: memory! };
  },
});

const Outcomes = z.object({
  results: z.array(
    z.object({
      status: z.enum(['created', 'known', 'refused']),
      id: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
  created_count: z.int(),
});

export const assistantCreateMemories = defineOperation({
  name: 'assistantCreateMemories',
  summary: 'Create several memories independently',
  description: 'An invalid item does not affect the others; `results` has the order of the items.',
  scope: 'memories:write',
  effect: 'write',
  changes: {
    kind: 'memory',
    made: ({ results }) =>
      results.flatMap(({ status, id }) => (status === 'created' && id !== null ? [id] : [])),
  },
  gate: 'memories',
  input: z.strictObject({
    memories: z
      .array(z.strictObject({ content: z.string(), category: z.string().nullish() }))
      .min(1)
      .max(MAX_BATCH)
      .describe('One fact each.'),
  }),
  output: Outcomes,
  run: (context, { memories }) => createEach(context, memories),
  // While memories are closed, refuses only the facts that are already known.
  whileClosed: (context, { memories }, refusal) => createEach(context, memories, refusal),
});

async function createEach(
  context: Context,
  memories: readonly { content: string; category?: string | null | undefined }[],
  refusal?: NotReady,
): Promise<z.input<typeof Outcomes>> {
  const read = memories.map((memory) => MemoryCreate.safeParse(memory, { reportInput: true }));
  const good = read.flatMap(({ data }) => data ?? []);
  const facts = distinctFacts(good);
  const closed = refusal ? await knownKeys(context, facts) : new Set<string>();
  const distinct = facts.filter((memory) => !closed.has(keyOf(memory)));
  const stored: (MemoryRow & { known?: true })[] = refusal
    ? await storeNewMemories(context, distinct, refusal)
    : await storeMemories(context, distinct);
  const byKey = new Map(distinct.map((memory, index) => [keyOf(memory), stored[index]!]));
  const seen = new Set<string>();
  const results = read.map(({ data, error }) => {
    if (!data) return { status: 'refused' as const, id: null, error: complaint(error) };
    const key = keyOf(data);
    if (closed.has(key)) return { status: 'refused' as const, id: null, error: refusal!.message };
    const { id, known } = byKey.get(key)!;
    const isNew = !known && !seen.has(key);
    seen.add(key);
    return { status: isNew ? ('created' as const) : ('known' as const), id, error: null };
  });
  return { results, created_count: stored.filter(({ known }) => !known).length };
}

export const assistantCorrectMemory = variantOf(updateMemory, {
  name: 'assistantCorrectMemory',
  summary: 'Correct or close a memory',
  description: '',
  input: z.strictObject({
    memory_id: RecordId,
    content: Content.optional(),
    until: z
      .string()
      .max(40)
      .optional()
      .describe('Closes it: true until then, yyyy-mm-dd; `open` reopens.'),
  }),
  // Models send null for what they do not use, so null is not the word for opening.
  given: ({ until, ...change }) => ({
    ...change,
    ...(until && { until: until === 'open' ? null : until }),
  }),
  output: Remembered.extend({ updated_at: UpdatedAt, until: Memory.shape.until }),
});

export const assistantEditMemory = variantOf(updateMemory, {
  name: 'assistantEditMemory',
  summary: 'Change the text of a memory',
  description: 'Takes the new text from the query string.',
  input: z.object({ memory_id: z.string(), value: Content }),
  given: ({ memory_id, value }) => ({ memory_id, content: value }),
  output: StatusOk,
  answer: () => ({ status: 'ok' as const }),
});

function sortOf(word: string): MemorySort {
  const sort = MEMORY_SORTS.find((known) => known === (word || 'created_desc'));
  if (sort) return sort;
  throw new Unrecognised(
    `Invalid sort '${beginning(word, 50)}'. Available: ${MEMORY_SORTS.join(', ')}`,
  );
}

function complaint(error: z.ZodError): string {
  return problemsOf(error)
    .map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    .join('; ');
}
