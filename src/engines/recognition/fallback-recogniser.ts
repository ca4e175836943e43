/**
 * Combines several recognisers. When the active recogniser fails, the next one takes over without
 * losing words: it gets the sound since the last final result, its times are converted to the
 * session's clock, and words that were already final are dropped. Later, the preferred recogniser
 * is tried again.
 */
import type { Log } from '../../core/log.ts';
import { AudioRing } from './audio-ring.ts';
import {
  SAMPLE_RATE,
  knowsLanguage,
  type FailureCode,
  type Recogniser,
  type RecognitionEvent,
  type RecognitionOptions,
  type RecognitionSession,
  type Utterance,
} from './recogniser.ts';
import { SessionEvents } from './session-events.ts';

/**
 * The seconds of sound that are kept for the next recogniser. Older sound without words is reported
 * as `missed`.
 */
const REPLAY_SECONDS = 60;
/**
 * Sound whose words are already known is kept for this extra time, because a further word may begin
 * in it.
 */
const ANSWERED_SECONDS = 2;
/** A smaller backlog is treated as empty, because voice activity detection always lags slightly. */
const NOTHING_SECONDS = 0.5;
/** The wait before the preferred recogniser is tried again. Each further wait is twice as long. */
const RETURN_AFTER_MS = 60_000;
const RETURN_AT_MOST_MS = 30 * 60_000;
/**
 * The replay begins shortly before the end of the last final result, so that the beginning of the
 * next word is not cut off. This lead is too short to make the rest of the last word look like
 * another word.
 */
const RUN_UP_SECONDS = 0.1;

interface Failure {
  code: FailureCode;
  detail: string;
}

/**
 * Takes recognisers in order of preference. The result has the name and the capabilities of the
 * first recogniser.
 */
export function fallbackRecogniser(
  recognisers: readonly [Recogniser, ...Recogniser[]],
  log: Log,
  { returnAfterMs = RETURN_AFTER_MS }: { returnAfterMs?: number } = {},
): Recogniser {
  const [preferred] = recognisers;
  return {
    name: preferred.name,
    capabilities: preferred.capabilities,
    ...(preferred.measured && { measured: preferred.measured }),
    async available() {
      const reasons: string[] = [];
      for (const recogniser of recognisers) {
        const availability = await recogniser.available();
        if (availability.ok) return availability;
        reasons.push(availability.reason);
      }
      return { ok: false, reason: reasons.join(' ') };
    },
    open: (options) => new FallbackSession({ recognisers, options, log, returnAfterMs }),
    async [Symbol.asyncDispose]() {
      for (const recogniser of recognisers) await recogniser[Symbol.asyncDispose]();
    },
  };
}

interface FallbackParts {
  recognisers: readonly Recogniser[];
  options: RecognitionOptions;
  log: Log;
  returnAfterMs: number;
}

class FallbackSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #parts: FallbackParts;
  readonly #ring = new AudioRing(REPLAY_SECONDS * SAMPLE_RATE);
  /** Undefined before the first recogniser starts, and while recognisers are exchanged. */
  #session: RecognitionSession | undefined;
  #listeners = 0;
  #lastFinalEnd = 0;
  /** All words of the sound before this second are known. */
  #answeredUntil = 0;
  #returnAfterMs: number;
  /** The time when the preferred recogniser may be tried again; undefined while it is active. */
  #returnAt: number | undefined;
  #returning = false;
  #finishing = false;
  readonly #over: Promise<void>;

  constructor(parts: FallbackParts) {
    this.#parts = parts;
    this.#returnAfterMs = parts.returnAfterMs;
    this.#over = this.#listen();
  }

  write(pcm: Int16Array): void {
    if (this.events.ended || this.#finishing) return;
    this.#ring.push(pcm);
    if (!this.#session) return;
    this.#session.write(pcm);
    const waiting = this.#session.backlogSeconds();
    if (waiting >= NOTHING_SECONDS) return;
    // The backlog is a length, not a place: speech may wait for its words while silence follows it.
    // So sound is only forgotten when nothing waits.
    this.#forgetUntil(this.#seconds - waiting - ANSWERED_SECONDS);
    if (this.#returnAt !== undefined && performance.now() >= this.#returnAt) {
      this.#return(this.#session);
    }
  }

  backlogSeconds(): number {
    if (this.events.ended) return 0;
    return this.#session?.backlogSeconds() ?? this.#ring.length / SAMPLE_RATE;
  }

  behindSeconds(): number {
    return this.#session?.behindSeconds?.() ?? 0;
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

  get #seconds(): number {
    return (this.#ring.start + this.#ring.length) / SAMPLE_RATE;
  }

  async #listen(): Promise<void> {
    for (;;) {
      const failure = await this.#listenInTurn();
      if (this.events.ended) return;
      if (failure) return this.events.fail(failure.code, failure.detail);
      if (!this.#returning) return this.events.end();
      this.#returning = false;
      const [preferred] = this.#parts.recognisers;
      this.#announce(`Trying ${preferred!.name} again.`, preferred!);
    }
  }

  /**
   * Resolves with the error of the last recogniser; with undefined when a recogniser ended normally
   * or was replaced.
   */
  async #listenInTurn(): Promise<Failure | undefined> {
    let failure: Failure = { code: 'unsupported', detail: 'There is no recogniser.' };
    for (const [turn, recogniser] of this.#parts.recognisers.entries()) {
      const availability = await this.#availability(recogniser, turn);
      if (this.events.ended) return undefined;
      if (turn > 0) this.#announce(`${failure.detail} Trying ${recogniser.name}.`, recogniser);
      if (!availability.ok) failure = { code: 'unsupported', detail: availability.reason };
      else {
        const reason = await this.#listenWith(recogniser, turn);
        if (!reason) return undefined;
        failure = reason;
      }
      this.#parts.log.warn({ recogniser: recogniser.name, ...failure }, 'a recogniser gave up');
    }
    return failure;
  }

  /** A fallback must support the language; otherwise it would return nonsense. */
  async #availability(recogniser: Recogniser, turn: number): ReturnType<Recogniser['available']> {
    const isDeaf = recogniser.name === 'none';
    const knows = knowsLanguage(recogniser, this.#parts.options.language);
    if (turn === 0 || isDeaf || knows) return recogniser.available();
    return { ok: false, reason: `${recogniser.name} does not support this language.` };
  }

  /** First the fallback delivers its last words, then the preferred recogniser is tried. */
  #return(standIn: RecognitionSession): void {
    this.#returning = true;
    this.#session = undefined;
    void standIn.finish();
  }

  /**
   * Listens until the recogniser fails (resolves with the error) or ends (resolves with undefined).
   */
  async #listenWith(recogniser: Recogniser, turn: number): Promise<Failure | undefined> {
    try {
      return await this.#relay(recogniser, turn);
    } catch (error) {
      this.#parts.log.error({ recogniser: recogniser.name, error }, 'a recogniser threw');
      return { code: 'engine', detail: `${recogniser.name} broke.` };
    }
  }

  async #relay(recogniser: Recogniser, turn: number): Promise<Failure | undefined> {
    const session = recogniser.open(this.#parts.options);
    const listener = this.#listeners++;
    const offset = this.#ring.start / SAMPLE_RATE;
    this.#reportMissed(offset);
    for (const chunk of this.#ring.chunks()) session.write(chunk);
    this.#session = session;
    this.#setReturn(turn);
    if (this.#finishing) void session.finish();
    try {
      for await (const event of session.events) {
        if (event.type === 'failed') return this.#returning ? undefined : event;
        const shifted = shift(event, offset);
        if (shifted.type === 'final' || shifted.type === 'partial') {
          const { type, utterance } = shifted;
          const id = `${listener}.${utterance.id}`;
          if (turn === 0) this.#returnAfterMs = this.#parts.returnAfterMs;
          this.#utterance(type, { ...utterance, id, provider: recogniser.name });
        } else this.events.emit(shifted);
      }
    } finally {
      this.#session = undefined;
      session.close();
    }
    if (this.#finishing || this.#returning || this.events.ended) return undefined;
    return { code: 'engine', detail: `${recogniser.name} stopped by itself.` };
  }

  #utterance(type: 'partial' | 'final', utterance: Utterance): void {
    const fresh = withoutWordsBefore(utterance, this.#lastFinalEnd);
    if (!fresh) return;
    this.events.emit({ type, utterance: fresh });
    if (type === 'partial') return;
    this.#lastFinalEnd = fresh.end;
    this.#forgetUntil(fresh.end - RUN_UP_SECONDS);
  }

  #forgetUntil(seconds: number): void {
    this.#answeredUntil = Math.max(this.#answeredUntil, seconds);
    this.#ring.forget(Math.floor(seconds * SAMPLE_RATE));
  }

  /** Reports speech that was lost because the backlog was longer than the ring buffer. */
  #reportMissed(replayedFrom: number): void {
    const start = this.#answeredUntil;
    if (replayedFrom - start < ANSWERED_SECONDS) return;
    const detail = 'The recogniser failed before it processed this sound.';
    this.events.emit({ type: 'missed', start, end: replayedFrom, detail });
  }

  #setReturn(turn: number): void {
    this.#returnAt = turn === 0 ? undefined : performance.now() + this.#returnAfterMs;
    if (turn > 0) this.#returnAfterMs = Math.min(RETURN_AT_MOST_MS, this.#returnAfterMs * 2);
  }

  #announce(detail: string, { name, capabilities: { quality } }: Recogniser): void {
    this.events.emit({ type: 'state', state: 'reconnecting', detail, by: { name, quality } });
  }
}

/** Converts the times of an event to a clock that began this many seconds earlier. */
function shift(event: RecognitionEvent, seconds: number): RecognitionEvent {
  if (event.type === 'speech') return { ...event, at: event.at + seconds };
  if (event.type === 'missed') {
    return { ...event, start: event.start + seconds, end: event.end + seconds };
  }
  if (event.type !== 'final' && event.type !== 'partial') return event;
  const later = <T extends { start: number; end: number }>(timed: T): T => ({
    ...timed,
    start: timed.start + seconds,
    end: timed.end + seconds,
  });
  const utterance = later(event.utterance);
  return { ...event, utterance: { ...utterance, words: utterance.words.map(later) } };
}

/** Keeps the words of the utterance whose midpoint is after this time. */
function withoutWordsBefore(utterance: Utterance, time: number): Utterance | undefined {
  const words = utterance.words.filter(({ start, end }) => (start + end) / 2 >= time);
  const [first] = words;
  if (!first) return undefined;
  if (words.length === utterance.words.length) return utterance;
  return { ...utterance, words, start: first.start, text: words.map(({ text }) => text).join(' ') };
}
