import type { ArchiveWriter } from '../archive/write.ts';
import type { Database, Tx } from '../database.ts';
import { requireSecretOf } from '../installation.ts';
import { appliedSchema } from '../migrations.ts';
import type { Files } from '../objects/files.ts';
import { DATABASE, SECRET, SEQUENCES } from './entries.ts';
import type { TableFacts } from './entries.ts';
import { addObjects } from './object-entries.ts';
import type { ObjectCounts } from './object-entries.ts';
import { inSnapshot, LinesHash, readRows } from './read-rows.ts';
import { storeArchive } from './store-archive.ts';
import type { StoreOptions } from './store-archive.ts';
import { addFiles } from './store-files.ts';
import { listTables, readSequences } from './tables.ts';
import type { StoredTable } from './tables.ts';

/** Rows are collected up to this size for an entry of the archive. */
const PART_BYTES = 8 * 1024 * 1024;

export interface BackupOptions extends StoreOptions {
  dataDir: string;
  /** The secret of the service, which only an encrypted archive contains. */
  secret: string;
  now: Date;
  /** The store for files. */
  objects: Files;
  /** Opens the database after the files have been read. */
  openRows(): Promise<Pick<Database, 'db' | 'kind'> & AsyncDisposable>;
}

export interface BackedUp {
  tables: TableFacts[];
  /** The number of files of the data folder. */
  files: number;
  objects: ObjectCounts;
}

/** Writes all data of the service into an archive, without changing any of it. */
export function writeBackup(options: BackupOptions): Promise<{ result: BackedUp; bytes: number }> {
  const { key, dataDir, secret, now, objects, openRows } = options;
  return storeArchive(options, async (writer) => {
    await writer.begin('commonplace-backup', now.toISOString());
    const files = await addFiles(writer, dataDir);
    await using rows = await openRows();
    if (key !== undefined) {
      await requireSecretOf(rows.db, secret);
      await writer.addText(SECRET, secret);
    }
    // Awaited here, because the rows are closed at the end of this function.
    return await inSnapshot(rows.db, async (tx) => {
      await writer.addJson(DATABASE, { schema: await appliedSchema(tx), kind: rows.kind });
      const tables: TableFacts[] = [];
      for (const table of await listTables(tx)) tables.push(await addTable(writer, tx, table));
      const counts = await addObjects(writer, tx, objects);
      await writer.addJson(SEQUENCES, await readSequences(tx));
      return { tables, files, objects: counts };
    });
  });
}

async function addTable(writer: ArchiveWriter, tx: Tx, table: StoredTable): Promise<TableFacts> {
  const lines = new LinesHash();
  let part = '';
  let parts = 0;
  let rows = 0;
  const flush = async () => {
    if (part === '') return;
    parts += 1;
    const name = `tables/${table.name}/${String(parts).padStart(6, '0')}.jsonl`;
    const count = lines.rows - rows;
    await writer.addText(name, part, { countRows: () => count });
    rows = lines.rows;
    part = '';
  };
  for await (const batch of readRows(tx, table)) {
    lines.add(batch);
    for (const line of batch) part += `${line}\n`;
    if (part.length >= PART_BYTES) await flush();
  }
  await flush();
  return { name: table.name, rows: lines.rows, sha256: lines.digest() };
}
