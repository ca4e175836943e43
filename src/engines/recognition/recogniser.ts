/**
 * The interface of every speech recogniser.
 *
 * It takes sound as 16 kHz mono PCM and returns words as an async iteration of events. All times
 * are seconds (float) on the session's own audio clock: samples written so far / 16,000.
 * Capabilities are data, so that callers can check them instead of catching errors.
 */
import type { Measurement } from '../../core/measurement.ts';

export { SAMPLE_RATE } from '../audio/sample-rate.ts';

export interface RecognisedWord {
  text: string;
  /** Seconds on the session's audio clock. */
  start: number;
  end: number;
  /** 0 to 1; absent when the recogniser does not measure it. */
  confidence?: number;
}

/**
 * A stretch of one speaker's speech. Ids are stable, so a later event with the same id replaces
 * this utterance.
 */
export interface Utterance {
  id: string;
  text: string;
  start: number;
  end: number;
  /** Never empty. Times are estimates where the capabilities say `wordTimes: false`. */
  words: RecognisedWord[];
  /** The provider's own speaker number, when it tells speakers apart. */
  speaker?: number;
  /** Name of the recogniser that heard the utterance, when it may differ from the one opened. */
  provider?: string;
}

export type RecognitionEvent =
  /** May still change; replaces the earlier partial of the same utterance id. */
  | { type: 'partial'; utterance: Utterance }
  /** Will not change again. Never empty. */
  | { type: 'final'; utterance: Utterance }
  /** This speech has no words, because the engine crashed on it. A second try may succeed. */
  | { type: 'missed'; start: number; end: number; detail: string }
  /**
   * Somebody is speaking at this time (seconds on the audio clock), so silence is counted from
   * here.
   */
  | { type: 'speech'; at: number }
  /**
   * On `reconnecting`, partials without a final become invalid, because their sound is transcribed
   * again.
   */
  | RecogniserState
  /** The session has ended without further events; `detail` is for people. */
  | { type: 'failed'; code: FailureCode; detail: string };

export interface RecogniserState {
  type: 'state';
  state: 'ready' | 'reconnecting' | 'degraded';
  detail: string;
  /** The recogniser that listens from now on, if it changed. */
  by?: { name: string; quality: RecogniserCapabilities['quality'] };
}

export type FailureCode = 'auth' | 'quota' | 'unsupported' | 'network' | 'engine';

export interface RecogniserCapabilities {
  /** Gives words while the speaker is still speaking. */
  partials: boolean;
  /** Tells speakers apart by itself. */
  diarization: boolean;
  /** Writes sentence marks and capitals. */
  punctuation: boolean;
  wordTimes: boolean;
  /** ISO 639-1 codes, or 'any'. */
  languages: readonly string[] | 'any';
  quality: 'low' | 'medium' | 'high';
  /** True when it works without a network. */
  local: boolean;
}

export interface RecognitionOptions {
  /** BCP 47 (`en`, `en-US`), or 'multi' to let the recogniser decide. */
  language: string;
}

/**
 * Returns only the language (ISO 639-1), as most engines need it; null when the recogniser decides.
 */
export function spokenLanguage(language: string): string | null {
  return language === 'multi' ? null : language.split('-')[0]!;
}

/** Returns whether the recogniser can transcribe this language. */
export function knowsLanguage(
  { capabilities: { languages } }: Pick<Recogniser, 'capabilities'>,
  language: string,
): boolean {
  if (languages === 'any') return true;
  const spoken = spokenLanguage(language);
  return spoken === null ? languages.length > 1 : languages.includes(spoken);
}

export interface RecognitionSession {
  readonly events: AsyncIterable<RecognitionEvent>;
  /** Takes the next samples; never blocks, never throws. */
  write(pcm: Int16Array): void;
  /** Seconds of audio without final words so far. */
  backlogSeconds(): number;
  /**
   * Seconds (wall clock) that the oldest finished speech has waited for its words; 0 when no speech
   * waits.
   */
  behindSeconds?(): number;
  /** Ends the audio: the remaining sound is transcribed, then the events end. Never rejects. */
  finish(): Promise<void>;
  /** Stops at once and without a `failed` event, because the caller wants the end. */
  close(): void;
}

export interface Recogniser {
  /** The `stt_provider` of segments, e.g. `pocketsphinx`. */
  readonly name: string;
  readonly capabilities: RecogniserCapabilities;
  /** Accuracy, if we have measured it. */
  readonly measured?: readonly Measurement[];
  /**
   * Resolves to whether the recogniser can work on this machine now; the reason is a sentence for
   * the operator.
   */
  available(): Promise<{ ok: true } | { ok: false; reason: string }>;
  open(options: RecognitionOptions): RecognitionSession;
  [Symbol.asyncDispose](): Promise<void>;
}
