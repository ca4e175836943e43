/**
 * A session over any number of connections, one at a time. sound ─► ring ─► connection ─► results
 *   in order ─► events └────► voice activity: when somebody speaks, and whether words are missing
 *
 * The ring buffer keeps the sound since the last final result. When a connection is lost, the next
 * connection gets this sound again. The clock of a connection begins at the start of the ring
 * buffer, and words that are already final are left out.
 */
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity, VoiceStream } from '../../voice-activity/voice-activity.ts';
import { AudioRing } from '../audio-ring.ts';
import { UNREACHABLE, type ProviderRefusal } from '../provider.ts';
import { SAMPLE_RATE, type RecognitionSession } from '../recogniser.ts';
import { SessionEvents } from '../session-events.ts';
import { SpeechPulse } from '../speech-pulse.ts';
import { ProviderConnection, ordinaryPatience, type Patience } from './connection.ts';
import type { Dialect, DialectResult } from './dialect.ts';
import { ResultOrder } from './result-order.ts';
import { Utterances } from './utterances.ts';

export interface LiveOptions {
  /**
   * Detects speech independently of the provider. The detector is shared, so the session does not
   * dispose of it.
   */
  voiceActivity: VoiceActivity;
  log: Log;
  /**
   * The session fails after an outage of this many seconds. The next recogniser then needs the
   * sound from the outage.
   */
  outageSeconds?: number;
  patience?: Partial<Patience>;
}

const OUTAGE_SECONDS = 15;

export function openLive(options: LiveOptions, dialect: Dialect): RecognitionSession {
  const { outageSeconds = OUTAGE_SECONDS, patience, ...rest } = options;
  return new LiveSession({
    ...rest,
    dialect,
    outageSeconds,
    patience: { ...ordinaryPatience, ...patience },
  });
}

interface LiveSessionParts {
  dialect: Dialect;
  voiceActivity: VoiceActivity;
  log: Log;
  outageSeconds: number;
  patience: Patience;
}

/**
 * The replay begins shortly before the end of the last final result, so that the beginning of the
 * next word is not cut off. This lead is too short to make the rest of the last word look like
 * another word.
 */
const RUN_UP_SECONDS = 0.1;
/** Extra seconds of sound to keep, for sound that had no final result when the outage began. */
const RING_MARGIN_SECONDS = 15;
/** A connection that lasted this long is considered stable. */
const STABLE_MS = 10_000;
/**
 * When this many pulses of speech (four a second) have no answer, the speech is assumed to contain
 * no words.
 */
const WORDLESS_PULSES = 20;
/** The number of pulses in five minutes of speech. */
const MAX_PULSES = 1_200;

class LiveSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #parts: LiveSessionParts;
  readonly #ring: AudioRing;
  readonly #voice: VoiceStream;
  readonly #pulse = new SpeechPulse();
  readonly #utterances = new Utterances();
  readonly #order: ResultOrder;
  readonly #over = Promise.withResolvers<void>();
  #connection: ProviderConnection | undefined;
  /** The time on the session's clock (seconds) at which the connection's clock starts. */
  #zero = 0;
  #openedAt = 0;
  #resultAt = 0;
  #samples = 0;
  /** The provider has answered all sound before this time. */
  #answered = 0;
  /** The times of speech that the provider has not answered yet. */
  #spoken: number[] = [];
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #outageSince: number | undefined;
  #announced = false;
  #finishing = false;
  /**
   * True when the session is finishing and voice activity detection has processed all its sound.
   */
  #judgedAll = false;

  constructor(parts: LiveSessionParts) {
    this.#parts = parts;
    this.#ring = new AudioRing((parts.outageSeconds + RING_MARGIN_SECONDS) * SAMPLE_RATE);
    this.#voice = parts.voiceActivity.open((_frame, probability) => this.#judged(probability));
    this.#order = new ResultOrder({
      deliver: (result) => this.#final(result),
      isSpoken: (from, to) => this.#spoken.some((at) => from + 0.1 < at && at < to - 0.1),
    });
  }

  write(pcm: Int16Array): void {
    if (this.events.ended || this.#finishing || pcm.length === 0) return;
    this.#samples += pcm.length;
    this.#ring.push(pcm);
    // Some providers do not report that they recognised nothing, so old sound is dropped even
    // without a reply.
    if (!this.#waits) this.#ring.forget(this.#samples - RING_MARGIN_SECONDS * SAMPLE_RATE);
    this.#voice.write(pcm);
    if (this.#connection?.isOpen) this.#connection.send(pcm);
    else if (!this.#connection && !this.#retry) this.#connect();
  }

  backlogSeconds(): number {
    if (this.events.ended) return 0;
    const unheard = this.#voice.waitingSamples / SAMPLE_RATE;
    return this.#waits ? Math.max(unheard, this.#clock - this.#answered) : unheard;
  }

  async finish(): Promise<void> {
    if (this.#finishing || this.events.ended) return this.#over.promise;
    this.#finishing = true;
    const deadline = setTimeout(() => this.#giveUpFinish(), this.#parts.patience.finishMs);
    await this.#voice.finish();
    this.#judgedAll = true;
    if (this.#connection?.isOpen) this.#connection.finish();
    else if (!this.#waits && !this.#connection) this.#end();
    await this.#over.promise;
    clearTimeout(deadline);
  }

  close(): void {
    this.#end();
  }

  get #clock(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** True while some speech still has no words. */
  get #waits(): boolean {
    return this.#spoken.length > 0;
  }

  #connect(): void {
    this.#retry = undefined;
    const { dialect, patience } = this.#parts;
    const connection: ProviderConnection = new ProviderConnection(dialect, patience, {
      opened: () => this.#opened(connection),
      heard: (result) => this.#heard(result),
      ended: (refusal) => this.#lost(refusal),
    });
    this.#connection = connection;
  }

  #opened(connection: ProviderConnection): void {
    if (this.events.ended) return connection.drop();
    this.#openedAt = performance.now();
    this.#resultAt = this.#openedAt;
    this.#zero = this.#ring.start / SAMPLE_RATE;
    this.#utterances.reconnected();
    for (const chunk of this.#ring.chunks()) connection.send(chunk);
    if (this.#judgedAll) connection.finish();
    if (!this.#announced) return;
    this.#announced = false;
    const detail = 'The speech provider works again.';
    this.events.emit({ type: 'state', state: 'ready', detail });
  }

  #heard(result: DialectResult): void {
    this.#resultAt = performance.now();
    const moved = onClock(result, this.#zero, this.#clock);
    if (moved.final && !this.#parts.dialect.gapless) return this.#final(moved);
    if (moved.final) return this.#order.push(moved);
    const utterances = this.#utterances.partial(moved.words);
    for (const utterance of utterances) this.events.emit({ type: 'partial', utterance });
    // Words prove speech even where our voice activity detection found none.
    if (utterances.length > 0 && !this.#waits) this.#spoken.push(moved.end);
  }

  #final({ words, ...result }: DialectResult): void {
    const end = Math.max(result.end, ...words.map((word) => word.end));
    for (const utterance of this.#utterances.final(words)) {
      this.events.emit({ type: 'final', utterance });
    }
    if (end <= this.#answered) return;
    this.#answered = end;
    this.#spoken = this.#spoken.filter((at) => at > end);
    this.#ring.forget(Math.floor((end - RUN_UP_SECONDS) * SAMPLE_RATE));
    this.#failures = 0;
    this.#outageSince = undefined;
  }

  #judged(probability: number): void {
    const at = this.#pulse.hear(probability);
    if (at === undefined) return;
    this.events.emit({ type: 'speech', at });
    if (at <= this.#answered) return;
    this.#spoken.push(at);
    if (this.#spoken.length > MAX_PULSES) this.#spoken.shift();
    const wordless = performance.now() - this.#resultAt > this.#parts.patience.wordlessMs;
    if (!wordless || !this.#connection?.isOpen || this.#spoken.length < WORDLESS_PULSES) return;
    this.#fail({ ...UNREACHABLE, detail: 'The speech provider returns no words.' });
  }

  #lost(refusal: ProviderRefusal | undefined): void {
    this.#connection = undefined;
    if (this.events.ended) return;
    if (!refusal) {
      this.#order.flush();
      return this.#end();
    }
    this.#order.drop();
    if (this.#judgedAll && !this.#waits) return this.#end();
    if (refusal.final) return this.#fail(refusal);
    this.#again(refusal);
  }

  /** Connects again after a pause, unless the outage has lasted too long. */
  #again(why: ProviderRefusal): void {
    const now = performance.now();
    if (this.#openedAt > 0 && now - this.#openedAt > STABLE_MS) {
      this.#failures = 0;
      this.#outageSince = undefined;
    }
    this.#openedAt = 0;
    this.#outageSince ??= now;
    const { outageSeconds, patience, log } = this.#parts;
    const pause = Math.max(patience.backOffMs(this.#failures), why.retryAfterMs ?? 0);
    if (now + pause - this.#outageSince > outageSeconds * 1000) return this.#fail(why);
    this.#failures += 1;
    log.warn({ failures: this.#failures, code: why.code }, why.detail);
    this.#retry = setTimeout(() => this.#connect(), pause);
    if (this.#announced || !this.#waits) return;
    this.#announced = true;
    this.events.emit({ type: 'state', state: 'reconnecting', detail: why.detail });
  }

  #giveUpFinish(): void {
    this.#order.flush();
    if (!this.#waits) return this.#end();
    this.#fail({ ...UNREACHABLE, detail: 'The speech provider did not send the last words.' });
  }

  #fail({ code, detail }: ProviderRefusal): void {
    this.events.fail(code, detail);
    this.#end();
  }

  #end(): void {
    this.events.end();
    clearTimeout(this.#retry);
    this.#order.drop();
    this.#voice.close();
    this.#connection?.drop();
    this.#over.resolve();
  }
}

/** Converts a result to the session's clock, clipped to the sound that was sent. */
function onClock(result: DialectResult, zero: number, now: number): DialectResult {
  const move = (at: number) => Math.min(now, Math.max(0, at + zero));
  return {
    ...result,
    start: move(result.start),
    end: move(result.end),
    words: result.words.map((word) => ({ ...word, start: move(word.start), end: move(word.end) })),
  };
}
