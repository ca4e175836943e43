/** Runs one function of a `*.sql.ts` in a transaction that is undone, and describes what it answered and changed. */
import { isDeepStrictEqual } from 'node:util';
import { PostgresQueryCompiler, sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import type { Tx } from '../../storage/database.ts';
import { decode, describe } from './codec.ts';
import { describeRow, keyOf, readTexts, storedTable } from './filled-database.ts';
import type { FilledDatabase, Row, StoredTable } from './filled-database.ts';

export interface Outcome {
  answer: unknown;
  /** The rows that are different after the call or locked, by table, and the orders of the locks. */
  changes?: Record<string, unknown[]>;
}

/** A change before a call: columns of the rows that have these values, or a new row if there is no `row`. */
export interface Patch {
  table: string;
  /** JSON of PostgreSQL, as is `set`. */
  row?: Row;
  set: Row;
}

export interface Given {
  rows?: Patch[];
  with: unknown[];
}

/** A recorded call. `$db` stands among the arguments for the database. */
export interface Call extends Outcome, Given {
  /** The function, or an object and its method. */
  call: string;
  /** True when the statement has no order, so that rows come as the database finds them. */
  unordered?: true;
}

/** The calls of one `*.sql.ts`. */
export interface RecordedFile {
  /** The path in the folder of the room. */
  file: string;
  /** How many conditions and orders each function has. */
  places: Record<string, number>;
  /** The conditions and orders without which every recorded call ends as before. */
  unnoticed: string[];
  calls: Call[];
}

export type Callable = (...args: unknown[]) => unknown;

export type Module = Record<string, Callable | Record<string, Callable>>;

/** Returns the function of a module with this name, or the method of one of its objects, such as `kept.read`. */
export function callableIn(module: Module, name: string): Callable {
  const [first, method] = name.split('.') as [string, string?];
  const found = module[first]!;
  return (method === undefined ? found : (found as Record<string, Callable>)[method]) as Callable;
}

const LOCK = String.raw`\bFOR (?:UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)\b`;
const LOCKS = new RegExp(LOCK, 'i');
const ORDER_OF_LOCKS = new RegExp(String.raw`\bORDER BY ((?:(?!\bORDER BY\b).)+?) ${LOCK}`, 'gi');
const READS = /\b(?:FROM|JOIN)\s+"?(\w+)/gi;
const WRITES = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?"?(\w+)/gi;

/** Sorts values without an order of their own. */
export const sorted = (values: readonly unknown[]): unknown[] =>
  values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

class Undone extends Error {}

export async function outcomeOf(
  run: Callable,
  given: Given,
  database: FilledDatabase,
): Promise<Outcome> {
  let outcome: Outcome = { answer: null };
  try {
    await database.db.transaction().execute(async (tx) => {
      outcome = await outcomeIn(tx, { run, given, database });
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) outcome = { answer: { error: nameOf(error) } };
  }
  return outcome;
}

interface Running {
  run: Callable;
  given: Given;
  database: FilledDatabase;
}

async function outcomeIn(tx: Tx, { run, given, database }: Running): Promise<Outcome> {
  const touched: Touched = { written: new Set(), locked: new Set(), orders: [] };
  const db = tx.withPlugin(notingTables(touched));
  const tables = await patchedTables(tx, given.rows ?? [], database);
  const args = given.with.map((value) => (value === '$db' ? db : decode(value)));
  const answer = describe(await run(...args));
  const changes: Record<string, unknown[]> = {};
  for (const table of touched.written) {
    const filled = tables.get(table);
    if (!filled) continue;
    const texts = await readTexts(tx, table);
    const found = differences(filled, texts, database.young.get(table));
    if (found.length > 0) changes[table] = found;
  }
  for (const table of touched.locked) {
    const key = tables.get(table)?.key;
    const found = key ? await lockedRows(tx, table, key) : [];
    if (found.length > 0) changes[`locked in ${table}`] = found;
  }
  if (touched.orders.length > 0) changes['order of locks'] = touched.orders;
  const described = { answer: shortened(answer, { ...database, tables }) };
  return Object.keys(changes).length > 0 ? { ...described, changes } : described;
}

async function patchedTables(
  tx: Tx,
  patches: readonly Patch[],
  { tables, young }: FilledDatabase,
): Promise<FilledDatabase['tables']> {
  if (patches.length === 0) return tables;
  const patched = new Map(tables);
  await sql`SET LOCAL session_replication_role = replica`.execute(tx);
  for (const { table, row, set } of patches) {
    const columns = sql.join(Object.keys(set).map((name) => sql.ref(name)));
    const values = sql`
      SELECT ${columns} FROM jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(set)}::jsonb)`;
    await (
      row
        ? sql`
          UPDATE ${sql.table(table)} AS t SET (${columns}) = (${values})
          WHERE to_jsonb(t) @> ${JSON.stringify(row)}::jsonb`
        : sql`INSERT INTO ${sql.table(table)} (${columns}) ${values}`
    ).execute(tx);
    const key = tables.get(table)?.key ?? [];
    patched.set(table, storedTable(key, await readTexts(tx, table), young.get(table)));
  }
  await sql`SET LOCAL session_replication_role = origin`.execute(tx);
  return patched;
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: string; name: string };
  return code ?? name;
}

interface Touched {
  written: Set<string>;
  locked: Set<string>;
  orders: string[];
}

function notingTables({ written, locked, orders }: Touched): KyselyPlugin {
  const compiler = new PostgresQueryCompiler();
  return {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = compiler.compileQuery(node, queryId);
      if (text.includes('pg_advisory_xact_lock')) orders.push(String(describe(parameters[0])));
      for (const [, table] of text.matchAll(WRITES)) written.add(table!.toLowerCase());
      if (LOCKS.test(text)) for (const [, table] of text.matchAll(READS)) locked.add(table!);
      orders.push(...ordersOfLocks(text));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/**
 * Returns the orders in which a statement locks rows. Two transactions that lock in different orders can wait for
 * each other, but what one transaction alone does shows no order.
 */
function ordersOfLocks(text: string): string[] {
  const plain = text.replaceAll('"', '').replaceAll(/\$\d+/g, '$').replaceAll(/\s+/g, ' ');
  return [...plain.matchAll(ORDER_OF_LOCKS)].flatMap(([, order = '']) =>
    order.split('(').length === order.split(')').length ? [order] : [],
  );
}

/** Returns the keys of the rows that this transaction has locked. */
async function lockedRows(tx: Tx, table: string, key: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ row: Row }>`
    SELECT to_jsonb(t) AS row FROM ${sql.table(table)} AS t
    WHERE xmax::text = pg_current_xact_id()::text
  `.execute(tx);
  return rows.map(({ row }) => keyOf(describe(row) as Row, key)).toSorted();
}

/** Returns a line for each row that was added, removed or changed. */
function differences(
  { key, texts }: StoredTable,
  after: readonly string[],
  young: ReadonlySet<string> | undefined,
): unknown[] {
  const later = new Set(after);
  const gone = [...texts].flatMap(([text, row]) => (later.has(text) ? [] : [row]));
  const come = after.filter((text) => !texts.has(text)).map((text) => describeRow(text, young));
  const changed = come.map((row) => {
    const from = gone.find((one) => keyOf(one, key) === keyOf(row, key));
    if (!from) return { added: row };
    gone.splice(gone.indexOf(from), 1);
    const parts = Object.entries(row).filter(
      ([name, value]) => !isDeepStrictEqual(from[name], value),
    );
    return { changed: keyOf(row, key), to: Object.fromEntries(parts) };
  });
  const removed = gone.map((row) => ({ removed: keyOf(row, key) }));
  return sorted([...changed, ...removed]);
}

/** Writes rows of the filled database as their table and key. */
function shortened(answer: unknown, { tables, young }: FilledDatabase): unknown {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    const row = value as Row;
    if (!('user_id' in row)) return value;
    for (const [table, { key, byKey }] of tables) {
      const same = byKey.get(keyOf(row, key));
      if (!same || !hasAll(row, same)) continue;
      const rest = Object.entries(row).filter(
        ([name]) => !(name in same) && !young.get(table)?.has(name),
      );
      const short = `${table} ${keyOf(same, key)}`;
      return rest.length > 0 ? { row: short, ...Object.fromEntries(rest) } : short;
    }
    return value;
  };
  return visit(answer);
}

const hasAll = (row: Row, stored: Row): boolean =>
  Object.entries(stored).every(
    ([name, value]) => name in row && isDeepStrictEqual(row[name], value),
  );
