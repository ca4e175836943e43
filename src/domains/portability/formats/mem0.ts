/** Memories of mem0, as its API answers them: a list, or `{"results": […]}`. */
import { z } from 'zod';
import { ExactData } from '../../../kit/external/record.ts';
import { Found } from './found.ts';

const Time = z.union([z.string(), z.number()]).nullish();
const Memory = z.looseObject({
  id: z.string().min(1).max(200),
  memory: z.string().min(1).max(100_000),
  user_id: z.string().nullish(),
  metadata: ExactData.nullish(),
  categories: z.array(z.string().max(100)).max(100).nullish(),
  created_at: Time,
  updated_at: Time,
});

/** Returns the memories of an answer; null for other files. */
export function mem0MemoriesOf(value: unknown): unknown[] | null {
  const { results, memories } = (value ?? {}) as { results?: unknown; memories?: unknown };
  const list: unknown[] | undefined = [value, results, memories].find(Array.isArray);
  return list?.some(isMemory) ? list : null;
}

const isMemory = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'memory' in value;

export function readMem0(name: string, memories: readonly unknown[], timezone: string): Found {
  const found = new Found('mem0', timezone);
  for (const [index, each] of memories.entries()) {
    const where = `${name}, memory ${index + 1}`;
    const data = found.read('memories', where, Memory, each);
    if (!data) continue;
    const created_at = found.timeOf(data.created_at, where, 'created_at');
    if (!created_at) {
      found.misfit('memories', where, 'It has no created_at.');
      continue;
    }
    found.memory(where, {
      external_id: data.id,
      content: data.memory,
      tags: data.categories ?? [],
      created_at,
      updated_at: found.timeOf(data.updated_at, where, 'updated_at'),
      metadata: data.metadata && Object.keys(data.metadata).length > 0 ? data.metadata : null,
    });
  }
  return found;
}
