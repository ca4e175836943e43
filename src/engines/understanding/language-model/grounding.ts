import type { TranscriptSegment } from '../maker.ts';

/** The minimum share of an item's content words that must occur together in the transcript. */
const ENOUGH = 0.5;

interface Item {
  quote?: string | null | undefined;
  words: string;
}

/** Returns the segment from which an item comes; null when there is none. */
export type SourceOf = (item: Item) => TranscriptSegment | null;

/**
 * Reads a transcript once, to find the source of each item. An item without a source is an
 * invention of the model, or an attack from within the talk. The quote of the item leads to the
 * source; an item without a quote is located by its words.
 */
export function sourcesIn(segments: readonly TranscriptSegment[]): SourceOf {
  const placesOf = new Map<string, number[]>();
  for (const [place, { text }] of segments.entries()) {
    for (const word of contentWords(text)) {
      const places = placesOf.get(word);
      if (places) places.push(place);
      else placesOf.set(word, [place]);
    }
  }
  return ({ quote, words }) => {
    const wanted = contentWords(quote?.trim() || words);
    const found = new Map<number, number>();
    for (const word of wanted) {
      for (const place of placesOf.get(word) ?? []) found.set(place, (found.get(place) ?? 0) + 1);
    }
    // Takes the first of the segments that contain the most words.
    const [best] = [...found].sort(([a, one], [b, other]) => other - one || a - b);
    return best && best[1] >= ENOUGH * wanted.size ? segments[best[0]]! : null;
  };
}

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Short words occur in every sentence, so they are compared only if the text has no longer words.
  const long = words.filter((word) => word.length > 3).map(stem);
  return new Set(long.length > 0 ? long : words);
}

/** Maps "moved" and "moving" to the same stem. */
function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 8);
}
