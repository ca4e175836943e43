/** Ensures that one process runs at a time, by an operating-system lock on a file. */
import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import koffi, { type LibraryHandle } from 'koffi';
import { StartError } from './errors.ts';

const LOCK_EXCLUSIVE_NOW = 2 | 4;

/**
 * Returns null when another process holds the lock. The lock belongs to the file, so it also works
 * between containers that share a volume. The operating system releases it when the process ends,
 * even after a crash. Windows has no `flock`, so the file there holds the owner's process id.
 */
export async function lockProcess(
  path: string,
  platform = process.platform,
): Promise<AsyncDisposable | null> {
  return platform === 'win32' ? lockByProcessId(path) : lockByFile(path);
}

let library: LibraryHandle | undefined;

/** Returns 0, or the error number. */
function flock(descriptor: number): number {
  // koffi unloads a library when its handle is garbage-collected, so the handle is kept.
  library ??= koffi.load(null);
  const call = library.func('int flock(int descriptor, int operation)') as (
    ...values: number[]
  ) => number;
  return call(descriptor, LOCK_EXCLUSIVE_NOW) === 0 ? 0 : koffi.errno();
}

function lockByFile(path: string): AsyncDisposable | null {
  for (;;) {
    const descriptor = openSync(path, 'a', 0o600);
    const failure = flock(descriptor);
    if (failure !== 0) {
      closeSync(descriptor);
      if (failure === koffi.os.errno.EAGAIN) return null;
      throw new StartError(
        `The file system of ${path} does not support file locks (error ${failure}). Keep the data on a disk of this machine.`,
      );
    }
    // Another process may have removed the file between opening and locking; the lock then protects
    // nothing.
    if (fstatSync(descriptor).ino === statSync(path, { throwIfNoEntry: false })?.ino) {
      return {
        [Symbol.asyncDispose]: async () => {
          rmSync(path, { force: true });
          closeSync(descriptor);
        },
      };
    }
    closeSync(descriptor);
  }
}

async function lockByProcessId(path: string): Promise<AsyncDisposable | null> {
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
