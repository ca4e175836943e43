import { wordsOf } from './words.ts';

/**
 * Returns every three consecutive characters of a text, taken as words with single spaces between
 * them.
 */
export function trigramsOf(text: string): ReadonlySet<string> {
  const plain = ` ${wordsOf(text).join(' ')} `;
  const grams = new Set<string>();
  for (let start = 0; start + 3 <= plain.length; start++) grams.add(plain.slice(start, start + 3));
  return grams;
}

/**
 * Two texts with at least this likeness say the same; different texts never reached it in our
 * measurements.
 */
export const ALIKE = 0.6;

/** Similarity of two texts, 0 to 1: Jaccard's index of their trigrams. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  const value = shared === 0 ? 0 : shared / (one.size + other.size - shared);
  return Math.round(value * 100) / 100;
}
