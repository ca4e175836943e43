import type { Log } from '../../core/log.ts';
import type { Ranked, Resemblance, SearchQuery } from '../../core/search.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import type { SearchGroup, SearchText } from './text-index.ts';
import type { GroupVectors } from './vectors.ts';

type Ask =
  | ({ kind: 'update' } & Change)
  | { kind: 'rank'; query: SearchQuery }
  | { kind: 'resembling'; texts: readonly SearchText[] }
  | { kind: 'drop' };

/** Groups without vectors are found only by their words. */
export interface Change {
  groups: readonly SearchGroup[];
  removed: readonly string[];
  vectors?: ReadonlyMap<string, GroupVectors> | undefined;
}

export interface SearchRequest {
  index: string;
  ask: Ask;
}

/** The maximum CPU time of one request. */
const BUDGET_MS = 120_000;

/**
 * Keeps the indexes, by name, in a separate thread. Requests are processed in the order in which
 * they arrive. If the thread dies, all indexes are lost and `generation` changes, which tells
 * callers to rebuild them.
 */
export class SearchWorker implements AsyncDisposable {
  readonly #pool: WorkerPool<SearchRequest, unknown>;
  generation = 0;

  constructor(log: Log) {
    this.#pool = new WorkerPool({
      name: 'the search',
      kind: 'thread',
      entry: besideModule(import.meta, 'search-thread'),
      log,
      budgetMs: () => BUDGET_MS,
      isStateful: true,
      onDeath: () => (this.generation += 1),
    });
  }

  /** Starts the thread now, so that the first search does not have to wait for it. */
  warm(): void {
    this.#pool.warm();
  }

  /** Adds and removes groups; resolves to the approximate size of the index in bytes. */
  update(index: string, change: Change): Promise<number> {
    return this.#ask(index, { kind: 'update', ...change });
  }

  rank(index: string, query: SearchQuery): Promise<Ranked> {
    return this.#ask(index, { kind: 'rank', query });
  }

  /** Finds, for each text, other indexed texts that say nearly the same. */
  resembling(index: string, texts: readonly SearchText[]): Promise<Resemblance[][]> {
    return this.#ask(index, { kind: 'resembling', texts });
  }

  async drop(index: string): Promise<void> {
    await this.#ask(index, { kind: 'drop' });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }

  async #ask<T>(index: string, ask: Ask): Promise<T> {
    const answer = await this.#pool.run({ index, ask });
    if (answer === undefined) throw new Error('The search is closed.');
    return answer as T;
  }
}
