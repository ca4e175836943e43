import type { Reader } from './reader.ts';
import { NoVectors, type Embedded, type Embedder } from '../search/embeddings-endpoint.ts';

/** Makes the vectors of texts with the reading network of the service, in any of its languages. */
export class ReadingEmbedder implements Embedder {
  /** Changes with the weights, so that everything is embedded again. */
  readonly model = 'commonplace-reading-1';
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    try {
      return { vectors: await this.#reader.vectors(texts, signal), tokens: null };
    } catch (cause) {
      throw new NoVectors('the reader gave no vectors', { cause });
    }
  }
}
