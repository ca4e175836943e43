import { sql } from 'kysely';
import { UnfitFile } from '../../core/errors.ts';
import { storeOrRefuse } from '../archive/lines.ts';
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
  lines.forEach((line, index) => requireObject(line, nameOf(index)));
  await storeOrRefuse(
    [...lines.entries()],
    (some) =>
      insertLines(
        tx,
        table,
        some.map(([, line]) => line),
      ),
    ([index]) => {
      throw new UnfitFile(`${nameOf(index)} is not a row of ${table.name}.`);
    },
  );
}

function requireObject(line: string, name: string): void {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UnfitFile(`${name} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnfitFile(`${name} is not a JSON object.`);
  }
}

/** Changes nothing when the database refuses the rows. */
async function insertLines(tx: Tx, table: StoredTable, lines: readonly string[]): Promise<void> {
  // A row of an older job queue may lack columns, which then get their defaults.
  const given = new Set(Object.keys(JSON.parse(lines[0]!) as object));
  const columns = table.columns.filter((name) => given.has(name.replaceAll('"', ''))).join(', ');
  await sql`SAVEPOINT batch`.execute(tx);
  try {
    await sql`
      ${sql.raw(`INSERT INTO ${table.quoted} (${columns}) OVERRIDING SYSTEM VALUE`)}
      ${sql.raw(`SELECT ${columns} FROM json_populate_recordset(NULL::${table.quoted}, `)}
      ${`[${lines.join(',')}]`}::json)
    `.execute(tx);
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
