import type { SegmentRow } from '../named-segments.sql.ts';
import { timedWords } from './timed-words.ts';
import type { Word } from './timed-words.ts';

export interface TimedSentence {
  text: string;
  /** Seconds from the start of the conversation. */
  start: number;
  end: number;
  /** Empty unless the recogniser measured the times of the words. */
  words: Word[];
}

type Timed = Pick<SegmentRow, 'text' | 'words' | 'start_seconds' | 'end_seconds'>;

/** Two lines of a subtitle. A longer sentence is cut between words. */
const MAX_LETTERS = 84;
/** A sentence ends with a pause of this length, because some recognisers write no punctuation. */
const PAUSE_SECONDS = 1;
const END_OF_SENTENCE = /[.!?…]["'”’)]*$/;

/**
 * Cuts a segment into sentences with their times. The times are those of the words if the
 * recogniser measured them and the user has not rewritten the text; otherwise they are in
 * proportion to the letters.
 */
export function timedSentences(segment: Timed): TimedSentence[] {
  const { text, start_seconds, end_seconds } = segment;
  const { tokens, words } = timedWords(segment);
  const at = (letter: number) =>
    start_seconds + ((end_seconds - start_seconds) * letter) / Math.max(1, text.length);
  const sentences: TimedSentence[] = [];
  let first = 0;
  for (const [last, token] of tokens.entries()) {
    const from = tokens[first]!.start;
    const next = tokens[last + 1];
    const isFull = next !== undefined && next.end - from > MAX_LETTERS;
    const isPause =
      words !== null && next !== undefined && pauseAfter(words, last) >= PAUSE_SECONDS;
    const isEnd = END_OF_SENTENCE.test(text.slice(token.start, token.end));
    if (next !== undefined && !isFull && !isPause && !isEnd) continue;
    sentences.push({
      text: text.slice(from, token.end),
      start: words?.[first]!.start ?? at(from),
      end: words?.[last]!.end ?? at(token.end),
      words: words?.slice(first, last + 1) ?? [],
    });
    first = last + 1;
  }
  return sentences;
}

function pauseAfter(words: readonly Word[], index: number): number {
  return words[index + 1]!.start - words[index]!.end;
}
