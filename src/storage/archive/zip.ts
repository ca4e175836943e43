/** Archives as zip files, which any program opens. Nothing is written to a path of theirs. */
import { stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { UnfitFile } from '../../core/errors.ts';
import { FREE_EXPANSION_BYTES, HEAD, MANIFEST, MAX_EXPANSION } from './format.ts';
import type { ArchiveEntry } from './format.ts';
import type { Packing } from './write.ts';

const MAX_ENTRIES = 500_000;
/** The same for every entry, so that equal records make equal archives. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const;

export function packZip(): Packing {
  const zip = new NewZip();
  // The output of the zip file is an old kind of stream, which a destroyed reader does not stop.
  const output = (zip.outputStream as Readable).pipe(new PassThrough());
  (zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error));
  return {
    output,
    async add(name, content, { isCompressed = false }) {
      const stream = Readable.from(content, { objectMode: false });
      // A reader that leaves ends the content.
      const leave = () => stream.destroy();
      output.once('close', leave);
      zip.addReadStream(stream, name, { ...OPTIONS, compress: !isCompressed });
      await finished(stream).finally(() => output.off('close', leave));
    },
    end: () => zip.end(),
  };
}

export class ZipReader implements AsyncDisposable {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Refuses double names, paths that leave the archive, and archives that expand without measure. */
  static async open(path: string): Promise<ZipReader> {
    const { size } = await stat(path);
    // Some programs of Windows write paths with backslashes; they are read as slashes.
    const zip = await openPromise(path, { autoClose: false }).catch(damaged);
    try {
      return new ZipReader(zip, await listEntries(zip, size));
    } catch (error) {
      zip.close();
      throw error instanceof UnfitFile ? error : damaged(error);
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Yields all entries. Other programs do not begin with the head and end with the manifest. */
  async *entries(): AsyncGenerator<ArchiveEntry, void, undefined> {
    const others = this.names.filter((name) => name !== HEAD && name !== MANIFEST);
    for (const name of [HEAD, ...others, MANIFEST].filter((each) => this.has(each))) {
      yield this.entry(name);
    }
  }

  entry(name: string): ArchiveEntry {
    return { name, isFolder: name.endsWith('/'), content: this.read(name) };
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new UnfitFile(`${name} is missing in the archive.`);
    if (entry.isEncrypted()) throw new UnfitFile(`${name} is encrypted.`);
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      try {
        for await (const chunk of stream) yield chunk as Buffer;
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw new UnfitFile(`${name} is damaged: ${(error as Error).message}`, { cause: error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }
}

async function listEntries(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) {
    throw new UnfitFile(`The archive has more than ${MAX_ENTRIES} entries.`);
  }
  const entries = new Map<string, Entry>();
  const limit = FREE_EXPANSION_BYTES + size * MAX_EXPANSION;
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize;
    if (bytes > limit) throw new UnfitFile(`The archive expands to more than ${limit} bytes.`);
    if (entries.has(entry.fileName)) {
      throw new UnfitFile(`The archive contains ${entry.fileName} more than once.`);
    }
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function damaged(error: unknown): never {
  throw new UnfitFile(`The archive is damaged: ${(error as Error).message}`, { cause: error });
}
