import type { TextRange } from '../../../core/wire.ts';
import type { SegmentRow } from '../named-segments.sql.ts';

export interface Word {
  text: string;
  /** Seconds from the start of the conversation. */
  start: number;
  end: number;
  /** The recogniser's confidence, 0 to 1; absent when the recogniser does not measure it. */
  confidence?: number;
}

/**
 * Below this confidence, a word is doubtful. The bound was chosen with the built-in recogniser
 * on 18 recordings: 22 of 47 doubtful words were wrong, and 17 of 131 other words. The
 * confidence of other recognisers was not measured.
 */
const DOUBTFUL_BELOW = 0.3;

type Timed = Pick<SegmentRow, 'text' | 'words'>;

/** Returns the segment with all its times this many seconds later, in whole milliseconds. */
export function movedBy<
  Segment extends Pick<SegmentRow, 'start_seconds' | 'end_seconds' | 'words'>,
>(segment: Segment, seconds: number): Segment {
  if (seconds === 0) return segment;
  const moved = (second: number) => Math.round((second + seconds) * 1000) / 1000;
  return {
    ...segment,
    start_seconds: moved(segment.start_seconds),
    end_seconds: moved(segment.end_seconds),
    words: (segment.words as Word[]).map((word) => ({
      ...word,
      start: moved(word.start),
      end: moved(word.end),
    })),
  };
}

/**
 * Returns the ranges of the words in the text of a segment, and the words with their times. The
 * words are null when the recogniser did not measure them or the user has rewritten the text.
 */
export function timedWords(segment: Timed): { tokens: TextRange[]; words: Word[] | null } {
  const tokens = [...segment.text.matchAll(/\S+/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const words = segment.words as Word[];
  return { tokens, words: words.length > 0 && words.length === tokens.length ? words : null };
}

/** Returns the ranges of the text that the recogniser probably misheard, in their order. */
export function doubtfulRanges(segment: Timed): TextRange[] {
  // Most texts have no doubtful word and need no cutting.
  if (!(segment.words as Word[]).some(isDoubtful)) return [];
  const { tokens, words } = timedWords(segment);
  const ranges: TextRange[] = [];
  let before = false;
  for (const [at, { start, end }] of tokens.entries()) {
    const isSo = words !== null && isDoubtful(words[at]!);
    if (isSo && before) ranges.at(-1)!.end = end;
    else if (isSo) ranges.push({ start, end });
    before = isSo;
  }
  return ranges;
}

export function isDoubtful({ confidence }: Pick<Word, 'confidence'>): boolean {
  return confidence !== undefined && confidence < DOUBTFUL_BELOW;
}
