import type { Database, Tx } from '../database.ts';
import { appliedSchema } from '../migrations.ts';
import { inSnapshot, LinesHash, readRows } from './read-rows.ts';
import { loadDatabase } from './load.ts';
import type { Load, LoadedRows } from './load.ts';
import { listTables, readSequences } from './tables.ts';

/** Copies all rows into an empty database; returns their number. */
export async function copyRows({
  source,
  target,
  makeQueue,
}: {
  source: Database;
  target: Database;
  makeQueue: Load['makeQueue'];
}): Promise<number> {
  return inSnapshot(source.db, async (tx) => {
    const sequences = await readSequences(tx);
    const tables: { name: string; rows: number; sha256: string }[] = [];
    await loadDatabase({
      database: target,
      schema: await appliedSchema(tx),
      makeQueue,
      rows: rowsOf(tx, (table) => void tables.push(table)),
      expected: () => ({ tables, sequences }),
    });
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  });
}

async function* rowsOf(
  tx: Tx,
  onTable: (table: { name: string; rows: number; sha256: string }) => void,
): AsyncGenerator<LoadedRows> {
  for (const table of await listTables(tx)) {
    const { name } = table;
    const hash = new LinesHash();
    for await (const lines of readRows(tx, table)) {
      const first = hash.rows + 1;
      hash.add(lines);
      yield { table: name, lines, nameOf: (index) => `${name}, row ${first + index}` };
    }
    onTable({ name, rows: hash.rows, sha256: hash.digest() });
  }
}
