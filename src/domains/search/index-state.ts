import type { SearchPlace } from './search.sql.ts';

/** The state of an index in memory. */
export interface IndexState {
  /** The index contains all changes before this transaction; null before it is built. */
  mark: number | null;
  generation: number;
  /** The time of the last use, by the monotonic clock of the process (ms). */
  used: number;
  bytes: number;
  texts: number;
  groups: number;
  /**
   * The memories that were added to the index directly. The next update reads them from the
   * database, even if an earlier update has read them: the direct texts have no vectors.
   */
  unread: Set<string>;
  /** The index alone takes more memory than all may, so that searches use the words in the database. */
  isTooLarge: boolean;
  /** Storing the words in the database was asked for. */
  isWanted: boolean;
  /** The time (ms) of searches that used the words in the database instead. */
  searchedMs: number;
  /** The number of groups that are missing from the last snapshot or outdated in it. */
  unsaved: number;
  /** The time of the last snapshot, by the monotonic clock; null when there is none. */
  saved: number | null;
  /**
   * The running update. `following` is the next update, for callers that arrived during the running
   * update.
   */
  running: Promise<void> | null;
  following: Promise<void> | null;
}

export const newState = (generation: number): IndexState => ({
  mark: null,
  generation,
  used: performance.now(),
  bytes: 0,
  texts: 0,
  groups: 0,
  unread: new Set(),
  isTooLarge: false,
  isWanted: false,
  searchedMs: 0,
  unsaved: 0,
  saved: null,
  running: null,
  following: null,
});

/** The name by which the search thread knows an index. */
export const indexName = ({ user_id, kind }: SearchPlace): string => `${kind} ${user_id}`;

/** The maximum number of indexes, because even an empty index takes memory. */
const MAX_INDEXES = 10_000;
/**
 * An index that has not read changes for this long is rebuilt. The limit is well below the
 * retention of changes.
 */
const STALE_AFTER_MS = 24 * 3_600_000;

/** The states of all indexes, the least recently used first. */
export class IndexStates {
  readonly #states = new Map<string, IndexState>();
  /** The maximum size of all indexes together. */
  readonly maxBytes: number;
  readonly #maxIndexes: number;
  /** Tells the search thread to drop an index. */
  readonly #drop: (name: string) => void;

  constructor(
    {
      maxBytes = Infinity,
      maxIndexes = MAX_INDEXES,
    }: { maxBytes?: number | undefined; maxIndexes?: number | undefined },
    drop: (name: string) => void,
  ) {
    this.maxBytes = maxBytes;
    this.#maxIndexes = maxIndexes;
    this.#drop = drop;
  }

  /** The number and the size of the indexes in memory. */
  get held(): { indexes: number; bytes: number } {
    const bytes = [...this.#states.values()].reduce((sum, state) => sum + state.bytes, 0);
    return { indexes: this.#states.size, bytes };
  }

  /** The updates that run now. */
  get running(): (Promise<void> | null)[] {
    return [...this.#states.values()].map(({ running }) => running);
  }

  /** Returns the state of an index, a new one when the thread of this generation does not hold it. */
  of(place: SearchPlace, generation: number): IndexState {
    const name = indexName(place);
    const known = this.#states.get(name);
    const now = performance.now();
    const isHeld = known?.generation === generation && now - known.used < STALE_AFTER_MS;
    const state = isHeld ? known : newState(generation);
    state.used = now;
    this.#states.delete(name);
    this.#states.set(name, state);
    return state;
  }

  isCurrent(place: SearchPlace, state: IndexState): boolean {
    return this.#states.get(indexName(place)) === state;
  }

  /** Drops an index from memory and keeps what is known about it. */
  empty(place: SearchPlace, state: IndexState): void {
    Object.assign(state, { mark: null, bytes: 0, texts: 0, groups: 0, saved: null });
    state.unread.clear();
    this.#drop(indexName(place));
  }

  /** Drops the least recently used indexes, but never the current one. */
  makeRoom(current: IndexState): void {
    let { bytes } = this.held;
    for (const [name, state] of this.#states) {
      if (bytes <= this.maxBytes && this.#states.size <= this.#maxIndexes) return;
      if (state === current || state.running) continue;
      bytes -= state.bytes;
      this.#states.delete(name);
      this.#drop(name);
    }
  }
}
