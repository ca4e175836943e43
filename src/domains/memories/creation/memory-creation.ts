import type { NotReady } from '../../../core/errors.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { birthOf, externalColumns, externalKey } from '../../../kit/external/record.ts';
import { onCommit } from '../../../storage/transaction.ts';
import { isTaken } from '../../../storage/violations.ts';
import { storedCategory } from '../category.ts';
import { insertTogether } from './insert-batches.ts';
import * as sql from '../memories.sql.ts';
import type { MemoryRow, NewMemory } from '../memories.sql.ts';
import { contentKey, scoring } from '../memory.ts';
import type { MemoryCreate } from '../memory.ts';
import { resemblances } from './resemblance.ts';
import type { Resembled } from './resemblance.ts';

/**
 * Drops repeated facts and external ids, and keeps the first occurrence, because a statement may
 * write each row only once.
 */
export function distinctFacts(facts: readonly MemoryCreate[]): MemoryCreate[] {
  const records = [...Map.groupBy(facts, (fact) => externalKey(fact) ?? fact).values()].map(
    ([first]) => first!,
  );
  return [...Map.groupBy(records, keyOf).values()].map((same) => ({
    ...same[0]!,
    category: same.find(({ category }) => category)?.category,
    visibility: same.find(({ visibility }) => visibility)?.visibility,
    tags: [...new Set(same.flatMap(({ tags }) => tags ?? []))],
  }));
}

/** Returns the key of a fact; facts with equal keys are stored as one memory. */
export function keyOf({ content }: { content: string }): string {
  return contentKey(content).toString('hex');
}

/**
 * Stores distinct facts while memories are closed. The function refuses known facts and does not
 * compare new ones with memories, because both would reveal stored memories.
 */
export async function storeNewMemories(
  context: Context,
  memories: readonly MemoryCreate[],
  refusal: NotReady,
): Promise<MemoryRow[]> {
  const [known, brought] = await Promise.all([
    knownKeys(context, memories),
    broughtEarlier(context, memories),
  ]);
  if (known.size + brought.size > 0) throw refusal;
  const rows = memories.map((memory) => manualRow(context, memory));
  const stored = await insertTogether(context.db, rows);
  announce(context, stored);
  return stored;
}

/** Returns the keys (`keyOf`) of the facts that are remembered or rejected. */
export async function knownKeys(
  context: Context,
  memories: readonly MemoryCreate[],
): Promise<Set<string>> {
  const keys = memories.map(({ content }) => contentKey(content));
  const known = await sql.selectContentKeys(context.db, userOf(context), keys);
  return new Set(known.map((key) => key.toString('hex')));
}

/** Returns the memories with these external ids, by `externalKey`. */
export async function broughtEarlier(
  context: Context,
  memories: readonly MemoryCreate[],
): Promise<Map<string, MemoryRow>> {
  const wanted = memories.filter(({ external_id }) => external_id);
  if (wanted.length === 0) return new Map();
  const rows = await sql.selectMemoriesByExternalId(context.db, userOf(context), wanted);
  return new Map(rows.map((row) => [externalKey(row)!, row]));
}

export type StoredMemory = MemoryRow & { resembles?: Resembled; known?: true };

/**
 * Stores distinct facts that were added by hand. Returns, for each fact, whether it is new and
 * which memory it resembles. A fact with a known external id changes nothing.
 */
export async function storeMemories(
  context: Context,
  memories: readonly MemoryCreate[],
  options: StoreOptions = {},
): Promise<StoredMemory[]> {
  const brought = await broughtEarlier(context, memories);
  if (brought.size === 0) return storeFacts(context, memories, options);
  const others = memories.filter((memory) => !brought.has(externalKey(memory) ?? ''));
  const stored = await storeFacts(context, others, options);
  let next = 0;
  return memories.map((memory) => {
    const earlier = brought.get(externalKey(memory) ?? '');
    return earlier ? { ...earlier, known: true as const } : stored[next++]!;
  });
}

interface StoreOptions {
  /** False skips the search for similar memories, which takes too long for hundreds of facts. */
  compares?: boolean;
}

async function storeFacts(
  context: Context,
  memories: readonly MemoryCreate[],
  options: StoreOptions,
): Promise<StoredMemory[]> {
  const rows = memories.map((memory) => manualRow(context, memory));
  const [written, resembled] = await Promise.all([
    insertTogether(context.db, rows).catch((error) => {
      // Another request has just stored one of the external ids.
      if (isTaken(error) && rows.some(({ external_id }) => external_id)) return null;
      throw error;
    }),
    options.compares === false ? () => undefined : resemblances(context, rows),
  ]);
  if (written === null) return storeMemories(context, memories, options);
  const isKnown = (index: number) => written[index]!.id !== rows[index]!.id;
  const stored = await Promise.all(
    written.map((row, index) => (isKnown(index) ? affirm(context, row, memories[index]!) : row)),
  );
  announce(context, stored);
  return stored.map((row, index) => {
    // A known fact must not be reported as similar to itself.
    if (isKnown(index)) return { ...row, known: true as const };
    const resembles = resembled(index, stored);
    return { ...row, ...(resembles && { resembles }) };
  });
}

/** Updates the search index after the commit. */
function announce(context: Context, stored: readonly MemoryRow[]): void {
  const texts = stored.map(({ id, content }) => ({ id, text: content }));
  onCommit(context.db, () => context.search.wrote(userOf(context), texts));
}

/**
 * Updates a known fact with the given fields; other fields stay unchanged. If a fact already
 * belongs to another record of a source, it stays unchanged, so that importing both records again
 * changes nothing.
 */
async function affirm(
  context: Context,
  row: MemoryRow,
  { category, visibility, tags, ...external }: MemoryCreate,
): Promise<MemoryRow> {
  if (external.external_id && row.external_id !== null) return row;
  const chosen = category && category !== 'auto' ? storedCategory(category, row.content) : null;
  const affirmed = await sql.affirmMemory(context.db, userOf(context), row.id, {
    category: chosen ?? row.category,
    visibility: visibility ?? null,
    tags: [...new Set(tags ?? [])],
    updated_at: context.clock.now(),
    ...externalColumns(external),
  });
  // The memory was deleted between the two statements.
  return affirmed ?? row;
}

function manualRow(context: Context, memory: MemoryCreate): NewMemory {
  return newMemory(
    context,
    {
      content: memory.content,
      category: storedCategory(memory.category, memory.content),
      visibility: memory.visibility ?? 'private',
      tags: memory.tags ?? [],
      manually_added: true,
      ...externalColumns(memory),
    },
    memory.created_at,
  );
}

/** The fields that `newMemory` derives. */
type DerivedField =
  | 'user_id'
  | 'id'
  | 'content_key'
  | 'reviewed'
  | 'user_review'
  | 'scoring'
  | 'created_at'
  | 'updated_at';

/** Makes a new memory. A memory that is added by hand is stored as already reviewed and kept. */
export function newMemory(
  context: Pick<Context, 'actor' | 'clock' | 'newId'>,
  memory: Omit<NewMemory, DerivedField>,
  bornAt?: string | null,
): NewMemory {
  const { id, created_at, updated_at } = birthOf(context, bornAt);
  const content = memory.content.trim();
  return {
    ...memory,
    content,
    user_id: userOf(context),
    id,
    content_key: contentKey(content),
    reviewed: memory.manually_added,
    user_review: memory.manually_added ? true : null,
    scoring: scoring({ ...memory, created_at }),
    created_at,
    updated_at,
  };
}
