import type { LiveSegment } from '../../../client/src/index.ts';

/** Shorter words occur in every sentence; numbers do not. */
const SHORTEST = 4;
const STEM = 6;
/** A sentence matches a segment that has so many of its words, or this share of them. */
const FEWEST = 2;
const SHARE = 0.5;

/**
 * Returns the words that distinguish a text from other texts. Cuts the endings of words, because
 * they vary.
 */
function wordsOf(text: string): Set<string> {
  const words = text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length >= SHORTEST || /\d/.test(word));
  return new Set(telling.map((word) => word.slice(0, STEM)));
}

/**
 * Returns a function that finds the segment from which a sentence about the conversation comes: the
 * one that shares the most words with it, where a word counts more the fewer segments have it. The
 * function returns null when no segment has enough of the words, or the sentence itself.
 */
export function momentsIn(segments: readonly LiveSegment[]): (text: string) => LiveSegment | null {
  const words = segments.map(({ text }) => wordsOf(text));
  const counts = new Map<string, number>();
  for (const each of words) {
    for (const word of each) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string) => Math.log(1 + segments.length / counts.get(word)!);
  return (text) => {
    const wanted = wordsOf(text);
    let best: LiveSegment | null = null;
    let most = 0;
    for (const [at, segment] of segments.entries()) {
      const shared = words[at]!.intersection(wanted);
      if (shared.size < Math.min(FEWEST, wanted.size * SHARE)) continue;
      const weight = shared.values().reduce((sum, word) => sum + weightOf(word), 0);
      if (weight > most) [best, most] = [segment, weight];
    }
    // A quotation such as “No, I am.” has too few words.
    return best ?? ((text.trim() && segments.find((each) => each.text.includes(text))) || null);
  };
}

/** Splits a text into its sentences, and lists within them into their parts. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…;][”"»]?)\s+/);
