/** Memories of mem0, as its API answers them: a list, or `{"results": […]}`. */
import { z } from 'zod';
import { Found, timeOf } from './found.ts';

const Memory = z.looseObject({
  id: z.string().min(1).max(200),
  memory: z.string().min(1).max(100_000),
  user_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  categories: z.array(z.string().max(100)).max(100).nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** Returns the memories of an answer; null for other files. */
export function mem0MemoriesOf(value: unknown): unknown[] | null {
  const { results, memories } = (value ?? {}) as { results?: unknown; memories?: unknown };
  const list = [value, results, memories].find(Array.isArray);
  const first: unknown = list?.[0];
  return typeof first === 'object' && first !== null && 'memory' in first ? list! : null;
}

export function readMem0(name: string, memories: readonly unknown[]): Found {
  const found = new Found('mem0');
  for (const [index, each] of memories.entries()) {
    const where = `${name}, memory ${index + 1}`;
    const { data, error } = Memory.safeParse(each);
    const created_at = timeOf(data?.created_at);
    if (!data || !created_at) {
      found.misfit('memories', where, error ? z.prettifyError(error) : 'It has no created_at.');
      continue;
    }
    found.memory(where, {
      external_id: data.id,
      content: data.memory,
      tags: data.categories ?? [],
      created_at,
      updated_at: timeOf(data.updated_at),
      metadata: data.metadata && Object.keys(data.metadata).length > 0 ? data.metadata : null,
    });
  }
  return found;
}
