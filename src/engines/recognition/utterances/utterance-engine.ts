/**
 * An engine that transcribes one finished utterance; `utteranceRecogniser` turns it into a live
 * recogniser.
 */
import type { SegmenterSettings } from '../../audio/segmenter.ts';
import { GivenUp, PoolBroken } from '../../supervision/restarts.ts';
import type { FailureCode, RecognisedWord, Recogniser, RecognitionOptions } from '../recogniser.ts';

/**
 * Times are seconds from the first sample of the utterance. Without words, nothing was understood.
 */
export interface Transcription {
  text: string;
  words: RecognisedWord[];
}

export interface UtteranceEngine extends AsyncDisposable {
  readonly name: Recogniser['name'];
  readonly capabilities: Recogniser['capabilities'];
  /** Settings for cutting utterances that suit this engine. */
  readonly segmenter: Partial<SegmenterSettings>;
  /**
   * Returns whether the engine has time to begin at the first pause. Words then come sooner, but
   * the work is wasted when the speech continues.
   */
  eager(): boolean;
  available: Recogniser['available'];
  /** Called when a session opens, because utterances will follow. */
  warm(): void;
  /**
   * Rejects with `EngineFailure` when no further utterance can succeed, and with `UtteranceMissed`
   * when only this one failed.
   */
  transcribe(pcm: Int16Array, options: TranscribeOptions): Promise<Transcription>;
}

interface TranscribeOptions extends RecognitionOptions {
  signal: AbortSignal;
}

/** This utterance has no words now; a later try may succeed. */
export class UtteranceMissed extends Error {}

/** Converts an error of the pool `name` for its session. */
export function failureOfPool(error: unknown, name: string): unknown {
  if (error instanceof GivenUp) {
    return new UtteranceMissed(`${name} ended on it twice.`, { cause: error });
  }
  if (!(error instanceof PoolBroken)) return error;
  return new EngineFailure('engine', `${name} does not run on this machine.`, { cause: error });
}

/** Ends a session; the message is for people. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
