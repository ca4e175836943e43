/** One process at a time, told by the name of a file that need not exist. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Null when another process has it. On Linux the lock is an abstract Unix socket, which dies with
 * its owner however it dies; elsewhere the file, with the owner's process id.
 */
export async function lockProcess(path: string): Promise<AsyncDisposable | null> {
  return process.platform === 'linux' ? lockBySocket(path) : lockByFile(path);
}

async function lockBySocket(path: string): Promise<AsyncDisposable | null> {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
  const server = createServer();
  const isMine = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(`\0commonplace-${name}`, () => resolve(true));
  });
  if (!isMine) return null;
  server.unref();
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function lockByFile(path: string): Promise<AsyncDisposable | null> {
  for (;;) {
    try {
      const descriptor = openSync(path, 'wx');
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return { [Symbol.asyncDispose]: async () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAlive(Number(readFileSync(path, 'utf8')))) return null;
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
