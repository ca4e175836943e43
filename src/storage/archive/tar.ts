/** Archives as gzipped tar files, which are written and read piece by piece. */
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { Extract } from 'tar-stream';
import { StartError, UnfitFile } from '../../core/errors.ts';
import { decrypted, detectEncryption } from './encryption.ts';
import { FREE_EXPANSION_BYTES, MAX_EXPANSION } from './format.ts';
import type { ArchiveEntry } from './format.ts';
import type { Packing } from './write.ts';

/** Level 6 takes twice the time of this level and saves 5 %. */
const COMPRESSION = 4;

export function packTar(): Packing {
  const entries = pack();
  const output = createGzip({ level: COMPRESSION });
  // The pipeline gives its error to both streams.
  pipeline(entries, output).catch(() => {});
  return {
    output,
    async add(name, content, { size }) {
      if (name.endsWith('/')) {
        await new Promise<void>((resolve, reject) => {
          const made = (error?: Error | null) => (error ? reject(error) : resolve());
          entries.entry({ name, type: 'directory', mode: 0o700 }, made).on('error', reject);
        });
        return;
      }
      const chunks = Readable.from(content, { objectMode: false });
      await pipeline(chunks, entries.entry({ name, size: size!, mode: 0o600 }));
    },
    end: () => entries.finalize(),
  };
}

interface PackedTar {
  /** The name of the archive in sentences. */
  title: string;
  bytes: number;
  content: Readable;
  /** The key of an encrypted archive. */
  key: string | undefined;
}

type TarEntry = Extract extends AsyncIterable<infer Each> ? Each : never;

/** Yields the entries in order. Each must be read before the next one. */
export async function* unpackTar({
  title,
  bytes,
  content: encoded,
  key,
}: PackedTar): AsyncGenerator<ArchiveEntry, void, undefined> {
  const entries = extract();
  let last = 'its beginning';
  const damaged = (cause: unknown): Error => {
    if (cause instanceof StartError || cause instanceof UnfitFile) return cause;
    const { message } = cause as Error;
    return new UnfitFile(`${title} is damaged after ${last}: ${message}. Nothing was restored.`, {
      cause,
    });
  };
  try {
    const { isEncrypted, isZip, content: found } = await detectEncryption(encoded);
    if (isZip) {
      throw new UnfitFile(
        `${title} is a zip, and no backup. To read the archive of an account, run: commonplace import FILE`,
      );
    }
    const stored = isEncrypted ? await decrypted(found, key) : found;
    // The pipeline gives its error to the entries, so the loop throws it, perhaps later.
    pipeline(stored, createGunzip(), expansionLimit(bytes, title), entries).catch(() => {});
    for await (const entry of entries) {
      const { name } = entry.header;
      yield {
        name,
        isFolder: kindOf(entry, title) === 'folder',
        content: chunksOf(entry, damaged),
      };
      // Leaves nothing unread, because the next entry would never come.
      entry.resume();
      last = name;
    }
  } catch (error) {
    throw damaged(error);
  } finally {
    encoded.destroy();
  }
}

/** Yields the content of an entry. Damage in the middle of it is reported like any other. */
async function* chunksOf(
  entry: TarEntry,
  damaged: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  try {
    yield* entry as AsyncIterable<Buffer>;
  } catch (error) {
    throw damaged(error);
  }
}

function kindOf({ header }: TarEntry, title: string): 'file' | 'folder' {
  const { type, name } = header;
  if (type === 'file' || type === 'contiguous-file') return 'file';
  if (type === 'directory') return 'folder';
  throw new UnfitFile(`${title} contains ${name} of the type ${type}, which no archive contains.`);
}

/** Ends an archive that expands without measure. */
function expansionLimit(archiveBytes: number, title: string): Transform {
  const limit = FREE_EXPANSION_BYTES + archiveBytes * MAX_EXPANSION;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= limit) done(null, chunk);
      else done(new UnfitFile(`${title} expands to more than ${limit} bytes.`));
    },
  });
}
