/** Opens the store of the service for the commands that copy it. */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { ServiceError, StartError, UnfitFile } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { lockProcess } from '../../core/process-lock.ts';
import { allJobs } from '../../domains/index.ts';
import { openDatabase } from '../../storage/database.ts';
import type { Database } from '../../storage/database.ts';
import { LONG_STATEMENT_MS } from '../../storage/backup/restore.ts';
import type { Target } from '../../storage/backup/restore.ts';
import { SNAPSHOT } from '../../storage/backup/snapshot-folder.ts';
import { openFiles } from '../../storage/objects/address.ts';
import type { Files } from '../../storage/objects/files.ts';
import { startJobs } from '../../storage/jobs.ts';
import { askService } from '../../transports/control/control-socket.ts';

const MIB = 1024 * 1024;

/** Opens the database that the settings name, which no service may be using if it is embedded. */
export function openStore({ storage }: Config): Promise<Database> {
  return openDatabase({
    url: storage.databaseUrl,
    folder: storage.dataDir,
    statementMs: LONG_STATEMENT_MS,
    log: silentLog,
  });
}

/**
 * Opens the database for reading, also while the service runs. The service then makes a copy of its
 * embedded database, which is removed at the end.
 */
export async function openForReading(
  config: Config,
): Promise<Pick<Database, 'db' | 'kind'> & AsyncDisposable> {
  const { dataDir, databaseUrl } = config.storage;
  if (databaseUrl !== undefined) return openStore(config);
  const name = `${SNAPSHOT}${randomUUID()}`;
  if (!(await askService(dataDir, ['snapshot', name]))) return openStore(config);
  const folder = join(dataDir, name);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { db, kind, ...database } = await openDatabase({
      url: undefined,
      folder,
      log: silentLog,
    });
    return {
      db,
      kind,
      async [Symbol.asyncDispose]() {
        await database[Symbol.asyncDispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Admits one backup of a data folder at a time, and removes what an interrupted one left. */
export async function lockBackups(dataDir: string): Promise<AsyncDisposable> {
  const lock = await lockProcess(join(dataDir, 'backup.lock'));
  if (!lock) throw new StartError('Another backup is under way. Wait for its end.');
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(SNAPSHOT)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  return lock;
}

export function targetOf(config: Config): Target {
  const { dataDir, databaseUrl, minFreeMib } = config.storage;
  return {
    dataDir,
    databaseUrl,
    minFreeBytes: minFreeMib * MIB,
    makeQueue,
    openFiles: (stage) => filesOf(config, stage),
  };
}

/** Returns the store for files that the settings name. */
export function filesOf(
  { storage, files, bucket }: Config,
  dataDir: string = storage.dataDir,
): Files {
  return openFiles({ ...storage, ...files, bucket, dataDir }, silentLog);
}

/** Makes the tables of the job queue as the service does. */
export async function makeQueue(database: Database): Promise<void> {
  const queue = await startJobs({ database, jobs: allJobs, log: silentLog });
  await queue[Symbol.asyncDispose]();
}

/** Reports expected failures, such as a full disk, as sentences. */
export async function withSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof UnfitFile)
      throw new StartError(error.message, { cause: error });
    throw error;
  }
}
