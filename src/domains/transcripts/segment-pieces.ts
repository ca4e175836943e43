import type { SegmentRow } from './named-segments.sql.ts';
import { timedWords } from './timed/timed-words.ts';
import type { Word } from './timed/timed-words.ts';

/** Splits a segment into two rows with the same id; null when one part would be empty. */
export function splitSegmentAt(
  segment: SegmentRow,
  { word, character }: { word?: number | undefined; character?: number | undefined },
): [SegmentRow, SegmentRow] | null {
  const { text } = segment;
  const { tokens, words: timed } = timedWords(segment);
  const starts = tokens.map(({ start }) => start);
  const count = word ?? tokens.filter(({ end }) => end <= character!).length;
  const at = starts[count];
  if (count < 1 || at === undefined) return null;
  const words = segment.words as Word[];
  const cut = timed?.[count]!.start ?? between(segment, at / text.length);
  const isBefore = (each: Word, index: number) => (timed ? index < count : each.start < cut);
  const first = words.filter(isBefore);
  const second = words.filter((each, index) => !isBefore(each, index));
  return [
    withWords({
      ...segment,
      text: text.slice(0, at).trim(),
      words: first,
      end_seconds: timed ? first.at(-1)!.end : cut,
    }),
    withWords({ ...segment, text: text.slice(at).trim(), words: second, start_seconds: cut }),
  ];
}

/** Merges several segments into one with the speaker of the first. */
export function mergedSegments(segments: readonly SegmentRow[]): SegmentRow {
  return withWords({
    ...segments[0]!,
    text: segments.map(({ text }) => text).join(' '),
    words: segments.flatMap(({ words }) => words as Word[]),
    end_seconds: Math.max(...segments.map(({ end_seconds }) => end_seconds)),
    voice_checked: segments.some(({ voice_checked }) => voice_checked),
  });
}

/** Moves a segment and its words in time by a number of seconds. */
export function shifted<Segment extends SegmentRow>(segment: Segment, seconds: number): Segment {
  return {
    ...segment,
    start_seconds: segment.start_seconds + seconds,
    end_seconds: segment.end_seconds + seconds,
    words: (segment.words as Word[]).map((word) => ({
      ...word,
      start: word.start + seconds,
      end: word.end + seconds,
    })),
  };
}

function between({ start_seconds, end_seconds }: SegmentRow, share: number): number {
  return start_seconds + share * (end_seconds - start_seconds);
}

/** Returns the segment with the mean confidence of its words. */
export function withWords(segment: SegmentRow): SegmentRow {
  const known = (segment.words as Word[]).flatMap(({ confidence }) => confidence ?? []);
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  return { ...segment, confidence: known.length > 0 ? mean : null };
}
