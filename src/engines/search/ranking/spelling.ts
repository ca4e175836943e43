import type { TextIndex } from '../text-index.ts';
import { lettersOf, LONGEST_WORD } from '../../words/terms.ts';

const MAX_WAYS = 12;
const SHORTEST_BEGINNING = 3;

type Way = { term: number; weight: number };

/** Returns the terms of words that begin with this text. */
export function startingWith(word: string, index: TextIndex): Way[] {
  if (word.length < SHORTEST_BEGINNING) return [];
  return best(index, (other) =>
    other.startsWith(word) ? (0.9 * word.length) / other.length + 0.1 : 0,
  );
}

/**
 * Returns the terms of words that differ from this one by one typing error, or by two for long
 * words. A number with another digit is another number.
 */
export function spelledLike(word: string, index: TextIndex): Way[] {
  if (/\d/.test(word)) return [];
  const slips = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (slips === 0) return [];
  const letters = lettersOf(word);
  return best(index, (other, number) => {
    if (Math.abs(other.length - word.length) > slips) return 0;
    // Skips the exact comparison when the words differ in too many letters.
    if (bitsOf(letters ^ index.lettersOf.at(number)) > 2 * slips) return 0;
    const distance = slipsBetween(word, other, slips);
    return distance > slips ? 0 : 1 - 0.3 * distance;
  });
}

function best(index: TextIndex, weigh: (word: string, number: number) => number): Way[] {
  const weights = new Map<number, number>();
  index.words.forEach((other, number) => {
    const weight = weigh(other, number);
    if (weight === 0) return;
    const term = index.termOfWord[number]!;
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  });
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WAYS);
}

function bitsOf(number: number): number {
  let count = 0;
  for (let left = number; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Three rows of the table of `slipsBetween`: the current row and the two rows before it. */
const rows = new Uint16Array(3 * (LONGEST_WORD + 1));

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into
 * the other (optimal string alignment). Counting stops above `most`.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  const width = other.length + 1;
  for (let column = 0; column <= other.length; column++) rows[2 * width + column] = column;
  let letterBefore = -1;
  for (let row = 1; row <= one.length; row++) {
    const current = ((row - 1) % 3) * width;
    const last = ((row + 1) % 3) * width;
    const before = (row % 3) * width;
    const letter = one.charCodeAt(row - 1);
    rows[current] = row;
    let least = row;
    let otherBefore = -1;
    for (let column = 1; column <= other.length; column++) {
      const otherLetter = other.charCodeAt(column - 1);
      let slips = Math.min(
        rows[last + column]! + 1,
        rows[current + column - 1]! + 1,
        rows[last + column - 1]! + (letter === otherLetter ? 0 : 1),
      );
      const isSwapped = letter === otherBefore && letterBefore === otherLetter;
      if (isSwapped) slips = Math.min(slips, rows[before + column - 2]! + 1);
      rows[current + column] = slips;
      least = Math.min(least, slips);
      otherBefore = otherLetter;
    }
    if (least > most) return least;
    letterBefore = letter;
  }
  return rows[((one.length + 2) % 3) * width + other.length]!;
}
