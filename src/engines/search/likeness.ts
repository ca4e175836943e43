import { wordsOf } from './words.ts';

/**
 * Returns all sequences of three characters in a text; the words of the text are separated by
 * single spaces.
 */
export function trigramsOf(text: string): ReadonlySet<string> {
  const plain = ` ${wordsOf(text).join(' ')} `;
  const grams = new Set<string>();
  for (let start = 0; start + 3 <= plain.length; start++) grams.add(plain.slice(start, start + 3));
  return grams;
}

/**
 * Two texts with at least this similarity say the same; in our measurements, different texts never
 * reached it.
 */
export const ALIKE = 0.6;

/** Similarity of two texts, 0 to 1: Jaccard's index of their trigrams. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  const value = shared === 0 ? 0 : shared / (one.size + other.size - shared);
  return Math.round(value * 100) / 100;
}
