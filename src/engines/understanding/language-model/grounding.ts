import type { TranscriptSegment } from '../maker.ts';

/** Of the content words of an item, how many must be in one place of the transcript. */
const ENOUGH = 0.5;

/**
 * The segment that an item comes from; null when it comes from none, and then it was made up or
 * talked into the model. A quote decides when there is one; else the words of the item.
 */
export function sourceOf(
  item: { quote?: string | null | undefined; words: string },
  segments: readonly TranscriptSegment[],
): TranscriptSegment | null {
  const wanted = contentWords(item.quote?.trim() || item.words);
  if (wanted.size === 0) return null;
  let best: TranscriptSegment | null = null;
  let most = 0;
  for (const segment of segments) {
    const there = contentWords(segment.text);
    const found = [...wanted].filter((word) => there.has(word)).length / wanted.size;
    if (found > most) [best, most] = [segment, found];
  }
  return most >= ENOUGH ? best : null;
}

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Short words are in every sentence; of a text without others, all count.
  const long = words.filter((word) => word.length > 3).map(stem);
  return new Set(long.length > 0 ? long : words);
}

/** "moved" and "moving" are the same for this purpose. */
function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 8);
}
