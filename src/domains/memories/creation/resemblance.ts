import { ALIKE, likeness, trigramsOf } from '../../../engines/search/likeness.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import * as sql from '../memories.sql.ts';
import type { CreatedMemory } from '../memory.ts';
import type { z } from 'zod';

export type Resembled = NonNullable<z.input<typeof CreatedMemory>['resembles']>;
type Stored = { id: string; content: string };

/**
 * Finds, for each new memory, a nearly equal memory among the remembered memories and the new
 * memories before it. Returns a function of the memory's position and the stored rows.
 */
export async function resemblances(
  context: Context,
  memories: readonly Stored[],
): Promise<(index: number, stored: readonly Stored[]) => Resembled | undefined> {
  const user_id = userOf(context);
  const texts = memories.map(({ id, content }) => ({ id, text: content }));
  const known = await context.search.resembling(context.db, user_id, texts);
  const ids = [...new Set(known.flat().map(({ id }) => id))];
  const rows = ids.length === 0 ? [] : await sql.selectContents(context.db, user_id, ids);
  const contentOf = new Map(rows.map(({ id, content }) => [id, content]));
  // A request with a single memory has no other memories to compare with.
  const grams = memories.length > 1 ? memories.map(({ content }) => trigramsOf(content)) : [];
  return (index, stored) => {
    const found: Resembled[] = stored.slice(0, index).map(({ id, content }, before) => ({
      id,
      content,
      likeness: likeness(grams[before]!, grams[index]!),
    }));
    // The index may still contain deleted memories.
    for (const remembered of known[index]!) {
      const content = contentOf.get(remembered.id);
      if (content !== undefined) found.push({ ...remembered, content });
    }
    return found
      .filter((each) => each.likeness >= ALIKE && each.id !== stored[index]!.id)
      .sort((one, other) => other.likeness - one.likeness)[0];
  };
}
