import { z } from 'zod';
import type { Ranked } from '../../core/search.ts';
import { text } from '../../core/wire.ts';

/** The kinds of records that can be searched. Each kind has a separate index. */
export type Searchable = 'memories' | 'conversations' | 'action_items';

/** The input and answer shape of all searches. */
export const MAX_SEARCH_TEXT = 1000;

export const SearchText = text({
  min: 1,
  max: MAX_SEARCH_TEXT,
  blank: 'query cannot be empty',
}).describe(
  'A question or some words. `"in quotation marks"` finds only this exact text; `begin*` ' +
    'finds words that begin with "begin".',
);
/** This description is shorter, because the model reads it before every question. */
export const Question = SearchText.describe('Question or words.');
export const Relevance = z
  .number()
  .min(0)
  .max(1)
  .describe('The relevance of the record to the query, 0 to 1.');
export const FilteredBelowThreshold = z
  .int()
  .describe(
    'The number of records that share a word with the query but whose scores are too low ' +
      'to be listed.',
  );

/**
 * Returns the rows of the search results, best first, without rows that were deleted in the
 * meantime.
 */
export function inOrderFound<Row extends { id: string }>(
  { groups }: Ranked,
  rows: readonly Row[],
): { row: Row; score: number }[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row ? [{ row, score }] : [];
  });
}
