/**
 * Makes the rows of the filled database: up to twelve of each table and account, with the same ids for both
 * accounts. Each value follows from table, column and place, so a new column changes no other value.
 */
import { sql } from 'kysely';
import { insertRows } from '../../src/testing/statements/filled-database.ts';
import type { FilledTable, Filling, Row } from '../../src/testing/statements/filled-database.ts';
import { idOf } from '../../src/testing/statements/codec.ts';
import type { Db } from '../../src/storage/database.ts';
import { hashOf, HEX, thing, timeOf, USERS, WORDS, wordsInSources } from './values.ts';

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  constraint: string | null;
}

const ROWS_PER_USER = 12;
const MAX_ROWS_PER_USER = 24;
const TRIES = 80;
/** Statements have many conditions on these, so more rows are needed on both sides of each. */
const LARGE = new Set(['conversations', 'memories', 'segments', 'chat_messages', 'deliveries']);
const COMPARED = wordsInSources();
const UNFILLED = new Set(['migrations', 'change_horizon', 'change_log']);

export async function makeRows(db: Db): Promise<Filling> {
  const { rows: columns } = await sql<Column>`
    SELECT c.table_name, column_name, udt_name, is_nullable, column_default,
      (SELECT min(pg_get_constraintdef(pg_constraint.oid))
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
       WHERE conrelid = c.table_name::regclass AND attname = column_name AND contype = 'c'
         AND pg_get_constraintdef(pg_constraint.oid) LIKE '%= ANY (ARRAY[%') AS constraint
    FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY c.table_name, ordinal_position
  `.execute(db);
  const filling = new Map<string, FilledTable>();
  for (const [table, all] of Map.groupBy(columns, ({ table_name }) => table_name)) {
    if (UNFILLED.has(table)) continue;
    const key = await keyOf(db, table);
    filling.set(table, { key, rows: await rowsOf(db, table, all) });
  }
  return filling;
}

async function keyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
    WHERE indrelid = ${table}::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Db, table: string, columns: readonly Column[]): Promise<Row[]> {
  const kept: Row[] = [];
  const counts = new Map<string, number>();
  const most = LARGE.has(table) ? MAX_ROWS_PER_USER : ROWS_PER_USER;
  for (let place = 0; place < TRIES; place += 1) {
    const user = USERS[place % 2]!;
    if ((counts.get(user) ?? 0) >= most) continue;
    const row = rowAt(table, { columns, user, place: Math.floor(place / 2) });
    if (!(await canBeAdded(db, table, [...kept, row]))) continue;
    kept.push(row);
    counts.set(user, (counts.get(user) ?? 0) + 1);
  }
  if (kept.length === 0) throw new Error(`No row of ${table} meets its constraints.`);
  return kept;
}

/** Tries the rows in a transaction that is undone. */
async function canBeAdded(db: Db, table: string, rows: readonly Row[]): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await insertRows(tx, table, rows);
      throw new Error('undone');
    });
  } catch (error) {
    return (error as Error).message === 'undone';
  }
  return false;
}

interface Place {
  columns: readonly Column[];
  user: string;
  place: number;
}

function rowAt(table: string, { columns, user, place }: Place): Row {
  return Object.fromEntries(
    columns.map((column) => [column.column_name, valueAt(column, { table, user, place })]),
  );
}

interface Spot {
  table: string;
  user: string;
  place: number;
}

function valueAt(column: Column, { table, user, place }: Spot): unknown {
  const { column_name: name, udt_name: type, constraint, is_nullable, column_default } = column;
  // Parents are the same for both accounts, so that a forgotten owner finds rows of the other one.
  const isKey = name === 'id' || name.endsWith('_id');
  const random = hashOf(table, name, String(place), isKey ? '' : user);
  if (name === 'user_id' || (table === 'users' && name === 'id')) return user;
  if (is_nullable === 'YES' && random % 4 === 0) return null;
  const words = constraint?.match(/'[^']+'(?=::text)/g)?.map((word) => word.slice(1, -1));
  const at = Math.floor(random / 8);
  const compared = type === 'text' ? COMPARED.get(name) : undefined;
  if (compared && !words && random % 3 > 0) return compared[at % compared.length];
  if (words && type === 'text') return words[at % words.length];
  if (name === 'id' && type === 'uuid') return idOf((place % MAX_ROWS_PER_USER) + 1);
  if (name === 'email') return `${user}${place}@example.org`;
  if (name === 'timezone') return ['UTC', 'Europe/Lisbon'][at % 2];
  if (type === 'jsonb')
    return thing(at, column_default?.startsWith(`'{}'`) ? 'object' : 'list', name);
  if (type.startsWith('_')) {
    // Some lists of ids are texts.
    const one = name.endsWith('_ids') ? 'uuid' : type.slice(1);
    return Array.from({ length: at % 4 }, (_, index) => plain(one, name, at + index * 7));
  }
  // There are only two rows of users.
  if (table === 'users' && type === 'bool') return (hashOf(name) % 2 === 0) === (user === USERS[0]);
  return plain(type, name, name === 'id' ? place : at);
}

function plain(type: string, name: string, at: number): unknown {
  if (type === 'uuid') return idOf((at % (name === 'id' ? MAX_ROWS_PER_USER : 5)) + 1);
  if (type === 'bool') return name.startsWith('only_') || at % 2 === 0;
  if (type === 'timestamptz') return timeOf(at);
  if (type === 'date') return timeOf(at).slice(0, 10);
  if (type === 'bytea') return `\\x${HEX[at % 12]}`;
  // A restored database may have changes of future transactions.
  if (name === 'xid') return at % 5 === 0 ? 900_000_000_000 : at % 10;
  if (type === 'int4' || type === 'int8') return at % 10;
  if (type.startsWith('float')) return (at % 20) / 2;
  if (type === 'tsvector') return `${WORDS[at % WORDS.length]} ${WORDS[(at + 5) % WORDS.length]}`;
  return WORDS[at % (name.endsWith('_id') ? 4 : WORDS.length)];
}
