/** The files of the data folder that belong to a backup: sound without words, and uploads. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UnfitFile } from '../../core/errors.ts';
import type { ArchiveEntry } from '../archive/format.ts';
import type { ArchiveWriter } from '../archive/write.ts';
import { LOCK_FILE } from '../folder-lock.ts';
import { FILE, FILE_FOLDERS, FOLDER } from './entries.ts';

/**
 * Adds the files in the order in which sound moves: an upload becomes sound, and sound becomes
 * words in the database, which is read last. So a file that moves meanwhile is stored at least
 * once. Returns their number.
 */
export async function addFiles(writer: ArchiveWriter, dataDir: string): Promise<number> {
  let files = 0;
  for (const folder of FILE_FOLDERS) {
    for await (const path of namesBelow(dataDir, folder)) {
      const name = `files/${path}`;
      if (FOLDER.test(name)) await writer.add(name, [], { isListed: false });
      if (FILE.test(name) && (await addFile(writer, name, join(dataDir, path)))) files += 1;
    }
  }
  return files;
}

/** Adds a file, which may be growing, as far as it is. Returns false when it is gone. */
export async function addFile(writer: ArchiveWriter, name: string, path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return false;
  const { size } = await file.stat();
  if (size === 0) await file.close();
  const content = size === 0 ? [] : createReadStream('', { fd: file, end: size - 1 });
  await writer.add(name, content as AsyncIterable<Buffer>, { size });
  return true;
}

/** Yields the paths of files, and of folders with a slash at their ends. */
async function* namesBelow(dataDir: string, folder: string): AsyncGenerator<string> {
  const children = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(() => []);
  for (const child of children.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${child.name}`;
    if (child.isDirectory()) {
      yield `${path}/`;
      yield* namesBelow(dataDir, path);
    } else if (child.isFile() && child.name !== LOCK_FILE) yield path;
  }
}

/** Writes an entry as a file or a folder below `dataDir`. */
export async function storeFile(
  { name, isFolder, content }: ArchiveEntry,
  dataDir: string,
  requireRoom: () => void,
): Promise<void> {
  const folder = FOLDER.exec(name)?.[1];
  if (isFolder && folder) {
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    return;
  }
  const path = FILE.exec(name)?.[1];
  if (!path || isFolder || path.includes('..')) throw unknownEntry(name);
  const target = join(dataDir, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const fitting = async function* () {
    for await (const chunk of content) {
      requireRoom();
      yield chunk;
    }
  };
  await pipeline(fitting(), createWriteStream(target, { mode: 0o600, flush: true, flags: 'wx' }));
}

export function unknownEntry(name: string): UnfitFile {
  return new UnfitFile(`The archive contains ${JSON.stringify(name)}, which no backup has.`);
}
