/**
 * Sends requests to one transcription endpoint. Servers support different levels of detail, so the
 * endpoint remembers the first form of request that its server accepts.
 */
import { tracedFetch } from '../../../core/tracing/tracing.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { writeWav } from '../../audio/wav.ts';
import { backOffMs, providerRefusal, UNREACHABLE, type ProviderRefusal } from '../provider.ts';
import { spokenLanguage } from '../recogniser.ts';
import { readTranscription, type TranscriptionAnswer } from './answer.ts';

export interface EndpointOptions {
  address: URL;
  key: string | undefined;
  model: string;
  /**
   * The maximum outage, counted from the first failure; after it, the utterance fails, and with it
   * the session.
   */
  outageSeconds: number;
  /** The time to wait for one answer. */
  answerMs: number;
  backOffMs?: (failures: number) => number;
}

/**
 * The provider returned no words for this request. `kind` tells whether other requests to the
 * provider may succeed.
 */
export class NoTranscription extends Error {
  readonly refusal: ProviderRefusal;
  /** With `utterance`, the provider works but cannot transcribe this sound. */
  readonly kind: 'provider' | 'utterance';
  constructor(refusal: ProviderRefusal, kind: 'provider' | 'utterance') {
    super(refusal.detail);
    this.refusal = refusal;
    this.kind = kind;
  }
}

interface Speech {
  file: Blob;
  language: string;
  /** The names that may be in the speech; empty when none are known. */
  prompt: string;
}

const FORMATS = ['verbose_json', 'json'] as const;
const LARGEST_ANSWER = 1024 * 1024;
/** The maximum number of simultaneous requests of all sessions together. */
const MAX_REQUESTS = 8;

export class TranscriptionEndpoint {
  readonly #options: EndpointOptions;
  #format = 0;
  #understood = false;
  #free = MAX_REQUESTS;
  readonly #queue: (() => void)[] = [];

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Throws `NoTranscription`, or the reason of the aborted signal. */
  async transcribe(
    pcm: Int16Array,
    language: string,
    signal: AbortSignal,
    prompt = '',
  ): Promise<TranscriptionAnswer> {
    const file = new Blob([writeWav(pcm)], { type: 'audio/wav' });
    const speech = { file, language, prompt };
    let since: number | undefined;
    for (let failures = 0; ; failures += 1) {
      const outcome = await this.#inTurn(signal, () => this.#ask(speech, signal));
      signal.throwIfAborted();
      if (!('code' in outcome)) return outcome;
      if (outcome.final)
        throw new NoTranscription(outcome, this.#understood ? 'utterance' : 'provider');
      const now = performance.now();
      since ??= now;
      const pause = Math.max(
        outcome.retryAfterMs ?? 0,
        (this.#options.backOffMs ?? backOffMs)(failures),
      );
      if (now + pause - since > this.#options.outageSeconds * 1000) {
        throw new NoTranscription(outcome, 'provider');
      }
      await wait(pause, undefined, { signal });
    }
  }

  /** Requests less detail when the server does not understand the request. */
  async #ask(speech: Speech, signal: AbortSignal): Promise<TranscriptionAnswer | ProviderRefusal> {
    for (;;) {
      const format = this.#format;
      const response = await this.#post(speech, FORMATS[format]!, signal);
      if ('code' in response) return response;
      if (response.ok) {
        const answer = await readBody(response);
        if ('text' in answer) this.#understood = true;
        return answer;
      }
      await response.body?.cancel().catch(() => {});
      const misunderstood = response.status === 400 || response.status === 422;
      if (misunderstood && this.#format > format) continue;
      if (!misunderstood || this.#understood || format === FORMATS.length - 1) {
        return providerRefusal(response.status, response.headers.get('retry-after'));
      }
      this.#format = format + 1;
    }
  }

  async #post(
    { file, language, prompt }: Speech,
    format: (typeof FORMATS)[number],
    signal: AbortSignal,
  ): Promise<Response | ProviderRefusal> {
    const { address, key, model, answerMs } = this.#options;
    const body = new FormData();
    body.set('file', file, 'speech.wav');
    body.set('model', model);
    const spoken = spokenLanguage(language);
    if (spoken) body.set('language', spoken);
    if (prompt !== '') body.set('prompt', prompt);
    body.set('response_format', format);
    if (format === 'verbose_json') {
      for (const detail of ['word', 'segment']) body.append('timestamp_granularities[]', detail);
    }
    try {
      return await tracedFetch(address, {
        method: 'POST',
        headers: key ? { Authorization: `Bearer ${key}` } : {},
        body,
        // Redirects are not followed, because a redirect could send private sound to another
        // server.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
    } catch {
      return UNREACHABLE;
    }
  }

  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

async function readBody(response: Response): Promise<TranscriptionAnswer | ProviderRefusal> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > LARGEST_ANSWER)
        return { ...UNREACHABLE, detail: `${ITS_ANSWER} with too much data.` };
      chunks.push(chunk);
    }
  } catch {
    return UNREACHABLE;
  }
  const text = Buffer.concat(chunks).toString();
  const answer = readTranscription(text, response.headers.get('content-type'));
  return answer ?? { ...UNREACHABLE, detail: `${ITS_ANSWER} in another protocol.` };
}

const ITS_ANSWER = 'The speech provider answers';
