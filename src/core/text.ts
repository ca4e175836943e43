import { createHash } from 'node:crypto';

/** Normalizes a text for comparison, without differences of capitals, spaces and letter forms. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Returns a fixed-length key of the text for unique indexes. */
export function textKey(comparableText: string): Buffer {
  return createHash('sha256').update(comparableText).digest();
}

/** Splits a text into its words, so that a long list of words takes few lines. */
export const wordList = (text: string): string[] => text.trim().split(/\s+/);
