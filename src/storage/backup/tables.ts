/** The tables that a backup contains, with their columns, their order and their sequences. */
import { sql } from 'kysely';
import { describeTables } from '../archive/catalogue.ts';
import type { DescribedTable } from '../archive/catalogue.ts';
import type { Db } from '../database.ts';
import type { Sequences } from './entries.ts';

/** The queue's jobs. Its other tables are made again at every start. */
export const JOBS_TABLE = 'jobs.job';

/**
 * Tables whose rows have no meaning in another database: the log of changes counts in transactions
 * of its database, and so do the candidates of searches; the keys of search indexes belong to files
 * that a backup omits; files that wait belong to processes of this database. A migration fills the
 * log anew, and searches make their candidates again.
 */
const OMITTED = new Set([
  'migrations',
  'changes',
  'change_horizon',
  'change_log',
  'search_snapshots',
  'waiting_files',
  'waiting_holders',
  'waiting_pieces',
  'candidate_indexes',
  'candidate_windows',
]);

export interface StoredTable {
  /** The name as it is in the archive, such as `memories` or `jobs.job`. */
  name: string;
  /** The name as it is in statements. */
  quoted: string;
  /** The columns that are stored; computed columns are not. */
  columns: readonly string[];
  /** An order that does not depend on the database's rules for texts. */
  order: string;
}

/** Lists the tables in alphabetical order; the jobs are last. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const own = (await describeTables(db)).filter(({ name }) => !OMITTED.has(name));
  const jobs = (await describeTables(db, 'jobs')).filter(({ name }) => name === 'job');
  return [
    ...own.map((table) => ({
      name: table.name,
      quoted: `public."${table.name}"`,
      columns: table.columns.map(({ name }) => name),
      order: orderOf(table),
    })),
    ...jobs.map(({ columns }) => ({
      name: JOBS_TABLE,
      quoted: JOBS_TABLE,
      columns: columns.map(({ name }) => name),
      order: 'name COLLATE "C", id',
    })),
  ];
}

function orderOf({ key, columns }: DescribedTable): string {
  const collated = new Set(columns.flatMap(({ name, isCollated }) => (isCollated ? [name] : [])));
  const orders = key?.map((name) => quote(name) + (collated.has(name) ? ' COLLATE "C"' : ''));
  return orders?.join(', ') ?? 'row_to_json(stored)::text COLLATE "C"';
}

const quote = (name: string): string => `"${name}"`;

/** Returns columns as they are in statements. */
export const columnList = (columns: readonly string[]): string => columns.map(quote).join(', ');

/** Returns the part of a statement that yields the rows of a table, each named `stored`. */
export function storedRows({ name, quoted, columns }: StoredTable): string {
  const only = name === JOBS_TABLE ? " WHERE state < 'completed'" : '';
  return `(SELECT ${columnList(columns)} FROM ${quoted}${only}) AS stored`;
}

export async function countRows(db: Db, table: StoredTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int8 AS count FROM ${sql.raw(storedRows(table))}
  `.execute(db);
  return rows[0]!.count;
}

export async function readSequences(db: Db): Promise<Sequences> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    SELECT c.relname AS "table", a.attname AS "column",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attidentity <> ''
    ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"
  `.execute(db);
  const sequences: Sequences = [];
  for (const { table, column, sequence } of rows) {
    const state = await sql<Pick<Sequences[number], 'last_value' | 'is_called'>>`
      SELECT last_value::text AS last_value, is_called FROM ${sql.raw(sequence)}
    `.execute(db);
    sequences.push({ table, column, ...state.rows[0]! });
  }
  return sequences;
}

export async function writeSequences(db: Db, sequences: Sequences): Promise<void> {
  for (const { table, column, last_value, is_called } of sequences) {
    await sql`
      SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}),
        ${last_value}::int8, ${is_called})
    `.execute(db);
  }
}
