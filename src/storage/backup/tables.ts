/** The tables that a backup contains, with their columns, their order and their sequences. */
import { sql } from 'kysely';
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
  columns: string[];
  /** An order that does not depend on the database's rules for texts. */
  order: string;
}

/** Lists the tables in alphabetical order; the jobs are last. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; key: string[] | null }>`
    SELECT c.relname AS name,
      array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns,
      (SELECT array_agg(quote_ident(k.attname) || CASE WHEN k.attcollation <> 0
          THEN ' COLLATE "C"' ELSE '' END ORDER BY array_position(i.indkey::int2[], k.attnum))
       FROM pg_index i JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
       WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.oid, c.relname ORDER BY c.relname COLLATE "C"
  `.execute(db);
  const tables = rows
    .filter(({ name }) => !OMITTED.has(name))
    .map(({ name, columns, key }) => ({
      name,
      quoted: `public."${name}"`,
      columns,
      order: key?.join(', ') ?? 'row_to_json(stored)::text COLLATE "C"',
    }));
  return (await hasJobs(db)) ? [...tables, await jobsTable(db)] : tables;
}

async function hasJobs(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT to_regclass(${JOBS_TABLE}) AS name`.execute(db);
  return (rows[0] as { name: unknown }).name !== null;
}

async function jobsTable(db: Db): Promise<StoredTable> {
  const { rows } = await sql<{ name: string }>`
    SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = ${JOBS_TABLE}::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' ORDER BY attnum
  `.execute(db);
  return {
    name: JOBS_TABLE,
    quoted: JOBS_TABLE,
    columns: rows.map(({ name }) => name),
    order: 'name COLLATE "C", id',
  };
}

/** Returns the part of a statement that yields the rows of a table, each named `stored`. */
export function storedRows({ name, quoted, columns }: StoredTable): string {
  const only = name === JOBS_TABLE ? " WHERE state < 'completed'" : '';
  return `(SELECT ${columns.join(', ')} FROM ${quoted}${only}) AS stored`;
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
