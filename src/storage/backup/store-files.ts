/** The files of the data folder that belong to a backup: sound without words, and uploads. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../core/errors.ts';
import { LOCK_FILE } from '../folder-lock.ts';
import { FILE, FILE_FOLDERS, FOLDER } from './archive/format.ts';
import type { BackupManifest } from './archive/format.ts';
import type { ArchiveEntry } from './archive/read.ts';
import type { ArchiveWriter } from './archive/write.ts';

/**
 * Adds the files in the order in which sound moves: an upload becomes sound, and sound becomes
 * words in the database, which is read last. So a file that moves meanwhile is stored at least
 * once.
 */
export async function addFiles(
  writer: ArchiveWriter,
  dataDir: string,
): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = [];
  for (const folder of FILE_FOLDERS) {
    for await (const path of namesBelow(dataDir, folder)) {
      const name = `files/${path}`;
      if (FOLDER.test(name)) await writer.addFolder(name);
      if (!FILE.test(name)) continue;
      const added = await writer.addFile(name, join(dataDir, path));
      if (added) files.push({ path, ...added });
    }
  }
  return files;
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

/** Writes an entry as a file below `dataDir`. Returns null when the entry is a folder. */
export async function storeFile(
  entry: ArchiveEntry,
  dataDir: string,
  requireRoom: () => void,
): Promise<BackupManifest['files'][number] | null> {
  const folder = FOLDER.exec(entry.name)?.[1];
  if (entry.isFolder && folder) {
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    return null;
  }
  const path = FILE.exec(entry.name)?.[1];
  if (!path || entry.isFolder || path.includes('..')) {
    throw new StartError(
      `The archive contains ${JSON.stringify(entry.name)}, which no backup has.`,
    );
  }
  const target = join(dataDir, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        requireRoom();
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(
    entry.content,
    count,
    createWriteStream(target, { mode: 0o600, flush: true, flags: 'wx' }),
  );
  return { path, bytes, sha256: hash.digest('hex') };
}
