import { addAbortSignal } from 'node:stream';
import { StartError } from '../../core/errors.ts';
import { encrypted } from '../archive/encryption.ts';
import { packTar } from '../archive/tar.ts';
import { ArchiveWriter } from '../archive/write.ts';
import type { ArchiveSink } from './places/place.ts';

export interface StoreOptions {
  sink: ArchiveSink;
  /** A passphrase or a key of age; undefined for an archive in plain text. */
  key: string | undefined;
  /** Ends the writing, and is its error. */
  signal?: AbortSignal | undefined;
}

/** Stores an archive. A failure leaves an earlier archive of that name as it was. */
export async function storeArchive<T>(
  { sink, key, signal }: StoreOptions,
  fill: (writer: ArchiveWriter) => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  try {
    const result = await storeIn({ sink, key, signal }, fill);
    return { result, bytes: await sink.finish() };
  } catch (error) {
    await sink.discard().catch(() => {});
    throw refusalOf(signal?.aborted ? signal.reason : error, sink.address);
  }
}

async function storeIn<T>(
  { sink, key, signal: asked }: StoreOptions,
  fill: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signal = asked ? AbortSignal.any([stop.signal, asked]) : stop.signal;
  const writer = new ArchiveWriter(packTar());
  const packed = addAbortSignal(signal, writer.output);
  const store = async () =>
    sink.write(key === undefined ? packed : await encrypted(packed, key), signal);
  // The first failure is reported, and ends the other side.
  const storing = store();
  const filling = fill(writer).then(async (result) => {
    await writer.end();
    return result;
  });
  try {
    const [result] = await Promise.all([filling, storing]);
    return result;
  } catch (error) {
    stop.abort();
    await Promise.allSettled([storing]);
    throw error;
  }
}

function refusalOf(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isDisk = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'ENOENT', 'EIO', 'EFBIG'];
  if (!isDisk.includes(code ?? '')) return error;
  return new StartError(`The backup ${path} cannot be written: ${message}`, { cause: error });
}
