/** Codes and numbers in words: a phone number, an IBAN, "AB-12 34", and words like "icecream". */
import { NUMBER_OF, wordsOf } from '../../words/terms.ts';

/** A code in a list of words, which may be cut into words in another way elsewhere. */
export interface Code {
  /** The first of its words, and the one after its last. */
  from: number;
  until: number;
  /** The characters of its words without anything between them. */
  characters: string;
}

const MAX_CHARACTERS = 40;
/** Shorter codes occur by chance where one word ends and the next begins. */
const MIN_CHARACTERS = 3;
const MIN_DIGITS_ALONE = 4;
const MIN_LETTERS_ALONE = 5;
/** Longer words without digits are ordinary words beside a code. */
const MAX_LETTERS = 4;

const DIGITS_OF: ReadonlyMap<string, string> = new Map([...NUMBER_OF, ['oh', '0']]);
const SPOKEN = Map.groupBy(DIGITS_OF.keys(), (word) => DIGITS_OF.get(word)!);

/** Returns the characters of a word in a code: "four" is 4. */
export const charactersOf = (word: string): string => DIGITS_OF.get(word) ?? word;

/** Returns the words that have these characters in a code. */
export const wordsWith = (characters: string): readonly string[] => [
  characters,
  ...(SPOKEN.get(characters) ?? []),
];

/** A number of at least this many digits may be written with or without its country code. */
const MIN_PHONE = 9;

/** Returns a phone number without the zeros and the code of the country before it. */
export function withoutCountry(digits: string): string[] {
  if (!/^\d+$/.test(digits) || digits.length < MIN_PHONE) return [];
  const national = digits.replace(/^0+/, '');
  const shorter = [1, 2, 3].map((count) => national.slice(count).replace(/^0/, ''));
  return [national, ...shorter].filter((each) => each.length >= MIN_PHONE - 1 && each !== digits);
}

/**
 * Returns all consecutive words that may be a code, the longest first. "Ten" may be a number or
 * three letters.
 */
export function codesIn(words: readonly string[]): Code[] {
  const found: Code[] = [];
  for (const from of words.keys()) {
    let letters = '';
    let digits = '';
    for (let until = from + 1; until <= words.length; until++) {
      const word = words[until - 1]!;
      letters += word;
      digits += charactersOf(word);
      for (const characters of new Set([letters, digits])) {
        if (isCode(characters, until - from)) found.push({ from, until, characters });
      }
      const isOrdinary = charactersOf(word).length > MAX_LETTERS && !hasDigit(word);
      if (isOrdinary || digits.length > MAX_CHARACTERS) break;
    }
  }
  return found.sort((one, other) => other.characters.length - one.characters.length);
}

export const hasDigit = (characters: string): boolean => /\d/.test(characters);

function isCode(characters: string, words: number): boolean {
  if (characters.length > MAX_CHARACTERS) return false;
  if (!hasDigit(characters)) return words === 1 && characters.length >= MIN_LETTERS_ALONE;
  return characters.length >= (/^\d+$/.test(characters) ? MIN_DIGITS_ALONE : MIN_CHARACTERS);
}

/** Codes of at least this many characters are found within longer words. */
export const MIN_PART = 4;

function spellings({ characters }: Code): string[] {
  return [characters, ...withoutCountry(characters).flatMap((each) => [each, `0${each}`])];
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the ranges of a text with the same characters as a code in the query. */
export function codeRanges(text: string, query: string): { start: number; end: number }[] {
  const wanted = new Set(codesIn(wordsOf(query)).flatMap(spellings));
  if (wanted.size === 0) return [];
  const parts = [...wanted].filter((each) => hasDigit(each) && each.length >= MIN_PART);
  const beginnings = new Set(
    [...wanted].flatMap((each) => Array.from(each, (_, at) => each.slice(0, at + 1))),
  );
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    spoken: wordsOf(word),
  }));
  const ranges: { start: number; end: number }[] = [];
  for (let first = 0; first < words.length; first++) {
    let letters = '';
    let digits = '';
    let last = -1;
    for (let at = first; at < words.length; at++) {
      letters += words[at]!.spoken.join('');
      digits += words[at]!.spoken.map(charactersOf).join('');
      if (wanted.has(letters) || wanted.has(digits)) last = at;
      if (!beginnings.has(letters) && !beginnings.has(digits)) break;
    }
    const only = words[first]!.spoken.join('');
    if (last < 0 && parts.some((part) => only.includes(part))) last = first;
    if (last < 0) continue;
    ranges.push({ start: words[first]!.start, end: words[last]!.end });
    first = last;
  }
  return ranges;
}
