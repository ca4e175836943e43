import { wordsOf } from '../words/terms.ts';

/** Returns the trigrams of the words of a text. */
export function trigramsOf(text: string): ReadonlySet<number> {
  return trigramsOfWords(wordsOf(text));
}

/**
 * Returns all sequences of three characters in words that are separated by single spaces. Each
 * sequence is a small integer, because strings would take three times as long.
 */
export function trigramsOfWords(words: readonly string[]): ReadonlySet<number> {
  const plain = ` ${words.join(' ')} `;
  const grams = new Set<number>();
  for (let at = 2; at < plain.length; at++) {
    const [first, second] = [plain.charCodeAt(at - 2), plain.charCodeAt(at - 1)];
    grams.add(((first << 20) ^ (second << 10) ^ plain.charCodeAt(at)) & 0x3fff_ffff);
  }
  return grams;
}

/**
 * Texts with at least this similarity are considered the same. In our measurements, different texts
 * never reached it.
 */
export const ALIKE = 0.6;

/** Similarity of two texts, 0 to 1: Jaccard's index of their trigrams. */
export function likeness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  const value = shared === 0 ? 0 : shared / (one.size + other.size - shared);
  return Math.round(value * 100) / 100;
}
