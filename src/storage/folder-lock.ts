import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';

/**
 * One process per data folder: two embedded databases on one folder silently lose each other's
 * rows. On Linux the lock is an abstract Unix socket, which dies with its owner however it dies;
 * elsewhere a file with the owner's process id.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  return process.platform === 'linux' ? lockBySocket(folder) : lockByFile(folder);
}

function taken(folder: string): StartError {
  return new StartError(
    `Another Commonplace is already running on ${folder}. Stop it first, or give this one a folder of its own with SVC_DATA_DIR.`,
  );
}

async function lockBySocket(folder: string): Promise<AsyncDisposable> {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(folder) : error),
    );
    server.listen(`\0commonplace-${name}`, resolve);
  });
  server.unref();
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function lockByFile(folder: string): Promise<AsyncDisposable> {
  const path = join(folder, 'process.lock');
  for (;;) {
    try {
      const descriptor = openSync(path, 'wx');
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return { [Symbol.asyncDispose]: async () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAlive(Number(readFileSync(path, 'utf8')))) throw taken(folder);
      rmSync(path, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
