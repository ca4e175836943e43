/**
 * Converts English sentences to vectors: the closer two vectors, the more alike the sentences in
 * meaning. The weights are those of the Universal Sentence Encoder Lite (Google, 2018), in 8 bits;
 * training/sentence-encoder tells how the files were made.
 */
import { readFileSync } from 'node:fs';
import { bundledRuntime, OnnxSession } from '../onnx/onnx-runtime.ts';
import { Pieces } from './pieces.ts';

export const DIMENSIONS = 512;

/** The model reads no more pieces of a text than this. */
const MAX_PIECES = 128;
/** Bounds the work on long texts. 128 pieces are rarely longer. */
const MAX_CHARACTERS = 4_096;
/**
 * The vocabulary is English, so it cuts other languages into smaller pieces. German and Spanish
 * have 1.8 to 2.7 characters per piece, English 2.6 to 4.6.
 */
const MIN_CHARACTERS_PER_PIECE = 2.5;
/** A shorter text may consist of a name. */
const ENOUGH_CHARACTERS = 20;

const asset = (name: string) =>
  new URL(`../../../assets/sentence-encoder.${name}`, import.meta.url);

export class SentenceEncoder implements Disposable {
  readonly #pieces = new Pieces(asset('vocabulary.txt'));
  readonly #session = new OnnxSession(bundledRuntime(), readFileSync(asset('onnx')));

  /**
   * Returns a vector of length 1 with `DIMENSIONS` numbers; all numbers are 0 if the text is empty.
   * Takes about 1 ms for a sentence and blocks the thread.
   */
  encode(text: string): Float32Array {
    return this.#vectorOf(this.#pieces.of(text.slice(0, MAX_CHARACTERS)));
  }

  /** The same, but all numbers are also 0 if the text is in another language than English. */
  encodeEnglish(text: string): Float32Array {
    const start = text.slice(0, MAX_CHARACTERS);
    const pieces = this.#pieces.of(start);
    const isEnglish =
      start.length < ENOUGH_CHARACTERS || start.length >= pieces.length * MIN_CHARACTERS_PER_PIECE;
    return this.#vectorOf(isEnglish ? pieces : []);
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }

  #vectorOf(all: readonly number[]): Float32Array {
    const vector = new Float32Array(DIMENSIONS);
    const pieces = all.slice(0, MAX_PIECES);
    if (pieces.length === 0) return vector;
    const data = BigInt64Array.from(pieces, BigInt);
    this.#session.run(
      [{ name: 'tokens', element: 'int64', shape: [pieces.length], data }],
      [{ name: 'vector', element: 'float', shape: [1, DIMENSIONS], data: vector }],
    );
    return vector;
  }
}
