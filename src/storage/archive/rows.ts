/** Reads and adds rows of any table. Archives know tables only by name. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface StoredKind {
  table: string;
  columns: readonly string[];
  /** The columns that identify a row of a user, and order its rows. */
  key: readonly string[];
  /** A condition that rows must meet to be read. */
  where?: string;
}

export type Row = Record<string, unknown>;

const list = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** Yields all rows of a user in the order of their key. Each page is a statement of its own. */
export async function* readPages(
  db: Db,
  user_id: string,
  kind: StoredKind,
  limit: number,
): AsyncGenerator<Row[]> {
  const { table, columns, key, where = 'true' } = kind;
  let after: unknown[] | null = null;
  for (;;) {
    const rest: ReturnType<typeof sql> = after
      ? sql`AND (${list(key)}) > (${sql.join(after.map((value) => sql`${value}`))})`
      : sql``;
    const { rows }: { rows: Row[] } = await sql<Row>`
      SELECT ${list(columns)} FROM ${sql.table(table)}
      WHERE user_id = ${user_id} AND ${sql.raw(where)} ${rest}
      ORDER BY ${list(key)} LIMIT ${limit}
    `.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = key.map((name) => rows.at(-1)![name]);
  }
}

/** Returns the rows whose column has one of the values, in the order of their key. */
export async function readRowsOf(
  db: Db,
  user_id: string,
  { table, columns, key }: StoredKind,
  { column, values, type }: { column: string; values: readonly unknown[]; type: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${list(columns)} FROM ${sql.table(table)}
    WHERE user_id = ${user_id} AND ${sql.ref(column)} = ANY (${values}::${sql.raw(`${type}[]`)})
    ORDER BY ${list(key)}
  `.execute(db);
  return rows;
}

/**
 * Adds the rows that the user does not have, and returns the keys of the added rows. Every unique
 * index decides what the user has. A row is JSON; binary columns are texts such as `\x00ff`.
 */
export async function insertMissing(
  tx: Tx,
  user_id: string,
  { table, columns, key }: Pick<StoredKind, 'table' | 'columns' | 'key'>,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const owned = rows.map((row) => ({ ...row, user_id }));
  const into = { table, columns: ['user_id', ...columns] };
  const { rows: added } = await sql<Row>`
    ${insertJson(into, JSON.stringify(owned))} ON CONFLICT DO NOTHING RETURNING ${list(key)}
  `.execute(tx);
  return added;
}

/**
 * Returns a statement that adds rows of JSON. Columns that are not named get their defaults.
 * `table` is as it is in statements.
 */
export function insertJson(
  { table, columns }: Pick<StoredKind, 'table' | 'columns'>,
  rows: string,
): RawBuilder<unknown> {
  return sql`
    ${sql.raw(`INSERT INTO ${table}`)} (${list(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${list(columns)} FROM json_populate_recordset(NULL::${sql.raw(table)}, ${rows}::json)
  `;
}

/** Returns the columns that a row has. Rows of former versions lack the newer ones. */
export const givenIn = (rows: readonly Row[], columns: readonly string[]): string[] =>
  columns.filter((name) => rows.some((row) => row[name] !== undefined));
