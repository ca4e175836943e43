import type { SegmentRow } from './named-segments.sql.ts';

export interface TimedSentence {
  text: string;
  /** Seconds from the start of the conversation. */
  start: number;
  end: number;
}

type Timed = Pick<SegmentRow, 'text' | 'words' | 'start_seconds' | 'end_seconds'>;

/** Two lines of a subtitle. A longer sentence is cut between words. */
const MAX_LETTERS = 84;
const END_OF_SENTENCE = /[.!?…]["'”’)]*$/;

/**
 * Cuts a segment into sentences with their times. The times are those of the words if the
 * recogniser measured them and the user has not rewritten the text; otherwise they are in
 * proportion to the letters.
 */
export function timedSentences(segment: Timed): TimedSentence[] {
  const { text, start_seconds, end_seconds } = segment;
  const tokens = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
  const words = segment.words as { start: number; end: number }[];
  const isTimed = words.length === tokens.length;
  const at = (letter: number) =>
    start_seconds + ((end_seconds - start_seconds) * letter) / Math.max(1, text.length);
  const sentences: TimedSentence[] = [];
  let first = 0;
  for (const [last, { word, index }] of tokens.entries()) {
    const from = tokens[first]!.index;
    const until = index + word.length;
    const next = tokens[last + 1];
    const isFull = next !== undefined && next.index + next.word.length - from > MAX_LETTERS;
    if (next !== undefined && !isFull && !END_OF_SENTENCE.test(word)) continue;
    sentences.push({
      text: text.slice(from, until),
      start: isTimed ? words[first]!.start : at(from),
      end: isTimed ? words[last]!.end : at(until),
    });
    first = last + 1;
  }
  return sentences;
}
