/** Whether what a model wrote was said: quotes literally, other words by what they tell. */
import { contentOf } from '../composing/words.ts';
import type { Transcript, TranscriptSegment } from '../maker.ts';

/** Returns the segment in which the words of a quote stand; null when there is none. */
export type SourceOf = (quote: string | null | undefined) => TranscriptSegment | null;

/** Scripts without spaces are compared letter by letter. */
const LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORD = new RegExp(`${LETTER.source}|[\\p{L}\\p{N}]+(?:['’-][\\p{L}\\p{N}]+)*`, 'gu');
const SPEAKER = /^[^:]{1,40}: /;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/**
 * Reads a transcript once, to find the source of each quote. An item without a source is an
 * invention of the model, or an attack from within the talk. Case and punctuation do not count.
 */
export function sourcesIn(segments: readonly TranscriptSegment[]): SourceOf {
  let said = ' ';
  const starts = segments.map(({ text }) => {
    const start = said.length - 1;
    said += wordsOf(text)
      .map((word) => `${word} `)
      .join('');
    return start;
  });
  return (quote) => {
    for (const words of [quote ?? '', quote?.replace(SPEAKER, '') ?? ''].map(wordsOf)) {
      const at = said.indexOf(` ${words.join(' ')} `);
      if (at < 0 || !words.some((word) => stemsOf(word).length > 0)) continue;
      return segments[starts.findLastIndex((start) => start <= at)]!;
    }
    return null;
  };
}

/** The stems of a word that tells something, and its numbers. */
function stemsOf(word: string): readonly string[] {
  return LETTER.test(word) ? [word] : (word.match(/\d+/g) ?? [...contentOf(word)]);
}

export interface Words {
  text: string;
  /** The share of the content words that must have been said, 0 to 1. */
  share: number;
  /** The segment around which they must have been said; anywhere without it. */
  near?: string | null | undefined;
  /** Further words that count as said. */
  also?: string;
}

/** Turns that belong to what is said in a turn, on each side of it. */
const BESIDE = 2;
/** Where each word begins with a capital, as in many titles, names cannot be told from others. */
const SHARE_IN_CAPITALS = 1 / 2;
/** What the owner is called in an overview. */
const OWNER = 'user nutzer nutzerin usuario usuaria';

/**
 * Returns a test for words that a model chose: all their names and numbers, and enough of their other
 * content words, must have been said.
 */
export function borneOutBy({
  segments,
  user_name,
  language,
}: Transcript): (words: Words) => boolean {
  const names = [user_name, ...new Set(segments.map(({ speaker_name }) => speaker_name))];
  const always = stemsIn([...names, OWNER].join(' '));
  const turns = segments.map(({ text }) => stemsIn(text));
  const whole = new Set(turns.flatMap((stems) => [...stems]));
  // In German, all nouns have capitals.
  const hasNames = language.slice(0, 2).toLowerCase() !== 'de';
  return ({ text, share, near, also = '' }) => {
    const at = near ? segments.findIndex(({ id }) => id === near) : -1;
    const around = at < 0 ? [whole] : turns.slice(Math.max(0, at - BESIDE), at + BESIDE + 1);
    const said = [always, stemsIn(also), ...around];
    const telling = [...text.matchAll(WORD)].flatMap(([word], place, all) => {
      const stems = stemsOf(word.toLowerCase());
      const before = text.slice(0, all[place]!.index).trimEnd();
      const isFirst = before === '' || /[.!?:]$/.test(before);
      const isSaid = stems.every((stem) => said.some((some) => some.has(stem)));
      return stems.length > 0 ? [{ word, isFirst, isSaid }] : [];
    });
    const inside = telling.filter(({ isFirst }) => !isFirst);
    const hasCapitals = inside.length > 1 && inside.every(({ word }) => /^\p{Lu}/u.test(word));
    const isName = new RegExp(
      hasNames && !hasCapitals ? String.raw`^\p{Lu}|\d` : String.raw`\d`,
      'u',
    );
    const missing = telling.filter(({ isSaid }) => !isSaid);
    if (missing.some(({ word, isFirst }) => isName.test(isFirst ? word.toLowerCase() : word)))
      return false;
    const enough = hasCapitals ? Math.max(share, SHARE_IN_CAPITALS) : share;
    return telling.length > 0 && telling.length - missing.length >= enough * telling.length;
  };
}

/** A number that was spelled out counts as its digits too. */
const stemsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).flatMap(stemsOf));
