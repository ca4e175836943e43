import { EVERYTHING } from '../../../core/search.ts';
import type { SearchQuery } from '../../../core/search.ts';
import { codesIn, hasDigit, MIN_PART, withoutCountry } from '../ranking/codes.ts';
import { isStopWord, termOf, wordsOf } from '../../words/terms.ts';
import { LEXEME, quoted } from './lexemes.ts';

/** Candidates are found by the first words of a longer query. */
const MAX_WORDS = 16;
const MAX_CODES = 12;
/** The letters that a word with a typing error shares with the right one. */
const SHARED_LETTERS = 3;

/** A word of a query, with texts of type `tsquery`. */
export interface WantedWord {
  term: string;
  /** Finds the texts with the word. */
  exact: string;
  /** Finds texts with longer words, then with similar ones, when no text has the word. */
  otherwise: readonly string[];
}

/** Returns what to look up for a query in the index with this number. */
export function wantedWords(text: string, index: number): WantedWord[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const telling = words.filter((word) => !isStopWord(word));
  const beginnings = new Set(
    [...text.matchAll(/([\p{L}\p{N}]+)\*/gu)].flatMap(([, word]) => wordsOf(word!)),
  );
  const wanted = new Map<string, WantedWord>();
  for (const [place, word] of telling.entries()) {
    const term = termOf(word);
    const [before, after] = [telling[place - 1], telling[place + 1]];
    const joined = [before && before + word, after && word + after].flatMap((each) => each ?? []);
    const exact = [
      quoted(index, LEXEME.term(term)),
      ...joined.map((each) => quoted(index, LEXEME.term(termOf(each)))),
      ...codesAt(words, word).map((code) => quoted(index, LEXEME.code(code))),
    ];
    const longer = longerThan(word, index);
    const isBeginning = beginnings.has(word) && longer.length > 0;
    wanted.set(term, {
      term,
      exact: isBeginning ? [...exact, ...longer].join(' | ') : exact.join(' | '),
      otherwise: [longer.join(' | '), similarTo(word, index)].filter((each) => each !== ''),
    });
  }
  return [...wanted.values()];
}

/** Returns the spellings of the codes to which a word of the query may belong. */
function codesAt(words: readonly string[], word: string): string[] {
  const place = words.indexOf(word);
  const codes = codesIn(words).filter(
    ({ from, until, characters }) => from <= place && place < until && hasDigit(characters),
  );
  return codes
    .slice(-MAX_CODES)
    .flatMap(({ characters }) => [
      characters,
      ...withoutCountry(characters).flatMap((each) => [each, `0${each}`]),
    ]);
}

function longerThan(word: string, index: number): string[] {
  if (word.length < SHARED_LETTERS) return [];
  const stem = termOf(word);
  const terms = quoted(index, LEXEME.term(word.startsWith(stem) ? stem : word));
  const codes = quoted(index, LEXEME.code(word));
  return hasDigit(word) && word.length >= MIN_PART ? [`${terms}:*`, `${codes}:*`] : [`${terms}:*`];
}

/** A typing error in the first letters is not recognised here. */
function similarTo(word: string, index: number): string {
  if (word.length <= SHARED_LETTERS || hasDigit(word)) return '';
  const letters = word.slice(0, SHARED_LETTERS);
  // The stem of a short word may be shorter: "ic" of "ice".
  return `${quoted(index, LEXEME.term(letters))}:* | ${quoted(index, LEXEME.term(termOf(letters)))}`;
}

/** Returns a text of type `tsquery` for the labels of the filter; null for a filter without any. */
export function wantedLabels({ filter = EVERYTHING }: SearchQuery, index: number): string | null {
  const { labels, without, speaker } = filter;
  const label = (each: string) => quoted(index, LEXEME.label(each));
  const parts = [
    // No text has an empty label.
    ...labels.map((wanted) => `(${['', ...wanted].map(label).join(' | ')})`),
    ...without.map((each) => `!${label(each)}`),
    ...(speaker === null ? [] : [quoted(index, LEXEME.speaker(speaker))]),
  ];
  return parts.length > 0 ? parts.join(' & ') : null;
}
