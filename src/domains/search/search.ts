import type { Ranked, Resemblance, SearchQuery } from '../../core/search.ts';
import type { Log } from '../../core/log.ts';
import type { Clock } from '../../core/clock.ts';
import { SearchWorker } from '../../engines/search/search-worker.ts';
import type { IndexChange } from '../../engines/search/search-worker.ts';
import type { Search } from '../../kit/search.ts';
import type { Db } from '../../storage/database.ts';
import { selectChangedIds } from '../changes/log.ts';
import type { ChangedIds } from '../changes/log.ts';
import type { Embeddings } from './embeddings.ts';
import { IndexFeed } from './index-feed.ts';
import type { Reranking } from './reranking.ts';
import { DatabaseSearch } from './candidates/database-search.ts';
import type { DatabaseSearchOptions } from './candidates/database-search.ts';
import { notReady, patiently } from './patience.ts';
import { IndexStates, indexName } from './index-state.ts';
import type { IndexState } from './index-state.ts';
import type { SearchPlace } from './search.sql.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import type { StoredSnapshots } from './snapshots/snapshots.ts';

/**
 * After this many direct additions, the index reads the added records from the database before a
 * search.
 */
const MAX_UNREAD = 500;
/** The time that a search waits for an index that is still being built. */
const PATIENCE_MS = 30_000;
/** The maximum time that a writer waits for the memories that resemble its own. */
const HINT_PATIENCE_MS = 20;
const NO_GENERATION = -1;
/** The time to build an index, for each text. Until searches took as long, none is built. */
const BUILD_MS = 0.03;

/**
 * Searches the database through indexes in memory. Before each search, the index reads the changes
 * that any process recorded since the last search.
 */
export class SearchService implements Search, AsyncDisposable {
  readonly order: Search['order'];
  readonly #worker: SearchWorker;
  readonly #db: Db;
  readonly #log: Log;
  readonly #embeddings: Embeddings | null;
  readonly #feed: IndexFeed;
  readonly #snapshots: Snapshots | null;
  readonly #states: IndexStates;
  /** Null with the embedded database. */
  readonly #database: DatabaseSearch | null;
  readonly #hintPatienceMs: number;

  constructor({
    db,
    clock,
    log,
    embeddings = null,
    reranking = null,
    snapshots,
    maxBytes,
    maxIndexes,
    candidates,
    hintPatienceMs = HINT_PATIENCE_MS,
    startsThread = true,
  }: {
    db: Db;
    clock: Clock;
    log: Log;
    embeddings?: Embeddings | null;
    reranking?: Reranking | null;
    /** If undefined, no index is stored. */
    snapshots?: StoredSnapshots;
    maxBytes?: number;
    maxIndexes?: number;
    /** If undefined, all searches use indexes in memory. */
    candidates?: DatabaseSearchOptions | undefined;
    hintPatienceMs?: number | undefined;
    /** False starts the thread with the first request, true starts it now. */
    startsThread?: boolean | undefined;
  }) {
    this.#db = db;
    this.#log = log;
    this.#embeddings = embeddings;
    this.order = reranking && ((question, texts) => reranking.order(question, texts));
    this.#feed = new IndexFeed(db, embeddings);
    this.#hintPatienceMs = hintPatienceMs;
    this.#worker = new SearchWorker(log);
    this.#states = new IndexStates({ maxBytes, maxIndexes }, (name) => {
      this.#worker.drop(name).catch(() => {});
    });
    const parts = { db, clock, log, worker: this.#worker, embeddings };
    const sizes = { ...candidates, maxBytes: this.#states.maxBytes };
    this.#database = candidates ? new DatabaseSearch(parts, sizes) : null;
    if (startsThread) this.#worker.warm();
    const isCurrent = (place: SearchPlace, state: IndexState) =>
      this.#states.isCurrent(place, state) &&
      state.mark !== null &&
      state.unread.size === 0 &&
      state.generation === this.#worker.generation;
    const model = embeddings?.model ?? null;
    this.#snapshots = snapshots
      ? new Snapshots(parts, { model, isCurrent, stored: snapshots })
      : null;
  }

  /** The number and the size of the indexes in memory. */
  get held(): { indexes: number; bytes: number } {
    return this.#states.held;
  }

  async find(db: Db, place: SearchPlace, query: SearchQuery): Promise<Ranked> {
    if (db.isTransaction) throw new Error('A search must not hold a transaction open.');
    const { generation } = this.#worker;
    const vector = this.#embeddings?.ofQuestion(place.user_id, query.text) ?? null;
    const attempt = async () => {
      const ranked = await this.#rankInDatabase(place, query, vector);
      if (ranked) return ranked;
      await patiently(this.#refresh(place), PATIENCE_MS);
      return this.#worker.rank(indexName(place), { ...query, vector: await vector });
    };
    return attempt().catch((error) => {
      // The thread died during this request, so the new thread receives the request once more.
      if (this.#worker.generation === generation) throw error;
      return attempt();
    });
  }

  async resembling(
    db: Db,
    user_id: string,
    texts: readonly { id: string; text: string }[],
  ): Promise<Resemblance[][]> {
    const place: SearchPlace = { user_id, kind: 'memories' };
    const state = this.#stateOf(place);
    if (state.mark === null && state.isTooLarge) return texts.map(() => []);
    const compare = async () => {
      // Waiting inside a transaction may deadlock, because other work may need the same database
      // connection.
      if (!db.isTransaction) {
        await (state.mark === null ? this.#refresh(place) : (state.following ?? state.running));
      }
      return this.#worker.resembling(indexName(place), texts);
    };
    return patiently(compare(), this.#hintPatienceMs).catch(() => texts.map(() => []));
  }

  wrote(user_id: string, memories: readonly { id: string; text: string }[]): void {
    const place: SearchPlace = { user_id, kind: 'memories' };
    const state = this.#stateOf(place);
    if (state.mark === null && state.isTooLarge) return;
    const count = state.unread.size + memories.length;
    if (state.mark === null || state.running || count > MAX_UNREAD) {
      this.#refresh(place).catch(() => {});
      return;
    }
    // The index uses these texts until the next search, which reads the memories from the database.
    for (const { id } of memories) state.unread.add(id);
    const groups = memories.map((text) => ({
      id: text.id,
      at: 0,
      labels: [],
      texts: [{ ...text, whole: true }],
    }));
    void this.#update(place, state, { groups, removed: [] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#snapshots?.[Symbol.asyncDispose]();
    await this.#database?.[Symbol.asyncDispose]();
    await Promise.allSettled(this.#states.running);
    await this.#worker[Symbol.asyncDispose]();
  }

  /** Resolves when the index contains everything that was committed before this call. */
  async #refresh(place: SearchPlace): Promise<void> {
    const state = this.#stateOf(place);
    // The running update may have read the changes before this call. So this call and later calls
    // share the next update.
    if (!state.running && !state.following) return this.#startRefresh(place, state);
    state.following ??= state.running!.catch(() => {}).then(() => this.#startRefresh(place, state));
    return state.following;
  }

  #startRefresh(place: SearchPlace, state: IndexState): Promise<void> {
    state.following = null;
    state.running = this.#bringUpToDate(place, state).finally(() => (state.running = null));
    return state.running;
  }

  #stateOf(place: SearchPlace): IndexState {
    return this.#states.of(place, this.#worker.generation);
  }

  /**
   * Ranks candidates of the database while the index is not in memory. Returns null when the index
   * in memory must answer.
   */
  async #rankInDatabase(
    place: SearchPlace,
    query: SearchQuery,
    vector: Promise<Float32Array | null> | null,
  ): Promise<Ranked | null> {
    const state = this.#stateOf(place);
    if (!this.#database || (state.mark !== null && !state.isTooLarge)) return null;
    const index = await this.#database.indexOf(place);
    if (!index) return null;
    state.isTooLarge ||= index.bytes > this.#states.maxBytes;
    if (state.isTooLarge && state.mark !== null) this.#states.empty(place, state);
    const start = performance.now();
    try {
      const ranking = this.#database.rank(index, { ...query, vector: await vector });
      const ranked = await patiently(ranking, PATIENCE_MS);
      if (!ranked && state.isTooLarge) throw notReady();
      return ranked;
    } catch (error) {
      if (state.isTooLarge) throw error;
      this.#log.warn({ err: error }, 'a search waits for its index in memory');
      return null;
    } finally {
      state.searchedMs += performance.now() - start;
      const isWorthwhile = state.searchedMs > index.documents * BUILD_MS;
      if (isWorthwhile && !state.isTooLarge && !state.running) this.#refresh(place).catch(() => {});
    }
  }

  async #bringUpToDate(place: SearchPlace, state: IndexState): Promise<void> {
    const update = (change: IndexChange) => this.#update(place, state, change);
    const stored = state.mark === null ? await this.#database?.indexOf(place) : null;
    state.isTooLarge ||= (stored?.bytes ?? 0) > this.#states.maxBytes;
    if (state.mark === null && state.isTooLarge) throw notReady();
    if (state.mark === null && !(await this.#load(place, state))) await this.#build(place, state);
    let changes = await this.#changesOf(place, state.mark!);
    if (!changes.is_complete) {
      await this.#build(place, state);
      changes = await this.#changesOf(place, state.mark!);
    }
    const ids = [...new Set([...changes.ids, ...state.unread])];
    await this.#feed.run(place, ids, update);
    state.unread.clear();
    state.unsaved += ids.length;
    state.mark = changes.mark;
    this.#states.makeRoom(state);
    this.#storeWords(place, state);
    this.#snapshots?.consider(place, state);
  }

  #changesOf({ user_id, kind }: SearchPlace, since: number): Promise<ChangedIds> {
    return selectChangedIds(this.#db, { user_id, kinds: [kind, `vectors:${kind}`] }, since);
  }

  /** Opens the snapshot of the index; returns false when there is none. */
  async #load(place: SearchPlace, state: IndexState): Promise<boolean> {
    const start = performance.now();
    const opened = await this.#snapshots?.load(place);
    if (!opened) return false;
    const { bytes, texts, groups, mark, ageMs } = opened;
    Object.assign(state, { bytes, texts, groups, mark, saved: performance.now() - ageMs });
    this.#logOf('a search index was opened', place.kind, { texts, start });
    return true;
  }

  async #build(place: SearchPlace, state: IndexState): Promise<void> {
    const start = performance.now();
    state.mark = null;
    state.saved = null;
    const { mark } = await this.#changesOf(place, Number.MAX_SAFE_INTEGER);
    await this.#worker.drop(indexName(place));
    await this.#feed.run(place, 'all', async (change) => {
      await this.#update(place, state, change);
      if (!this.#storeWords(place, state)) return;
      this.#states.empty(place, state);
      throw notReady();
    });
    state.mark = mark;
    this.#logOf('a search index was built', place.kind, { texts: state.texts, start });
  }

  #logOf(event: string, kind: string, { texts, start }: { texts: number; start: number }): void {
    this.#log.debug({ kind, texts, ms: Math.round(performance.now() - start) }, event);
  }

  /** Resolves when the thread has indexed the change. */
  #update(place: SearchPlace, state: IndexState, change: IndexChange): Promise<void> {
    return this.#worker.update(indexName(place), change).then(
      ({ bytes, texts, groups }) => void Object.assign(state, { bytes, texts, groups }),
      // After a failed update, the index is incomplete. The next search rebuilds the index.
      () => void (state.generation = NO_GENERATION),
    );
  }

  /** Stores the words of a large index in the database; returns whether it is too large for memory. */
  #storeWords(place: SearchPlace, state: IndexState): boolean {
    if (!this.#database) return false;
    state.isTooLarge = state.bytes > this.#states.maxBytes;
    if (!state.isWanted && (state.isTooLarge || state.texts >= this.#database.minTexts)) {
      state.isWanted = true;
      void this.#database.want(place);
    }
    return state.isTooLarge;
  }
}
