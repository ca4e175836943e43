import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';
import { StartError } from '../../../core/errors.ts';
import type { ArchiveSink } from '../places/place.ts';
import { encrypted } from './encryption.ts';

/** Level 6 takes twice the time of this level and saves 5 %. */
const COMPRESSION = 4;
const MODE = 0o600;

export interface ArchiveWriter {
  /** Adds an entry from memory. */
  add(name: string, content: string | Uint8Array): Promise<void>;
  addFolder(name: string): Promise<void>;
  /**
   * Adds the first `bytes` bytes of a file, which may be growing. Returns null when the file is
   * gone.
   */
  addFile(name: string, path: string): Promise<{ bytes: number; sha256: string } | null>;
}

export interface WriteOptions {
  sink: ArchiveSink;
  /** A passphrase or a key of age; undefined for an archive in plain text. */
  key: string | undefined;
  /** Ends the writing, and is its error. */
  signal?: AbortSignal | undefined;
}

/** Writes an archive. A failure leaves an earlier archive of that name as it was. */
export async function writeArchive<T>(
  { sink, key, signal }: WriteOptions,
  fill: (writer: ArchiveWriter) => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  try {
    const result = await writeTo({ sink, key, signal }, fill);
    return { result, bytes: await sink.finish() };
  } catch (error) {
    await sink.discard().catch(() => {});
    throw refusalOf(signal?.aborted ? signal.reason : error, sink.address);
  }
}

async function writeTo<T>(
  { sink, key, signal: asked }: WriteOptions,
  fill: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const entries = pack();
  const compressed = new PassThrough();
  const stop = new AbortController();
  const signal = asked ? AbortSignal.any([stop.signal, asked]) : stop.signal;
  const compressing = pipeline(entries, createGzip({ level: COMPRESSION }), compressed, { signal });
  // The first failure of a stage is reported, and ends the other stages.
  const storing = store(compressed, { sink, key, signal });
  const filling = fill(writerTo(entries)).then((result) => {
    entries.finalize();
    return result;
  });
  const failed = Promise.race([
    compressing.then(() => new Promise<never>(() => {})),
    storing.then(() => new Promise<never>(() => {})),
  ]);
  try {
    const result = await Promise.race([filling, failed]);
    await Promise.all([compressing, storing]);
    return result;
  } catch (error) {
    stop.abort();
    entries.destroy();
    await Promise.allSettled([compressing, storing]);
    throw error;
  }
}

async function store(
  compressed: PassThrough,
  { sink, key, signal }: WriteOptions & { signal: AbortSignal },
): Promise<void> {
  await sink.write(key === undefined ? compressed : await encrypted(compressed, key), signal);
}

function writerTo(entries: Pack): ArchiveWriter {
  const finished = (make: (done: (error?: Error | null) => void) => ReturnType<Pack['entry']>) =>
    new Promise<void>((resolve, reject) => {
      const entry = make((error) => (error ? reject(error) : resolve()));
      // Without this, a failure of the archive in the middle of an entry would end the process.
      entry.on('error', reject);
    });
  const add = (name: string, content: string | Uint8Array) =>
    finished((done) => entries.entry({ name, mode: MODE }, Buffer.from(content as string), done));
  return {
    add,
    addFolder: (name) =>
      finished((done) => entries.entry({ name, type: 'directory', mode: 0o700 }, done)),
    async addFile(name, path) {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!file) return null;
      const { size } = await file.stat();
      const hash = createHash('sha256');
      if (size === 0) {
        await file.close();
        await add(name, '');
        return { bytes: 0, sha256: hash.digest('hex') };
      }
      const content = createReadStream('', { fd: file, end: size - 1 });
      content.on('data', (chunk) => hash.update(chunk));
      await pipeline(content, entries.entry({ name, size, mode: MODE }));
      return { bytes: size, sha256: hash.digest('hex') };
    },
  };
}

function refusalOf(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isDisk = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'ENOENT', 'EIO', 'EFBIG'];
  if (!isDisk.includes(code ?? '')) return error;
  return new StartError(`The backup ${path} cannot be written: ${message}`, { cause: error });
}
