/**
 * Turns a pool of streaming processes into a live recogniser. Voice activity detection finds the
 * utterances, so silence costs nothing and each utterance is one stream.
 */
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity, VoiceStream } from '../../voice-activity/voice-activity.ts';
import { GivenUp, PoolBroken } from '../../supervision/restarts.ts';
import {
  SAMPLE_RATE,
  type RecognisedWord,
  type Recogniser,
  type RecognitionOptions,
  type RecognitionSession,
  type Utterance,
} from '../recogniser.ts';
import { SessionEvents } from '../session-events.ts';
import { SpeechPulse } from '../speech-pulse.ts';
import { LiveSegmenter, type UtteranceStep } from './live-segmenter.ts';
import { MODEL_CURE } from './native-model.ts';
import type { UtteranceInProcess } from './stream-process.ts';
import type { StreamPool } from './stream-pool.ts';

export interface StreamingRecogniserParts {
  name: string;
  capabilities: Recogniser['capabilities'];
  available: Recogniser['available'];
  pool: Pick<StreamPool, 'warm' | 'open' | typeof Symbol.asyncDispose>;
  /** Adds punctuation and capital letters if the model writes none. */
  write(words: RecognisedWord[]): { text: string; words: RecognisedWord[] };
  /** Other recognisers share the detector, so disposing of the recogniser leaves it open. */
  voiceActivity: VoiceActivity;
  log: Log;
}

export function streamingRecogniser(parts: StreamingRecogniserParts): Recogniser {
  const { name, capabilities, available, pool } = parts;
  return {
    name,
    capabilities,
    available,
    open: (options) => new StreamingSession(parts, options),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/**
 * The same limit as in utterance-recogniser.ts. Beyond the limit, the session skips speech and
 * reports the loss.
 */
const BACKLOG_LIMIT = 120;
/** Shorter speech is a cough or a click, so it is dropped. */
const SHORTEST_SECONDS = 0.2;

interface Current {
  id: string;
  start: number;
  process: UtteranceInProcess;
  samples: number;
  /** The time (ms) at which the process got its last sound. */
  endedAt?: number;
  /** The words of the last partial result. */
  partial: RecognisedWord[];
}

class StreamingSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #parts: StreamingRecogniserParts;
  readonly #options: RecognitionOptions;
  readonly #segmenter = new LiveSegmenter();
  readonly #pulse = new SpeechPulse();
  readonly #voice: VoiceStream;
  #ids = 0;
  #current: Current | undefined;
  /** Utterances that have no final words yet. */
  readonly #open = new Set<Current>();
  #degraded = false;
  /** Settles when all ended utterances have their final words. */
  #answered: Promise<void> = Promise.resolve();

  constructor(parts: StreamingRecogniserParts, options: RecognitionOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#voice = parts.voiceActivity.open((frame, probability) => this.#hear(frame, probability));
    parts.pool.warm();
  }

  write(pcm: Int16Array): void {
    if (this.events.ended) return;
    if (this.#voice.waitingSamples > BACKLOG_LIMIT * SAMPLE_RATE) {
      this.#fail(new Error('The sound arrives faster than it can be transcribed.'));
    } else this.#voice.write(pcm);
  }

  backlogSeconds(): number {
    return this.#voice.waitingSamples / SAMPLE_RATE + this.#openSeconds;
  }

  behindSeconds(): number {
    // Utterances end in the same order in which they began.
    for (const { endedAt } of this.#open) {
      return endedAt === undefined ? 0 : (performance.now() - endedAt) / 1000;
    }
    return 0;
  }

  async finish(): Promise<void> {
    await this.#voice.finish();
    for (const step of this.#segmenter.flush()) this.#take(step);
    await this.#answered;
    this.events.end();
  }

  close(): void {
    this.events.end();
    this.#voice.close();
    for (const { process } of this.#open) process.close();
    this.#open.clear();
  }

  get #openSeconds(): number {
    let samples = 0;
    for (const each of this.#open) samples += each.samples;
    return samples / SAMPLE_RATE;
  }

  #hear(frame: Int16Array, probability: number): void {
    if (this.events.ended) return;
    const at = this.#pulse.hear(probability);
    if (at !== undefined) this.events.emit({ type: 'speech', at });
    for (const step of this.#segmenter.push(frame, probability)) this.#take(step);
  }

  #take(step: UtteranceStep): void {
    if (step.type === 'begin') return this.#begin(step.start);
    const current = this.#current;
    if (!current) return;
    if (step.type === 'sound') {
      current.samples += step.frame.length;
      current.process.write(step.frame);
      return;
    }
    this.#current = undefined;
    if (step.spoken >= SHORTEST_SECONDS || current.partial.length > 0) return this.#end(current);
    current.process.close();
    this.#open.delete(current);
  }

  #begin(start: number): void {
    if (!this.#admits()) return;
    const onPartial = (words: RecognisedWord[]) => {
      if (words.length === 0) return;
      current.partial = words;
      const written = withoutLastMark(this.#parts.write(words));
      this.events.emit({ type: 'partial', utterance: utteranceOf(current, written) });
    };
    const process = this.#parts.pool.open({ ...this.#options, onPartial });
    const current: Current = { id: String(++this.#ids), start, process, samples: 0, partial: [] };
    this.#current = current;
    this.#open.add(current);
  }

  #end(current: Current): void {
    current.endedAt = performance.now();
    const words = current.process.end();
    const before = this.#answered;
    this.#answered = (async () => {
      const [outcome] = await Promise.allSettled([words, before]);
      if (outcome.status === 'fulfilled') this.#final(current, outcome.value);
      else if (outcome.reason instanceof GivenUp) this.#missed(current, outcome.reason);
      else this.#fail(outcome.reason);
      this.#open.delete(current);
      this.#recover();
    })();
  }

  /**
   * Words that were already shown are kept, even if the engine finds no final words or its process
   * dies.
   */
  #final(current: Current, found: RecognisedWord[]): void {
    const words = found.length > 0 ? found : current.partial;
    if (words.length === 0) return;
    const utterance = utteranceOf(current, this.#parts.write(words));
    this.events.emit({ type: 'final', utterance });
  }

  /** Keeps the words that were already shown. Another try may recognise the rest. */
  #missed(current: Current, { message }: GivenUp): void {
    this.#final(current, []);
    const said = current.partial.at(-1)?.end ?? 0;
    const start = milliseconds(current.start + said);
    const end = milliseconds(current.start + current.samples / SAMPLE_RATE);
    if (start < end) this.events.emit({ type: 'missed', start, end, detail: message });
  }

  #admits(): boolean {
    const behind = this.#openSeconds;
    if (behind <= BACKLOG_LIMIT) return true;
    const detail = 'The recogniser is too slow; some speech is skipped.';
    if (!this.#degraded) this.events.emit({ type: 'state', state: 'degraded', detail });
    this.#degraded = true;
    this.#parts.log.warn({ engine: this.#parts.name, behind }, detail);
    return false;
  }

  #recover(): void {
    if (!this.#degraded || this.#openSeconds > BACKLOG_LIMIT / 2) return;
    this.#degraded = false;
    this.events.emit({ type: 'state', state: 'ready', detail: 'The recogniser has caught up.' });
  }

  #fail(error: unknown): void {
    if (this.events.ended) return;
    this.#parts.log.error({ engine: this.#parts.name, error }, 'a recognition session failed');
    const broken = error instanceof PoolBroken;
    const sentence = `${this.#parts.name} does not run on this machine. ${MODEL_CURE}`;
    this.events.fail('engine', broken ? sentence : String(error));
    this.close();
  }
}

interface Written {
  text: string;
  words: RecognisedWord[];
}

function utteranceOf({ id, start, samples }: Current, { text, words }: Written): Utterance {
  const latest = start + samples / SAMPLE_RATE;
  const time = (seconds: number) => milliseconds(Math.min(latest, start + seconds));
  const moved = words.map((word) => ({ ...word, start: time(word.start), end: time(word.end) }));
  return { id, text, words: moved, start: moved[0]!.start, end: moved.at(-1)!.end };
}

/** Removes the punctuation mark at the end, because the speaker has not finished yet. */
function withoutLastMark({ text, words }: Written): Written {
  const strip = (written: string) => written.replace(/[.?]$/, '');
  const last = words.at(-1)!;
  return { text: strip(text), words: [...words.slice(0, -1), { ...last, text: strip(last.text) }] };
}

/** Rounds seconds to whole milliseconds, because more digits have no meaning. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
