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
}

export interface UtteranceEngine extends AsyncDisposable {
  readonly name: Recogniser['name'];
  readonly capabilities: Recogniser['capabilities'];
  /** The settings for cutting utterances that suit this engine. */
  readonly segmenter: Partial<SegmenterSettings>;
  /**
   * Returns whether the engine has time to start at the first pause. The words then arrive sooner,
   * but the work is wasted if the speech continues.
   */
  eager(): boolean;
  available: Recogniser['available'];
  /** Called when a session opens, to prepare for its utterances. */
  warm(): void;
  /**
   * Rejects with `EngineFailure` when no further utterance can succeed, and with `UtteranceMissed`
   * when only this utterance failed.
   */
  transcribe(pcm: Int16Array, options: TranscribeOptions): Promise<Transcription>;
}

interface TranscribeOptions extends RecognitionOptions {
  signal: AbortSignal;
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
