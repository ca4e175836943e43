import type { SpokenPiece } from '../../audio/segmenter.ts';
import type { RecognitionOptions } from '../recogniser.ts';
import type { Transcription, UtteranceEngine } from './utterance-engine.ts';

interface Early {
  piece: SpokenPiece;
  transcription: Promise<Transcription>;
  abort: AbortController;
}

/**
 * Passes pieces to an engine, and may start on a piece at a pause, before its end is certain. If
 * the piece ends with this pause, its words are ready half a second earlier. If the speech
 * continues, the early work is aborted.
 */
export class EarlyTranscriber {
  readonly #engine: UtteranceEngine;
  readonly #options: RecognitionOptions;
  readonly #closing = new AbortController();
  #early: Early | undefined;

  constructor(engine: UtteranceEngine, options: RecognitionOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  begin(piece: SpokenPiece): void {
    this.#early?.abort.abort();
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#closing.signal]);
    const transcription = this.#ask(piece, signal);
    // The promise may reject although no caller awaits it yet, or ever.
    transcription.catch(() => {});
    this.#early = { piece, transcription, abort };
  }

  /** Returns the words of a piece that has not ended. */
  draft({ pcm }: SpokenPiece): Promise<Transcription> {
    const options = { ...this.#options, signal: this.#closing.signal, isDraft: true };
    return this.#engine.transcribe(pcm, options);
  }

  transcribe(piece: SpokenPiece): Promise<Transcription> {
    const early = this.#early;
    this.#early = undefined;
    if (early && early.piece.start === piece.start && early.piece.end === piece.end) {
      return early.transcription;
    }
    early?.abort.abort();
    return this.#ask(piece, this.#closing.signal);
  }

  close(): void {
    this.#closing.abort();
  }

  #ask(piece: SpokenPiece, signal: AbortSignal): Promise<Transcription> {
    return this.#engine.transcribe(piece.pcm, { ...this.#options, signal });
  }
}
