import { z } from 'zod';
import { Conflict, Invalid, NotFound, Unrecognised } from '../../core/errors.ts';
import { beginning, limit, UUID } from '../../core/wire.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { RecordId } from '../../kit/assistant-list.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import {
  externalView,
  includeExternal,
  includeOf,
  withExternal,
} from '../../kit/external/record.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { transaction } from '../../storage/transaction.ts';
import { isTaken } from '../../storage/violations.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayOf, deadlineOf } from '../accounts/day-bounds.ts';
import { noteOutcomes } from '../outcomes/outcomes.ts';
import { filterCategory, storedCategory } from './category.ts';
import { judgedMemory, removeMemories } from './memory-deletion.ts';
import { distinctFacts, storeMemories, storeNewMemories } from './creation/memory-creation.ts';
import * as sql from './memories.sql.ts';
import { selectVersions } from './memory-versions.sql.ts';
import { memoryFilters } from './memory-filters.ts';
import {
  AcceptedCategory,
  contentKey,
  CreatedMemory,
  IsClosed,
  ListedMemory,
  Memory,
  MEMORY_CATEGORIES,
  MemoryBatchCreate,
  MemoryCreate,
  MemoryPatch,
  MemoryVersion,
  TrueAt,
  UpdatedMemory,
} from './memory.ts';
import type { MemoryCategory } from './memory.ts';

export { keptMemories } from './memory-versions.sql.ts';

export const listMemories = defineOperation({
  name: 'listMemories',
  summary: 'List memories',
  description:
    'Memories that were added by hand come first, then the newest, unless `sort` says otherwise. ' +
    'Leaves out rejected memories, and closed ones unless you ask for them.',
  scope: 'memories:read',
  effect: 'read',
  gate: 'memories',
  input: z.object({
    limit: limit({ fallback: 25, max: 1000 }),
    ...paging,
    categories: z
      .string()
      .optional()
      .describe('Comma-separated names; returns only memories of these categories.'),
    closed: IsClosed,
    at: TrueAt,
    ...memoryFilters.input,
    include: includeOf(
      ['external', 'origin'],
      '`external` adds `source`, `external_id` and `metadata`; `origin` adds `conversation_id` and ' +
        '`last_heard_at`.',
    ),
  }),
  output: pageOf(ListedMemory),
  run: async (context, { categories, limit, offset, include, closed, at, ...input }) => {
    const wanted = categoriesNamed(categories?.split(','));
    const list = await memoryFilters.list(context, input);
    const page = {
      limit: limit + 1,
      offset,
      categories: wanted,
      closed,
      include: include ?? [],
      at: await timeNamed(context, at),
    };
    const rows = await sql.selectMemories(context.db, userOf(context), list, page);
    const { items, next_cursor } = cutPage(rows, limit, list.positionOf);
    const isAsked = include?.includes('origin') ?? false;
    const shown = items.map(({ conversation_id, ...row }) => ({
      ...externalView(row),
      ...(isAsked && { conversation_id }),
    }));
    return { items: shown, next_cursor };
  },
});

export const getMemory = defineOperation({
  name: 'getMemory',
  summary: 'Get one memory',
  description:
    'Returns rejected memories too. `conversation_id` is the conversation from which the ' +
    'fact comes.',
  scope: 'memories:read',
  effect: 'read',
  gate: 'memories',
  input: z.object({ memory_id: z.string(), ...includeExternal }),
  output: Memory,
  run: async (context, { memory_id, include }) => {
    const row = UUID.test(memory_id)
      ? await sql.selectMemory(context.db, userOf(context), memory_id)
      : undefined;
    return withExternal(row ?? memoryNotFound(), include);
  },
});

export const createMemory = defineOperation({
  name: 'createMemory',
  summary: 'Create a memory',
  description:
    'The service stores each fact once. If the fact exists, the service marks the stored ' +
    'memory as added by hand, sets your visibility and category, adds your tags, and ' +
    'returns the memory with `known`.',
  scope: 'memories:write',
  effect: 'write',
  changes: { kind: 'memory', made: ({ id, known }) => (known ? [] : [id]) },
  gate: 'memories',
  input: MemoryCreate,
  output: CreatedMemory,
  run: async (context, memory) => {
    const [created] = await storeMemories(context, [memory]);
    return created!;
  },
  whileClosed: async (context, memory, refusal) => {
    const [created] = await storeNewMemories(context, [memory], refusal);
    return created!;
  },
});

export const createMemories = defineOperation({
  name: 'createMemories',
  summary: 'Create memories in a batch',
  description: 'Stores all of them or none. Treats known facts like `createMemory`.',
  scope: 'memories:write',
  effect: 'write',
  gate: 'memories',
  input: MemoryBatchCreate,
  output: z.object({
    memories: z.array(CreatedMemory).describe('The memories, in the order of the request.'),
    created_count: z.int().describe('The number of created memories.'),
  }),
  run: async (context, { memories }) => {
    const created = await storeMemories(context, distinctFacts(memories));
    return { memories: created, created_count: created.length };
  },
  whileClosed: async (context, { memories }, refusal) => {
    const created = await storeNewMemories(context, distinctFacts(memories), refusal);
    return { memories: created, created_count: created.length };
  },
});

export const updateMemory = defineOperation({
  name: 'updateMemory',
  summary: 'Change a memory',
  description:
    'Changes only the fields that you send, and marks the memory as edited. The former text stays ' +
    'in its history. Answers 409 when another memory has the same text.',
  scope: 'memories:write',
  effect: 'write',
  changes: { kind: 'memory', argument: 'memory_id' },
  gate: 'memories',
  input: MemoryPatch,
  output: UpdatedMemory,
  run: async (context, { memory_id, content, category, metadata, until, ...rest }) => {
    const given = { content, category, metadata, until, ...rest };
    if (Object.values(given).every((value) => value === undefined)) {
      throw new Invalid(
        'At least one field (content, visibility, tags, or category) must be provided',
      );
    }
    if (!UUID.test(memory_id)) memoryNotFound();
    const change = {
      ...rest,
      ...(content !== undefined && { content: content.trim(), content_key: contentKey(content) }),
      ...(category !== undefined && { category: storedCategory(category, content ?? '') }),
      ...(until !== undefined && { until: until ? await endOf(context, until) : null }),
      ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
      updated_at: context.clock.now(),
    };
    return transaction(context.db, async (tx) => {
      const user_id = userOf(context);
      const before = (await sql.lockMemory(tx, user_id, memory_id)) ?? memoryNotFound();
      const row = await sql.updateMemoryRow(tx, user_id, memory_id, change);
      const outcome = row!.content === before.content ? 'kept' : 'changed';
      const judgement = { kind: 'memory', outcome } as const;
      await noteOutcomes({ ...context, db: tx }, judgement, [judgedMemory(before)]);
      return row!;
    }).catch(asConflict);
  },
});

export const getMemoryHistory = defineOperation({
  name: 'getMemoryHistory',
  summary: 'Get the history of a memory',
  description:
    'Returns the current text first, then the former ones, the newest first. An entry whose ' +
    '`until` changes was closed or opened again. The service keeps the newest 100 changes.',
  scope: 'memories:read',
  effect: 'read',
  gate: 'memories',
  input: z.object({ memory_id: z.string() }),
  output: z.object({
    id: z.string().describe('The id of the memory.'),
    items: z.array(MemoryVersion).describe('The wordings, newest first.'),
  }),
  run: async (context, { memory_id }) => {
    const { id, content, until } = await getMemory(context, { memory_id });
    const former = await selectVersions(context.db, userOf(context), id);
    return { id, items: [{ content, until, changed_at: null }, ...former] };
  },
});

export const deleteMemory = defineOperation({
  name: 'deleteMemory',
  summary: 'Delete a memory for good',
  description:
    'You cannot undo this. To teach the service that a memory is wrong, reject it instead.',
  scope: 'memories:write',
  effect: 'destroy',
  changes: { kind: 'memory', argument: 'memory_id' },
  input: z.strictObject({ memory_id: RecordId }),
  output: Success,
  run: async (context, { memory_id }) => {
    const deleted = UUID.test(memory_id) && (await removeMemories(context, [memory_id])) > 0;
    return deleted ? { success: true as const } : memoryNotFound();
  },
});

/** Returns the known categories among these names; null when no name is given. */
export function categoriesNamed(names: readonly string[] = []): MemoryCategory[] | null {
  const words = names.map((name) => name.trim()).filter(Boolean);
  if (words.length === 0) return null;
  return words.map((word) => {
    const category = filterCategory(word.toLowerCase(), AcceptedCategory.options);
    if (category) return category;
    throw new Unrecognised(
      `Invalid category '${beginning(word, 50)}'. Available: ${MEMORY_CATEGORIES.join(', ')}`,
    );
  });
}

/** Returns when these memories were last told, or added by hand. */
export async function lastTold(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = ids.length > 0 ? await sql.selectMemoriesById(context.db, userOf(context), ids) : [];
  return new Map(rows.map((row) => [row.id, row.last_heard_at ?? row.created_at]));
}

/** Reads a day of the user, which means its end, or a time. */
export async function timeNamed(context: Context, text: string | undefined): Promise<Date | null> {
  return text ? deadlineOf(text, await timezoneOf(context)) : null;
}

/** Reads the end of a fact: a day of the user, or a time. */
async function endOf(context: Context, text: string): Promise<Date> {
  const now = context.clock.now();
  const timezone = await timezoneOf(context);
  if (text === dayOf(now, timezone)) return now;
  const end = deadlineOf(text, timezone);
  if (end <= now) return end;
  throw new Invalid('`until` is in the future. Close a memory when it is no longer true.');
}

function asConflict(error: unknown): never {
  if (isTaken(error)) {
    throw new Conflict('Another memory already says this. Delete one of the two.');
  }
  throw error;
}

export function memoryNotFound(): never {
  throw new NotFound('Memory not found');
}
