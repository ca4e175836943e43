import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { lockProcess } from '../../core/process-lock.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { watchDiskSpace } from '../disk-space.ts';
import type { DiskSpace } from '../disk-space.ts';
import { lockFolder } from '../folder-lock.ts';
import { syncFolders } from '../journal.ts';
import {
  DATABASE,
  DatabaseFacts,
  FILE_FOLDERS,
  BACKUP_MANIFEST,
  BackupManifest,
  PART,
  SECRET,
} from './archive/format.ts';
import { fillDatabase, loadRows, prepareDatabase } from './load.ts';
import type { LoadTarget, LoadedRows } from './load.ts';
import { entryJson, readArchive, readHead, entryText } from './archive/read.ts';
import type { ArchiveEntry } from './archive/read.ts';
import type { StoredArchive } from './places/place.ts';
import { FILES_FOLDER } from '../objects/address.ts';
import type { Files } from '../objects/files.ts';
import { RestoredObjects } from './object-entries.ts';
import { storeFile } from './store-files.ts';

/** The folder of an unfinished restore, below the data folder. */
const STAGE = 'restoring';
/** The same for a move, which continues with what is there. */
const MOVE_STAGE = 'moving';
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
  manifest: BackupManifest;
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
    const path = archive.address;
    const entries = readArchive(archive, key);
    await using _reading = { [Symbol.asyncDispose]: async () => void (await entries.return()) };
    await readHead(entries, path);
    let secret: string | null = null;
    const files: BackupManifest['files'] = [];
    let facts: DatabaseFacts | undefined;
    while (!facts) {
      const { value: entry } = await entries.next();
      if (!entry) throw incomplete(path);
      if (entry.name === DATABASE) facts = await entryJson(entry, DatabaseFacts);
      else if (entry.name === SECRET) secret = await entryText(entry);
      else {
        const file = await storeFile(entry, stage.folder, () => stage.disk.requireRoom());
        if (file) files.push(file);
      }
    }
    await using database = await stage.open();
    let manifest: BackupManifest | undefined;
    const whole = () => {
      if (!manifest) throw incomplete(path);
      return manifest;
    };
    const { schema } = facts;
    await prepareDatabase({ database, schema, makeQueue: target.makeQueue });
    const objects = new RestoredObjects(target.openFiles(stage.folder));
    await fillDatabase({
      database,
      fill: (tx, tables) =>
        loadRows(
          tx,
          tables,
          rowsOf(entries, {
            onManifest: (found) => void (manifest = found),
            onOther: (entry) => objects.take(tx, entry),
          }),
        ),
      // Before the rows of a server are committed.
      expected: async () => {
        if (JSON.stringify(files) === JSON.stringify(whole().files)) return whole();
        throw new StartError(`The files of ${path} do not have the checksums of the backup.`);
      },
      finish: (tx) => objects.finish(tx, whole().objects),
    }).catch(async (error: unknown) => {
      await objects.discard();
      throw error;
    });
    return { manifest: whole(), secret };
  });
}

function incomplete(path: string): StartError {
  return new StartError(`${path} ends before its manifest, so it is incomplete.`);
}

async function* rowsOf(
  entries: AsyncGenerator<ArchiveEntry, void, undefined>,
  {
    onManifest,
    onOther,
  }: {
    onManifest(manifest: BackupManifest): void;
    /** Returns false for an entry that no backup has. */
    onOther(entry: ArchiveEntry): Promise<boolean>;
  },
): AsyncGenerator<LoadedRows> {
  for (;;) {
    const { value: entry } = await entries.next();
    if (!entry) return;
    if (entry.name === BACKUP_MANIFEST) {
      onManifest(await entryJson(entry, BackupManifest));
      continue;
    }
    const table = PART.exec(entry.name)?.[1];
    if (!table && (await onOther(entry))) continue;
    if (!table)
      throw new StartError(
        `The archive contains ${JSON.stringify(entry.name)}, which no backup has.`,
      );
    const lines = (await entryText(entry)).split('\n');
    if (lines.pop() !== '') throw new StartError(`${entry.name} ends in the middle of a line.`);
    const nameOf = (index: number) => `${entry.name}, line ${index + 1}`;
    if (lines.length > 0) yield { table, lines, nameOf };
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
