/**
 * The transcription part of OpenAI's realtime protocol. The provider cuts the sound into items of
 * speech.
 */
import { z } from 'zod';
import { openResampler } from '../../audio/resampler.ts';
import {
  parseMessage,
  type DialectConversation,
  type DialectResult,
  type DialectSaid,
} from '../live/dialect.ts';
import { UNREACHABLE, type ProviderRefusal } from '../provider.ts';
import { SAMPLE_RATE, spokenLanguage } from '../recogniser.ts';
import { spreadWords } from '../spread-words.ts';

/** The only sample rate that the provider accepts. */
const ITS_RATE = 24_000;
/**
 * Milliseconds of sound that the provider adds before the speech of an item. The next constant is
 * the silence that ends an item.
 */
const PADDING_MS = 300;
const SILENCE_MS = 500;
/** With this many unanswered items, the provider is too far behind to recover. */
const MAX_ITEMS = 200;

const Started = z.object({ item_id: z.string(), audio_start_ms: z.number().min(0) });
const Stopped = z.object({ item_id: z.string(), audio_end_ms: z.number().min(0) });
const Committed = z.object({ item_id: z.string() });
const Delta = z.object({ item_id: z.string(), delta: z.string() });
const Completed = z.object({ item_id: z.string(), transcript: z.string() });
const Failure = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }),
});

/** An item of speech, tracked from its first sound to its words. */
interface Item {
  start: number;
  end: number | undefined;
  text: string;
  completed: boolean;
}

const ITEM = 'conversation.item.input_audio_transcription';

/** Words may arrive out of order, so each item waits for the previous items. */
export class RealtimeConversation implements DialectConversation {
  readonly greeting: readonly string[];
  readonly keepAlive = null;
  readonly #resample = openResampler(SAMPLE_RATE, ITS_RATE);
  /** Items in the order of the speech. */
  readonly #items = new Map<string, Item>();
  #samples = 0;
  #accepted = false;
  /** The state of the commit that we send at the end. */
  #last: 'not yet' | 'sent' | 'answered' = 'not yet';

  constructor({ model, language }: { model: string; language: string }) {
    const spoken = spokenLanguage(language);
    const transcription = { model, ...(spoken && { language: spoken }) };
    const session = {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: ITS_RATE },
          transcription,
          turn_detection: {
            type: 'server_vad',
            prefix_padding_ms: PADDING_MS,
            silence_duration_ms: SILENCE_MS,
          },
        },
      },
    };
    this.greeting = [JSON.stringify({ type: 'session.update', session })];
  }

  sound(pcm: Int16Array): string {
    this.#samples += pcm.length;
    const { buffer, byteOffset, byteLength } = this.#resample(pcm);
    const audio = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    return JSON.stringify({ type: 'input_audio_buffer.append', audio });
  }

  last(): string[] {
    this.#last = 'sent';
    return [JSON.stringify({ type: 'input_audio_buffer.commit' })];
  }

  hear(text: string): DialectSaid | undefined {
    const message = parseMessage(text);
    if (!message) return undefined;
    switch (message.type) {
      case 'session.updated':
        this.#accepted = true;
        return {};
      case 'input_audio_buffer.speech_started':
        return this.#with(Started, message, ({ item_id, audio_start_ms }) =>
          this.#started(item_id, audio_start_ms / 1000),
        );
      case 'input_audio_buffer.speech_stopped':
        return this.#with(Stopped, message, ({ item_id, audio_end_ms }) => {
          const item = this.#items.get(item_id);
          if (item) item.end = audio_end_ms / 1000;
          return {};
        });
      case 'input_audio_buffer.committed':
        return this.#with(Committed, message, ({ item_id }) => this.#committed(item_id));
      case `${ITEM}.delta`:
        return this.#with(Delta, message, ({ item_id, delta }) => this.#grown(item_id, delta));
      case `${ITEM}.completed`:
        return this.#with(Completed, message, (item) =>
          this.#completed(item.item_id, item.transcript),
        );
      case `${ITEM}.failed`:
        return { refusal: { ...UNREACHABLE, detail: 'The speech provider lost an utterance.' } };
      case 'error':
        return this.#with(Failure, message, ({ error }) => this.#failed(error));
      default:
        return {};
    }
  }

  get #seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  #with<T>(
    schema: z.ZodType<T>,
    message: object,
    then: (message: T) => DialectSaid,
  ): DialectSaid | undefined {
    const { data } = schema.safeParse(message);
    return data && then(data);
  }

  #started(id: string, start: number): DialectSaid {
    if (this.#items.size >= MAX_ITEMS) {
      return { refusal: { ...UNREACHABLE, detail: 'The speech provider is too slow.' } };
    }
    this.#items.set(id, { start, end: undefined, text: '', completed: false });
    return {};
  }

  /**
   * The provider commits an item when its speech ends. If an item is still open at the end of all
   * sound, we send a commit ourselves.
   */
  #committed(id: string): DialectSaid {
    const item = this.#items.get(id);
    if (item?.end !== undefined) return {};
    if (this.#last === 'sent') this.#last = 'answered';
    if (!item) return this.#started(id, this.#seconds);
    item.end = this.#seconds;
    return {};
  }

  #grown(id: string, delta: string): DialectSaid {
    const item = this.#items.get(id);
    if (!item || item.completed) return {};
    item.text += delta;
    const [oldest] = this.#items.values();
    return item === oldest ? { results: [this.#resultOf(item, false)] } : {};
  }

  #completed(id: string, transcript: string): DialectSaid {
    const item = this.#items.get(id);
    // The item is no longer in the list, because this message repeats an earlier one.
    if (!item) return {};
    item.text = transcript;
    item.completed = true;
    const results: DialectResult[] = [];
    for (const [oldest, each] of this.#items) {
      if (!each.completed) break;
      results.push(this.#resultOf(each, true));
      this.#items.delete(oldest);
    }
    return this.#said(results);
  }

  #failed({ code, type }: z.infer<typeof Failure>['error']): DialectSaid {
    if (code === 'input_audio_buffer_commit_empty') {
      this.#last = 'answered';
      return this.#said([]);
    }
    const refuse = (refusal: Omit<ProviderRefusal, 'final'>, final = true): DialectSaid => ({
      refusal: { ...refusal, final },
    });
    if (code === 'invalid_api_key') {
      const detail = 'The speech provider refuses the key: check SVC_RECOGNISER_KEY.';
      return refuse({ code: 'auth', detail });
    }
    if (code === 'insufficient_quota') {
      return refuse({ code: 'quota', detail: 'The speech provider requires payment.' });
    }
    if (type === 'invalid_request_error' && !this.#accepted) {
      const detail = 'The speech provider refuses the session: check SVC_RECOGNISER_MODEL.';
      return refuse({ code: 'unsupported', detail });
    }
    const detail = 'The speech provider reports an error.';
    return refuse({ code: 'network', detail }, false);
  }

  #said(results: DialectResult[]): DialectSaid {
    return { results, over: this.#last === 'answered' && this.#items.size === 0 };
  }

  #resultOf({ start, end = this.#seconds, text }: Item, final: boolean): DialectResult {
    const from = Math.min(start + PADDING_MS / 1000, end);
    return { start, end, final, words: spreadWords(text, from, end) };
  }
}
