/**
 * The files of users, encrypted in a store. The rows that name them, and their keys, are in the
 * database (docs/decisions/0022-files-rest-in-a-store.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { StartError, Unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../database.ts';
import { compareStore } from './comparison.ts';
import { DamagedObject, decrypt, encrypt, KEY_BYTES, encryptedRange } from './encryption.ts';
import { claimStore, OtherStore, readMarker, requireOwnStore, writeMarker } from './marker.ts';
import {
  deleteUnused,
  namesObjects,
  requireStoreId,
  selectStoreFacts,
  selectUnused,
} from './rows.ts';
import type { StoredObject } from './rows.ts';
import type { ByteRange, ObjectStore } from './store.ts';

/** A reader waits this long for the store, and longer for a large file. */
const READ_MS = 15_000;
const SLOWEST_BYTES_PER_MS = 100;
/** Less than the claim of a move. */
const WRITE_MS = 600_000;
const AT_ONCE = 100;

const NO_STORE =
  'The database names files in a store, and SVC_FILES is not set. Set it to that store: a folder, or ' +
  's3://bucket/folder. The embedded database had it in the folder `files` of the data folder.';

export class Files {
  readonly #store: ObjectStore | null;
  readonly #log: Log;

  /** Without a store, the bytes of files stay in the database. */
  constructor(store: ObjectStore | null, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** The address of the store; null when there is none. */
  get address(): string | null {
    return this.#store?.address ?? null;
  }

  /**
   * Throws when the store is that of another database, or lacks the files of this one. A store that
   * does not answer is no reason: files are read and moved when it answers again.
   */
  async requireOwn(db: Db): Promise<void> {
    if (!this.#store) {
      const { has_objects } = await selectStoreFacts(db);
      if (has_objects) throw new OtherStore(NO_STORE);
      return;
    }
    try {
      await requireOwnStore(db, this.#store);
    } catch (error) {
      if (error instanceof OtherStore) throw error;
      this.#log.warn({ err: error }, 'the store for files does not answer');
    }
  }

  /** Like `requireOwn`, and throws when the store does not answer. */
  async requireReachable(db: Db): Promise<void> {
    if (!this.#store) return this.requireOwn(db);
    await requireOwnStore(db, this.#store);
  }

  /** Throws when the store belongs to a database. */
  async requireUnused(): Promise<void> {
    if ((await readMarker(this.#opened)) !== null) throw new OtherStore(notEmpty(this.#opened));
  }

  /** Makes the store that of a database which has been restored. */
  async mark(db: Db, id: string): Promise<void> {
    await writeMarker(this.#opened, await requireStoreId(db, id));
  }

  /** Must succeed before files are written. */
  async claim(db: Db, stopping: AbortSignal): Promise<void> {
    await claimStore(db, this.#opened, stopping);
  }

  /** Reads a file or a part of it; null when the store has it no more, or not as it was written. */
  async read(object: StoredObject, range?: ByteRange): Promise<Buffer | null> {
    const { name, bytes, key } = object;
    const wanted = range ?? { from: 0, to: Math.max(0, bytes - 1) };
    try {
      const length = wanted.to - wanted.from;
      const signal = AbortSignal.timeout(READ_MS + Math.ceil(length / SLOWEST_BYTES_PER_MS));
      const stored = await this.#opened.get(pathOf(name), range && encryptedRange(range), signal);
      if (stored) return decrypt(stored, { key, bytes, range: wanted }).subarray(0, bytes);
      this.#log.error({ name }, 'a file is missing from the store');
      return null;
    } catch (cause) {
      if (cause instanceof DamagedObject) {
        this.#log.error({ name }, 'a file in the store is damaged');
        return null;
      }
      const isAway = cause instanceof StartError || (cause as Error).name === 'TimeoutError';
      if (!isAway) throw cause;
      throw new Unavailable('The store for files does not answer. Try again later.', { cause });
    }
  }

  /** Stores a file under a fresh name, which must be noted before. */
  async write(name: string, content: Buffer, stopping?: AbortSignal): Promise<StoredObject> {
    const key = randomBytes(KEY_BYTES);
    const sha256 = createHash('sha256').update(content).digest();
    const object = { name, bytes: content.length, sha256, key };
    await this.put(object, content, stopping);
    return object;
  }

  /** Stores a file with the key that its row has. */
  async put({ name, key }: StoredObject, content: Buffer, stopping?: AbortSignal): Promise<void> {
    const signals = [AbortSignal.timeout(WRITE_MS), ...(stopping ? [stopping] : [])];
    await this.#opened.put(pathOf(name), encrypt(content, key), AbortSignal.any(signals));
  }

  async remove(name: string): Promise<void> {
    await this.#opened.remove(pathOf(name), AbortSignal.timeout(READ_MS));
  }

  /** Removes objects that no row names any more. */
  async removeUnused(db: Db, stopping: AbortSignal): Promise<void> {
    if (!this.#store) return;
    for (;;) {
      const names = await selectUnused(db, AT_ONCE);
      for (const name of names) {
        if (stopping.aborted) return;
        await this.#store.remove(pathOf(name), stopping);
        await deleteUnused(db, name);
      }
      if (names.length < AT_ONCE) return;
    }
  }

  /** Compares the store with the database. Objects that no row names go with the next removal. */
  async compare(db: Db, stopping: AbortSignal): Promise<void> {
    if (!this.#store || !(await namesObjects(db))) return;
    await requireOwnStore(db, this.#store);
    const { unnamed, missing } = await compareStore(db, this.#store, stopping);
    if (unnamed > 0) this.#log.warn({ unnamed }, 'the store has files that no row names');
    if (missing > 0) this.#log.error({ missing }, 'files are missing from the store');
  }

  get #opened(): ObjectStore {
    if (!this.#store) throw new OtherStore(NO_STORE);
    return this.#store;
  }
}

/** The folders divide the files, because some file systems are slow with a million in one. */
function pathOf(name: string): string {
  return `${name.slice(0, 2)}/${name}`;
}

function notEmpty({ address }: ObjectStore): string {
  return (
    `${address} has the files of another database, so nothing was restored. Choose an empty folder ` +
    'with SVC_FILES.'
  );
}
