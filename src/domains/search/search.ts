import type { Ranked, Resemblance, SearchQuery } from '../../core/search.ts';
import { Unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Clock } from '../../core/clock.ts';
import { SearchWorker } from '../../engines/search/search-worker.ts';
import type { Change } from '../../engines/search/search-worker.ts';
import type { Search } from '../../kit/search.ts';
import type { Searchable } from './search-shapes.ts';
import type { Db } from '../../storage/database.ts';
import type { Embeddings } from './embeddings.ts';
import { groupsOf } from './groups.ts';
import * as sql from './search.sql.ts';
import type { Place } from './search.sql.ts';

/** The maximum size of all indexes together; the least recently used indexes are dropped first. */
const MAX_BYTES = 512 * 1024 * 1024;
/** The maximum number of indexes, because even an empty index takes memory. */
const MAX_INDEXES = 10_000;
/** The number of groups to read at once; a conversation may have thousands of texts. */
const AT_ONCE: Record<Searchable, number> = { memories: 500, action_items: 500, conversations: 20 };
/** After this many direct additions, the index reads them from the database before a search. */
const MAX_UNREAD = 500;
/** The time that a search waits for an index that is still being built. */
const PATIENCE_MS = 30_000;
/** The maximum time that a writer waits for the memories that resemble its own. */
const HINT_PATIENCE_MS = 20;
const KEEP_CHANGES_MS = 48 * 3_600_000;
/**
 * An index that has not read changes for this long is rebuilt; the limit is well below the
 * retention of changes.
 */
const STALE_AFTER_MS = 24 * 3_600_000;
const CLEAN_MS = 3_600_000;
const NO_GENERATION = -1;

interface IndexState {
  /** The index lacks the changes of this and later transactions; null before it is built. */
  mark: number | null;
  generation: number;
  /** The time of the last use, by the monotonic clock of the process (ms). */
  used: number;
  bytes: number;
  /**
   * The number of memories that were added to the index directly and not yet read from the
   * database.
   */
  unread: number;
  /**
   * The running update; `following` is the next update, for callers that arrived during this one.
   */
  running: Promise<void> | null;
  following: Promise<void> | null;
}

/**
 * Searches the database through indexes in memory. Before each search, the index reads the changes
 * that any process recorded since the last search.
 */
export class SearchService implements Search, AsyncDisposable {
  readonly #worker: SearchWorker;
  readonly #db: Db;
  readonly #embeddings: Embeddings | null;
  readonly #states = new Map<string, IndexState>();
  readonly #maxBytes: number;
  readonly #hintPatienceMs: number;
  readonly #retention: Periodic;

  constructor({
    db,
    clock,
    log,
    embeddings = null,
    maxBytes = MAX_BYTES,
    hintPatienceMs = HINT_PATIENCE_MS,
  }: {
    db: Db;
    clock: Clock;
    log: Log;
    embeddings?: Embeddings | null;
    maxBytes?: number;
    hintPatienceMs?: number | undefined;
  }) {
    this.#db = db;
    this.#embeddings = embeddings;
    this.#maxBytes = maxBytes;
    this.#hintPatienceMs = hintPatienceMs;
    this.#worker = new SearchWorker(log);
    this.#worker.warm();
    this.#retention = startPeriodic({
      name: 'retention of changes for search',
      everyMs: CLEAN_MS,
      log,
      run: () => sql.deleteOldChanges(db, new Date(clock.now().getTime() - KEEP_CHANGES_MS)),
    });
  }

  /** The number and the size of the indexes in memory. */
  get held(): { indexes: number; bytes: number } {
    const bytes = [...this.#states.values()].reduce((sum, state) => sum + state.bytes, 0);
    return { indexes: this.#states.size, bytes };
  }

  async find(db: Db, place: Place, query: SearchQuery): Promise<Ranked> {
    if (db.isTransaction) throw new Error('A search must not hold a transaction open.');
    const { generation } = this.#worker;
    const vector = this.#embeddings?.ofQuestion(query.text) ?? null;
    const attempt = async () => {
      await patiently(this.#refresh(place), PATIENCE_MS);
      return this.#worker.rank(nameOf(place), { ...query, vector: await vector });
    };
    return attempt().catch((error) => {
      // The thread died on a request, so the new thread gets the same request once more.
      if (this.#worker.generation === generation) throw error;
      return attempt();
    });
  }

  async resembling(
    db: Db,
    user_id: string,
    texts: readonly { id: string; text: string }[],
  ): Promise<Resemblance[][]> {
    const place: Place = { user_id, kind: 'memories' };
    const state = this.#stateOf(place);
    const compare = async () => {
      // Waiting inside a transaction may deadlock, because other work may need the same database
      // connection.
      if (!db.isTransaction) {
        await (state.mark === null ? this.#refresh(place) : (state.following ?? state.running));
      }
      return this.#worker.resembling(nameOf(place), texts);
    };
    return patiently(compare(), this.#hintPatienceMs).catch(() => texts.map(() => []));
  }

  wrote(user_id: string, memories: readonly { id: string; text: string }[]): void {
    const place: Place = { user_id, kind: 'memories' };
    const state = this.#stateOf(place);
    state.unread += memories.length;
    if (state.mark === null || state.running || state.unread > MAX_UNREAD) {
      this.#refresh(place).catch(() => {});
      return;
    }
    // The index uses these texts until it reads the memories from the database, before the next
    // search.
    const groups = memories.map((text) => ({
      id: text.id,
      at: 0,
      labels: [],
      texts: [{ ...text, whole: true }],
    }));
    void this.#update(place, state, { groups, removed: [] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retention[Symbol.asyncDispose]();
    await Promise.allSettled([...this.#states.values()].map(({ running }) => running));
    await this.#worker[Symbol.asyncDispose]();
  }

  /** Resolves when the index contains everything that was committed before this call. */
  async #refresh(place: Place): Promise<void> {
    const state = this.#stateOf(place);
    // The running update may have read the changes before this call, so this and later callers
    // share the next update.
    if (!state.running && !state.following) return this.#startRefresh(place, state);
    state.following ??= state.running!.catch(() => {}).then(() => this.#startRefresh(place, state));
    return state.following;
  }

  #startRefresh(place: Place, state: IndexState): Promise<void> {
    state.following = null;
    state.running = this.#bringUpToDate(place, state).finally(() => (state.running = null));
    return state.running;
  }

  #stateOf(place: Place): IndexState {
    const name = nameOf(place);
    const known = this.#states.get(name);
    const now = performance.now();
    const state: IndexState =
      known?.generation === this.#worker.generation && now - known.used < STALE_AFTER_MS
        ? known
        : {
            mark: null,
            generation: this.#worker.generation,
            used: now,
            bytes: 0,
            unread: 0,
            running: null,
            following: null,
          };
    state.used = now;
    // The map is ordered by last use.
    this.#states.delete(name);
    this.#states.set(name, state);
    return state;
  }

  async #bringUpToDate(place: Place, state: IndexState): Promise<void> {
    if (state.mark === null) {
      const { mark } = await sql.selectChanges(this.#db, place, Number.MAX_SAFE_INTEGER);
      await this.#build(place, state);
      state.mark = mark;
    }
    state.unread = 0;
    const { mark, ids } = await sql.selectChanges(this.#db, place, state.mark);
    await this.#index(place, state, slicesOf(ids, AT_ONCE[place.kind]));
    state.mark = mark;
    this.#makeRoom(state);
  }

  async #build(place: Place, state: IndexState): Promise<void> {
    await this.#worker.drop(nameOf(place));
    await this.#index(place, state, this.#storedGroups(place));
  }

  /** Yields the ids of all groups of an index, in slices. */
  async *#storedGroups(place: Place): AsyncGenerator<string[]> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await sql.selectGroupIds(this.#db, place, {
        after,
        limit: AT_ONCE[place.kind],
      });
      if (ids.length === 0) return;
      yield ids;
      after = ids.at(-1)!;
    }
  }

  /**
   * Reads and indexes slices of groups. The thread gets one slice at a time, so that requests of
   * other users can run in between.
   */
  async #index(
    place: Place,
    state: IndexState,
    slices: Iterable<string[]> | AsyncIterable<string[]>,
  ): Promise<void> {
    let indexed = Promise.resolve();
    for await (const ids of slices) {
      const change = await this.#read(place, ids);
      await indexed;
      indexed = this.#update(place, state, change);
    }
  }

  /** Reads the content of these groups for an index. */
  async #read(place: Place, ids: readonly string[]): Promise<Change> {
    const groups = groupsOf(await sql.selectTexts(this.#db, place, ids));
    const found = new Set(groups.map(({ id }) => id));
    const removed = ids.filter((id) => !found.has(id));
    return { groups, removed, vectors: await this.#embeddings?.ofGroups(place, groups) };
  }

  /**
   * Resolves when the thread has indexed the change. Callers need not wait for it, because the
   * thread processes requests in order.
   */
  #update(place: Place, state: IndexState, change: Change): Promise<void> {
    return this.#worker.update(nameOf(place), change).then(
      (bytes) => void (state.bytes = bytes),
      // After a failed update the index is incomplete, so the next search rebuilds it.
      () => void (state.generation = NO_GENERATION),
    );
  }

  #makeRoom(current: IndexState): void {
    let { bytes } = this.held;
    for (const [name, state] of this.#states) {
      if (bytes <= this.#maxBytes && this.#states.size <= MAX_INDEXES) return;
      if (state === current || state.running) continue;
      bytes -= state.bytes;
      this.#states.delete(name);
      this.#worker.drop(name).catch(() => {});
    }
  }
}

function* slicesOf(ids: readonly string[], size: number): Generator<string[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

const nameOf = ({ user_id, kind }: Place): string => `${kind} ${user_id}`;

async function patiently<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Unavailable('The search index is being built. Try again in a moment.')),
      milliseconds,
    );
  });
  // The work continues after the caller has stopped waiting, so its failure needs a handler.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
