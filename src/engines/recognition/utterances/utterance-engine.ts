/**
 * An engine that transcribes one finished utterance; `utteranceRecogniser` turns it into a live
 * recogniser.
 */
import type { SegmenterSettings } from '../../audio/segmenter.ts';
import { GivenUp, PoolBroken } from '../../supervision/restarts.ts';
import type { FailureCode, RecognisedWord, Recogniser, RecognitionOptions } from '../recogniser.ts';

/**
 * Times are seconds from the first sample of the utterance. An empty list means that the engine
 * recognised no words.
 */
export interface Transcription {
  text: string;
  words: RecognisedWord[];
  /** True when somebody spoke, but the engine could only guess the words, which it left out. */
  isUnclear?: boolean;
}

export interface UtteranceEngine extends AsyncDisposable {
  readonly name: Recogniser['name'];
  readonly capabilities: Recogniser['capabilities'];
  /** The settings for cutting utterances that suit this engine. */
  readonly segmenter: Partial<SegmenterSettings>;
  /**
   * Returns whether the engine has time for work that may be wasted: to start at the first pause,
   * before the end of the speech is certain, and to write drafts.
   */
  eager(): boolean;
  available: Recogniser['available'];
  /** Called when somebody begins to speak, to prepare for the utterance. */
  warm(): void;
  /**
   * Rejects with `EngineFailure` when no further utterance can succeed, and with `UtteranceMissed`
   * when only this utterance failed.
   */
  transcribe(pcm: Int16Array, options: TranscribeOptions): Promise<Transcription>;
}

interface TranscribeOptions extends RecognitionOptions {
  signal: AbortSignal;
  /** True for words that will soon be replaced; the engine may be quicker and less accurate. */
  isDraft?: boolean;
}

/** The engine has no words for this utterance; a later try may succeed. */
export class UtteranceMissed extends Error {}

/**
 * Converts an error of the pool `name` to an error for its session. The cure is a sentence for an
 * engine that does not run.
 */
export function failureOfPool(error: unknown, name: string, cure?: string): unknown {
  if (error instanceof GivenUp) {
    return new UtteranceMissed(`${name} crashed twice on this utterance.`, { cause: error });
  }
  if (!(error instanceof PoolBroken)) return error;
  const says = [`${name} does not run on this machine.`, cure ?? []].flat().join(' ');
  return new EngineFailure('engine', says, { cause: error });
}

/** The engine has failed, and the session ends; the message is for people. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
