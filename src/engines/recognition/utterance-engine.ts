/** What writes down one finished utterance; `utteranceRecogniser` makes a live recogniser of it. */
import type { SegmenterSettings } from '../audio/segmenter.ts';
import type { FailureCode, RecognisedWord, Recogniser, RecognitionOptions } from './recogniser.ts';

/** Times are seconds from the first sample of the utterance. No words: nothing was understood. */
export interface Transcription {
  text: string;
  words: RecognisedWord[];
}

export interface UtteranceEngine extends AsyncDisposable {
  readonly name: Recogniser['name'];
  readonly capabilities: Recogniser['capabilities'];
  /** How this engine likes its utterances cut. */
  readonly segmenter: Partial<SegmenterSettings>;
  /**
   * Whether it has the time to begin at the first pause: words come sooner, and where the speech
   * goes on the work was for nothing.
   */
  eager(): boolean;
  available: Recogniser['available'];
  /** A session has opened: utterances will follow. */
  warm(): void;
  /**
   * Rejects with `EngineFailure` when no utterance will succeed any more. An utterance that alone
   * cannot be transcribed is answered without words.
   */
  transcribe(pcm: Int16Array, options: TranscribeOptions): Promise<Transcription>;
}

export interface TranscribeOptions extends RecognitionOptions {
  signal: AbortSignal;
}

/** Ends a session; the message is for people. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
