import { once } from 'node:events';
import type { LiveWords } from '../recordings/recording-end.ts';
import { Load } from './load.ts';
import { SaidWords } from '../transcripts/repeated/said-words.ts';
import type { LoadLimits } from './load.ts';
import type { ListeningSession } from './session.ts';

/**
 * The time that a stopping service waits for the last words. The sound of later words stays in a
 * journal.
 */
const LAST_WORDS_MS = 5_000;
/** Enough for the devices of a user whose network breaks every few seconds. */
const MAX_SOCKETS = 30;
export const TOO_MANY_SOCKETS = `at most ${MAX_SOCKETS} listening sockets of a user may be open; close one`;

/** The sessions that are open in this process. */
export class LiveSessions implements LiveWords {
  readonly #sessions = new Set<ListeningSession>();
  /** Sessions that are being opened and are not in `#sessions` yet. */
  readonly #openings = new Set<Promise<void>>();
  /** The number of open sockets of each user. */
  readonly #sockets = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly load: Load;
  /** Shared by all sessions, so that words from several devices of a user are stored once. */
  readonly said = new SaidWords();

  constructor(limits: Partial<LoadLimits> = {}) {
    this.load = new Load(this.#sessions, limits);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Runs the opening of a session. `empty` waits for it, because it uses the database even after its
   * client has left.
   */
  async open(work: () => Promise<void>): Promise<void> {
    const opening = work();
    this.#openings.add(opening);
    await opening.finally(() => this.#openings.delete(opening));
  }

  /**
   * Counts a socket of a user. Returns a function that ends this; null when the user has too many
   * sockets.
   */
  countSocket(user_id: string): (() => void) | null {
    const before = this.#sockets.get(user_id) ?? 0;
    if (before >= MAX_SOCKETS) return null;
    this.#sockets.set(user_id, before + 1);
    return () => {
      const left = this.#sockets.get(user_id)! - 1;
      if (left > 0) this.#sockets.set(user_id, left);
      else this.#sockets.delete(user_id);
    };
  }

  add(session: ListeningSession): void {
    this.#sessions.add(session);
  }

  delete(session: ListeningSession): void {
    this.#sessions.delete(session);
  }

  /** Makes an older session hand over its device stream to a newer session. */
  async passOn(user_id: string, stream_id: string): Promise<void> {
    const former = [...this.#sessions].filter(
      ({ userId, streamId }) => userId === user_id && streamId === stream_id,
    );
    await Promise.all(former.map((session) => session.passOn()));
  }

  async settle(user_id: string): Promise<void> {
    const own = [...this.#sessions].filter(({ userId }) => userId === user_id);
    await Promise.all(own.map((session) => session.settle()));
  }

  async end(user_id: string, reason: string): Promise<void> {
    const own = [...this.#sessions].filter(({ userId }) => userId === user_id);
    await Promise.all(own.map((session) => session.close(reason)));
  }

  /** Aborts when the service no longer waits for words. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Ends all sessions. Either the words of each session are stored, or its sound waits until the
   * service runs again.
   */
  async empty(): Promise<void> {
    const stopped = once(this.#stop.signal, 'abort');
    const timer = setTimeout(() => this.#stop.abort(), LAST_WORDS_MS);
    const close = () => Promise.allSettled([...this.#sessions].map((session) => session.close()));
    // An opening may wait until an older session has handed over its device stream.
    await Promise.all([close(), Promise.race([Promise.allSettled(this.#openings), stopped])]);
    await close();
    clearTimeout(timer);
    this.#sessions.clear();
  }
}
