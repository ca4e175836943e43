import type { Place } from './search.sql.ts';

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
  unsaved: 0,
  saved: null,
  running: null,
  following: null,
});

/** The name by which the search thread knows an index. */
export const nameOf = ({ user_id, kind }: Place): string => `${kind} ${user_id}`;
