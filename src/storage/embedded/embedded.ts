import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { StartError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { lockFolder } from '../folder-lock.ts';
import type { WorkerOptions, WorkerReply, WorkerRequest } from './protocol.ts';
import { SharedSession } from './session.ts';
import { startUpkeep } from './upkeep.ts';
import { WorkerWire } from './wire.ts';

export interface EmbeddedDatabase extends AsyncDisposable {
  session: SharedSession;
  /** False when no sync was seen to reach the disk: then nobody may claim durability. */
  durable: boolean;
}

/** Opens (or makes) the PostgreSQL in `folder/postgres`, alone: a second process is turned away. */
export async function openEmbedded({
  folder,
  log,
}: {
  folder: string;
  log: Log;
}): Promise<EmbeddedDatabase> {
  makeFolder(folder);
  const lock = await lockFolder(folder);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder: join(folder, 'postgres') } satisfies WorkerOptions,
  });
  const durable = await new Promise<boolean>((resolve, reject) => {
    worker.once('error', (cause) => reject(cannotOpen(folder, cause)));
    worker.once('message', (reply: WorkerReply) => resolve(reply.type === 'open' && reply.durable));
  });

  const client = new pg.Client({
    stream: () => new WorkerWire(worker) as never,
    user: 'postgres',
    database: 'postgres',
    pipeline: true,
  });
  let closing = false;
  client.on('error', (error) => {
    if (!closing) log.error({ err: error }, 'the embedded database has stopped');
  });
  await client.connect();
  const session = new SharedSession(client);
  const upkeep = startUpkeep({ session, log });

  return {
    session,
    durable,
    async [Symbol.asyncDispose]() {
      await upkeep[Symbol.asyncDispose]();
      await session.end();
      closing = true;
      worker.postMessage({ type: 'close' } satisfies WorkerRequest);
      await new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      await lock[Symbol.asyncDispose]();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}). Choose another with SVC_DATA_DIR.`,
      { cause },
    );
  }
}

function cannotOpen(folder: string, cause: Error): StartError {
  return new StartError(
    `The database in ${folder} cannot be opened: ${cause.message}. Nothing was changed.`,
    { cause },
  );
}
