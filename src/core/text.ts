import { createHash } from 'node:crypto';

/**
 * A text as people compare it: capitals, spaces and forms of the same letter make no difference.
 */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Returns the text that unique keys are made of: short, whatever the length of the text. */
export function textKey(comparableText: string): Buffer {
  return createHash('sha256').update(comparableText).digest();
}

/** Splits a text into its words, so that a long list of words takes few lines. */
export const wordList = (text: string): string[] => text.trim().split(/\s+/);
