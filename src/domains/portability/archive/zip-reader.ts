/** Reads zip files, which may be damaged or made to harm. Nothing is written to a path of theirs. */
import { stat } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { FREE_EXPANSION_BYTES, MAX_ENTRIES, MAX_EXPANSION, MAX_LINE_BYTES } from './format.ts';
import { UnfitFile } from '../unfit-file.ts';

export interface Line {
  text: string;
  number: number;
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

  async readAll(name: string, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.read(name)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new UnfitFile(`${name} is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
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

/** Yields the lines of a text in UTF-8. An empty last line does not count. */
export async function* linesOf(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  let rest: Buffer[] = [];
  let waiting = 0;
  const lineOf = (bytes: Buffer): Line => {
    number += 1;
    try {
      return { text: decoder.decode(bytes), number };
    } catch (cause) {
      throw new UnfitFile(`${name}, line ${number}: this is not UTF-8.`, { cause });
    }
  };
  for await (const chunk of content) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(10, from);
      if (end < 0) break;
      const bytes = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      waiting = 0;
      yield lineOf(bytes);
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    waiting += chunk.length - from;
    if (waiting > MAX_LINE_BYTES) {
      throw new UnfitFile(`${name}, line ${number + 1} is longer than ${MAX_LINE_BYTES} bytes.`);
    }
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield lineOf(last);
}
