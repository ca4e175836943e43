import { tokensIn } from '../text-models/model-cost.ts';
import type { Send } from '../text-models/send.ts';
import { NoTextModel } from '../text-models/text-model.ts';
import { z } from 'zod';

/** One OpenAI-compatible endpoint that turns texts into vectors. */

export interface EmbeddingsOptions {
  send: Send;
  model: string;
}

/** The reason why there are no vectors, as a sentence without text from the endpoint. */
export class NoVectors extends Error {
  /** True when the endpoint refuses these texts but may accept other texts. */
  readonly refused: boolean;
  /** The time after which the endpoint accepts another request, if it named one. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      refused = false,
      retryAfterMs = null,
      cause,
    }: { refused?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.refused = refused;
    this.retryAfterMs = retryAfterMs;
  }
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DIMENSIONS = 8_192;
const MAX_WAIT_MS = 10 * 60_000;
const REFUSED = [400, 413, 422];

const Answer = z.object({
  usage: z
    .object({ total_tokens: z.number().catch(0) })
    .optional()
    .catch(undefined),
  data: z.array(
    z.object({
      index: z.int().optional(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
});

export interface Embedded {
  vectors: Float32Array[];
  /** Null if the vectors cost nothing. */
  tokens: number | null;
}

/** Converts texts to vectors. */
export interface Embedder {
  /** Vectors of different models are not compared. */
  readonly model: string;
  /**
   * Resolves with a vector for each text, all with the same dimensions, and with the number of
   * tokens of the texts. Throws `NoVectors`.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

export class EmbeddingsEndpoint implements Embedder {
  readonly #options: EmbeddingsOptions;

  constructor(options: EmbeddingsOptions) {
    this.#options = options;
  }

  get model(): string {
    return this.#options.model;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const response = await this.#post({ model: this.#options.model, input: texts }, signal);
    if (!response.ok) {
      await response.body?.cancel().catch(() => {});
      throw new NoVectors(`the endpoint for embeddings answered ${response.status}`, {
        refused: REFUSED.includes(response.status),
        retryAfterMs: retryAfter(response),
      });
    }
    const { vectors, tokens } = vectorsOf(await limitedText(response), texts.length);
    const letters = texts.reduce((sum, { length }) => sum + length, 0);
    return { vectors, tokens: tokens || tokensIn(letters) };
  }

  async #post(body: object, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#options.send('/embeddings', JSON.stringify(body), signal);
    } catch (cause) {
      if (cause instanceof NoTextModel) throw new NoVectors(cause.message, { cause });
      const late = signal.aborted ? 'did not answer in time' : 'cannot be reached';
      throw new NoVectors(`the endpoint for embeddings ${late}`, { cause });
    }
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : null;
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new NoVectors('the connection to the endpoint for embeddings broke', { cause });
  }
  if (size > MAX_BYTES)
    throw new NoVectors('the answer of the endpoint for embeddings is too long');
  return Buffer.concat(chunks).toString();
}

function vectorsOf(text: string, count: number): Embedded {
  const answer = Answer.safeParse(parsed(text));
  if (!answer.success || answer.data.data.length !== count) {
    throw new NoVectors(
      'the answer of the endpoint for embeddings is not JSON of the expected shape',
    );
  }
  const vectors: Float32Array[] = [];
  answer.data.data.forEach(({ index, embedding }, place) => {
    vectors[index ?? place] = numbersOf(embedding);
  });
  const dimensions = vectors[0]?.length ?? 0;
  for (let place = 0; place < count; place++) {
    const vector = vectors[place];
    const usable =
      vector?.length === dimensions &&
      dimensions > 0 &&
      dimensions <= MAX_DIMENSIONS &&
      vector.every(Number.isFinite);
    if (!usable) throw new NoVectors('the endpoint for embeddings sent unusable vectors');
  }
  return { vectors, tokens: answer.data.usage?.total_tokens ?? 0 };
}

/** Some endpoints send floats as Base64, whatever format the request specifies. */
function numbersOf(embedding: number[] | string): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
