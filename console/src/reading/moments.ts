import type { LiveSegment } from '../../../client/src/index.ts';

/** Shorter words occur in every sentence. */
const SHORTEST = 4;
/** A sentence matches when it has at least this share of the words. */
const SHARE = 0.5;
const FEWEST = 2;

/**
 * Returns the words that distinguish a text from other texts. Cuts the endings of words, because
 * they vary.
 */
function wordsOf(text: string): Set<string> {
  const words = text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST).map((word) => word.slice(0, 6)));
}

/**
 * Returns the segment from which a sentence about the conversation comes; null when no segment has
 * enough of its words, or the sentence itself.
 */
export function momentOf(text: string, segments: readonly LiveSegment[]): LiveSegment | null {
  const wanted = wordsOf(text);
  let best: LiveSegment | null = null;
  let most = 0;
  for (const segment of segments) {
    const shared = wordsOf(segment.text).intersection(wanted).size;
    if (shared > most) [best, most] = [segment, shared];
  }
  if (most >= FEWEST && most >= wanted.size * SHARE) return best;
  // A quotation such as “In Boston.” has too few words.
  return (text.trim() !== '' && segments.find((each) => each.text.includes(text))) || null;
}

/** Splits a text into its sentences. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…][”"»]?)\s+/);
