/** Fills an empty database with the rows of another one, in one transaction. */
import { StartError, UnfitFile } from '../../core/errors.ts';
import type { Database, Tx } from '../database.ts';
import { sql } from 'kysely';
import { MIGRATIONS, migrate } from '../migrations.ts';
import { silentLog } from '../../core/log.ts';
import { transaction } from '../transaction.ts';
import type { Sequences, TableFacts } from './entries.ts';
import { hashOfTable, LinesHash, useNeutralSettings } from './read-rows.ts';
import { countRows, JOBS_TABLE, listTables, writeSequences } from './tables.ts';
import type { StoredTable } from './tables.ts';
import { emptyTable, giveBackJobs, withoutReactions, writeRows } from './write-rows.ts';

/** The lock that admits one restore to a database at a time. */
const LOCK = 'commonplace restore';

export interface LoadedRows {
  table: string;
  lines: readonly string[];
  /** Names a line for people, such as `tables/memories/000001.jsonl, line 7`. */
  nameOf(index: number): string;
}

export interface LoadTarget {
  database: Database;
  /** The number of the newest migration that the rows' database had. */
  schema: number;
  /** Prepares the tables of the job queue. */
  makeQueue(database: Database): Promise<void>;
}

/** Makes the tables of this schema in an empty database. */
export async function prepareDatabase({ database, schema, makeQueue }: LoadTarget): Promise<void> {
  const migrations = MIGRATIONS.filter(({ number }) => number <= schema);
  if (migrations.at(-1)?.number !== schema) {
    throw new StartError(
      `The data was written by a newer Commonplace (migration ${schema}). Update this installation.`,
    );
  }
  await requireEmpty(database);
  await migrate({ database, log: silentLog, migrations });
  await makeQueue(database);
}

/** The rows that were written, and the values after which tables number their rows. */
export interface Filled {
  tables: readonly TableFacts[];
  sequences: Sequences;
}

/**
 * Writes the rows of all tables in one transaction, and compares the database with their counts and
 * checksums.
 */
export async function fillDatabase({
  database,
  fill,
  finish,
}: {
  database: Database;
  fill(tx: Tx, tables: readonly StoredTable[]): Promise<Filled>;
  /** Called when the rows are those of the source. */
  finish?: (tx: Tx) => Promise<void>;
}): Promise<void> {
  await transaction(database.db, async (tx) => {
    await lockOrRefuse(tx);
    await requireNoRows(tx);
    await useNeutralSettings(tx);
    const tables = await listTables(tx);
    await withoutReactions(tx, tables, async () => {
      // A migration may have made rows.
      for (const table of tables) await emptyTable(tx, table);
      const filled = await fill(tx, tables);
      await writeSequences(tx, filled.sequences);
      await verify(tx, tables, filled.tables);
      await finish?.(tx);
    });
    if (tables.some(({ name }) => name === JOBS_TABLE)) await giveBackJobs(tx);
  });
}

/** Writes rows, and returns the counts and checksums of their tables. */
export async function loadRows(
  tx: Tx,
  tables: readonly StoredTable[],
  rows: AsyncIterable<LoadedRows>,
): Promise<TableFacts[]> {
  const byName = new Map(tables.map((table) => [table.name, { table, hash: new LinesHash() }]));
  for await (const { table: name, lines, nameOf } of rows) {
    const found = byName.get(name);
    if (!found) throw new UnfitFile(`${nameOf(0)}: there is no table ${name}.`);
    await writeRows(tx, found.table, { lines, nameOf });
    found.hash.add(lines);
  }
  return [...byName].map(([name, { hash }]) => ({
    name,
    rows: hash.rows,
    sha256: hash.digest(),
  }));
}

async function verify(
  tx: Tx,
  tables: readonly StoredTable[],
  expected: readonly TableFacts[],
): Promise<void> {
  for (const table of tables) {
    const wanted = expected.find(({ name }) => name === table.name);
    const count = await countRows(tx, table);
    if (count !== (wanted?.rows ?? 0)) {
      throw new StartError(`${table.name} has ${count} rows instead of ${wanted?.rows ?? 0}.`);
    }
    // A newer job queue may have other columns.
    if (!wanted || table.name === JOBS_TABLE) continue;
    if ((await hashOfTable(tx, table)) !== wanted.sha256) {
      throw new StartError(`The rows of ${table.name} do not have the checksum of the backup.`);
    }
  }
}

/** Refuses a database that another program or a service has used. */
async function requireEmpty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  `.execute(db);
  // An interrupted restore leaves empty tables.
  const isOurs = rows.some(({ name }) => name === 'migrations');
  if (rows.length > 0 && !isOurs) throw new StartError(NOT_EMPTY);
  if (isOurs && rows.some(({ name }) => name === 'installation')) await requireNoRows(db);
}

async function requireNoRows(db: Database['db'] | Tx): Promise<void> {
  const { rows } = await sql<{ is_used: boolean }>`
    SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM installation) AS is_used
  `.execute(db);
  if (rows[0]!.is_used) throw new StartError(NOT_EMPTY);
}

const NOT_EMPTY =
  'The database is not empty, so nothing was restored. Choose an empty database with DATABASE_URL.';

async function lockOrRefuse(tx: Tx): Promise<void> {
  const { rows } = await sql<{ is_mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${LOCK}, 0)) AS is_mine
  `.execute(tx);
  if (!rows[0]!.is_mine) {
    throw new StartError('Another restore into this database is under way. Wait for its end.');
  }
}
