/**
 * Sends requests to one OpenAI-compatible endpoint. Servers support different request options, so
 * several forms are tried: JSON by schema, first with limits where the answer is terse, JSON with the
 * schema in the prompt, and plain text with the schema in the prompt. All later requests use the
 * first form that works.
 */
import type { Send } from './send.ts';
import { NoTextModel } from './text-model.ts';
import { z } from 'zod';
import { setTimeout as wait } from 'node:timers/promises';
import { limitedText, textPieces } from './completion-stream.ts';
import { cutObjectIn, objectIn } from './json-answer.ts';
import { NoAnswer } from './no-answer.ts';
import { tokensIn } from './model-cost.ts';
import { Spending } from './spending.ts';

export { NoAnswer };

export interface ModelEndpointOptions {
  send: Send;
  model: string;
}

export interface Picture {
  content_type: string;
  data: Uint8Array;
}

export interface ModelQuestion {
  system: string;
  user: string;
  /** Only for models that support images. */
  picture?: Picture;
  schema: z.ZodType;
}

export interface ModelAnswer {
  object: Record<string, unknown>;
}

const RUNGS = ['limited_schema', 'json_schema', 'json_object', 'text'] as const;
type Rung = (typeof RUNGS)[number];

/** Against a model that repeats itself. */
const FREQUENCY_PENALTY = 0.1;
/** Some endpoints refuse these limits in a schema. */
const LIMITS = new Set(['maxLength', 'maxItems']);

const MAX_BUSY_TRIES = 3;
const MAX_WAIT_MS = 10_000;

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({ total_tokens: z.number().catch(0) })
    .nullish()
    .catch(null),
});

export class ModelEndpoint {
  readonly #options: ModelEndpointOptions;
  readonly #isTerse: boolean;
  #rung: number;
  #streams = true;

  /** In terse answers, repetition is discouraged, and what is complete of a cut one is used. */
  constructor(options: ModelEndpointOptions, { isTerse = false } = {}) {
    this.#options = options;
    this.#isTerse = isTerse;
    this.#rung = isTerse ? 0 : 1;
  }

  /** Throws `NoAnswer`, or the reason of the aborted signal. */
  async ask(
    question: ModelQuestion,
    signal: AbortSignal,
    spending = new Spending(),
  ): Promise<ModelAnswer> {
    for (let number = this.#rung; ; number += 1) {
      const rung = RUNGS[number]!;
      const body = JSON.stringify(bodyFor(rung, question, this.#options.model));
      const response = await this.#post(body, signal, spending);
      const refused = response.status === 400 || response.status === 422;
      if (refused && number < RUNGS.length - 1) {
        await response.body?.cancel();
        continue;
      }
      if (!response.ok) throw new NoAnswer(`the language model answered ${response.status}`);
      // Later requests start with the form that the endpoint accepted. An endpoint that refused
      // every form because the question was too long may still accept any form.
      this.#rung = number;
      const written = readCompletion(await limitedText(response), body.length, spending);
      const object = this.#isTerse ? cutObjectIn(written) : objectIn(written);
      if (!object) throw new NoAnswer('the language model wrote no usable JSON');
      return { object };
    }
  }

  /**
   * Yields the text of an answer while the model writes it. If the endpoint cannot stream, yields
   * all of it at once. Throws `NoAnswer`, or the reason of the aborted signal.
   */
  async *write(
    { system, user }: Pick<ModelQuestion, 'system' | 'user'>,
    signal: AbortSignal,
    spending = new Spending(),
  ): AsyncGenerator<string, void> {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const request = { model: this.#options.model, temperature: 0, messages };
    for (const stream of this.#streams ? [true, false] : [false]) {
      const body = JSON.stringify({ ...request, stream });
      const response = await this.#post(body, signal, spending);
      if (stream && (response.status === 400 || response.status === 422)) {
        await response.body?.cancel();
        continue;
      }
      if (!response.ok) throw new NoAnswer(`the language model answered ${response.status}`);
      this.#streams = stream;
      // Streams seldom report their tokens.
      let letters = system.length + user.length;
      try {
        for await (const piece of textPieces(response, signal)) {
          letters += piece.length;
          yield piece;
        }
      } finally {
        spending.tokens += tokensIn(letters);
      }
      return;
    }
  }

  /** While the endpoint is busy, waits and tries again. */
  async #post(body: string, signal: AbortSignal, spending: Spending): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      spending.call();
      const response = await this.#fetch(body, signal);
      const busy = response.status === 429 || response.status === 503;
      if (!busy || tries === MAX_BUSY_TRIES) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      const delay = Number.isFinite(seconds) ? seconds * 1000 : 1000;
      spending.wait(delay);
      await wait(Math.min(Math.max(delay, 50), MAX_WAIT_MS), undefined, { signal });
    }
  }

  async #fetch(body: string, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#options.send('/chat/completions', body, signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof NoTextModel) throw new NoAnswer(cause.message, { cause });
      throw new NoAnswer('the language model cannot be reached', { cause });
    }
  }
}

function bodyFor(
  rung: Rung,
  { system, user, picture, schema }: ModelQuestion,
  model: string,
): object {
  const limited = z.toJSONSchema(schema);
  const json: unknown = JSON.parse(
    JSON.stringify(limited, (key, value: unknown) => (LIMITS.has(key) ? undefined : value)),
  );
  const isPlain = rung === 'json_object' || rung === 'text';
  const asked = isPlain
    ? `${system}\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(limited)}`
    : system;
  const bySchema = (of: unknown) => ({
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: of },
  });
  const format = {
    limited_schema: bySchema(limited),
    json_schema: bySchema(json),
    json_object: { type: 'json_object' },
    text: undefined,
  }[rung];
  return {
    model,
    temperature: 0,
    ...(rung === 'limited_schema' && { frequency_penalty: FREQUENCY_PENALTY }),
    messages: [
      { role: 'system', content: asked },
      { role: 'user', content: picture ? [{ type: 'text', text: user }, shown(picture)] : user },
    ],
    ...(format && { response_format: format }),
  };
}

function shown({ content_type, data }: Picture): object {
  const url = `data:${content_type};base64,${Buffer.from(data).toString('base64')}`;
  return { type: 'image_url', image_url: { url } };
}

function readCompletion(text: string, asked: number, spending: Spending): string {
  const completion = Completion.safeParse(objectIn(text));
  if (!completion.success) throw new NoAnswer('the language model sent no completion');
  const { usage } = completion.data;
  spending.tokens += usage?.total_tokens || tokensIn(asked + text.length);
  const { message } = completion.data.choices[0]!;
  return message.content || message.tool_calls?.[0]?.function.arguments || '';
}
