import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../../core/errors.ts';
import { syncFolders } from '../../journal.ts';
import { isOurArchive } from './names.ts';
import type { ArchiveSink, BackupFile, BackupPlace } from './place.ts';

export function folderPlace(folder: string): BackupPlace {
  return {
    address: folder,
    list: () => listFolder(folder),
    prepare: () => makeFolder(folder),
    sink: (name) => fileSink(folder, join(folder, name)),
    archive: (name) => ({
      address: join(folder, name),
      open: () => openFile(join(folder, name)),
    }),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function listFolder(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isOurArchive).toSorted();
  const files = names.toReversed().map(async (name) => {
    // A newer backup may just have replaced an old one.
    const facts = await stat(join(folder, name)).catch(() => null);
    return facts ? [{ name, bytes: facts.size, made_at: facts.mtime }] : [];
  });
  return (await Promise.all(files)).flat();
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`The folder ${folder} cannot be made (${code}). Choose another.`, {
      cause,
    });
  }
}

/** Writes to a temporary name. The archive gets its name when it is complete and on the disk. */
function fileSink(folder: string, path: string): ArchiveSink {
  // Two processes may write an archive of one name at the same time.
  const partial = `${path}.${process.pid}.partial`;
  return {
    address: path,
    async write(content, signal) {
      await pipeline(content, createWriteStream(partial, { mode: 0o600 }), { signal });
    },
    async finish() {
      await using file = await open(partial, 'r+');
      await file.sync();
      const { size } = await file.stat();
      await rename(partial, path);
      await syncFolders([folder]);
      return size;
    },
    discard: () => rm(partial, { force: true }),
  };
}

async function openFile(path: string) {
  try {
    const { size } = await stat(path);
    return { bytes: size, content: createReadStream(path) };
  } catch (cause) {
    throw new StartError(`There is no archive ${path}.`, { cause });
  }
}
