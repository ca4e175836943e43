/**
 * The interface that all speech recognisers implement.
 *
 * A recogniser takes sound as 16 kHz mono PCM and returns words as an async iteration of events.
 * All times are seconds (float) on the session's own audio clock: samples written so far / 16,000.
 * Capabilities are data, so that callers can check them instead of catching errors.
 */
import type { Measurement } from '../../core/measurement.ts';

export { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

export interface RecognisedWord {
  text: string;
  /** Seconds on the session's audio clock. */
  start: number;
  end: number;
  /** 0 to 1; absent when the recogniser does not measure it. */
  confidence?: number;
}

/**
 * A continuous piece of one speaker's speech. Ids are stable: a later event with the same id
 * replaces this utterance.
 */
export interface Utterance {
  id: string;
  text: string;
  start: number;
  end: number;
  /**
   * The list is never empty. If the capabilities say `wordTimes: false`, the times are estimates.
   */
  words: RecognisedWord[];
  /** The provider's own speaker number, if the provider distinguishes speakers. */
  speaker?: number;
  /**
   * The name of the recogniser that transcribed the utterance, if it may differ from the one that
   * was opened.
   */
  provider?: string;
}

export type RecognitionEvent =
  /**
   * The words may still change. The event replaces the earlier partial result with the same
   * utterance id.
   */
  | { type: 'partial'; utterance: Utterance }
  /** The words no longer change. The list is never empty. */
  | { type: 'final'; utterance: Utterance }
  /** The engine crashed on this speech and returned no words. Another try may succeed. */
  | { type: 'missed'; start: number; end: number; detail: string }
  /** Somebody spoke, but the recogniser can only guess the words. Another try will not help. */
  | { type: 'unclear'; start: number; end: number }
  /**
   * Somebody is speaking at this time (seconds on the audio clock). Silence is measured from here.
   */
  | { type: 'speech'; at: number }
  /**
   * With `reconnecting`, partial results without a final result become invalid, because their sound
   * will be transcribed again.
   */
  | RecogniserState
  /** The session has ended, and no further events follow. `detail` is a message for people. */
  | { type: 'failed'; code: FailureCode; detail: string };

export interface RecogniserState {
  type: 'state';
  state: 'ready' | 'reconnecting' | 'degraded';
  detail: string;
  /** The new recogniser, when another one has taken over. */
  by?: { name: string; quality: RecogniserCapabilities['quality'] };
}

export type FailureCode = 'auth' | 'quota' | 'unsupported' | 'network' | 'engine';

export interface RecogniserCapabilities {
  /** True when the recogniser returns words while the speaker is still speaking. */
  partials: boolean;
  /** True when the recogniser distinguishes speakers by itself. */
  diarization: boolean;
  /** True when the recogniser writes punctuation and capital letters. */
  punctuation: boolean;
  wordTimes: boolean;
  /** ISO 639-1 codes, or 'any'. */
  languages: readonly string[] | 'any';
  /** The languages in which the quality is low, whatever it is in others. */
  poorLanguages?: readonly string[];
  quality: 'low' | 'medium' | 'high';
  /** True when the recogniser works without a network. */
  local: boolean;
}

export interface RecognitionOptions {
  /** BCP 47 (`en`, `en-US`), or 'multi' to let the recogniser detect the language. */
  language: string;
  /** Names and terms that the speaker is likely to say, the most important first. */
  vocabulary?: readonly string[];
}

/**
 * Returns only the language (ISO 639-1), as most engines need it; null when the recogniser detects
 * it.
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

/** Returns the quality in this language. */
export function qualityIn(
  { capabilities }: Pick<Recogniser, 'capabilities'>,
  language: string,
): RecogniserCapabilities['quality'] {
  const isPoor = capabilities.poorLanguages?.includes(spokenLanguage(language) ?? '');
  return isPoor ? 'low' : capabilities.quality;
}

export interface RecognitionSession {
  readonly events: AsyncIterable<RecognitionEvent>;
  /** Accepts the next samples; never blocks and never throws. */
  write(pcm: Int16Array): void;
  /** Seconds of audio that have no final words yet. */
  backlogSeconds(): number;
  /**
   * Wall clock seconds that the oldest finished speech has been waiting for its words; 0 when no
   * speech waits.
   */
  behindSeconds?(): number;
  /** Ends the audio: transcribes the remaining sound and then ends the events. Never rejects. */
  finish(): Promise<void>;
  /** Stops immediately, at the caller's request, without a `failed` event. */
  close(): void;
}

export interface Recogniser {
  /** The value of `stt_provider` in segments, e.g. `whisper-base`. */
  readonly name: string;
  readonly capabilities: RecogniserCapabilities;
  /** The accuracy, if we have measured it. */
  readonly measured?: readonly Measurement[];
  /**
   * Checks whether the recogniser can work on this machine now; the reason is a sentence for the
   * operator.
   */
  available(): Promise<{ ok: true } | { ok: false; reason: string }>;
  open(options: RecognitionOptions): RecognitionSession;
  [Symbol.asyncDispose](): Promise<void>;
}
