import { createHash } from 'node:crypto';

/** Normalizes a text for comparison: case, spaces and variants of letters make no difference. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Returns a fixed-length key of the text for unique indexes. */
export function textKey(comparableText: string): Buffer {
  return createHash('sha256').update(comparableText).digest();
}

/** Splits a text into its words, so that code can write a long list of words in few lines. */
export const wordList = (text: string): string[] => text.trim().split(/\s+/);

/** Words, which may contain patterns, as the alternatives of one pattern. */
export const alternatives = (words: string): string => wordList(words).join('|');

/** Reads pairs such as "gib:geben gibt:geben". */
export const pairsOf = (text: string): Map<string, string> =>
  new Map(wordList(text).map((pair) => pair.split(':') as [string, string]));

/** Returns the entry of a word. A word such as "constructor" has none, although each object does. */
export const entryOf = <Entry>(
  table: Readonly<Record<string, Entry>>,
  word: string,
): Entry | undefined => (Object.hasOwn(table, word) ? table[word] : undefined);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
