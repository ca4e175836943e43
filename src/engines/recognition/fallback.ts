/**
 * Several recognisers as one: when the one that listens fails, the next takes over and no word is
 * lost. It is given the sound since the last final again, its clock is moved to the session's, and
 * words that were already final are left out.
 */
import type { Log } from '../../core/log.ts';
import { AudioRing } from './audio-ring.ts';
import {
  SAMPLE_RATE,
  type FailureCode,
  type Recogniser,
  type RecognitionEvent,
  type RecognitionOptions,
  type RecognitionSession,
  type Utterance,
} from './recogniser.ts';
import { SessionEvents } from './session-events.ts';

/** Sound kept for the next one. A recogniser further behind than this when it fails loses words. */
const REPLAY_SECONDS = 30;
/**
 * The replay begins a little before the end of the last final, so that no first sound is cut; so
 * little that nobody takes the rest of a word for another.
 */
const RUN_UP_SECONDS = 0.1;

interface Failure {
  code: FailureCode;
  detail: string;
}

/** In order of preference. Name and capabilities are those of the first: the intended one. */
export function fallbackRecogniser(
  recognisers: readonly [Recogniser, ...Recogniser[]],
  log: Log,
): Recogniser {
  const [preferred] = recognisers;
  return {
    name: preferred.name,
    capabilities: preferred.capabilities,
    async available() {
      const reasons: string[] = [];
      for (const recogniser of recognisers) {
        const availability = await recogniser.available();
        if (availability.ok) return availability;
        reasons.push(availability.reason);
      }
      return { ok: false, reason: reasons.join(' ') };
    },
    open: (options) => new FallbackSession(recognisers, options, log),
    async [Symbol.asyncDispose]() {
      for (const recogniser of recognisers) await recogniser[Symbol.asyncDispose]();
    },
  };
}

class FallbackSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #options: RecognitionOptions;
  readonly #log: Log;
  readonly #ring = new AudioRing(REPLAY_SECONDS * SAMPLE_RATE);
  /** Undefined while nobody listens: before the first and between two. */
  #session: RecognitionSession | undefined;
  #lastFinalEnd = 0;
  #finishing = false;
  readonly #over: Promise<void>;

  constructor(recognisers: readonly Recogniser[], options: RecognitionOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    this.#over = this.#listen(recognisers);
  }

  write(pcm: Int16Array): void {
    if (this.events.ended || this.#finishing) return;
    this.#ring.push(pcm);
    this.#session?.write(pcm);
  }

  backlogSeconds(): number {
    if (this.events.ended) return 0;
    return this.#session?.backlogSeconds() ?? this.#ring.length / SAMPLE_RATE;
  }

  async finish(): Promise<void> {
    this.#finishing = true;
    void this.#session?.finish();
    await this.#over;
  }

  close(): void {
    this.events.end();
    this.#session?.close();
  }

  async #listen(recognisers: readonly Recogniser[]): Promise<void> {
    let failure: Failure = { code: 'unsupported', detail: 'There is no recogniser.' };
    for (const [turn, recogniser] of recognisers.entries()) {
      const availability = await recogniser.available();
      if (this.events.ended) return;
      if (turn > 0) this.#announce(failure, recogniser);
      if (availability.ok) {
        const reason = await this.#listenWith(recogniser, turn);
        if (!reason) return this.events.end();
        failure = reason;
      } else {
        failure = { code: 'unsupported', detail: availability.reason };
      }
      this.#log.warn({ recogniser: recogniser.name, ...failure }, 'a recogniser gave up');
    }
    this.events.fail(failure.code, failure.detail);
  }

  /** Until it fails (why) or is over (undefined). */
  async #listenWith(recogniser: Recogniser, turn: number): Promise<Failure | undefined> {
    try {
      return await this.#relay(recogniser, turn);
    } catch (error) {
      this.#log.error({ recogniser: recogniser.name, error }, 'a recogniser threw');
      return { code: 'engine', detail: `${recogniser.name} broke.` };
    }
  }

  async #relay(recogniser: Recogniser, turn: number): Promise<Failure | undefined> {
    const session = recogniser.open(this.#options);
    const offset = this.#ring.start / SAMPLE_RATE;
    for (const chunk of this.#ring.chunks()) session.write(chunk);
    this.#session = session;
    if (this.#finishing) void session.finish();
    try {
      for await (const event of session.events) {
        if (event.type === 'failed') return event;
        const shifted = shift(event, offset);
        if (shifted.type === 'final' || shifted.type === 'partial') {
          const { type, utterance } = shifted;
          const id = `${turn}.${utterance.id}`;
          this.#utterance(type, { ...utterance, id, provider: recogniser.name });
        } else this.events.emit(shifted);
      }
    } finally {
      this.#session = undefined;
      session.close();
    }
    if (this.#finishing || this.events.ended) return undefined;
    return { code: 'engine', detail: `${recogniser.name} stopped by itself.` };
  }

  #utterance(type: 'partial' | 'final', utterance: Utterance): void {
    const fresh = withoutWordsBefore(utterance, this.#lastFinalEnd);
    if (!fresh) return;
    this.events.emit({ type, utterance: fresh });
    if (type === 'partial') return;
    this.#lastFinalEnd = fresh.end;
    this.#ring.forget(Math.floor((fresh.end - RUN_UP_SECONDS) * SAMPLE_RATE));
  }

  #announce(failure: Failure, next: Recogniser): void {
    const detail = `${failure.detail} Trying ${next.name}.`;
    this.events.emit({ type: 'state', state: 'reconnecting', detail });
  }
}

/** The same event on a clock that began earlier by this many seconds. */
function shift(event: RecognitionEvent, seconds: number): RecognitionEvent {
  if (event.type === 'speech') return { ...event, at: event.at + seconds };
  if (event.type !== 'final' && event.type !== 'partial') return event;
  const later = <T extends { start: number; end: number }>(timed: T): T => ({
    ...timed,
    start: timed.start + seconds,
    end: timed.end + seconds,
  });
  const utterance = later(event.utterance);
  return { ...event, utterance: { ...utterance, words: utterance.words.map(later) } };
}

/** What of it was said after this time; a word belongs to where its middle is. */
function withoutWordsBefore(utterance: Utterance, time: number): Utterance | undefined {
  const words = utterance.words.filter(({ start, end }) => (start + end) / 2 >= time);
  const [first] = words;
  if (!first) return undefined;
  if (words.length === utterance.words.length) return utterance;
  return { ...utterance, words, start: first.start, text: words.map(({ text }) => text).join(' ') };
}
