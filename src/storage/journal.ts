/**
 * Keeps input that is not dealt with yet in files: it survives the process and is dealt with later.
 *
 * A journal is a folder. `about.json` says whose it is; numbered files hold batches, each a note
 * and the messages that came with it. A file whose batches are all dealt with is deleted. Flushed
 * input survives the end of the process; synced input survives a power cut.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** About ten seconds of a live stream. */
const BATCHES_PER_FILE = 16;
const ABOUT = 'about.json';
const FILE = /^\d{8}\.batches$/;

export interface Batch {
  note: unknown;
  messages: Uint8Array[];
}

export class Journal {
  readonly folder: string;
  #messages: Uint8Array[] = [];
  /** Batches written so far. */
  #batches = 0;
  /** The numbers of the first batches of the files that are there. */
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

  /** Batches that were written: the number of the next one. */
  get batches(): number {
    return this.#batches;
  }

  /** Takes the next message; it is kept as it is, so it must not change any more. */
  append(message: Uint8Array): void {
    this.#messages.push(message);
  }

  /**
   * Writes what was appended since the last time as one batch. Gives how many messages that were.
   * Throws when the disk does not take all of it; then it has none of it.
   */
  flush(note: unknown, { sync }: { sync: boolean }): Promise<number> {
    return this.#inTurn(async () => {
      const messages = this.#messages.splice(0);
      if (messages.length === 0) return 0;
      const file = await this.#fileOfNext({ sync });
      const { size } = await file.stat();
      try {
        // A disk that is filling up takes a part: this goes on until it has all, or refuses.
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

  /** The batches before this one are dealt with. */
  forget(before: number): Promise<void> {
    return this.#inTurn(async () => {
      while (this.#files.length > 1 && this.#files[1]! <= before) {
        await rm(join(this.folder, nameOf(this.#files.shift()!)), { force: true });
      }
      if (before < this.#batches || this.#files.length === 0) return;
      // Nothing waits, as in every silence: no sound stays on the disk.
      await this.#close();
      await rm(join(this.folder, nameOf(this.#files.pop()!)), { force: true });
    });
  }

  /** Nothing more comes; what waits stays on the disk. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  /** All is dealt with. */
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
    // Its name has to be on the disk as well, and that of its folder.
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

/** Makes new files in these folders survive a power loss. */
export async function syncFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await using handle = await open(folder);
    await handle.sync();
  }
}

/** The folders of the journals that are there. */
export async function listJournals(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names.toSorted().map((name) => join(root, name));
}

/**
 * The owner of the journal; null when it is gone or is none. Throws when that cannot be read any
 * more.
 */
export async function aboutJournal(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, ABOUT), 'utf8').catch(() => 'null');
  return JSON.parse(text);
}

/** Says (anew) whose journal it is. */
export async function describeJournal(folder: string, about: object): Promise<void> {
  const path = join(folder, ABOUT);
  await writeFile(`${path}.new`, JSON.stringify(about), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/**
 * All batches in their order. A batch that was cut off by a crash was never flushed. Bytes after a
 * batch that no flush wrote (a power cut may leave zeros) mean nothing: its file is
 * `damaged` there, and is left.
 */
export async function* readJournal(
  folder: string,
  damaged: (path: string) => void = () => {},
): AsyncGenerator<Batch> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => FILE.test(each)).toSorted()) {
    const path = join(folder, name);
    for (const batch of decode(await readFile(path))) {
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

/** Length and note, then how many messages, then length and bytes of each. */
function encode({ note, messages }: Batch): Buffer {
  const text = Buffer.from(JSON.stringify(note));
  const parts: Uint8Array[] = [lengthOf(text), text, number(messages.length)];
  for (const message of messages) parts.push(lengthOf(message), message);
  const body = Buffer.concat(parts);
  return Buffer.concat([lengthOf(body), body]);
}

/** Null, at the end, in place of what is no batch. */
function* decode(bytes: Buffer): Generator<Batch | null> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) return;
    const batch = batchOf(bytes.subarray(at + 4, end));
    yield batch;
    if (!batch) return;
    at = end;
  }
}

/** Null when it does not fill these bytes exactly. */
function batchOf(body: Buffer): Batch | null {
  let at = 0;
  const take = (): Buffer => {
    const start = at + 4;
    at = start + body.readUInt32LE(at);
    if (at > body.length) throw new RangeError('It ends before it is over.');
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
