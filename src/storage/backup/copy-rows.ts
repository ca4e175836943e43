import type { Database } from '../database.ts';
import { appliedSchema } from '../migrations.ts';
import type { TableFacts } from './entries.ts';
import { inSnapshot } from './read-rows.ts';
import { fillDatabase, prepareDatabase } from './load.ts';
import type { LoadTarget } from './load.ts';
import { openStaging, stageTable, takeStaged } from './staged-copy.ts';
import { listTables, readSequences } from './tables.ts';

/**
 * Copies all rows into an empty database; returns their number. A copy that was interrupted
 * continues.
 */
export async function copyRows({
  source,
  target,
  makeQueue,
}: {
  source: Database;
  target: Database;
  makeQueue: LoadTarget['makeQueue'];
}): Promise<number> {
  return inSnapshot(source.db, async (tx) => {
    const schema = await appliedSchema(tx);
    await prepareDatabase({ database: target, schema, makeQueue });
    await openStaging(target.db, schema);
    const tables: TableFacts[] = [];
    for (const table of await listTables(tx)) {
      tables.push(await stageTable({ source: tx, target: target.db, table }));
    }
    await fillDatabase({
      database: target,
      async fill(copying, into) {
        await takeStaged(copying, into);
        return { tables, sequences: await readSequences(tx) };
      },
    });
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  });
}
