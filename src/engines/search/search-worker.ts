import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Ranked, Resemblance, SearchQuery } from '../../core/search.ts';
import type { SearchGroup, SearchText } from './text-index.ts';
import type { GroupVectors } from './vectors.ts';

type Ask =
  | ({ kind: 'update' } & Change)
  | { kind: 'rank'; query: SearchQuery }
  | { kind: 'resembling'; texts: readonly SearchText[] }
  | { kind: 'drop' };

/** A group without vectors is found by its words. */
export interface Change {
  groups: readonly SearchGroup[];
  removed: readonly string[];
  vectors?: ReadonlyMap<string, GroupVectors> | undefined;
}

export interface SearchMessage {
  id: number;
  index: string;
  ask: Ask;
}
export interface SearchReply {
  id: number;
  answer?: unknown;
  error?: unknown;
}

interface Waiting {
  resolve(answer: never): void;
  reject(error: unknown): void;
}

/**
 * Indexes by name, in a thread of their own. Requests are handled in the order they arrive. When
 * the thread dies all indexes are gone; `generation` then changes, so that callers notice.
 */
export class SearchWorker implements AsyncDisposable {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;
  #closed = false;
  generation = 0;

  /** Starts the thread now, so that the first search need not wait for it. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  /** Puts groups in and takes groups out; resolves to the rough size of the index in bytes. */
  update(index: string, change: Change): Promise<number> {
    return this.#ask(index, { kind: 'update', ...change });
  }

  rank(index: string, query: SearchQuery): Promise<Ranked> {
    return this.#ask(index, { kind: 'rank', query });
  }

  /** Finds for each text the other indexed texts that say nearly the same. */
  resembling(index: string, texts: readonly SearchText[]): Promise<Resemblance[][]> {
    return this.#ask(index, { kind: 'resembling', texts });
  }

  drop(index: string): Promise<void> {
    return this.#ask(index, { kind: 'drop' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #ask<T>(index: string, ask: Ask): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The search is closed.'));
    this.warm();
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker!.postMessage({ id, index, ask } satisfies SearchMessage);
    });
  }

  #start(): Worker {
    const worker = new Worker(
      new URL(`./search-thread${extname(import.meta.filename)}`, import.meta.url),
    );
    let reason: unknown = new Error('The thread of the search has ended.');
    worker.on('message', ({ id, answer, error }: SearchReply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer as never);
      else waiting?.reject(error);
    });
    worker.once('error', (error) => (reason = error));
    worker.once('exit', () => {
      this.#worker = undefined;
      this.generation += 1;
      for (const { reject } of this.#waiting.values()) reject(reason);
      this.#waiting.clear();
    });
    worker.unref();
    return worker;
  }
}
