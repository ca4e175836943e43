/**
 * Compares how two spellings sound, in English, German and Spanish: by their Double Metaphone codes,
 * and by a distance between letters in which letters that sound alike are near.
 */
import { doubleMetaphone } from 'double-metaphone';

/** How accents are left out: `Jürgen` is heard as "jurgen" and as "juergen", `Núñez` as "nunyez". */
const SPOKEN_OUT: readonly [RegExp, string][] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
  [/ñ/g, 'ny'],
];

/** Returns the letters and digits of a text in lower case without accents, in one or two spellings. */
export function spellingsOf(text: string): readonly string[] {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
  const spokenOut = SPOKEN_OUT.reduce((word, [from, to]) => word.replace(from, to), lower);
  return [...new Set([bare(lower), bare(spokenOut)])];
}

/** Only the accents of Latin letters are left out; in other scripts, marks are letters. */
const bare = (text: string): string =>
  text.normalize('NFD').replace(/[\u0300-\u036F]|[^\p{L}\p{N}\p{M}]/gu, '');

export const hasAccents = (text: string): boolean => /[\u0300-\u036F]/u.test(text.normalize('NFD'));

/** Returns the same text for spellings of one sound, such as "Marc" and "Mark", "Wil" and "Will". */
export const strictSound = (spelling: string): string =>
  spelling.replace(/[cq]/g, 'k').replace(/(.)\1+/gu, '$1');

export function codesOf(spelling: string): readonly string[] {
  return [...new Set(doubleMetaphone(spelling))].filter((code) => code !== '');
}

/** Letters of one group sound alike in one of the languages. */
const ALIKE = ['ckq', 'szc', 'bpv', 'vwf', 'dt', 'jy', 'jh', 'eiy', 'ou'];

function substitution(one: string, other: string): number {
  if (one === other) return 0;
  return ALIKE.some((group) => group.includes(one) && group.includes(other)) ? 0.5 : 1;
}

/** Letters that may be silent, and double letters, cost half: "Hanna" and "Ana", "Thom" and "Tom". */
const cost = (letter: string, before: string | undefined): number =>
  letter === before || letter === 'e' || letter === 'h' ? 0.5 : 1;

/** Returns the weighted edit distance of two spellings. */
export function distance(one: string, other: string): number {
  let row = [0];
  for (let at = 0; at < other.length; at += 1) row.push(row[at]! + cost(other[at]!, other[at - 1]));
  for (let from = 0; from < one.length; from += 1) {
    const deletion = cost(one[from]!, one[from - 1]);
    const next = [row[0]! + deletion];
    for (let to = 0; to < other.length; to += 1) {
      next.push(
        Math.min(
          row[to + 1]! + deletion,
          next[to]! + cost(other[to]!, other[to - 1]),
          row[to]! + substitution(one[from]!, other[to]!),
        ),
      );
    }
    row = next;
  }
  return row.at(-1)!;
}
