import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';
import { LOCK_FILE, lockFolder } from './folder-lock.ts';
import { syncFolders } from './journal.ts';

const UNLOCKED = '.new-';

export interface Journals extends AsyncDisposable {
  /** Identifies this run of the process. */
  id: string;
  /** The previous runs whose journals this process inherited. */
  ended: readonly string[];
  /** The folder with the journals of this process, including journals from previous runs. */
  folder: string;
}

/**
 * Opens this process's folder of journals, and takes over the journals of all processes that have
 * ended.
 */
export async function openJournals(root: string): Promise<Journals> {
  const name = randomUUID();
  const folder = join(root, name);
  // Until the folder is locked, it has a name that other processes do not take over.
  const unlocked = join(root, `${UNLOCKED}${name}`);
  await mkdir(unlocked, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(unlocked);
  await rename(unlocked, folder);
  const ended: string[] = [];
  for (const other of await readdir(root)) {
    if (other === name || other.startsWith(UNLOCKED)) continue;
    if (await inherit(join(root, other), folder)) ended.push(other);
  }
  await syncFolders([folder, root]);
  return {
    id: name,
    ended,
    folder,
    async [Symbol.asyncDispose]() {
      await lock[Symbol.asyncDispose]();
    },
  };
}

/** Takes over the journals of another process; returns false when that process is still running. */
async function inherit(from: string, to: string): Promise<boolean> {
  const lock = await lockFolder(from).catch((error: unknown) => {
    // The owner of this journal is still running, or another process has just claimed it.
    if (error instanceof StartError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return null;
    throw error;
  });
  if (!lock) return false;
  for (const name of await readdir(from)) {
    if (name !== LOCK_FILE) await rename(join(from, name), join(to, name));
  }
  await rm(from, { recursive: true, force: true, maxRetries: 3 });
  await lock[Symbol.asyncDispose]();
  return true;
}
