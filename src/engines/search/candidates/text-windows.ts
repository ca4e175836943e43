import { charactersOf, codesIn, hasDigit } from '../ranking/codes.ts';
import { isStopWord, termOf, wordsOf } from '../../words/terms.ts';
import type { SearchGroup } from '../text-index.ts';
import { LEXEME, quoted } from './lexemes.ts';

/** The number of consecutive turns in a window, which is more than the ranker looks to one side. */
export const TURNS_OF_WINDOW = 8;
/** The place of a text about the whole group. */
const WHOLE = -1;
/** A text with more numbers, such as a table, is not found by all of them. */
const MAX_CODES = 50;
/** The longest word without digits that is a part of a code. */
const MAX_LETTERS = 3;
/** A value of type `tsvector` may have up to 1 MB. */
const MAX_LEXEMES = 10_000;

/** A part of a group, as a row of the database. */
export interface TextWindow {
  group: string;
  place: number;
  at: number;
  texts: number;
  /** The number of words without stop words. */
  terms: number;
  /** The estimated size in an index in memory. */
  bytes: number;
  /** A text of type `tsvector`. */
  words: string;
}

/** Counts the documents and the groups that contain a term, as the ranker counts them. */
export class TermCounts {
  readonly #counts = new Map<string, { documents: number; groups: number }>();

  add({ texts }: SearchGroup): void {
    const inGroup = new Set<string>();
    for (const { text, whole } of texts) {
      for (const term of new Set(tellingWords(wordsOf(text)).map(termOf))) {
        const count = this.#counts.get(term) ?? { documents: 0, groups: 0 };
        count.documents += 1;
        if (!whole && !inGroup.has(term)) {
          count.groups += 1;
          inGroup.add(term);
        }
        this.#counts.set(term, count);
      }
    }
  }

  /** Returns the terms of at least this many documents. */
  common(least: number): { term: string; documents: number; groups: number }[] {
    return [...this.#counts]
      .filter(([, { documents }]) => documents >= least)
      .map(([term, count]) => ({ term, ...count }));
  }
}

/** Cuts the texts of a group into windows for the index with this number. */
export function windowsOf({ id, at, labels, texts }: SearchGroup, index: number): TextWindow[] {
  const wholes = texts.filter(({ whole }) => whole);
  const turns = texts.filter(({ whole }) => !whole);
  const parts = [{ place: WHOLE, texts: wholes }];
  for (let place = 0; place * TURNS_OF_WINDOW < turns.length; place++) {
    const first = place * TURNS_OF_WINDOW;
    parts.push({ place, texts: turns.slice(first, first + TURNS_OF_WINDOW) });
  }
  return parts.map((part) => {
    const words = part.texts.map(({ text }) => wordsOf(text));
    const terms = words.flatMap(tellingWords);
    const lexemes = new Set([
      ...labels.map(LEXEME.label),
      ...part.texts.flatMap(({ speaker }) => speaker?.labels.map(LEXEME.speaker) ?? []),
      ...words.flatMap(codeLexemes),
      ...terms.map((word) => LEXEME.term(termOf(word))),
    ]);
    return {
      group: id,
      place: part.place,
      at,
      texts: part.texts.length,
      terms: terms.length,
      bytes: words.reduce((sum, each) => sum + each.length * 20, part.texts.length * 150),
      words: [...lexemes]
        .slice(0, MAX_LEXEMES)
        .map((lexeme) => quoted(index, lexeme))
        .join(' '),
    };
  });
}

const tellingWords = (words: readonly string[]): string[] =>
  words.filter((word) => !isStopWord(word));

/** The codes of a text: numbers, and short words beside them ("AB-12 34"), however they are cut. */
function codeLexemes(words: readonly string[]): string[] {
  const isOfCode = (word: string) =>
    hasDigit(charactersOf(word)) || (word.length <= MAX_LETTERS && !isStopWord(word));
  return codesIn(words)
    .filter(({ from, until, characters }) => {
      return hasDigit(characters) && words.slice(from, until).every(isOfCode);
    })
    .toSorted((one, other) => one.until - one.from - (other.until - other.from))
    .slice(0, MAX_CODES)
    .map(({ characters }) => LEXEME.code(characters));
}
