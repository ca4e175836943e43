import { z } from 'zod';

/**
 * The parts that are common to all lists for assistants. The texts are short, because the model
 * reads the description of a tool before every question.
 */

const MAX_SKIPPED = 100_000;

/** An integer, which models sometimes send as text. */
function whole(number: z.ZodType<number, number>) {
  const read = (given: unknown) =>
    typeof given === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(given) ? Number(given) : given;
  return z.preprocess(read, number);
}

export const Cursor = z.string().max(1000).optional().describe('`next_cursor` of the last page.');

export const ListOffset = whole(
  z
    .int()
    .min(0)
    .overwrite((value) => Math.min(value, MAX_SKIPPED)),
)
  .default(0)
  .describe('The number of items to skip.');

/** Arguments that are accepted but not listed, because another argument does the same better. */
export const unlisted = { 'x-unlisted': true };

/** The size of a page; a value outside the range is set to the nearest limit. */
export function lenientLimit({ fallback, max }: { fallback: number; max: number }) {
  return whole(z.int().overwrite((value) => Math.min(Math.max(value, 1), max)))
    .default(fallback)
    .describe(`1 to ${max}; default ${fallback}.`);
}

/** The id of a record, short or whole. */
export const RecordId = z.string().describe('From a list or search.');

/** A position in a long text, which may be larger than the offset of any list. */
export const TextOffset = whole(z.int().min(0)).default(0);

export const FirstDay = z.string().optional().describe('First day, yyyy-mm-dd.');
export const LastDay = z.string().optional().describe('Last day.');

/** Fields for the cursor of the next page, next to the list. */
export const nextPage = { has_more: z.boolean(), next_cursor: z.string().nullable() };
export function nextPageFrom(next_cursor: string | null): {
  has_more: boolean;
  next_cursor: string | null;
} {
  return { has_more: next_cursor !== null, next_cursor };
}

/** Further filters of the list, combined in one string. */
export const filterText = (example: string) =>
  z.string().max(1000).optional().describe(`More filters, like ${example}.`);
