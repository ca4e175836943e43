import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Periodic } from '../core/periodic.ts';
import type { CountChanges } from './calls/kept-answers.ts';
import { prepareDataFolder } from './data-folder.ts';
import { watchDiskSpace } from './disk-space.ts';
import type { DiskSpace } from './disk-space.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { ServerLease } from './server/lease.ts';
import { ServerPool } from './server/pool.ts';
import type { ServerLimits } from './server/pool.ts';
import { ServerSignals } from './server/signals.ts';
import { startServerUpkeep } from './server/upkeep.ts';
import { noSignals } from './signals.ts';
import type { Signals } from './signals.ts';
import type { Tables } from './tables.ts';
import { openHandles } from './walls.ts';

/** The database as queries take it: either the database itself or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Tx = Transaction<Tables>;

export interface Database extends AsyncDisposable {
  db: Kysely<Tables>;
  kind: 'embedded' | 'postgresql';
  /** True when an acknowledged write survives a power loss. */
  durable: boolean;
  /** Resolves to an error message when the database has failed and the service must be restarted. */
  fault: Promise<string>;
  /** Announces changes to the other processes that use the database. */
  signals: Signals;
  /** The disk of the data folder. */
  disk: DiskSpace;
  /**
   * Returns a function that counts the statements that may have changed one of these tables; null on
   * a server, whose tables other processes can change, too.
   */
  changesOf(tables: readonly (keyof Tables)[]): CountChanges | null;
  /** Throws `NoRoom` when the database has no space for new rows. */
  requireRoom(): void;
  /** Runs a text with several statements as a unit (migrations, the schema of the job queue). */
  script(text: string): Promise<{ rows: unknown[] }>;
  /**
   * Begins to update the statistics of tables as they grow. The service calls it after the
   * migrations, because they rename and remove tables.
   */
  startStatistics(): void;
  /**
   * Makes a copy of the embedded database in another folder, while it works. A PostgreSQL server
   * has snapshots instead.
   */
  copyTo?: (folder: string) => Promise<void>;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * Opens the PostgreSQL server at `url`. Without a `url`, opens the embedded PostgreSQL in `folder`.
 */
export async function openDatabase({
  url,
  folder,
  minFreeBytes = 0,
  statementMs,
  maxConnections,
  log,
  onThread,
}: {
  url: string | undefined;
  folder: string;
  /** New data is refused while the disk of the folder has less free space than this. */
  minFreeBytes?: number;
  /** The maximum time of a statement on a server. */
  statementMs?: number | undefined;
  /** The maximum number of connections to a server. */
  maxConnections?: number | undefined;
  log: Log;
  /** Called when the thread of the embedded database begins to open it. */
  onThread?: () => void;
}): Promise<Database> {
  prepareDataFolder(folder);
  const disk = watchDiskSpace({ folder, minFreeBytes, log });
  try {
    return await (url === undefined
      ? openEmbeddedDatabase({ folder, disk, log, onThread })
      : openServerDatabase(url, { disk, statementMs, maxConnections, log }));
  } catch (error) {
    disk[Symbol.dispose]();
    throw error;
  }
}

async function openEmbeddedDatabase(
  options: Parameters<typeof openEmbedded>[0],
): Promise<Database> {
  const { disk } = options;
  if (disk.isFull) {
    throw new StartError(
      `The disk of ${options.folder} is full. Free space on it, or choose another folder with SVC_DATA_DIR.`,
    );
  }
  const embedded = await openEmbedded(options);
  const db = openHandles(
    (asker) => embedded.session.connect(asker),
    () => embedded.session.end(),
  );
  return {
    db,
    kind: 'embedded',
    durable: embedded.durable,
    fault: embedded.fault,
    signals: noSignals,
    disk,
    changesOf: (tables) => embedded.session.changes.of(tables),
    requireRoom: () => disk.requireRoom(),
    script: async (text) => ({ rows: allRows(await embedded.session.script(text)) }),
    startStatistics: () => embedded.startStatistics(),
    copyTo: (target) => embedded.copyTo(target),
    async [Symbol.asyncDispose]() {
      await embedded[Symbol.asyncDispose]();
      disk[Symbol.dispose]();
    },
  };
}

async function openServerDatabase(
  url: string,
  { disk, log, ...limits }: { disk: DiskSpace; log: Log } & ServerLimits,
): Promise<Database> {
  const pool = new ServerPool(url, log, limits);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new StartError(
      `PostgreSQL at DATABASE_URL does not answer: ${(cause as Error).message}. Check the ` +
        'address, the name and the password, or leave DATABASE_URL out to use the embedded ' +
        'database.',
      { cause },
    );
  }
  const db = openHandles(
    async (asker) => new ServerLease(pool, asker),
    () => pool.end(),
  );
  let upkeep: Periodic | undefined;
  const signals = new ServerSignals(pool, { url, log });
  return {
    db,
    kind: 'postgresql',
    durable: true,
    // The pool reconnects by itself, so the service needs no restart.
    fault: new Promise(() => {}),
    signals,
    disk,
    changesOf: () => null,
    // The database server monitors its own disk.
    requireRoom: () => {},
    script: async (text) => ({ rows: allRows(await pool.script(text)) }),
    startStatistics: () => void (upkeep ??= startServerUpkeep(pool, log)),
    async [Symbol.asyncDispose]() {
      await signals[Symbol.asyncDispose]();
      await upkeep?.[Symbol.asyncDispose]();
      await db.destroy();
      disk[Symbol.dispose]();
    },
  };
}

/** For a text with several statements, the driver returns an array of results. */
function allRows(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows;
}
