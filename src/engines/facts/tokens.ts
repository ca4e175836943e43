/** The words of a fact or a task that count when it is compared, in a common form. */
import { wordList } from '../../core/text.ts';
import { isCode } from './written-case.ts';
import { memoised } from '../words/memo.ts';
import { sameWordOf } from '../words/terms.ts';
import { fullForm } from './clauses.ts';

/** Numbers with their sign and their marks, words, and symbols such as "%" and "€". */
const TOKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[-−]\d+(?:[.,:/]\d+)*|\d+(?:[.,:/]\d+)+|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{N}]+)*|[\p{S}%&#@*]`,
  'gu',
);
/** Words of a language without which its sentence says the same, as facts and tasks of the user have no subject. */
const EMPTY = {
  en: new Set(wordList('a an the that is are am be i my please')),
  de: new Set(
    wordList(`
    der die das den dem des ein eine einen einem einer eines ich mein meine meinen meinem meiner bin ist sind bitte`),
  ),
  es: new Set(wordList('el la un una yo mi soy es')),
};
const SAME_SIGN = new Map([
  ['&', 'and'],
  ['−', '-'],
]);
const MAX_KEPT = 10_000;

const TOKENS = new Map(
  Object.entries(EMPTY).map(([language, empty]) => [
    language,
    memoised<readonly string[]>((text) => readTokens(text, empty), MAX_KEPT),
  ]),
);

/**
 * Returns the words that count, in their order. Every other word, sign or number makes another text. A language other
 * than `de` and `es` is read as English.
 */
export const factTokens = (text: string, language = 'en'): readonly string[] =>
  (TOKENS.get(language) ?? TOKENS.get('en')!)(text);

function readTokens(text: string, empty: ReadonlySet<string>): string[] {
  const said = fullForm(text.normalize('NFC')).replace(/^the user(?:'s)?\s+/iu, '');
  const all = said.match(TOKEN) ?? [];
  const full = all.filter((word, at) => !isEmpty(word, at, all, empty));
  return (full.length > 0 ? full : all).map(commonForm);
}

/** "La Paz" and "vitamin A" are names, and "10 am" is an hour. */
function isEmpty(
  word: string,
  at: number,
  all: readonly string[],
  empty: ReadonlySet<string>,
): boolean {
  const isName = at > 0 && /^\p{Lu}/u.test(word) && word !== 'I';
  const isHour = /\d$/u.test(all[at - 1] ?? '') && word === 'am';
  return !isName && !isHour && at < all.length - 1 && empty.has(word.toLowerCase());
}

function commonForm(word: string): string {
  if (isCode(word)) return word;
  const lower = word.toLowerCase();
  return SAME_SIGN.get(lower) ?? sameWordOf(lower);
}
