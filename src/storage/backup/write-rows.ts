import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UnfitFile } from '../../core/errors.ts';
import { storeOrRefuse } from '../archive/lines.ts';
import { givenIn, insertJson } from '../archive/rows.ts';
import type { Row } from '../archive/rows.ts';
import type { Tx } from '../database.ts';
import { JOBS_TABLE } from './tables.ts';
import type { StoredTable } from './tables.ts';

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Runs `work` without triggers and foreign keys, so that it may write tables in any order and
 * nothing reacts to the rows. Afterwards, the database checks the foreign keys of all rows.
 */
export async function withoutReactions<T>(
  tx: Tx,
  tables: readonly StoredTable[],
  work: () => Promise<T>,
): Promise<T> {
  const own = tables.filter(({ name }) => name !== JOBS_TABLE);
  const keys = await foreignKeys(tx);
  const alter = (table: string, change: string) =>
    sql.raw(`ALTER TABLE ${table} ${change}`).execute(tx);
  for (const { table, name } of keys) await alter(table, `DROP CONSTRAINT ${name}`);
  for (const { quoted } of own) await alter(quoted, 'DISABLE TRIGGER USER');
  const result = await work();
  for (const { quoted } of own) await alter(quoted, 'ENABLE TRIGGER USER');
  for (const { table, name, definition } of keys) {
    await alter(table, `ADD CONSTRAINT ${name} ${definition}`);
  }
  return result;
}

async function foreignKeys(tx: Tx): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name,
      pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname
  `.execute(tx);
  return rows;
}

export async function emptyTable(tx: Tx, { quoted }: StoredTable): Promise<void> {
  await sql.raw(`DELETE FROM ${quoted}`).execute(tx);
}

/**
 * Writes lines of JSON as rows. If the database refuses them, finds the line at fault. `nameOf`
 * returns the name of a line for people.
 */
export async function writeRows(
  tx: Tx,
  table: StoredTable,
  { lines, nameOf }: { lines: readonly string[]; nameOf: (index: number) => string },
): Promise<void> {
  const rows = lines.map((line, index) => rowOf(line, nameOf(index)));
  const columns = givenIn(rows, table.columns);
  await storeOrRefuse(
    [...lines.entries()],
    async (some) => {
      const json = `[${some.map(([, line]) => line).join(',')}]`;
      await orUnchanged(tx, insertJson({ table: table.quoted, columns }, json));
    },
    ([index]) => {
      throw new UnfitFile(`${nameOf(index)} is not a row of ${table.name}.`);
    },
  );
}

function rowOf(line: string, name: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UnfitFile(`${name} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnfitFile(`${name} is not a JSON object.`);
  }
  return value as Row;
}

/** Lets the transaction go on when the database refuses the statement. */
async function orUnchanged(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await sql`SAVEPOINT batch`.execute(tx);
  try {
    await statement.execute(tx);
    await sql`RELEASE SAVEPOINT batch`.execute(tx);
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT batch`.execute(tx).catch(() => {});
    throw error;
  }
}

/** Lets the queue start interrupted jobs again. */
export async function giveBackJobs(tx: Tx): Promise<void> {
  await sql`
    UPDATE jobs.job SET state = 'retry', start_after = now(), started_on = NULL
    WHERE state = 'active'
  `.execute(tx);
}
