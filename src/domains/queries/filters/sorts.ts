import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { CursorTime, readCursor } from '../../../kit/page.ts';

/** The orders of lists. A cursor names its order and is invalid for other orders. */

type Column = RawBuilder<unknown>;

export interface Sort {
  by: Column;
  /** Returns the value of a row as text. */
  of(row: SortedRow): string;
  /** An extra column to select as `sort_key`, from which `of` takes the value. */
  key?: Column;
  type: Column;
  /** The format of the value in a cursor. */
  value: z.ZodType<string>;
  /** The format of the id in a cursor. */
  id: z.ZodType<string>;
  idType: Column;
  direction: 'ASC' | 'DESC';
}

/** Any row of a list. */
export type SortedRow = Readonly<Record<string, unknown>> & { id: string };

/** Times before and after all years that the service accepts. */
const BEFORE_ALL = '1000-01-01T00:00:00.000Z';
const AFTER_ALL = '3000-01-01T00:00:00.000Z';

const UUID_ID = { id: z.uuid(), idType: sql`uuid` };
type Ids = Pick<Sort, 'id' | 'idType'>;

/** An order by id; the ids of records begin with the time of their creation. */
export function byId(direction: Sort['direction']): Sort {
  const of = ({ id }: SortedRow) => id;
  return { by: sql`id`, of, type: sql`uuid`, value: z.uuid(), direction, ...UUID_ID };
}

/** An order by a time. Records without the time come last. */
export function byTime(column: string, direction: Sort['direction'], ids: Ids = UUID_ID): Sort {
  const none = direction === 'ASC' ? AFTER_ALL : BEFORE_ALL;
  const by = sql`coalesce(${sql.ref(column)}, ${sql.lit(none)}::timestamptz)`;
  const of = (row: SortedRow) => (row[column] as Date | null)?.toISOString() ?? none;
  return { by, of, type: sql`timestamptz`, value: CursorTime, direction, ...ids };
}

/** An order by a time that every record has, which can use an index. */
export function byOwnTime(column: string, direction: Sort['direction'], ids: Ids = UUID_ID): Sort {
  return { ...byTime(column, direction, ids), by: sql.ref(column) };
}

/** An order by a text or a flag, as the database compares it. */
export function byText(
  column: string,
  direction: Sort['direction'],
  { by = sql.ref(column), value = z.string(), ...more }: Partial<Sort> = {},
): Sort {
  const of = (row: SortedRow) => String(row[column]);
  return { by, of, type: sql`text`, value, direction, ...UUID_ID, ...more };
}

/** Returns the input field that chooses an order. */
export function sortsOf(sorts: Record<string, Sort>, usual: string): Record<string, z.ZodType> {
  const Order = z.enum(Object.keys(sorts) as [string, ...string[]]);
  return { sort: Order.optional().describe(`The order of the list. Default: \`${usual}\`.`) };
}

export function orderOf({ by, direction }: Sort): Column {
  const way = sql.raw(direction);
  return sql`${by} ${way}, id ${way}`;
}

/** Returns the condition for the rows after the cursor. Throws for a cursor of another order. */
export function followingOf(sort: Sort, name: string, cursor: string | undefined): Column {
  const [, value, id] = readCursor(cursor, z.tuple([z.literal(name), sort.value, sort.id])) ?? [];
  if (value === undefined || id === undefined) return sql``;
  const comparison = sql.raw(sort.direction === 'ASC' ? '>' : '<');
  return sql`AND (${sort.by}, id) ${comparison} (${value}::${sort.type}, ${id}::${sort.idType})`;
}
