/**
 * Adds the meaning of each sentence, and of the whole talk, to the reader. Only English has
 * meanings, because the sentence encoder knows no other language.
 */
import { DIMENSIONS, SentenceEncoder } from '../../sentence-encoder/sentence-encoder.ts';
import type { Prepared } from './features.ts';
import type { Unit } from './units.ts';

/** The vector of each sentence. */
export type Meanings = ReadonlyMap<Unit, Float32Array>;

/** A sentence counts in the vector of the talk by its words, up to this many. */
const MAX_WEIGHT = 20;
const SHARE_OF_SCORES = 0.5;

/** Returns null where the runtime of the encoder is not available. */
export function loadEncoder(): SentenceEncoder | null {
  try {
    return new SentenceEncoder();
  } catch {
    return null;
  }
}

/** Returns null for other languages than English, and without an encoder. */
export function meaningsOf(
  { talk, units }: Pick<Prepared, 'talk' | 'units'>,
  encoder: Pick<SentenceEncoder, 'encode'> | null,
): Meanings | null {
  if (!encoder || talk.language !== 'en') return null;
  return new Map(units.map((unit) => [unit, encoder.encode(unit.text)]));
}

/** A sentence as the model `items with meaning` sees it: its vector, and the scores of `items`. */
export function sentenceVector(meaning: Float32Array, scores: Float64Array): Float32Array {
  const vector = new Float32Array(DIMENSIONS + scores.length);
  vector.set(meaning);
  vector.set(
    scores.map((score) => score * SHARE_OF_SCORES),
    DIMENSIONS,
  );
  return vector;
}

/** A talk as the model `category by meaning` sees it: the mean of its sentences, of length 1. */
export function talkVector(meanings: Meanings): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const [{ tokens }, vector] of meanings) {
    const weight = Math.min(MAX_WEIGHT, tokens.length);
    for (let at = 0; at < DIMENSIONS; at += 1) sum[at]! += weight * vector[at]!;
  }
  const length = Math.hypot(...sum);
  return length > 0 ? sum.map((value) => value / length) : sum;
}
