import type { TextIndex } from './text-index.ts';

const MOST_WAYS = 12;
const SHORTEST_BEGINNING = 3;

type Way = { term: number; weight: number };

/** The terms of words that begin like this one. */
export function startingWith(word: string, index: TextIndex): Way[] {
  if (word.length < SHORTEST_BEGINNING) return [];
  return best(index, (other) =>
    other.startsWith(word) ? (0.9 * word.length) / other.length + 0.1 : 0,
  );
}

/** The terms of words that differ by one slip of the finger; by two, when the word is long. */
export function spelledLike(word: string, index: TextIndex): Way[] {
  const slips = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (slips === 0) return [];
  return best(index, (other) => {
    if (Math.abs(other.length - word.length) > slips) return 0;
    const distance = slipsBetween(word, other, slips);
    return distance > slips ? 0 : 1 - 0.3 * distance;
  });
}

function best(index: TextIndex, weigh: (word: string) => number): Way[] {
  const weights = new Map<number, number>();
  index.words.forEach((other, number) => {
    const weight = weigh(other);
    const term = index.termOfWord[number]!;
    if (weight > (weights.get(term) ?? 0)) weights.set(term, weight);
  });
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_WAYS);
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that make one word of the other
 * (optimal string alignment); stops counting above `most`.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let slips = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      if (swapped) slips = Math.min(slips, before[column - 2]! + 1);
      current.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return least;
    before = last;
    last = current;
  }
  return last[other.length]!;
}
