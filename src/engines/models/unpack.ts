/** Extracts the needed files of a model from its archive. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import { ModelError } from './model-error.ts';

export interface UnpackedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface UnpackOptions {
  archive: string;
  /** The target folder; it must not exist yet. */
  folder: string;
  /** Selects files by their paths below the top folder of the archive. */
  wanted(path: string): boolean;
  signal: AbortSignal;
  /** Replaces bzip2 in tests, to decompress without it. */
  bzip2?: string;
}

/** More bytes than any model needs. The limit protects against archives that expand endlessly. */
const MAX_BYTES = 4_000_000_000;

export async function unpack(options: UnpackOptions): Promise<UnpackedFile[]> {
  const { archive, folder, wanted, signal } = options;
  const files: UnpackedFile[] = [];
  const entries = extract();
  const reading = pipeline(await decompressed(options), entries, { signal });
  // The loop below throws when the archive cannot be read.
  reading.catch((error: Error) => entries.destroy(error));
  let bytes = 0;
  try {
    for await (const entry of entries) {
      const path = safePath(entry.header);
      const isWanted = entry.header.type === 'file' && path !== '' && wanted(path);
      bytes += entry.header.size ?? 0;
      if (bytes > MAX_BYTES) throw new ModelError('The archive is larger than any model.');
      if (isWanted) files.push(await keep(entry as AsyncIterable<Uint8Array>, { folder, path }));
      else entry.resume();
    }
    await reading;
  } catch (error) {
    entries.destroy();
    await reading.catch(() => {});
    signal.throwIfAborted();
    if (error instanceof ModelError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('E') && !code.startsWith('ERR')) throw error;
    throw new ModelError(`${archive} is not an archive that can be unpacked.`, { cause: error });
  }
  return files;
}

/**
 * Removes the top folder from a path in the archive. Throws for a path that leads out of the
 * archive, which is an attack.
 */
function safePath({ name, linkname }: Header): string {
  for (const path of [name, linkname ?? '']) {
    const parts = path.split(/[/\\]/);
    if (path.startsWith('/') || parts.includes('..') || /^[a-z]:/i.test(path)) {
      throw new ModelError(
        `The archive contains a path outside its folder, ${path}, and was refused.`,
      );
    }
  }
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.slice(1).join('/');
}

async function keep(
  entry: AsyncIterable<Uint8Array>,
  { folder, path }: { folder: string; path: string },
): Promise<UnpackedFile> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await using file = await open(target, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of entry) {
    await file.writeFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  }
  await file.sync();
  return { path, bytes, sha256: hash.digest('hex') };
}

/**
 * Uses the bzip2 program if it is installed, because it is three times as fast. A byte filter has
 * no requests, so `WorkerHandle` does not fit.
 */
async function decompressed({ archive, bzip2 = 'bzip2' }: UnpackOptions): Promise<Readable> {
  const child = spawn(bzip2, ['-dc', archive], { stdio: ['ignore', 'pipe', 'ignore'] });
  const started = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (!started) return createReadStream(archive).pipe(unbzip2());
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return Readable.from(
    (async function* output() {
      try {
        yield* child.stdout;
        if ((await exit) !== 0) throw new ModelError(`${archive} is damaged.`);
      } finally {
        child.kill('SIGKILL');
      }
    })(),
  );
}
