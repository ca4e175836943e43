import type { Library } from './library.ts';
import { fitsInMemory } from './machine-memory.ts';
import { DEFAULT_MODELS, TEXT_MODELS } from './manifest.ts';
import type { ModelEntry } from './manifest.ts';

/**
 * Returns the models to fetch first: those that hear, and those that understand if each of them fits
 * into the memory of this machine.
 */
export function recommendedModels(
  library: Library,
): Record<'hearing' | 'understanding', ModelEntry[]> {
  const known = (ids: readonly string[]) => ids.flatMap((id) => library.find(id) ?? []);
  return {
    hearing: known(DEFAULT_MODELS),
    understanding: known(TEXT_MODELS).filter(({ memoryBytes }) => fitsInMemory(memoryBytes)),
  };
}
