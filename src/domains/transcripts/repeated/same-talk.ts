/**
 * Two devices with recordings of their own may hear the same talk. Their clocks and their buffers
 * differ, so the words are compared with the time offset that fits best.
 */
import { spreadWords } from '../../../engines/recognition/spread-words.ts';
import type { SegmentRow } from '../named-segments.sql.ts';
import { MIN_RUN_OF_OTHERS, plain, SHARED, withoutKnown } from './said-words.ts';
import type { SaidWord } from './said-words.ts';
import type { Word } from '../timed/timed-words.ts';

/** The minimum number of shared words. Different talks may share fewer words by coincidence. */
const MIN_WORDS = 12;
/** The maximum difference between the clocks of two devices. */
const MAX_OFFSET_MS = 15_000;
const BIN_MS = 500;
const MAX_CANDIDATES = 200;
/** With the offset, two recognitions of the same word differ in time by less than this. */
const SAME_MS = 2_000;
/** Words of the other recording further away cannot be the same words. */
const NEAR_MS = 5_000;
/** The maximum number of pairs of words that are compared at once. */
const MAX_COMPARED = 4_000_000;

/** Returns the words of segments with their times on the wall clock, in chronological order. */
export function wordsOnClock(segments: readonly SegmentRow[], startedAt: Date): SaidWord[] {
  const zero = startedAt.getTime();
  return segments
    .flatMap(wordsOf)
    .map(({ text, start }) => ({ text: plain(text), at: zero + start * 1000 }))
    .toSorted((a, b) => a.at - b.at);
}

/**
 * Returns the milliseconds to add to the times of `other`, if most words of both recordings are the
 * same where they overlap; otherwise null.
 */
export function offsetOfSameTalk(
  one: readonly SaidWord[],
  other: readonly SaidWord[],
): number | null {
  const offset = likelyOffset(one, other);
  if (offset === null) return null;
  const moved = other.map(({ text, at }) => ({ text, at: at + offset }));
  const from = Math.max(one[0]!.at, moved[0]!.at) - SAME_MS;
  const until = Math.min(one.at(-1)!.at, moved.at(-1)!.at) + SAME_MS;
  const within = ({ at }: SaidWord) => at >= from && at <= until;
  const [few, many] = [one.filter(within), moved.filter(within)].toSorted(
    (a, b) => a.length - b.length,
  );
  const shared = countShared(few!, many!);
  return shared >= MIN_WORDS && shared >= SHARED * few!.length ? offset : null;
}

/**
 * Returns the segment without the words that the other recording has too; null when none is left.
 */
export function withoutShared(
  segment: SegmentRow,
  { said, startedAt }: { said: readonly SaidWord[]; startedAt: Date },
): SegmentRow | null {
  const zero = startedAt.getTime();
  const words = wordsOf(segment);
  const { text, start_seconds: start, end_seconds: end } = segment;
  const near = said.filter(
    ({ at }) => at > zero + start * 1000 - NEAR_MS && at < zero + end * 1000 + NEAR_MS,
  );
  const known = commonSequence(
    words.map((word) => plain(word.text)),
    near.map((word) => word.text),
  );
  const minRun = Math.min(MIN_RUN_OF_OTHERS, words.length);
  const fresh = withoutKnown({ text, start, end, words }, known, { minRun });
  if (fresh === null || fresh.words === words) return fresh && segment;
  return {
    ...segment,
    text: fresh.text,
    words: hasTimes(segment) ? fresh.words : [],
    start_seconds: fresh.start,
    end_seconds: fresh.end,
    translations: [],
  };
}

/** Marks the words of the longest sequence that both texts have in common. */
function commonSequence(words: readonly string[], others: readonly string[]): boolean[] {
  // Only texts that the user merged are so long. Their words stay, even if they are there twice.
  if (words.length * others.length > MAX_COMPARED) return words.map(() => false);
  const width = others.length + 1;
  // The length of the common sequence of the words from `n` on and the others from `m` on.
  const lengths = new Uint16Array((words.length + 1) * width);
  const at = (n: number, m: number) => n * width + m;
  for (let n = words.length - 1; n >= 0; n--) {
    for (let m = others.length - 1; m >= 0; m--) {
      const isEqual = words[n] === others[m];
      lengths[at(n, m)] = isEqual
        ? lengths[at(n + 1, m + 1)]! + 1
        : Math.max(lengths[at(n + 1, m)]!, lengths[at(n, m + 1)]!);
    }
  }
  const common = words.map(() => false);
  for (let n = 0, m = 0; lengths[at(n, m)]! > 0;) {
    if (words[n] === others[m]) {
      common[n++] = true;
      m++;
    } else if (lengths[at(n + 1, m)]! >= lengths[at(n, m + 1)]!) n++;
    else m++;
  }
  return common;
}

/**
 * Returns whether the times of the words were measured. They were not if the client sent text, or
 * if the user has rewritten it.
 */
export function hasTimes({ words }: SegmentRow): boolean {
  return (words as Word[]).length > 0;
}

function wordsOf(segment: SegmentRow): Word[] {
  const { text, words, start_seconds, end_seconds } = segment;
  return hasTimes(segment) ? (words as Word[]) : spreadWords(text, start_seconds, end_seconds);
}

/** Returns the most frequent difference in time between equal words. */
function likelyOffset(one: readonly SaidWord[], other: readonly SaidWord[]): number | null {
  const times = timesByWord(one);
  const bins = new Map<number, number[]>();
  for (const { text, at } of other) {
    const candidates = times.get(text) ?? [];
    // Words such as "the" say little about the offset, and have very many pairs in a long talk.
    if (candidates.length > MAX_CANDIDATES) continue;
    for (const each of candidates) {
      const difference = each - at;
      if (Math.abs(difference) > MAX_OFFSET_MS) continue;
      const bin = Math.round(difference / BIN_MS);
      for (const near of [bin - 1, bin, bin + 1]) {
        const known = bins.get(near);
        if (known) known.push(difference);
        else bins.set(near, [difference]);
      }
    }
  }
  const [best] = [...bins.values()].toSorted((a, b) => b.length - a.length);
  if (!best) return null;
  return best.toSorted((a, b) => a - b)[Math.floor(best.length / 2)]!;
}

/** Counts the words of both; each word counts once. */
function countShared(few: readonly SaidWord[], many: readonly SaidWord[]): number {
  const free = timesByWord(many);
  let shared = 0;
  for (const { text, at } of few) {
    const times = free.get(text);
    const found = times?.findIndex((each) => Math.abs(each - at) < SAME_MS) ?? -1;
    if (found < 0) continue;
    times!.splice(found, 1);
    shared += 1;
  }
  return shared;
}

function timesByWord(words: readonly SaidWord[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { text, at } of words) {
    const known = times.get(text);
    if (known) known.push(at);
    else times.set(text, [at]);
  }
  return times;
}
