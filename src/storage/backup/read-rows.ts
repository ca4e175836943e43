import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { transaction } from '../transaction.ts';
import { storedRows } from './tables.ts';
import type { StoredTable } from './tables.ts';

/** The amount of rows to read at a time. A row may be larger, because it may contain a file. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_ROWS = 20;
const MAX_ROWS = 5_000;

/** One moment of the database, for as long as `work` runs. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      await useNeutralSettings(tx);
      return work(tx);
    },
    'repeatable read',
  );
}

/**
 * Makes the texts of rows independent of the settings of a server. A policy that hides rows causes
 * an error instead of an incomplete result.
 */
export async function useNeutralSettings(tx: Tx): Promise<void> {
  for (const setting of ["timezone = 'UTC'", 'row_security = off', "bytea_output = 'hex'"]) {
    await sql.raw(`SET LOCAL ${setting}`).execute(tx);
  }
}

/** Yields the rows of a table as lines of JSON, in the order of their keys, some MB at a time. */
export async function* readRows(tx: Tx, table: StoredTable): AsyncGenerator<string[]> {
  await sql
    .raw(
      `DECLARE backup_rows NO SCROLL CURSOR FOR
       SELECT row_to_json(stored)::text AS line FROM ${storedRows(table)} ORDER BY ${table.order}`,
    )
    .execute(tx);
  let limit = FIRST_ROWS;
  for (;;) {
    const { rows } = await sql<{
      line: string;
    }>`FETCH ${sql.raw(String(limit))} FROM backup_rows`.execute(tx);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    const fitting = Math.floor((BATCH_BYTES * lines.length) / bytes);
    // The next rows may be larger than these.
    limit = Math.max(1, Math.min(fitting, 4 * limit, MAX_ROWS));
  }
  await sql`CLOSE backup_rows`.execute(tx);
}

/** A checksum over the lines of a table. */
export class LinesHash {
  readonly #hash = createHash('sha256');
  rows = 0;

  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update('\n');
    this.rows += lines.length;
  }

  /** Returns the checksum of the lines so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Reads a table only for its checksum. */
export async function hashOfTable(tx: Tx, table: StoredTable): Promise<string> {
  const hash = new LinesHash();
  for await (const lines of readRows(tx, table)) hash.add(lines);
  return hash.digest();
}
