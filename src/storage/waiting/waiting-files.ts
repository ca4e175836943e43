/**
 * Copies what a process has on its disk and must not lose, and takes over what vanished processes had
 * (docs/decisions/0023-any-disk-may-vanish.md). Only processes that share a PostgreSQL server do so.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { UUID } from '../../core/wire.ts';
import type { Tx } from '../database.ts';
import { transaction } from '../transaction.ts';
import { scanJournals } from './journal-scan.ts';
import type { JournalChanges, CopiedJournal, NoteFacts } from './journal-scan.ts';
import { storeWaitingFile } from './pieces.ts';
import type { PieceParts } from './pieces.ts';
import * as rows from './rows.ts';
import type { FreshFile, WaitingFile, WaitingKind } from './rows.ts';
import { WaitingUploads } from './uploads.ts';

/** With the time that a session takes to write sound to its disk, less than five seconds. */
const COPY_MS = 2_000;
const ADOPT_MS = 5_000;
/** Files that a process takes over at a time. The others may take over the rest. */
const MAX_ADOPTED = 20;
/** No process is silent for this long; one that ends says so, and is then past any time. */
const ENDED_SECONDS = 100 * 365 * 86_400;
/** After an outage, the other processes show within this time that they live. */
const SETTLE_MS = 15_000;
const LATE_MS = 10_000;

export interface WaitingParts extends PieceParts {
  clock: Clock;
  log: Log;
  /** Identifies this run of the process. */
  holder: string;
  /** The earlier runs whose disk this process has. */
  ended: readonly string[];
  /** The folder of the journals. */
  root: string;
  readNote(note: unknown): NoteFacts;
}

const REPLACED =
  'The database was out of reach for so long that another process took over the sound of this one.';

/** Fetches a file that a vanished process had, and continues with it. */
export type Adopter = (file: WaitingFile) => Promise<void>;

type Held = Pick<WaitingFile, 'user_id' | 'id' | 'kind' | 'conversation_id'>;

/** A file that does not change any more. */
interface WholeFile extends Omit<FreshFile, 'holder'> {
  /** Its name among the pieces, and its path on the disk. */
  path: string;
  source: string;
}

export class WaitingFiles implements AsyncDisposable {
  readonly uploads: WaitingUploads;
  readonly #parts: WaitingParts;
  readonly #copied = new Map<string, CopiedJournal>();
  /** Journals that are just stored, fetched or deleted. */
  readonly #skipped = new Set<string>();
  /** Journals that cannot be read. */
  readonly #unreadable = new Set<string>();
  readonly #replaced = Promise.withResolvers<string>();
  #copying: Periodic | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** The time of the last copy, and since when none has failed (ms, monotonic). */
  #copiedAt = -Infinity;
  #steadySince = Infinity;

  private constructor(parts: WaitingParts) {
    this.#parts = parts;
    this.uploads = new WaitingUploads(parts);
  }

  /** Resolves with a sentence when this process must end, because another one goes on with its work. */
  get fault(): Promise<string> {
    return this.#replaced.promise;
  }

  /** Deletes journals that another process has taken over while this disk was away. */
  static async open(parts: WaitingParts): Promise<WaitingFiles> {
    const { db, holder, root } = parts;
    await rows.beat(db, holder, null);
    await rows.deleteHolders(db);
    const waiting = new WaitingFiles(parts);
    for (const id of await waiting.reclaim(await readdir(root))) {
      await rm(join(root, id), { recursive: true, force: true });
    }
    await waiting.#recall(await rows.selectHeld(db, holder));
    waiting.#copying = startPeriodic({
      name: 'copying sound to the database',
      everyMs: COPY_MS,
      log: parts.log,
      run: () => waiting.copy(),
    });
    return waiting;
  }

  /** Holds the files on this disk again. Returns those that another process has taken over meanwhile. */
  async reclaim(names: readonly string[]): Promise<string[]> {
    const { db, holder, ended } = this.#parts;
    const ids = names.filter((name) => UUID.test(name));
    return rows.reclaimFiles(db, holder, { ended, ids });
  }

  /** Reads how much of these journals is copied. */
  async #recall(files: readonly Held[]): Promise<void> {
    for (const { kind, id, user_id, conversation_id } of files) {
      if (kind !== 'sound') continue;
      const journal = { user_id, describedAt: 0, conversation_id, files: new Map() };
      for (const { path, until } of await rows.selectCopied(this.#parts.db, { user_id, id })) {
        journal.files.set(path, until);
      }
      this.#copied.set(id, journal);
    }
  }

  /** Copies all journals as they are on the disk now. */
  copy(): Promise<void> {
    const work = async () => {
      const at = this.#parts.clock.now();
      while (!(await this.#copyOnce(at)));
      const now = performance.now();
      if (now - this.#copiedAt > LATE_MS) this.#steadySince = now;
      this.#copiedAt = now;
    };
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Returns true when everything is copied. */
  async #copyOnce(at: Date): Promise<boolean> {
    const { db, holder, root, readNote, log } = this.#parts;
    const copied = this.#copied;
    const isSkipped = (id: string) => this.#skipped.has(id);
    const failed = (id: string, err: unknown) => {
      // Each run would say the same.
      if (!this.#unreadable.has(id)) log.error({ err, id }, 'sound cannot be copied');
      this.#unreadable.add(id);
    };
    const changes = await scanJournals({ root, holder, copied, isSkipped, readNote, failed });
    const copied_at = changes.isWhole && changes.isComplete ? at : null;
    const held = await transaction(db, async (tx) => {
      await write(tx, holder, changes);
      if (!(await rows.beat(tx, holder, copied_at))) this.#replaced.resolve(REPLACED);
      return rows.selectHeld(tx, holder);
    });
    changes.accept();
    const ids = new Set(held.map(({ id }) => id));
    for (const id of copied.keys()) {
      if (ids.has(id) || this.#skipped.has(id)) continue;
      log.warn({ id }, 'another process has taken over sound, or its account is gone');
      copied.delete(id);
      await rm(join(root, id), { recursive: true, force: true });
    }
    return changes.isWhole;
  }

  /** Stores a whole file. It survives the disk when this returns. */
  async put({ path, source, ...file }: WholeFile): Promise<void> {
    const { holder } = this.#parts;
    const { id, user_id } = file;
    await this.#without(id, async () => {
      await rows.insertFile(this.#parts.db, { ...file, holder });
      await storeWaitingFile(this.#parts, holder, { user_id, file_id: id, path, source });
      await this.#recall([{ ...file, conversation_id: null }]);
    });
  }

  /**
   * Deletes a file here, and then with `erase` from the disk. Returns true when a process that may come
   * back with its disk had it before.
   */
  async remove(id: string, erase: () => Promise<void>): Promise<boolean> {
    const { db, holder } = this.#parts;
    return this.#without(id, async () => {
      const adopted = await rows.deleteFiles(db, holder, [id]);
      this.#copied.delete(id);
      await erase();
      return adopted.length > 0;
    });
  }

  /** Takes over files of vanished processes from now on. */
  adoptWith(adopters: Partial<Record<WaitingKind, Adopter>>): Periodic {
    return startPeriodic({
      name: 'taking over files of vanished processes',
      everyMs: ADOPT_MS,
      log: this.#parts.log,
      run: (stopping) => this.#adopt(adopters, stopping),
    });
  }

  async #adopt(
    adopters: Partial<Record<WaitingKind, Adopter>>,
    stopping: AbortSignal,
  ): Promise<void> {
    const { db, holder, log } = this.#parts;
    const now = performance.now();
    const isSteady = now - this.#copiedAt < LATE_MS && now - this.#steadySince > SETTLE_MS;
    const seconds = isSteady ? rows.VANISHED_SECONDS : ENDED_SECONDS;
    for (const file of await rows.adoptFiles(db, holder, { seconds, limit: MAX_ADOPTED })) {
      if (stopping.aborted) return;
      const { id, kind } = file;
      log.warn({ id, kind }, 'taking over a file of a process that has vanished');
      // A file that cannot be fetched now is tried again in five seconds.
      await this.#without(id, async () => {
        await adopters[kind]?.(file);
        await rows.markFetched(db, id);
        await this.#recall([file]);
      }).catch((err: unknown) => log.warn({ err, id, kind }, 'a file is not taken over yet'));
    }
  }

  /** Keeps a journal out of the copies while others write it. */
  async #without<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#skipped.add(id);
    try {
      // A copy may be running.
      await this.#turn;
      return await work();
    } finally {
      this.#skipped.delete(id);
    }
  }

  /** Copies what is left, and hands all files over to the other processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#copying?.[Symbol.asyncDispose]();
    const { db, holder, log } = this.#parts;
    await this.copy()
      .then(() => rows.leave(db, holder))
      .catch((err: unknown) => log.warn({ err }, 'the last sound is not copied to the database'));
  }
}

async function write(tx: Tx, holder: string, changes: JournalChanges): Promise<void> {
  for (const file of changes.fresh) await rows.insertFile(tx, file);
  await rows.insertPieces(tx, holder, changes.pieces);
  await rows.deletePieces(tx, changes.removed);
  await rows.updateFiles(tx, changes.changed);
  await rows.deleteFiles(tx, holder, changes.gone);
}
