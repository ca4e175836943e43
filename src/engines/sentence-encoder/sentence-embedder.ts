import type { Log } from '../../core/log.ts';
import { pinRuntime } from '../onnx/onnx-runtime.ts';
import { NoVectors, type Embedder } from '../search/embeddings-endpoint.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';

/** The CPU time limit of one request; 64 texts take some 100 ms. */
const BUDGET_MS = 30_000;
const IDLE_MS = 10 * 60_000;

/**
 * Makes the vectors of English texts on this machine, without a model to fetch. The vector of a
 * text in another language is 0 everywhere, so it resembles nothing. The thread starts with the
 * first text.
 */
export class SentenceEmbedder implements Embedder, AsyncDisposable {
  readonly model: string;
  readonly #pool: WorkerPool<readonly string[], Float32Array[]>;

  constructor(model: string, log: Log) {
    this.model = model;
    this.#pool = new WorkerPool({
      name: 'the sentence encoder',
      kind: 'thread',
      entry: besideModule(import.meta, 'sentence-encoder-worker'),
      log,
      budgetMs: () => BUDGET_MS,
      idleMs: IDLE_MS,
    });
  }

  async embed(texts: readonly string[], signal: AbortSignal) {
    try {
      pinRuntime();
      const vectors = await this.#pool.run(texts, signal);
      if (vectors) return { vectors, tokens: null };
    } catch (cause) {
      throw new NoVectors('the sentence encoder failed', { cause });
    }
    throw new NoVectors('the sentence encoder stops');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}
