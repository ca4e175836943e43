/** A database in which two accounts have rows of every kind, with the same ids. */
import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { openDatabase } from '../../storage/database.ts';
import type { Database, Db } from '../../storage/database.ts';
import { createTestDatabase } from '../postgres.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../template.ts';
import { describe, FIRST_NEW_NUMBER } from './codec.ts';

export type Row = Record<string, unknown>;

export interface FilledTable {
  /** The columns that identify a row. */
  key: readonly string[];
  rows: readonly Row[];
}

export type Filling = ReadonlyMap<string, FilledTable>;

/** A table of the database, with its rows as answers describe them. */
export interface StoredTable extends FilledTable {
  /** The rows by their JSON. */
  texts: ReadonlyMap<string, Row>;
  /** The rows by the values of their key. */
  byKey: ReadonlyMap<string, Row>;
}

const ROWS = new URL('./rows.jsonl', import.meta.url);

/** Reads the rows of all tables. A line with the columns of a table stands before the values of its rows. */
export function readFilling(): Filling {
  const filling = new Map<string, { key: string[]; columns: string[]; rows: Row[] }>();
  let last: { columns: string[]; rows: Row[] } | undefined;
  for (const line of readFileSync(ROWS, 'utf8').trimEnd().split('\n')) {
    const value = JSON.parse(line) as
      | unknown[]
      | { table: string; key: string[]; columns: string[] };
    if (Array.isArray(value)) {
      const row = last!.columns.map((name, place) => [name, value[place]]);
      last!.rows.push(Object.fromEntries(row) as Row);
    } else {
      const table = { key: value.key, columns: value.columns, rows: [] };
      filling.set(value.table, table);
      last = table;
    }
  }
  return filling;
}

export function writeFilling(filling: Filling): void {
  const lines = [...filling].flatMap(([table, { key, rows }]) => {
    const columns = Object.keys(rows[0]!);
    return [{ table, key, columns }, ...rows.map((row) => columns.map((name) => row[name]))];
  });
  writeFileSync(ROWS, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export interface FilledDatabase extends AsyncDisposable {
  db: Db;
  tables: ReadonlyMap<string, StoredTable>;
  /** The columns of each table that are younger than the recorded rows. */
  young: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Opens a database on the server of the tests if there is one, unless it has to be embedded. */
export async function openFilledDatabase(
  filling: Filling,
  { embedded = false } = {},
): Promise<FilledDatabase> {
  await using stack = new AsyncDisposableStack();
  const database = await openEmpty(stack, embedded);
  await database.db.transaction().execute(async (tx) => {
    // Without triggers and foreign keys, so that the rows need no order and note no changes.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const [table, { rows }] of filling) {
      await insertRows(tx, table, rows);
    }
  });
  await sql`
    SELECT setval(pg_get_serial_sequence(quote_ident(table_name), column_name), ${FIRST_NEW_NUMBER})
    FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'
  `.execute(database.db);
  const tables = new Map<string, StoredTable>();
  const young = new Map<string, Set<string>>();
  for (const [table, { key, rows }] of filling) {
    const texts = await readTexts(database.db, table);
    const columns = Object.keys(JSON.parse(texts[0]!) as Row);
    young.set(table, new Set(columns.filter((name) => !(name in rows[0]!))));
    tables.set(table, storedTable(key, texts, young.get(table)!));
  }
  const owned = stack.move();
  return { db: database.db, tables, young, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function openEmpty(stack: AsyncDisposableStack, embedded: boolean): Promise<Database> {
  const serverUrl = embedded ? undefined : process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const server = serverUrl ? stack.use(await createTestDatabase(serverUrl)) : undefined;
  const folder = server ? temporaryFolder() : copyTemplate();
  stack.defer(() => removeFolder(folder));
  return stack.use(await openDatabase({ url: server?.url, folder, log: silentLog }));
}

export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  await sql`
    INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(db);
}

export function storedTable(
  key: readonly string[],
  texts: readonly string[],
  young: ReadonlySet<string> | undefined,
): StoredTable {
  const rows = texts.map((text) => describeRow(text, young));
  return {
    key,
    rows,
    texts: new Map(texts.map((text, place) => [text, rows[place]!])),
    byKey: new Map(rows.map((row) => [keyOf(row, key), row])),
  };
}

export const keyOf = (row: Row, key: readonly string[]): string =>
  key.map((name) => String(row[name])).join(' ');

export function describeRow(text: string, young: ReadonlySet<string> | undefined): Row {
  const row = Object.entries(describe(JSON.parse(text)) as Row);
  return Object.fromEntries(row.filter(([name]) => !young?.has(name)));
}

/** Returns the rows of a table as JSON. */
export async function readTexts(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    SELECT to_jsonb(t)::text AS row FROM ${sql.table(table)} AS t
  `.execute(db);
  return rows.map(({ row }) => row);
}
