import type { Log } from '../../core/log.ts';
import { NoTextModel } from '../../engines/text-models/text-model.ts';
import type { TextModel } from '../../engines/text-models/text-model.ts';

/** Somebody waits for the answer. Loading the model takes longer, so the first question goes without. */
const PATIENCE_MS = 8_000;

/** Orders what a search found for a question, with a model on this machine. */
export class Reranking {
  readonly #model: TextModel;
  readonly #log: Log;
  readonly #patienceMs: number;

  constructor(
    model: TextModel,
    { log, patienceMs = PATIENCE_MS }: { log: Log; patienceMs?: number },
  ) {
    this.#model = model;
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  /**
   * Returns the places of the texts, the likeliest answer first; as they were given when the model
   * does not answer in time.
   */
  async order(query: string, texts: readonly string[]): Promise<number[]> {
    const places = texts.map((_, place) => place);
    if (texts.length < 2) return places;
    try {
      const request = { kind: 'rank', query, texts } as const;
      const { scores } = await this.#model.ask(request, AbortSignal.timeout(this.#patienceMs));
      return places.toSorted((one, other) => scores[other]! - scores[one]!);
    } catch (error) {
      const isLate = (error as Error).name === 'TimeoutError';
      if (!isLate && !(error instanceof NoTextModel)) throw error;
      this.#log.warn({ err: error, model: this.#model.name }, 'what was found is not reordered');
      return places;
    }
  }
}
