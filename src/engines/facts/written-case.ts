/**
 * Tells words whose capitals count from words that are only written with a capital: "aB3xQ" and "AB3XQ" are two
 * codes, "Douro" and "douro" are one name.
 */

const WORD = /[A-Za-z0-9]+/g;
/** At most the first letter is a capital: "Douro", "I". */
const ORDINARY = /^(?:[A-Z]?[a-z]*|[a-z0-9]*)$/;

export const isCode = (word: string): boolean => !ORDINARY.test(word);

/** Returns the words of a text whose capitals count, in their order. */
export const casedWordsIn = (text: string): string[] =>
  (text.normalize('NFKC').match(WORD) ?? []).filter(isCode);
