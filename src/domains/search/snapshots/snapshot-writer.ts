import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../../core/log.ts';
import type { IndexState } from '../index-state.ts';
import type { SearchPlace } from '../search.sql.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** A snapshot is replaced when this share of the groups has changed. */
const MAX_UNSAVED = 0.1;
/** A snapshot of this age is replaced, because its changes will soon be deleted. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface SnapshotLimits {
  /** Smaller indexes get no snapshot, because users do not notice the time to build them. */
  minTexts: number;
  /**
   * A snapshot waits this long, because most further searches and changes follow within this time.
   */
  delayMs: number;
}

const LIMITS: SnapshotLimits = { minTexts: 5_000, delayMs: 5_000 };

/** Decides when snapshots are written, and writes one after the other. */
export class SnapshotWriter implements AsyncDisposable {
  readonly #store: SnapshotStore;
  readonly #log: Log;
  readonly #limits: SnapshotLimits;
  readonly #isCurrent: (place: SearchPlace, state: IndexState) => boolean;
  readonly #stop = new AbortController();
  readonly #wanted = new Set<IndexState>();
  #running = Promise.resolve();

  constructor({
    store,
    log,
    limits,
    isCurrent,
  }: {
    store: SnapshotStore;
    log: Log;
    limits: Partial<SnapshotLimits>;
    /** Returns whether the index in memory is complete and still has this state. */
    isCurrent: (place: SearchPlace, state: IndexState) => boolean;
  }) {
    this.#store = store;
    this.#log = log;
    this.#limits = { ...LIMITS, ...limits };
    this.#isCurrent = isCurrent;
  }

  /** Schedules a snapshot if the index needs one. */
  consider(place: SearchPlace, state: IndexState): void {
    const { texts, groups, unsaved, saved } = state;
    if (texts < this.#limits.minTexts || this.#wanted.has(state)) return;
    const isOld = saved === null || performance.now() - saved > MAX_AGE_MS;
    if (!isOld && unsaved < groups * MAX_UNSAVED) return;
    this.#wanted.add(state);
    this.#running = this.#running.then(() => this.#write(place, state));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #write(place: SearchPlace, state: IndexState): Promise<void> {
    const { signal } = this.#stop;
    await wait(this.#limits.delayMs, undefined, { signal, ref: false }).catch(() => {});
    this.#wanted.delete(state);
    const { mark } = state;
    const isWhole = () => !signal.aborted && this.#isCurrent(place, state);
    if (!isWhole() || mark === null) return;
    // After a failure, the wait is as long as after a success.
    state.saved = performance.now();
    state.unsaved = 0;
    const requireIndex = () => {
      if (!isWhole()) throw new Error('The index was dropped.');
    };
    await this.#store.save(place, mark, requireIndex).catch((error: unknown) => {
      if (!isWhole()) return;
      this.#log.warn({ err: error }, 'a snapshot of a search index could not be written');
    });
  }
}
