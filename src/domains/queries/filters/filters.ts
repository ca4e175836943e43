import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { Unrecognised } from '../../../core/errors.ts';
import { UUID, beginning } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { selectUser, timezoneOf } from '../../accounts/accounts.ts';
import { boundsOf, weekStartOf } from '../../accounts/day-bounds.ts';
import { PERIOD_WORDS, periodOf } from './periods.ts';
import type { Calendar } from './periods.ts';
import { followingOf, orderOf, sortsOf } from './sorts.ts';
import type { SortedRow, Sort } from './sorts.ts';

/**
 * The only language for filters and orders of lists. A room describes the columns of its list, and
 * gets the input fields, the conditions and the orders from this description.
 */

const MAX_WORDS = 10;

type Column = RawBuilder<unknown>;
type LinkCondition = (ids: readonly string[], user_id: string) => Column;

interface Definition<
  Time extends string,
  Flag extends string,
  Word extends string,
  List extends string,
  Link extends string,
  Order extends string,
> {
  /** Time columns. The column `due` has the parameters `due`, `due_from` and `due_to`. */
  times: Record<Time, Column>;
  /** Boolean columns. */
  flags: Record<Flag, Column>;
  /** Text columns. A comma-separated list of values matches any of them. */
  words: Record<Word, Column>;
  /** Columns with lists of texts. A comma-separated list of values matches any of them. */
  lists: Record<List, Column>;
  /** Columns with ids of other records. */
  links: Record<Link, LinkCondition>;
  /** The columns that `text` searches. */
  text: readonly Column[];
  /** The column with the free data of programs; undefined when there is none. */
  metadata?: Column;
  sorts: Record<Order, Sort>;
  /** The order without `sort`. */
  usual: NoInfer<Order>;
}

type Shape<Time extends string, Flag extends string, List extends string, Order extends string> = {
  [Name in Time | `${Time}_from` | `${Time}_to` | 'text' | 'filter']: z.ZodOptional<z.ZodString>;
} & { [Name in Flag]: z.ZodOptional<z.ZodBoolean> } & {
  [Name in List]: z.ZodOptional<z.ZodString>;
} & { sort: z.ZodOptional<z.ZodEnum<{ [Name in Order]: Name }>> };

/** The parts of a statement that lists records. */
export interface ListQuery {
  /** Begins with AND; empty without filters. */
  where: Column;
  /** Restricts the list to the rows after the cursor; begins with AND. */
  following: Column;
  order: Column;
  /** An extra column for the position; begins with a comma, and is usually empty. */
  sortKey: Column;
  /** The position of a row, for its cursor. */
  positionOf(row: object & { id: string }): [string, string, string];
}

export function defineFilters<
  Time extends string,
  Flag extends string,
  Word extends string,
  List extends string,
  Link extends string,
  Order extends string,
>(definition: Definition<Time, Flag, Word, List, Link, Order>) {
  const { times, flags, words, lists, links, text, metadata, sorts, usual } = definition;
  const named = <Value>(table: Record<string, Value>) => Object.entries(table) as [string, Value][];
  const input = {
    ...fieldsOf(times, (name) => timeFields(name)),
    ...fieldsOf(flags, (name) => ({ [name]: z.boolean().optional().describe(flagText(name)) })),
    ...fieldsOf({ ...words, ...lists, ...links }, (name) => ({ [name]: Values.optional() })),
    ...(text.length > 0 && { text: Text.optional() }),
    ...(metadata && { metadata: MetadataFilter.optional() }),
    ...sortsOf(sorts, usual),
    filter: FilterText,
  } as unknown as Shape<Time, Flag, Word | List | Link, Order>;

  /** Adds the fields of `filter` to the other fields. */
  const read = <Given extends object>(given: Given): Given & Record<string, unknown> => ({
    ...given,
    ...readFilter(input, (given as { filter?: string }).filter),
  });

  /** Returns the conditions of the filters in the input; other fields are ignored. */
  const conditions = async (context: Context, asked: object): Promise<Column> => {
    const given = read(asked);
    const user_id = userOf(context);
    const found: Column[] = [];
    const calendar = await calendarFor(context, Object.keys(times), given);
    for (const [name, column] of named<Column>(times)) {
      if (calendar) found.push(...timeConditions(column, name, { given, calendar }));
    }
    for (const [name, column] of named<Column>(flags)) {
      if (given[name] !== undefined) found.push(sql`(${column}) = ${given[name]}`);
    }
    for (const [name, column] of named<Column>(words)) {
      if (given[name] !== undefined) {
        found.push(sql`${column} = ANY (${valuesOf(given[name])}::text[])`);
      }
    }
    for (const [name, column] of named<Column>(lists)) {
      if (given[name] !== undefined) {
        found.push(sql`${column} && ${valuesOf(given[name])}::text[]`);
      }
    }
    for (const [name, condition] of named<LinkCondition>(links)) {
      if (given[name] === undefined) continue;
      // Malformed ids match no record.
      const ids = valuesOf(given[name]).filter((id) => UUID.test(id));
      found.push(condition(ids, user_id));
    }
    if (typeof given['text'] === 'string' && text.length > 0) {
      found.push(...textConditions(text, given['text']));
    }
    if (metadata && typeof given['metadata'] === 'string') {
      found.push(sql`${metadata} @> ${given['metadata']}::jsonb`);
    }
    return found.length === 0 ? sql`` : sql`AND ${sql.join(found, sql` AND `)}`;
  };

  const list = async (
    context: Context,
    given: { cursor?: string | undefined } & Readonly<Record<string, unknown>>,
  ): Promise<ListQuery> => {
    const asked = read(given);
    const name = (asked['sort'] as Order | undefined) ?? usual;
    const sort = sorts[name];
    return {
      where: await conditions(context, { ...asked, filter: undefined }),
      following: followingOf(sort, name, given.cursor),
      order: orderOf(sort),
      sortKey: sort.key ? sql`, ${sort.key} AS sort_key` : sql``,
      positionOf: (row) => [name, sort.of(row as SortedRow), row.id],
    };
  };
  return { input, read, conditions, list };
}

function fieldsOf(
  table: Record<string, unknown>,
  fields: (name: string) => Record<string, z.ZodType>,
): Record<string, z.ZodType> {
  return Object.assign({}, ...Object.keys(table).map(fields));
}

function flagText(name: string): string {
  return `Only records whose \`${name}\` has this value. Default: both.`;
}

const DAY_OR_TIME = 'A day such as 2026-01-31 in the zone of the user, or ISO 8601.';

function timeFields(name: string): Record<string, z.ZodType> {
  const time = z.string().min(1).max(50).optional();
  return {
    [name]: time.describe(`A day, or one of: ${PERIOD_WORDS.join(', ')}.`),
    [`${name}_from`]: time.describe(`The earliest time. ${DAY_OR_TIME}`),
    [`${name}_to`]: time.describe(`The latest time. ${DAY_OR_TIME} A day is included whole.`),
  };
}

const Values = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Comma-separated; matches any of these values.');

function valuesOf(given: unknown): string[] {
  const values = String(given).split(',');
  return values.map((value) => value.trim()).filter(Boolean);
}

const Text = z
  .string()
  .max(200)
  .describe('Only records that contain all these words. Use a search for the best matches.');

const MetadataFilter = z
  .string()
  .max(2_000)
  .refine(isObject, 'Use a JSON object such as {"project":"home"}')
  .describe('A JSON object: only records whose `metadata` contains it.');

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    // The database stores neither NUL nor unpaired surrogates, and refuses them in searches.
    return !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));
  } catch {
    return false;
  }
}

async function calendarFor(
  context: Context,
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
): Promise<Calendar | null> {
  const isAsked = names.some((name) =>
    [name, `${name}_from`, `${name}_to`].some((field) => given[field] !== undefined),
  );
  if (!isAsked) return null;
  const timezone = await timezoneOf(context);
  // The account is read only for filters with weeks. All other filters work without the account.
  const isWeek = names.some((name) => String(given[name]).endsWith('week'));
  const user = isWeek ? await selectUser(context.db, userOf(context)) : undefined;
  return { now: context.clock.now(), timezone, weekStart: weekStartOf(user) };
}

function timeConditions(
  column: Column,
  name: string,
  { given, calendar }: { given: Readonly<Record<string, unknown>>; calendar: Calendar },
): Column[] {
  const word = given[name] as string | undefined;
  const period = word === undefined ? null : periodOf(word, calendar);
  if (period === 'none') return [sql`${column} IS NULL`];
  if (period === 'any') return [sql`${column} IS NOT NULL`];
  const start_date = given[`${name}_from`] as string | undefined;
  const end_date = given[`${name}_to`] as string | undefined;
  const range = boundsOf({ start_date, end_date }, calendar.timezone);
  if (range.from && range.until && range.from > range.until) {
    throw new Unrecognised(`${name}_from must not be after ${name}_to.`);
  }
  const bounds = [range, ...(period ? [period] : [])];
  return bounds.flatMap(({ from, until }) => [
    ...(from ? [sql`${column} >= ${from}`] : []),
    ...(until ? [sql`${column} < ${until}`] : []),
  ]);
}

function textConditions(columns: readonly Column[], text: string): Column[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const all = sql`lower(${sql.join(columns, sql` || ' ' || `)})`;
  return words.map((word) => contains(all, word));
}

/** Codes with fewer characters occur by chance where one word ends and the next begins. */
const MIN_CODE = 4;

/**
 * Returns whether a text in lower case contains another. A code or a number is compared by its
 * characters: "4155550132" is in "+1 (415) 555-0132".
 */
export function contains(column: Column, text: string): Column {
  const characters = text.replace(/[^\p{L}\p{N}]/gu, '');
  const said = sql`strpos(${column}, lower(${text})) > 0`;
  if (characters.length < MIN_CODE || !/\d/.test(characters)) return said;
  const bare = sql`regexp_replace(${column}, '[^[:alnum:]]', '', 'g')`;
  return sql`(${said} OR strpos(${bare}, lower(${characters})) > 0)`;
}

const FilterText = z
  .string()
  .max(1_000)
  .optional()
  .describe(
    'The other filters as one query string, such as `created=this_week&text=boat`. An ' +
      'unknown name in it is refused.',
  );

function readFilter(input: object, text: string | undefined): Record<string, unknown> {
  if (!text?.trim()) return {};
  const { filter: _, ...shape } = input as Record<string, z.ZodType>;
  const given: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text.trim())) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) {
      throw new Unrecognised(
        `There is no filter '${beginning(name, 50)}'. Available: ${Object.keys(shape).join(', ')}`,
      );
    }
    given[name] = typed(schema, value);
  }
  const { data, error } = z.object(shape).safeParse(given);
  if (!error) return data;
  const [issue] = error.issues;
  throw new Unrecognised(`Invalid filter ${issue!.path.join('.')}: ${issue!.message}`);
}

function typed(schema: z.ZodType, value: string): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean) return { true: true, false: false }[value] ?? value;
  return value;
}
