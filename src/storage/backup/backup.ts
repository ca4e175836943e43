import type { Database } from '../database.ts';
import { requireSecretOf } from '../installation.ts';
import { appliedSchema } from '../migrations.ts';
import {
  DATABASE,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  BACKUP_HEAD,
  BACKUP_MANIFEST,
  SECRET,
} from './archive/format.ts';
import type { BackupManifest } from './archive/format.ts';
import { inSnapshot, LinesHash, readRows } from './read-rows.ts';
import type { Files } from '../objects/files.ts';
import { addObjects } from './object-entries.ts';
import { addFiles } from './store-files.ts';
import { listTables, readSequences } from './tables.ts';
import type { StoredTable } from './tables.ts';
import { writeArchive } from './archive/write.ts';
import type { ArchiveWriter, WriteOptions } from './archive/write.ts';
import type { Tx } from '../database.ts';

/** Rows are collected up to this size for an entry of the archive. */
const PART_BYTES = 8 * 1024 * 1024;

export interface BackupOptions extends WriteOptions {
  dataDir: string;
  /** The secret of the service, which only an encrypted archive contains. */
  secret: string;
  now: Date;
  /** The store for files. */
  objects: Files;
  /** Opens the database after the files have been read. */
  openRows(): Promise<Pick<Database, 'db' | 'kind'> & AsyncDisposable>;
}

/** Writes all data of the service into an archive, without changing any of it. */
export function writeBackup(
  options: BackupOptions,
): Promise<{ result: BackupManifest; bytes: number }> {
  const { key, dataDir, secret, now, objects, openRows } = options;
  return writeArchive(options, async (writer) => {
    await addJson(writer, BACKUP_HEAD, {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      created_at: now.toISOString(),
    });
    const files = await addFiles(writer, dataDir);
    await using rows = await openRows();
    if (key !== undefined) {
      await requireSecretOf(rows.db, secret);
      await writer.add(SECRET, secret);
    }
    const database = await inSnapshot(rows.db, async (tx) => {
      await addJson(writer, DATABASE, { schema: await appliedSchema(tx), kind: rows.kind });
      const tables: BackupManifest['tables'] = [];
      for (const table of await listTables(tx)) tables.push(await addTable(writer, tx, table));
      const sequences = await readSequences(tx);
      return { tables, sequences, objects: await addObjects(writer, tx, objects) };
    });
    const manifest: BackupManifest = { ...database, files, has_secret: key !== undefined };
    await addJson(writer, BACKUP_MANIFEST, manifest);
    return manifest;
  });
}

async function addTable(
  writer: ArchiveWriter,
  tx: Tx,
  table: StoredTable,
): Promise<BackupManifest['tables'][number]> {
  const lines = new LinesHash();
  let part = '';
  let parts = 0;
  const flush = async () => {
    if (part === '') return;
    parts += 1;
    await writer.add(`tables/${table.name}/${String(parts).padStart(6, '0')}.jsonl`, part);
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

function addJson(writer: ArchiveWriter, name: string, value: unknown): Promise<void> {
  return writer.add(name, `${JSON.stringify(value, null, 2)}\n`);
}
