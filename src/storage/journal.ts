/**
 * Keeps unprocessed input in files, so that it survives the process and can be processed later.
 *
 * Each journal is a folder. `about.json` describes the owner of the journal. Numbered files contain
 * batches; each batch is a note with its messages. A file is deleted when all its batches are
 * processed. Flushed input survives the end of the process; synced input survives a power cut.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The number of batches in about ten seconds of a live stream. */
const BATCHES_PER_FILE = 16;
/** The name of the file that describes the owner. */
export const ABOUT = 'about.json';
/** The names of the files with batches. */
export const BATCHES = /^\d{8}\.batches$/;

export interface Batch {
  note: unknown;
  messages: Uint8Array[];
}

export class Journal {
  readonly folder: string;
  #messages: Uint8Array[] = [];
  /** The number of batches written so far. */
  #batches = 0;
  /** For each existing file, the number of its first batch. */
  #files: number[] = [];
  #file: FileHandle | undefined;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async begin(folder: string, about: object): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await describeJournal(folder, about);
    return new Journal(folder);
  }

  /** The number of batches written so far, which is also the number of the next batch. */
  get batches(): number {
    return this.#batches;
  }

  /** Adds the next message without copying it, so the message must not change afterwards. */
  append(message: Uint8Array): void {
    this.#messages.push(message);
  }

  /**
   * Writes the messages since the last call as one batch. Returns the number of these messages.
   * Throws when the disk cannot store the whole batch; in this case, nothing of the batch is
   * stored.
   */
  flush(note: unknown, { sync }: { sync: boolean }): Promise<number> {
    return this.#inTurn(async () => {
      const messages = this.#messages.splice(0);
      if (messages.length === 0) return 0;
      const file = await this.#fileOfNext({ sync });
      const { size } = await file.stat();
      try {
        // A nearly full disk may write only a part; `appendFile` continues until everything is
        // written or fails.
        await file.appendFile(encode({ note, messages }));
        if (sync) await file.datasync();
      } catch (error) {
        await file.truncate(size);
        throw error;
      }
      this.#batches += 1;
      return messages.length;
    });
  }

  /** Discards all batches before this number, because they are processed. */
  forget(before: number): Promise<void> {
    return this.#inTurn(async () => {
      while (this.#files.length > 1 && this.#files[1]! <= before) {
        await rm(join(this.folder, nameOf(this.#files.shift()!)), { force: true });
      }
      if (before < this.#batches || this.#files.length === 0) return;
      // During silence, all batches have been processed. The file is deleted, so no sound stays on
      // the disk.
      await this.#close();
      await rm(join(this.folder, nameOf(this.#files.pop()!)), { force: true });
    });
  }

  /** Closes the journal; unprocessed batches stay on the disk. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  /** Deletes the journal after everything is processed. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#close();
      await removeJournal(this.folder);
    });
  }

  async #fileOfNext({ sync }: { sync: boolean }): Promise<FileHandle> {
    const first = this.#files.at(-1);
    if (this.#file && first !== undefined && this.#batches - first < BATCHES_PER_FILE) {
      return this.#file;
    }
    await this.#close();
    this.#file = await open(join(this.folder, nameOf(this.#batches)), 'a', 0o600);
    this.#files.push(this.#batches);
    // The names of the file and of its folder must be on the disk too.
    if (sync) await syncFolders([this.folder, dirname(this.folder)]);
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }
}

/** Makes the names of new files in these folders survive a power cut. */
export async function syncFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await using handle = await open(folder);
    await handle.sync();
  }
}

/** Lists the folders of the existing journals. */
export async function listJournals(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names.toSorted().map((name) => join(root, name));
}

/**
 * Returns the description of the journal's owner; null when the folder does not exist or is not a
 * journal. Throws when the description is unreadable.
 */
export async function aboutJournal(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, ABOUT), 'utf8').catch(() => 'null');
  return JSON.parse(text);
}

/** Writes or replaces the journal's description. */
export async function describeJournal(folder: string, about: object): Promise<void> {
  const path = join(folder, ABOUT);
  await writeFile(`${path}.new`, JSON.stringify(about), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/**
 * Yields all batches in order. A crash can cut off the last batch, which was never flushed. A power
 * cut can leave bytes that no flush wrote, such as zeros; the file is then marked as `damaged` from
 * this position on, and it is kept.
 */
export async function* readJournal(
  folder: string,
  damaged: (path: string) => void = () => {},
): AsyncGenerator<Batch> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => BATCHES.test(each)).toSorted()) {
    const path = join(folder, name);
    for (const { batch } of decode(await readFile(path))) {
      if (batch) yield batch;
      else damaged(path);
    }
  }
}

export function removeJournal(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function nameOf(first: number): string {
  return `${String(first).padStart(8, '0')}.batches`;
}

/**
 * Encodes a batch as length and note, the number of messages, then the length and bytes of each
 * message.
 */
function encode({ note, messages }: Batch): Buffer {
  const text = Buffer.from(JSON.stringify(note));
  const parts: Uint8Array[] = [lengthOf(text), text, number(messages.length)];
  for (const message of messages) parts.push(lengthOf(message), message);
  const body = Buffer.concat(parts);
  return Buffer.concat([lengthOf(body), body]);
}

/**
 * Returns the whole batches at the start of these bytes, and their length. Leaves out the messages of
 * batches that `isWanted` refuses, and keeps their notes.
 */
export function copyBatches(
  bytes: Buffer,
  isWanted: (note: unknown) => boolean,
): { content: Buffer; length: number } {
  const parts: Buffer[] = [];
  let length = 0;
  for (const { batch, end } of decode(bytes)) {
    if (!batch) break;
    parts.push(
      isWanted(batch.note) ? bytes.subarray(length, end) : encode({ ...batch, messages: [] }),
    );
    length = end;
  }
  return { content: Buffer.concat(parts), length };
}

/**
 * Yields each batch and the place where it ends. The last batch is null if the bytes end with something
 * that is not a batch.
 */
function* decode(bytes: Buffer): Generator<{ batch: Batch | null; end: number }> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) return;
    const batch = batchOf(bytes.subarray(at + 4, end));
    yield { batch, end };
    if (!batch) return;
    at = end;
  }
}

/** Returns null when the batch does not fill these bytes exactly. */
function batchOf(body: Buffer): Batch | null {
  let at = 0;
  const take = (): Buffer => {
    const start = at + 4;
    at = start + body.readUInt32LE(at);
    if (at > body.length) throw new RangeError('The batch is incomplete.');
    return body.subarray(start, at);
  };
  try {
    const note: unknown = JSON.parse(take().toString());
    const messages: Uint8Array[] = [];
    const count = body.readUInt32LE(at);
    at += 4;
    while (messages.length < count) messages.push(take());
    return at === body.length ? { note, messages } : null;
  } catch {
    return null;
  }
}

function lengthOf(bytes: Uint8Array): Buffer {
  return number(bytes.length);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
