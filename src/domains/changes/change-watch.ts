import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Database, Db } from '../../storage/database.ts';
import { selectUsersWithChanges } from './feed.sql.ts';

/**
 * One query finds the changes for all waiting readers, whichever process made them. Signals wake
 * readers earlier; this finds changes without a signal.
 */
const POLL_MS = { embedded: 250, postgresql: 1_000 };

interface Reader {
  /** The reader has seen all changes of the transactions before this one. */
  since: number;
  wake: () => void;
}

/** Notifies readers of the feed when data of their user changes. */
export class ChangeWatch implements AsyncDisposable {
  readonly #db: Db;
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #listeners = new Set<(user_id: string) => void>();
  readonly #polling: Periodic;
  readonly #signals: Database['signals'];
  readonly #deafen: () => void;

  constructor({ db, kind, signals }: Database, log: Log) {
    this.#db = db;
    this.#signals = signals;
    const run = () => this.#poll();
    const everyMs = POLL_MS[kind];
    this.#polling = startPeriodic({ name: 'the watch for changes', everyMs, log, run });
    this.#deafen = signals.subscribe((user_id) => {
      if (user_id === null || this.#readers.has(user_id)) this.#polling.nudge();
    });
  }

  /**
   * Resolves when the user has a change from the transaction `since` or a later one, when `signal`
   * is aborted, or after `maxMs`.
   */
  async changed(
    user_id: string,
    { since, signal, maxMs }: { since: number; signal: AbortSignal; maxMs: number },
  ): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const stop = () => wake();
    signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(stop, maxMs).unref();
    const leave = this.#enter(user_id, { since, wake });
    await promise;
    clearTimeout(timer);
    leave();
    signal.removeEventListener('abort', stop);
  }

  /** Notifies the readers of a user soon, in every process, because this process changed data of the user. */
  nudge(user_id: string): void {
    for (const listener of this.#listeners) listener(user_id);
    if (this.#readers.has(user_id)) this.#polling.nudge();
    this.#signals.send(user_id);
  }

  /** Calls `listener` when this process has changed data of a user. */
  subscribe(listener: (user_id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#deafen();
    await this.#polling[Symbol.asyncDispose]();
  }

  #enter(user_id: string, reader: Reader): () => void {
    const readers = this.#readers.get(user_id) ?? new Set();
    this.#readers.set(user_id, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size === 0) this.#readers.delete(user_id);
    };
  }

  async #poll(): Promise<void> {
    if (this.#readers.size === 0) return;
    const asked = [...this.#readers].map(([user_id, readers]) => ({
      user_id,
      since: Math.min(...[...readers].map(({ since }) => since)),
    }));
    const changed = await selectUsersWithChanges(this.#db, asked);
    for (const user_id of changed) for (const { wake } of this.#readers.get(user_id) ?? []) wake();
  }
}
