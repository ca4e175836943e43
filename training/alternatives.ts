/** Compares words with the alternatives of a question. */

/** Returns the text in lower case, without accents. */
export const plain = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const wordsIn = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether all words of one alternative are in the text, in any order. */
export function saysAnyOf(alternatives: readonly string[], text: string): boolean {
  const said = new Set(wordsIn(text));
  return alternatives.some((one) => wordsIn(one).every((word) => said.has(word)));
}
