import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, UnfitFile } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { lockProcess } from '../../core/process-lock.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { watchDiskSpace } from '../disk-space.ts';
import type { DiskSpace } from '../disk-space.ts';
import { lockFolder } from '../folder-lock.ts';
import { syncFolders } from '../journal.ts';
import { MAX_JSON_BYTES } from '../archive/format.ts';
import type { ArchiveEntry } from '../archive/format.ts';
import { linesInBatches, linesOf } from '../archive/lines.ts';
import { entryJson, readArchive, entryText } from '../archive/read.ts';
import { unpackTar } from '../archive/tar.ts';
import { FILES_FOLDER } from '../objects/address.ts';
import type { Files } from '../objects/files.ts';
import { DATABASE, DatabaseFacts, FILE_FOLDERS, PART, SECRET, SEQUENCES } from './entries.ts';
import { Sequences } from './entries.ts';
import type { TableFacts } from './entries.ts';
import { asPresentEntries } from './former/former.ts';
import { fillDatabase, loadRows, prepareDatabase } from './load.ts';
import type { LoadTarget, LoadedRows } from './load.ts';
import { RestoredObjects } from './object-entries.ts';
import type { StoredArchive } from './places/place.ts';
import { storeFile, unknownEntry } from './store-files.ts';

/** The folder of an unfinished restore, below the data folder. */
const STAGE = 'restoring';
/** The same for a move, which continues with what is there. */
const MOVE_STAGE = 'moving';
/** The rows that are written by one statement. */
const BATCH = { rows: 50_000, bytes: 8 * 1024 * 1024 };
/** Large tables take long to sort and to check. */
export const LONG_STATEMENT_MS = 6 * 3_600_000;

/** The place to which data is restored or moved. */
export interface Target {
  dataDir: string;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  minFreeBytes: number;
  makeQueue: LoadTarget['makeQueue'];
  /** Returns the store for files. The one of the data folder is below the stage until the end. */
  openFiles(stage: string): Files;
}

export interface Restored {
  tables: readonly TableFacts[];
  /** The number of files of the data folder. */
  files: number;
  /** The secret of the archive; null when it has none. */
  secret: string | null;
}

/** Restores an archive into an empty store. A failure leaves the store empty. */
export async function restoreArchive(
  archive: StoredArchive,
  key: string | undefined,
  target: Target,
): Promise<Restored> {
  return inStage(target, [...FILE_FOLDERS, FILES_FOLDER], async (stage) => {
    const title = archive.address;
    const packed = unpackTar({ ...(await archive.open()), title, key });
    const expected = { format: 'commonplace-backup', title, isWhole: true } as const;
    const entries = readArchive(asPresentEntries(packed), expected);
    await using _reading = { [Symbol.asyncDispose]: async () => void (await entries.return()) };
    let secret: string | null = null;
    let files = 0;
    let facts: DatabaseFacts | undefined;
    while (!facts) {
      const { value: entry } = await entries.next();
      if (!entry) throw new UnfitFile(`${title} does not contain ${DATABASE}.`);
      if (entry.name === DATABASE) facts = await entryJson(entry, DatabaseFacts);
      else if (entry.name === SECRET) secret = await entryText(entry);
      else {
        await storeFile(entry, stage.folder, () => stage.disk.requireRoom());
        if (!entry.isFolder) files += 1;
      }
    }
    await using database = await stage.open();
    await prepareDatabase({ database, schema: facts.schema, makeQueue: target.makeQueue });
    const tables = await restoreRows(entries, database, target.openFiles(stage.folder));
    return { tables, files, secret };
  });
}

/** Restores the entries after `database.json`. */
async function restoreRows(
  entries: AsyncGenerator<ArchiveEntry, void, undefined>,
  database: Database,
  files: Files,
): Promise<readonly TableFacts[]> {
  const objects = new RestoredObjects(files);
  let tables: readonly TableFacts[] = [];
  try {
    await fillDatabase({
      database,
      async fill(tx, into) {
        let sequences: Sequences | undefined;
        const rows = rowsOf(entries, async (entry) => {
          if (entry.name === SEQUENCES) sequences = await entryJson(entry, Sequences);
          else if (!(await objects.take(tx, entry))) throw unknownEntry(entry.name);
        });
        // Ends when the entries are those of the manifest, before the rows of a server are committed.
        tables = await loadRows(tx, into, rows);
        if (!sequences) throw new UnfitFile(`The archive does not contain ${SEQUENCES}.`);
        return { tables, sequences };
      },
      finish: (tx) => objects.finish(tx),
    });
    return tables;
  } catch (error) {
    await objects.discard();
    throw error;
  }
}

async function* rowsOf(
  entries: AsyncGenerator<ArchiveEntry, void, undefined>,
  onOther: (entry: ArchiveEntry) => Promise<void>,
): AsyncGenerator<LoadedRows> {
  // Not a loop over the entries, which would end them when it fails.
  for (;;) {
    const { value: entry } = await entries.next();
    if (!entry) return;
    const { name, content } = entry;
    const table = PART.exec(name)?.[1];
    if (table === undefined) await onOther(entry);
    else {
      const lines = linesOf(name, content, MAX_JSON_BYTES);
      for await (const batch of linesInBatches(lines, ({ text }) => text.length, BATCH)) {
        const nameOf = (index: number) => `${name}, line ${batch[index]!.number}`;
        yield { table, lines: batch.map(({ text }) => text), nameOf };
      }
    }
  }
}

interface Stage {
  folder: string;
  disk: DiskSpace;
  /** Opens the target database; the embedded one is below the stage until the end. */
  open(): Promise<Database>;
}

/**
 * Runs `work`, which fills a stage below the data folder, and then moves the stage to its place.
 * Refuses a second restore, a running service, and a store that has data. With `resumes`, the stage
 * of a failed run stays for the next one.
 */
export async function inStage<T>(
  { dataDir, databaseUrl, minFreeBytes }: Omit<Target, 'makeQueue' | 'openFiles'>,
  folders: readonly string[],
  work: (stage: Stage) => Promise<T>,
  { resumes = false } = {},
): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await using lock = await lockProcess(join(dataDir, 'restore.lock'));
  if (!lock) throw new StartError('Another restore is under way. Wait for its end.');
  await using _owned = databaseUrl === undefined ? await lockFolder(dataDir) : null;
  const names = databaseUrl === undefined ? [...folders, 'postgres'] : folders;
  for (const name of names) await requireEmptyFolder(join(dataDir, name));
  const folder = join(dataDir, resumes ? MOVE_STAGE : STAGE);
  const remove = () => rm(folder, { recursive: true, force: true });
  if (!resumes) await remove();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  using disk = watchDiskSpace({ folder, minFreeBytes, log: silentLog });
  const open = () =>
    openDatabase({
      url: databaseUrl,
      folder,
      minFreeBytes,
      statementMs: LONG_STATEMENT_MS,
      log: silentLog,
    });
  try {
    const result = await work({ folder, disk, open });
    for (const name of names) {
      if (!existsSync(join(folder, name))) continue;
      await rm(join(dataDir, name), { recursive: true, force: true });
      await rename(join(folder, name), join(dataDir, name));
    }
    await syncFolders([dataDir]);
    await remove();
    return result;
  } catch (error) {
    if (!resumes) await remove();
    throw error;
  }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  throw new StartError(
    `The folder ${folder} is not empty, so nothing was restored. Move it away first, or choose another data folder with SVC_DATA_DIR.`,
  );
}

/** Writes the secret of an archive into the data folder, unless there is one already. */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) await writeFile(path, secret, { mode: 0o600, flush: true, flag: 'wx' });
}
