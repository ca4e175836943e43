import type { Context } from '../../../kit/context.ts';
import { BulkAnswer, bulkInput, importEach, refusable } from '../../../kit/external/bulk.ts';
import type { Stored } from '../../../kit/external/bulk.ts';
import { externalKey, pastTime } from '../../../kit/external/record.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { broughtEarlier, distinctFacts, keyOf, storeMemories } from './memory-creation.ts';
import type { StoredMemory } from './memory-creation.ts';
import { MemoryCreate } from '../memory.ts';

export const importMemories = defineOperation({
  name: 'importMemories',
  summary: 'Import many memories',
  description:
    'Reports an outcome for each item; an item that is refused does not affect the others. With ' +
    '`external_id`, sending items again changes nothing.',
  scope: 'memories:write',
  effect: 'write',
  gate: 'memories',
  input: bulkInput(MemoryCreate),
  output: BulkAnswer,
  run: (context, { items }) =>
    importEach(
      () => MemoryCreate,
      items,
      (memories) => storeEach(context, memories),
    ),
});

/** Stores the memories in one statement, and returns the record or the error of each. */
async function storeEach(
  context: Context,
  memories: readonly MemoryCreate[],
): Promise<(Stored | Error)[]> {
  const now = context.clock.now();
  const errors = await Promise.all(
    memories.map(({ created_at }) =>
      refusable(async () => created_at && pastTime('created_at', created_at, now)),
    ),
  );
  const good = memories.filter((_, index) => !(errors[index] instanceof Error));
  const brought = await broughtEarlier(context, good);
  const fresh = distinctFacts(good.filter((each) => !brought.has(externalKey(each) ?? '')));
  const stored = await storeMemories(context, fresh, { compares: false });
  const found = new Map<string, StoredMemory>();
  for (const [index, memory] of fresh.entries()) {
    for (const key of keysOf(memory)) found.set(key, stored[index]!);
  }
  const reported = new Set<string>();
  return memories.map((memory, index): Stored | Error => {
    const error = errors[index];
    if (error instanceof Error) return error;
    const earlier = brought.get(externalKey(memory) ?? '');
    const row = earlier ?? keysOf(memory).flatMap((key) => found.get(key) ?? [])[0]!;
    const isRepeated = earlier !== undefined || reported.has(row.id);
    reported.add(row.id);
    return { id: row.id, outcome: isRepeated ? 'unchanged' : outcomeOf(row, memory) };
  });
}

/** The keys that identify a memory among the items: its external id and its text. */
function keysOf(memory: MemoryCreate): string[] {
  const external = externalKey(memory);
  return [...(external ? [`external ${external}`] : []), keyOf(memory)];
}

function outcomeOf(row: StoredMemory, { external_id }: MemoryCreate): Stored['outcome'] {
  if (!row.known) return 'created';
  const isOfOther = external_id && row.external_id !== external_id;
  return isOfOther ? 'unchanged' : 'updated';
}
