/** Finds commands by their words, also by words that are misspelled. */

/** A word of this length may have one wrong letter, and a long one two. */
const FUZZY = 4;
const LONG = 8;
/** Words such as “a”, “to” and “my” tell nothing beside longer ones. */
const SHORT = 2;

export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns how well the texts fit a query, from 0 (not at all) to 1. Each word of the query must
 * begin a word of the texts; a word that is misspelled counts less.
 */
export function fitOf(query: string, texts: readonly string[]): number {
  const asked = wordsOf(query);
  const longer = asked.filter((word) => word.length > SHORT);
  const wanted = longer.length > 0 ? longer : asked;
  if (wanted.length === 0) return 0;
  const given = texts.flatMap(wordsOf);
  const fits = wanted.map((word) => Math.max(0, ...given.map((each) => fitOfWord(word, each))));
  return fits.includes(0) ? 0 : fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
}

function fitOfWord(word: string, given: string): number {
  if (given === word) return 1;
  if (given.startsWith(word)) return 0.8;
  if (word.length < FUZZY) return 0;
  const most = word.length < LONG ? 1 : 2;
  const lengths = [word.length - 1, word.length, word.length + 1];
  const nearest = Math.min(...lengths.map((length) => distance(word, given.slice(0, length))));
  return nearest <= most ? 0.4 : 0;
}

/** Counts letters that are wrong, missing, superfluous, or exchanged with their neighbour. */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        last[at]! + 1,
        now[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[at - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length]!;
}
