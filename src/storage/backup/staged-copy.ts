/**
 * Copies rows into a schema beside the tables of a target, batch by batch, so that a copy that was
 * interrupted continues. The tables of the target stay empty until `takeStaged`.
 */
import { sql } from 'kysely';
import { StartError } from '../../core/errors.ts';
import type { Database, Db, Tx } from '../database.ts';
import { transaction } from '../transaction.ts';
import type { TableFacts } from './entries.ts';
import { hashOfTable, LinesHash, readRows, useNeutralSettings } from './read-rows.ts';
import { columnList } from './tables.ts';
import type { StoredTable } from './tables.ts';
import { writeRows } from './write-rows.ts';

interface Copy {
  source: Tx;
  target: Database['db'];
  table: StoredTable;
}

/** Makes the schema, or removes what a copy of another schema left in it. */
export async function openStaging(target: Database['db'], schema: number): Promise<void> {
  await transaction(target, async (tx) => {
    await sql`CREATE SCHEMA IF NOT EXISTS moving`.execute(tx);
    await sql`CREATE TABLE IF NOT EXISTS moving.schemas (schema integer NOT NULL)`.execute(tx);
    const { rows } = await sql<{ schema: number }>`SELECT schema FROM moving.schemas`.execute(tx);
    if (rows[0]?.schema === schema) return;
    await sql`DROP SCHEMA moving CASCADE`.execute(tx);
    await sql`CREATE SCHEMA moving`.execute(tx);
    await sql`CREATE TABLE moving.schemas AS SELECT ${schema}::integer AS schema`.execute(tx);
    await sql`
      CREATE TABLE moving.progress (name text PRIMARY KEY, rows bigint NOT NULL)
    `.execute(tx);
  });
}

/** Copies one table, or what an interrupted copy of it left out. */
export async function stageTable(copy: Copy): Promise<TableFacts> {
  const { target, table } = copy;
  const staged = stagedTable(table);
  const columns = columnList(table.columns);
  await transaction(target, async (tx) => {
    await sql
      .raw(
        `CREATE TABLE IF NOT EXISTS ${staged.quoted}
         AS SELECT ${columns} FROM ${table.quoted} WITH NO DATA`,
      )
      .execute(tx);
    await sql`
      INSERT INTO moving.progress VALUES (${table.name}, 0) ON CONFLICT DO NOTHING
    `.execute(tx);
  });
  const copied = await continueCopy(copy, staged);
  if (copied) return copied;
  // The source has other rows than those that were copied.
  await transaction(target, async (tx) => {
    await sql.raw(`TRUNCATE ${staged.quoted}`).execute(tx);
    await sql`UPDATE moving.progress SET rows = 0 WHERE name = ${table.name}`.execute(tx);
  });
  return (await continueCopy(copy, staged))!;
}

/** Returns null when the first rows of the source are not those that were copied before. */
async function continueCopy(
  { source, target, table }: Copy,
  staged: StoredTable,
): Promise<TableFacts | null> {
  const { done, digest } = await transaction(target, async (tx) => {
    await useNeutralSettings(tx);
    const { rows } = await sql<{ done: number }>`
      SELECT rows AS done FROM moving.progress WHERE name = ${table.name}
    `.execute(tx);
    const { done } = rows[0]!;
    return { done, digest: done === 0 ? null : await hashOfTable(tx, staged) };
  });
  const hash = new LinesHash();
  let isSame = true;
  for await (const lines of readRows(source, table)) {
    const known = lines.slice(0, Math.max(0, done - hash.rows));
    hash.add(known);
    if (known.length > 0 && hash.rows === done) isSame = hash.digest() === digest;
    const fresh = lines.slice(known.length);
    if (fresh.length === 0 || !isSame) continue;
    await append(target, staged, { lines: fresh, before: hash.rows });
    hash.add(fresh);
  }
  if (!isSame || hash.rows < done) return null;
  return { name: table.name, rows: hash.rows, sha256: hash.digest() };
}

/** Writes rows and their number together. */
async function append(
  target: Database['db'],
  staged: StoredTable,
  { lines, before }: { lines: readonly string[]; before: number },
): Promise<void> {
  await transaction(target, async (tx) => {
    await useNeutralSettings(tx);
    const nameOf = (index: number) => `${staged.name}, row ${before + index + 1}`;
    await writeRows(tx, staged, { lines, nameOf });
    const { numAffectedRows } = await sql`
      UPDATE moving.progress SET rows = rows + ${lines.length}
      WHERE name = ${staged.name} AND rows = ${before}
    `.execute(tx);
    if (numAffectedRows !== 1n) {
      throw new StartError('Another move into this database is under way. Wait for its end.');
    }
  });
}

/** Moves the copied rows of these tables to their place, and removes the schema. */
export async function takeStaged(tx: Tx, tables: readonly StoredTable[]): Promise<void> {
  for (const table of tables) {
    const columns = columnList(table.columns);
    if (!(await isStaged(tx, table))) continue;
    await sql
      .raw(
        `INSERT INTO ${table.quoted} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM ${stagedTable(table).quoted}`,
      )
      .execute(tx);
  }
  await sql`DROP SCHEMA moving CASCADE`.execute(tx);
}

async function isStaged(tx: Db, { name }: StoredTable): Promise<boolean> {
  const { rows } = await sql`SELECT FROM moving.progress WHERE name = ${name}`.execute(tx);
  return rows.length > 0;
}

function stagedTable(table: StoredTable): StoredTable {
  return { ...table, quoted: `moving."${table.name}"` };
}
