import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { StartError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { DiskSpace } from '../disk-space.ts';
import { lockFolder } from '../folder-lock.ts';
import { createDatabase } from './creation.ts';
import { writeOwnerRecord } from './owner-record.ts';
import type { OwnerRecord } from './owner-record.ts';
import type { DatabaseWorkerOptions, WorkerReply, WorkerRequest } from './protocol.ts';
import { WALL } from '../calls/walled-query.ts';
import { SharedSession } from './session.ts';
import { copyDatabase } from './snapshot.ts';
import { StallWatch } from './stall-watch.ts';
import { startUpkeep } from './upkeep.ts';
import { WorkerWire } from './wire.ts';

/**
 * The memory in which the thread allocates new objects. V8 would let it grow to 48 MB and keep it.
 */
const YOUNG_MB = 8;
/** A thread that has not ended after this time is terminated. */
const CLOSE_MS = 8_000;

export interface EmbeddedDatabase extends AsyncDisposable {
  session: SharedSession;
  /** False when no sync has reached the disk, so acknowledged writes may be lost. */
  durable: boolean;
  /** Resolves to an error message when the database has failed; all later calls fail. */
  fault: Promise<string>;
  startStatistics(): void;
  /** Makes a copy of the database of this moment in another folder, while the database works. */
  copyTo(folder: string): Promise<void>;
}

/**
 * Opens or creates the PostgreSQL in `folder/postgres` for this process only; refuses a second
 * process. `WorkerPool` does not fit, because this thread exchanges a byte stream without requests
 * and is never replaced.
 */
export async function openEmbedded({
  folder,
  disk,
  log,
  onThread,
}: {
  folder: string;
  disk: DiskSpace;
  log: Log;
  /** Called when the thread begins to open the database. */
  onThread?: (() => void) | undefined;
}): Promise<EmbeddedDatabase> {
  await using stack = new AsyncDisposableStack();
  stack.use(await lockFolder(folder));
  const owner = stack.use(await recordOwner(folder));
  await createDatabase(join(folder, 'postgres'));
  const worker = new Worker(new URL(`./worker${extname(import.meta.filename)}`, import.meta.url), {
    workerData: { folder: join(folder, 'postgres') } satisfies DatabaseWorkerOptions,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  onThread?.();
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  stack.defer(async () => {
    worker.postMessage({ type: 'close' } satisfies WorkerRequest);
    await Promise.race([exit, wait(CLOSE_MS, null, { ref: false })]);
    // A thread that hangs in a system call never ends, so the process must not wait for it.
    void worker.terminate();
  });
  const durable = await opened(worker, folder);

  let closing = false;
  const { promise: fault, resolve: fail } = Promise.withResolvers<string>();
  worker.on('error', ({ message }) => fail(sentenceOf(message)));
  worker.on('message', (reply: WorkerReply) => {
    if (reply.type === 'failed') fail(sentenceOf(reply.reason));
  });
  void exit.then(() => fail(sentenceOf('its thread ended')));
  const wire = new WorkerWire(worker);
  void fault.then((sentence) => {
    if (!closing) log.error({}, sentence);
    wire.destroy(new Error(sentence));
  });

  const client = new pg.Client({
    stream: () => wire as never,
    user: 'postgres',
    database: 'postgres',
    pipeline: true,
  });
  client.on('error', (error) => fail(sentenceOf(error.message)));
  await client.connect();
  await client.query(WALL);
  const stall = stack.use(
    new StallWatch(worker, () => fail(sentenceOf('the disk does not answer'))),
  );
  const session = new SharedSession(client, { disk, stall });
  const checkOwner = () => {
    try {
      owner.check();
    } catch (error) {
      fail((error as Error).message);
      throw error;
    }
  };
  const copies = { underWay: 0, last: Promise.resolve() };
  const isCopying = () => copies.underWay > 0;
  const upkeep = startUpkeep({ session, disk, checkOwner, isCopying, log });
  const copyTo = async (target: string) => {
    copies.underWay += 1;
    // The checkpoint of one copy would break another.
    const copy = copies.last.then(() =>
      copyDatabase(session, join(folder, 'postgres'), join(target, 'postgres')),
    );
    copies.last = copy.catch(() => {});
    await copy.finally(() => (copies.underWay -= 1));
  };
  stack.defer(async () => {
    await upkeep[Symbol.asyncDispose]();
    await session.end();
    closing = true;
  });

  const owned = stack.move();
  return {
    session,
    durable,
    fault,
    startStatistics: () => upkeep.startStatistics(),
    copyTo,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function opened(worker: Worker, folder: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(
        new StartError(
          `The database in ${folder} cannot be opened: ${reason}. Nothing was changed.`,
        ),
      );
    worker.once('error', ({ message }) => refuse(message));
    worker.once('exit', () => refuse('its thread ended'));
    worker.once('message', (reply: WorkerReply) =>
      reply.type === 'open' ? resolve(reply.durable) : refuse('it failed during start-up'),
    );
  });
}

async function recordOwner(folder: string): Promise<OwnerRecord> {
  try {
    return await writeOwnerRecord(folder);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${folder} cannot be written (${code}). Free space or choose another with SVC_DATA_DIR.`,
      { cause },
    );
  }
}

function sentenceOf(reason: string): string {
  return `The embedded database has stopped (${reason}). Acknowledged data is safe; start the service again.`;
}
