/** Finds what a correction changed, and makes the same change elsewhere. */
import { spreadWords } from '../../engines/recognition/spread-words.ts';
import type { SegmentRow } from './named-segments.sql.ts';
import { withWords } from './segment-pieces.ts';
import { timedWords } from './timed/timed-words.ts';
import type { Word } from './timed/timed-words.ts';

export interface WordChange {
  from: string;
  to: string;
}

/** Longer runs are new sentences, which occur once. */
const MAX_WORDS = 3;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const POSSESSIVE = /['’]s$/u;
const SENTENCE_END = /(?:^|[.!?…:]["”'’)]*)\s*["“„'‘¿¡(]*$/u;

/**
 * Returns the words that a correction replaced by others, without punctuation. Null when it changed
 * more than a run of three words, only added or removed words, or only changed punctuation.
 */
export function changedWords(before: string, after: string): (WordChange & { at: number }) | null {
  const [old, now] = [before.split(/\s+/).filter(Boolean), after.split(/\s+/).filter(Boolean)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [from, to] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (from.length > MAX_WORDS || to.length > MAX_WORDS) return null;
  const [one, other] = [from.join(' ').replace(AROUND, ''), to.join(' ').replace(AROUND, '')];
  const isPossessive = POSSESSIVE.test(one) && POSSESSIVE.test(other);
  const change = isPossessive
    ? { from: one.replace(POSSESSIVE, ''), to: other.replace(POSSESSIVE, '') }
    : { from: one, to: other };
  if (change.from === '' || change.to === '' || change.from === change.to) return null;
  const start = now.slice(0, head).join(' ').length;
  return { ...change, at: start };
}

/** Returns whether a sentence begins at this position of the text. */
export function beginsSentence(text: string, at: number): boolean {
  return SENTENCE_END.test(text.slice(0, at));
}

/** Words inside of names that have no capital letter: "Ana de Souza", "Bank of England". */
const PARTICLE = /^(?:al|bin|da|de|del|den|der|di|do|dos|du|el|la|le|of|the|van|von|y|zu)$/u;
const CAPITAL = /^\p{Lu}/u;

/** Returns whether the words are a name by their capital letters. */
export function isNameLike(words: string, { beginsSentence: isFirst = false } = {}): boolean {
  const parts = words.split(' ');
  const isName = parts.every(
    (part, at) => CAPITAL.test(part) || (at > 0 && at < parts.length - 1 && PARTICLE.test(part)),
  );
  if (!isName || /^I(?:['’]|$)/u.test(words)) return false;
  // The first word of a sentence has a capital letter anyway.
  return !isFirst || parts.length > 1 || /.\p{Lu}/u.test(words);
}

type Timed = Pick<SegmentRow, 'text' | 'words'>;

/** Returns where the text has the words, in any case, unless they are already as wanted. */
function placesOf(text: string, { from, to }: WordChange): Replacement[] {
  const words = from
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const whole = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}])`,
    'giu',
  );
  return [...text.matchAll(whole)].flatMap(({ 0: found, index: start }) => {
    const isLower = to === to.toLowerCase() && beginsSentence(text, start);
    const wanted = isLower ? to[0]!.toUpperCase() + to.slice(1) : to;
    return found === wanted || isInside(text, start, { from, to })
      ? []
      : [{ start, end: start + found.length, text: wanted }];
  });
}

/** Returns whether the words at this position are a part of the new ones, as "Ana" of "Ana Reis". */
function isInside(text: string, start: number, { from, to }: WordChange): boolean {
  const [old, now] = [from.toLowerCase(), to.toLowerCase()];
  for (let at = now.indexOf(old); at >= 0; at = now.indexOf(old, at + 1)) {
    const begin = start - at;
    if (begin >= 0 && old !== now && text.slice(begin, begin + now.length).toLowerCase() === now)
      return true;
  }
  return false;
}

interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Counts the places in which `replacedWords` would change the text. */
export function countWords(text: string, change: WordChange): number {
  return placesOf(text, change).length;
}

/** Returns the text with the new words. */
export function replacedText(text: string, change: WordChange): string {
  return placesOf(text, change).reduceRight(
    (changed, place) => changed.slice(0, place.start) + place.text + changed.slice(place.end),
    text,
  );
}

/** Returns the segment with the new words, which are spoken when the old ones were. */
export function replacedWords<Segment extends SegmentRow>(
  segment: Segment,
  change: WordChange,
): { segment: Segment; count: number } {
  const places = placesOf(segment.text, change);
  // From the end, so that the positions before stay.
  const changed = places.toReversed().reduce<Timed>(replacedAt, segment);
  const { confidence } = withWords({ ...segment, ...changed });
  return { segment: { ...segment, ...changed, confidence }, count: places.length };
}

function replacedAt(segment: Timed, { start, end, text }: Replacement): Timed {
  const { tokens, words } = timedWords(segment);
  const whole = segment.text.slice(0, start) + text + segment.text.slice(end);
  if (!words) return { text: whole, words: [] };
  const first = tokens.findIndex((token) => token.end > start);
  const last = tokens.findLastIndex((token) => token.start < end);
  const before = segment.text.slice(tokens[first]!.start, start);
  const after = segment.text.slice(end, tokens[last]!.end);
  const spoken: Word[] = spreadWords(before + text + after, words[first]!.start, words[last]!.end);
  return { text: whole, words: words.toSpliced(first, last - first + 1, ...spoken) };
}
