import type { Log } from '../../core/log.ts';
import type { Ranked, Resemblance, SearchQuery } from '../../core/search.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import type { TermCounts, TextWindow } from './candidates/text-windows.ts';
import type { Corpus } from './candidates/corpus.ts';
import type { SearchGroup, IndexText } from './text-index.ts';
import type { SnapshotKey } from './sealed-piece.ts';
import type { GroupVectors } from './vectors.ts';

type Ask =
  | ({ kind: 'update' } & IndexChange)
  | { kind: 'continue' }
  | ({ kind: 'save' } & SnapshotPiece)
  | ({ kind: 'load'; sealed: Uint8Array } & SnapshotPiece)
  | { kind: 'rank'; query: SearchQuery; corpus?: Corpus | undefined }
  | { kind: 'windows'; groups: readonly SearchGroup[]; number: number; counts: boolean }
  | { kind: 'common'; least: number }
  | { kind: 'resembling'; texts: readonly IndexText[] }
  | { kind: 'drop' };

/** Groups without vectors can be found only by their words. */
export interface IndexChange {
  groups: readonly SearchGroup[];
  removed: readonly string[];
  vectors?: ReadonlyMap<string, GroupVectors> | undefined;
}

/** The state of an index after a part of an update. */
export interface Updated {
  isDone: boolean;
  /** The approximate size of the index. */
  bytes: number;
  texts: number;
  groups: number;
}

export interface LoadedPiece extends Updated {
  isLast: boolean;
}

export interface SealedPiece {
  sealed: Uint8Array;
  isLast: boolean;
}

export interface SnapshotPiece {
  snapshot: SnapshotKey;
  /** The number of the piece; 0 starts from the beginning. */
  number: number;
}

export interface SearchRequest {
  index: string;
  ask: Ask;
}

/** The name of requests that concern no index. */
const CANDIDATES = 'candidates';
/** The maximum CPU time of one request. */
const BUDGET_MS = 120_000;

/**
 * Manages the indexes, by name, in a separate thread. Requests are processed in order of arrival.
 * If the thread dies, all indexes are lost and `generation` changes, so that callers rebuild them.
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

  /**
   * Adds and removes groups. A long update runs in parts, with requests of other indexes in
   * between. Rankings of this index may see a part of the update.
   */
  async update(index: string, change: IndexChange): Promise<Updated> {
    return this.#finished(index, await this.#ask(index, { kind: 'update', ...change }));
  }

  /**
   * Returns the next piece of a snapshot of the index. Changes that are made between two pieces may
   * be missing from the snapshot.
   */
  save(index: string, piece: SnapshotPiece): Promise<SealedPiece> {
    return this.#ask(index, { kind: 'save', ...piece });
  }

  /** Adds the next piece of a snapshot. The index is complete after the last one. */
  async load(index: string, piece: SnapshotPiece, sealed: Uint8Array): Promise<LoadedPiece> {
    const loaded = await this.#ask<LoadedPiece>(index, { kind: 'load', ...piece, sealed });
    return { ...(await this.#finished(index, loaded)), isLast: loaded.isLast };
  }

  /** An index of only some texts of a user needs the numbers of all of them. */
  rank(index: string, query: SearchQuery, corpus?: Corpus): Promise<Ranked> {
    return this.#ask(index, { kind: 'rank', query, corpus });
  }

  /** Cuts groups into windows for the candidate index with this number. */
  windows(groups: readonly SearchGroup[], number: number): Promise<TextWindow[]> {
    return this.#ask(CANDIDATES, { kind: 'windows', groups, number, counts: false });
  }

  /** Does the same, and counts the terms under this name until `takeCommon`. */
  countedWindows(name: string, groups: readonly SearchGroup[], number: number) {
    return this.#ask<TextWindow[]>(name, { kind: 'windows', groups, number, counts: true });
  }

  /** Returns the counted terms that occur in at least this many documents, and forgets all counts. */
  takeCommon(name: string, least: number): Promise<ReturnType<TermCounts['common']>> {
    return this.#ask(name, { kind: 'common', least });
  }

  /** Finds, for each text, other indexed texts that say nearly the same. */
  resembling(index: string, texts: readonly IndexText[]): Promise<Resemblance[][]> {
    return this.#ask(index, { kind: 'resembling', texts });
  }

  async drop(index: string): Promise<void> {
    await this.#ask(index, { kind: 'drop' });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }

  async #finished(index: string, updated: Updated): Promise<Updated> {
    while (!updated.isDone) updated = await this.#ask(index, { kind: 'continue' });
    return updated;
  }

  async #ask<T>(index: string, ask: Ask): Promise<T> {
    const answer = await this.#pool.run({ index, ask });
    if (answer === undefined) throw new Error('The search is closed.');
    return answer as T;
  }
}
