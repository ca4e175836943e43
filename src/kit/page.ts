import { z } from 'zod';
import { Unrecognised } from '../core/errors.ts';
import { Offset } from '../core/wire.ts';
import { unusableText } from './problems.ts';

/**
 * One page of a list, as operations return it. In HTTP, a list is a bare array and `next_cursor` is
 * in the headers `X-Next-Cursor` and `Link`.
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The items of this page.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send this value as `cursor` to get the next page; null on the last page.'),
  });
}

/** The two ways to page through a list; each list has its own `limit`. */
export const paging = {
  offset: Offset,
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Continues after the previous page: the `X-Next-Cursor` of its answer. Items that ' +
        'are added or deleted between two pages cause no gaps and no repetitions.',
    ),
};

/** A point in time in a cursor. Year 0 is refused, because databases do not accept it. */
export const CursorTime = z.iso.datetime().regex(/^(?!0000)/);

/** The position of a row in its list: the values by which the list is ordered. */
type Key = readonly (string | number)[];

/** Makes a page from `rows`, which must be queried with `limit + 1`. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
): { items: Row[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? writeCursor(keyOf(last)) : null };
}

/** Returns a cursor for a position, which `readCursor` reads. */
export function writeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Returns the key from a cursor; null when the cursor is absent or empty. Throws for an invalid
 * cursor.
 */
export function readCursor<Shape extends z.ZodType<Key>>(
  cursor: string | undefined,
  shape: Shape,
): z.output<Shape> | null {
  if (!cursor) return null;
  const key = parse(cursor);
  const parsed = shape.safeParse(key);
  if (parsed.success && unusableText(key).length === 0) return parsed.data;
  throw new Unrecognised(
    'Invalid cursor. Use the next cursor of an answer of this same list, or omit it to ' +
      'start again.',
  );
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
