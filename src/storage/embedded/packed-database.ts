/**
 * A new database as an archive. The package of the service contains one, because PostgreSQL's
 * `initdb` takes 550 MB of memory, and the archive takes 1 MB on the disk. A clone contains none.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, createBrotliDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { syncTree } from './wasm/synced-fs.ts';

export const PACKED_DATABASE = new URL('../../../assets/new-database.tar.br', import.meta.url);

/** The three databases of a new PostgreSQL are nearly equal, and 7 MB apart. */
const COMPRESSION = {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    // The best quality, 11, takes a minute for a tenth less.
    [constants.BROTLI_PARAM_QUALITY]: 6,
  },
};

/** Writes the files of `folder` as an archive. Equal files make an equal archive. */
export async function packDatabase(folder: string, archive: URL | string): Promise<void> {
  const tar = pack();
  const bytes = buffer(tar as unknown as Readable);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    path: join(entry.parentPath, entry.name),
    name: join(entry.parentPath, entry.name).slice(folder.length + 1),
  }));
  for (const { entry, path, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const header = { name, mtime: new Date(0) };
    if (entry.isDirectory()) tar.entry({ ...header, type: 'directory' });
    else tar.entry(header, await readFile(path));
  }
  tar.finalize();
  await writeFile(archive, brotliCompressSync(await bytes, COMPRESSION));
}

/** Resolves when all files are on the disk. */
export async function unpackDatabase(archive: URL | string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const files = extract();
  const unpacking = (async () => {
    for await (const entry of files) {
      const path = join(folder, entry.header.name);
      if (entry.header.type === 'directory') await mkdir(path, { mode: 0o700 });
      else await writeFile(path, await buffer(entry as unknown as Readable), { mode: 0o600 });
    }
  })();
  await Promise.all([
    pipeline(createReadStream(archive), createBrotliDecompress(), files),
    unpacking,
  ]);
  syncTree(folder);
}
