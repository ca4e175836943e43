import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolders } from './journal.ts';

export interface Journals extends AsyncDisposable {
  /** The folder in which this process keeps its journals, and those that it inherited. */
  folder: string;
}

/** Opens the shelf of this process, with the journals of all processes that are no more. */
export async function openJournals(root: string): Promise<Journals> {
  const folder = join(root, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  for (const name of await readdir(root)) {
    const other = join(root, name);
    if (other !== folder) await inherit(other, folder);
  }
  await syncFolders([folder, root]);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await lock[Symbol.asyncDispose]();
    },
  };
}

/** Takes the journals of a process over, unless it lives. */
async function inherit(from: string, to: string): Promise<void> {
  const lock = await lockFolder(from).catch((error: unknown) => {
    if (error instanceof StartError) return null;
    throw error;
  });
  if (!lock) return;
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
  await lock[Symbol.asyncDispose]();
  await rm(from, { recursive: true, force: true });
}
