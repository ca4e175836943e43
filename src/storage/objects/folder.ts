import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../../core/errors.ts';
import { syncFolders } from '../journal.ts';
import type { ByteRange, ListedObject, ObjectStore } from './store.ts';

const PARTIAL = '.partial';
/** A file that is still partial after this time belongs to no running process. */
const ABANDONED_MS = 24 * 3_600_000;

/** Keeps each object as a file below the folder. */
export function folderStore(folder: string): ObjectStore {
  return {
    address: folder,
    put: (name, content) => saying(folder, () => putFile(join(folder, name), content)),
    get: (name, range) => saying(folder, () => readPart(join(folder, name), range)),
    list: (below) => listFiles(folder, below),
    remove: (name) => saying(folder, () => rm(join(folder, name), { force: true })),
  };
}

/** Writes a temporary file, which gets its name when it is on the disk. */
async function putFile(path: string, content: Buffer): Promise<void> {
  const parent = dirname(path);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    {
      await using file = await open(partial, 'wx', 0o600);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolders([parent, dirname(parent)]);
}

async function readPart(path: string, range: ByteRange | undefined): Promise<Buffer | null> {
  try {
    await using file = await open(path);
    if (!range) return await file.readFile();
    const { size } = await file.stat();
    const length = Math.max(0, Math.min(range.to + 1, size) - range.from);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, range.from);
    return buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function* listFiles(folder: string, below: string): AsyncGenerator<ListedObject> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(folder, below), options).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw sentenceOf(folder, error);
    },
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // It may have been removed meanwhile.
    const facts = await stat(path).catch(() => null);
    if (!facts) continue;
    if (!entry.name.endsWith(PARTIAL)) {
      const name = path.slice(folder.length + 1);
      yield { name, bytes: facts.size, modified_at: facts.mtime };
    } else if (Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

async function saying<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sentenceOf(folder, error);
  }
}

function sentenceOf(folder: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === undefined) return cause;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const cure = isFull ? 'Free space on its disk' : 'Give it to the user of the service';
  return new StartError(`The folder ${folder} of SVC_FILES cannot be used (${code}). ${cure}.`, {
    cause,
  });
}
