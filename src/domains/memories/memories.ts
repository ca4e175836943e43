import { z } from 'zod';
import { Conflict, Invalid, NotFound, Unrecognised } from '../../core/errors.ts';
import { beginning, limit, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging, readCursor } from '../../kit/page.ts';
import { isTaken } from '../../storage/violations.ts';
import { onCommit } from '../../storage/transaction.ts';
import { requireReady } from '../accounts/accounts.ts';
import { filterCategory, storedCategory } from './category.ts';
import { removeMemories } from './memory-deletion.ts';
import { insertTogether } from './insert-together.ts';
import * as sql from './memories.sql.ts';
import type { MemoryRow } from './memories.sql.ts';
import { resemblances } from './resemblance.ts';
import type { Resembled } from './resemblance.ts';
import {
  AcceptedCategory,
  contentKey,
  CreatedMemory,
  ListedMemory,
  Memory,
  MEMORY_CATEGORIES,
  MemoryBatchCreate,
  MemoryCreate,
  MemoryPatch,
  scoring,
  UpdatedMemory,
} from './memory.ts';
import type { MemoryCategory } from './memory.ts';

const PlaceInList = z.tuple([z.string().regex(/^[\d_]+$/), z.uuid()]);

export const listMemories = defineOperation({
  name: 'listMemories',
  summary: 'List memories',
  description: 'Added by hand first, then the newest. Rejected memories are left out.',
  scope: 'memories:read',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 25, max: 1000 }),
    ...paging,
    categories: z.string().optional().describe('Comma-separated names; only these are returned.'),
  }),
  output: pageOf(ListedMemory),
  run: async (context, { categories, limit, offset, cursor }) => {
    const wanted = categoriesNamed(categories?.split(','));
    const after = readCursor(cursor, PlaceInList);
    const page = {
      limit: limit + 1,
      offset,
      sort: 'scoring_desc',
      after,
      categories: wanted,
    } as const;
    const rows = await whenReady(context, sql.selectMemories(context.db, userOf(context), page));
    return cutPage(rows, limit, ({ scoring, id }) => [scoring, id]);
  },
});

export const getMemory = defineOperation({
  name: 'getMemory',
  summary: 'Get one memory',
  description: 'Also one that was rejected; with the conversation it was heard in.',
  scope: 'memories:read',
  effect: 'read',
  input: z.object({ memory_id: z.string() }),
  output: Memory,
  run: async (context, { memory_id }) => {
    const reading = UUID.test(memory_id)
      ? sql.selectMemory(context.db, userOf(context), memory_id)
      : Promise.resolve(undefined);
    return (await whenReady(context, reading)) ?? memoryNotFound();
  },
});

export const createMemory = defineOperation({
  name: 'createMemory',
  summary: 'Create a memory',
  description:
    'A fact that is remembered already is not stored twice. It becomes one that was added by ' +
    'hand, takes the visibility and category that you send, unites its tags with yours, and ' +
    'is answered with `known`.',
  scope: 'memories:write',
  effect: 'write',
  input: MemoryCreate,
  output: CreatedMemory,
  run: async (context, memory) => {
    const [created] = await storeMemories(context, [memory]);
    return created!;
  },
});

export const createMemories = defineOperation({
  name: 'createMemories',
  summary: 'Create memories in a batch',
  description:
    'All or nothing. Facts that are remembered already are affirmed as when they are created one by one.',
  scope: 'memories:write',
  effect: 'write',
  input: MemoryBatchCreate,
  output: z.object({ memories: z.array(CreatedMemory), created_count: z.int() }),
  run: async (context, { memories }) => {
    const created = await storeMemories(context, distinctFacts(memories));
    return { memories: created, created_count: created.length };
  },
});

export const updateMemory = defineOperation({
  name: 'updateMemory',
  summary: 'Change a memory',
  description:
    'Only what is sent changes; it counts as edited from then on. Saying what another memory says already is a 409.',
  scope: 'memories:write',
  effect: 'write',
  input: MemoryPatch,
  output: UpdatedMemory,
  run: async (context, { memory_id, content, category, ...rest }) => {
    const given = { content, category, ...rest };
    if (Object.values(given).every((value) => value === undefined)) {
      throw new Invalid(
        'At least one field (content, visibility, tags, or category) must be provided',
      );
    }
    if (!UUID.test(memory_id)) memoryNotFound();
    const row = await sql
      .updateMemory(context.db, userOf(context), memory_id, {
        ...rest,
        ...(content !== undefined && { content: content.trim(), content_key: contentKey(content) }),
        ...(category !== undefined && { category: storedCategory(category, content ?? '') }),
        updated_at: context.clock.now(),
      })
      .catch(asConflict);
    return row ?? memoryNotFound();
  },
});

export const deleteMemory = defineOperation({
  name: 'deleteMemory',
  summary: 'Delete a memory for good',
  description:
    'There is no way back, and it is not found by any search from now on. To teach that it was wrong, review it instead.',
  scope: 'memories:write',
  effect: 'destroy',
  input: z.strictObject({ memory_id: z.string() }),
  output: z.object({ success: z.literal(true) }),
  run: async (context, { memory_id }) => {
    const deleted = UUID.test(memory_id) && (await removeMemories(context, [memory_id])) > 0;
    return deleted ? { success: true as const } : memoryNotFound();
  },
});

/** What is read while it is asked whether it may be: one way to the database instead of two. */
export async function whenReady<T>(context: Context, reading: Promise<T>): Promise<T> {
  const [read] = await Promise.all([reading, requireReady(context)]);
  return read;
}

/** The same fact twice is one memory, worded as it came first: one statement may touch a row once. */
export function distinctFacts(facts: readonly MemoryCreate[]): MemoryCreate[] {
  return [...Map.groupBy(facts, keyOf).values()].map((same) => ({
    content: same[0]!.content,
    category: same.find(({ category }) => category)?.category,
    visibility: same.find(({ visibility }) => visibility)?.visibility,
    tags: [...new Set(same.flatMap(({ tags }) => tags ?? []))],
  }));
}

/** Two facts with the same one are one memory. */
export function keyOf({ content }: { content: string }): string {
  return contentKey(content).toString('hex');
}

/** Stores distinct facts that were added by hand; says of each whether it is new, and what it resembles. */
export async function storeMemories(
  context: Context,
  memories: readonly MemoryCreate[],
): Promise<(MemoryRow & { resembles?: Resembled; known?: true })[]> {
  const rows = memories.map((memory) => manualRow(context, memory));
  const [written, resembled] = await Promise.all([
    insertTogether(context.db, rows),
    resemblances(context, rows),
  ]);
  const isKnown = (index: number) => written[index]!.id !== rows[index]!.id;
  const stored = await Promise.all(
    written.map((row, index) => (isKnown(index) ? affirm(context, row, memories[index]!) : row)),
  );
  const texts = stored.map(({ id, content }) => ({ id, text: content }));
  onCommit(context.db, () => context.search.wrote(userOf(context), texts));
  return stored.map((row, index) => {
    // It is the same memory, not one like it.
    if (isKnown(index)) return { ...row, known: true as const };
    const resembles = resembled(index, stored);
    return { ...row, ...(resembles && { resembles }) };
  });
}

/** A fact that was known takes what is said of it now; what is left out stays as it was. */
async function affirm(
  context: Context,
  row: MemoryRow,
  { category, visibility, tags }: MemoryCreate,
): Promise<MemoryRow> {
  const chosen = category && category !== 'auto' ? storedCategory(category, row.content) : null;
  const affirmed = await sql.affirmMemory(context.db, userOf(context), row.id, {
    category: chosen ?? row.category,
    visibility: visibility ?? null,
    tags: [...new Set(tags ?? [])],
    updated_at: context.clock.now(),
  });
  // Somebody deleted it at the same moment, after it was answered to be there.
  return affirmed ?? row;
}

function manualRow(context: Context, memory: MemoryCreate): MemoryRow {
  return newMemory(context, {
    content: memory.content,
    category: storedCategory(memory.category, memory.content),
    visibility: memory.visibility ?? 'private',
    tags: memory.tags ?? [],
    manually_added: true,
    conversation_id: null,
    segment_id: null,
  });
}

/** A new memory. What is added by hand counts as reviewed and kept. */
export function newMemory(
  context: Pick<Context, 'actor' | 'clock' | 'newId'>,
  memory: Pick<
    MemoryRow,
    | 'content'
    | 'category'
    | 'visibility'
    | 'tags'
    | 'manually_added'
    | 'conversation_id'
    | 'segment_id'
  >,
): MemoryRow {
  const now = context.clock.now();
  const content = memory.content.trim();
  return {
    ...memory,
    content,
    user_id: userOf(context),
    id: context.newId(),
    content_key: contentKey(content),
    reviewed: memory.manually_added,
    user_review: memory.manually_added ? true : null,
    edited: false,
    heard_as: null,
    scoring: scoring({ ...memory, created_at: now }),
    created_at: now,
    updated_at: now,
  };
}

/** Those of these names; null for none. */
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

function asConflict(error: unknown): never {
  if (isTaken(error)) {
    throw new Conflict('Another memory already says this. Delete one of the two.');
  }
  throw error;
}

export function memoryNotFound(): never {
  throw new NotFound('Memory not found');
}
