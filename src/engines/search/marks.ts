import { codeRanges } from './ranking/codes.ts';
import { tellingTerms, termOf, wordsOf } from '../words/terms.ts';

/** A part of a text, with the ranges of the words that match a query. */
export interface Snippet {
  text: string;
  /** The matching words. */
  marks: Range[];
}

/** The start and the end, in UTF-16 units of the text; the end is exclusive. */
interface Range {
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;
/** The number of UTF-16 units before the first match. */
const LEAD = 60;

/** Cuts a text around the first word that matches the query, and marks all matching words. */
export function snippetOf(text: string, query: string, maxLength: number): Snippet {
  const all = matchesIn(text, query);
  const { from, until } = rangeOf(text, all[0]?.start ?? 0, maxLength);
  const [before, after] = [from > 0 ? '…' : '', until < text.length ? '…' : ''];
  const shift = before.length - from;
  return {
    text: before + text.slice(from, until) + after,
    marks: all
      .filter(({ start, end }) => start >= from && end <= until)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** Returns the words that match, and the codes whose words are others than those of the query. */
function matchesIn(text: string, query: string): Range[] {
  const wanted = new Set(tellingTerms(query));
  const words = [...text.matchAll(WORD)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    matches: wordsOf(word).some((each) => wanted.has(termOf(each))),
  }));
  const isIn = (word: Range, code: Range) => word.start < code.end && code.start < word.end;
  const codes = codeRanges(text, query).filter((code) =>
    words.some((word) => !word.matches && isIn(word, code)),
  );
  return [
    ...codes,
    ...words.filter((word) => word.matches && !codes.some((code) => isIn(word, code))),
  ].toSorted((one, other) => one.start - other.start);
}

/** Returns whether a text contains a code of the query by its characters. */
export const hasCode = (text: string, query: string): boolean => codeRanges(text, query).length > 0;

/**
 * Returns a range of at most `maxLength` that contains this position, and avoids cutting a word.
 */
function rangeOf(text: string, place: number, maxLength: number): { from: number; until: number } {
  const wanted = Math.max(0, Math.min(place - LEAD, text.length - maxLength));
  const from = wanted === 0 ? 0 : wanted + text.slice(wanted, place).indexOf(' ') + 1;
  const last = text.lastIndexOf(' ', from + maxLength);
  const isAtEnd = from + maxLength >= text.length;
  return { from, until: isAtEnd ? text.length : last > from ? last : from + maxLength };
}
