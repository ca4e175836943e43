import { findCodes } from './code-documents.ts';
import { spelledLike, startingWith } from './spelling.ts';
import type { TextIndex } from '../text-index.ts';
import { isOfTalking, isStopWord, termOf, wordsOf } from '../../words/terms.ts';

/** Further words are ignored, because a longer query is a text and not a question. */
const MAX_WORDS = 32;

/** A concept of a query; several terms may express it. */
export interface Concept {
  /** The term of the word in the query. */
  term: string;
  /** The numbers of terms, each with its weight. */
  ways: { term: number; weight: number }[];
  /** Documents that contain it as a part of a code, each with its weight. */
  documents: Map<number, number>;
  /** The weight of this concept relative to the other concepts. */
  weight: number;
}

interface Phrase {
  /** As numbers of words in the index; null when the index lacks one of the words. */
  words: number[] | null;
  /** Documents that contain it as a code, in other words. */
  documents: ReadonlySet<number>;
}

export interface Query {
  concepts: Concept[];
  /** Words in quotation marks. */
  phrases: Phrase[];
  /**
   * True when every result must contain the phrases. In a question, a quoted phrase may be just a
   * name.
   */
  strict: boolean;
  /** All terms of the query, for the comparison with names. */
  terms: ReadonlySet<string>;
  /**
   * True when the query names no subject, so that every talk at the requested time is an answer.
   */
  asksOfTime: boolean;
  asks: 'when' | 'where' | 'number' | null;
}

/**
 * Parses a query: `"an exact phrase"`, `begin*`, words with typing errors, or a plain question.
 * `dated` tells that the caller has already read the dates in the text as a time; the words of
 * these dates then count less.
 */
export function parseQuery(text: string, index: TextIndex, dated = false): Query {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const beginnings = new Set(
    [...text.matchAll(/([\p{L}\p{N}]+)\*/gu)].flatMap(([, word]) => wordsOf(word!)),
  );
  const telling = words.filter((word) => !isStopWord(word));
  const concepts = new Map<string, Concept>();
  for (const word of telling.length > 0 ? telling : words) {
    const term = termOf(word);
    if (!concepts.has(term)) concepts.set(term, conceptOf(word, index, beginnings.has(word)));
  }
  joinNeighbours(telling, concepts, index);
  addCodes(words, concepts, index);
  weakenNames(concepts, index);
  if (dated) weakenDates(concepts);
  return {
    concepts: [...concepts.values()],
    phrases: phrasesOf(text, index),
    strict: !QUESTION.test(text),
    terms: new Set(words.map(termOf)),
    asksOfTime: [...concepts].every(([term, { weight }]) => weight < 1 || isOfTalking(term)),
    asks: askedFor(text),
  };
}

/** "Ice cream" also matches "icecream". */
const JOINED_WEIGHT = 0.7;

function joinNeighbours(
  words: readonly string[],
  concepts: Map<string, Concept>,
  index: TextIndex,
): void {
  for (const [place, word] of words.entries()) {
    const next = words[place + 1];
    if (next === undefined) break;
    const term = index.termNumber(termOf(word + next));
    if (term === undefined) continue;
    for (const part of [word, next]) {
      concepts.get(termOf(part))?.ways.push({ term, weight: JOINED_WEIGHT });
    }
  }
}

/** A document with the characters of a code has all its words. */
function addCodes(
  words: readonly string[],
  concepts: Map<string, Concept>,
  index: TextIndex,
): void {
  for (const { from, until, documents } of findCodes(words, index)) {
    for (const word of words.slice(from, until)) {
      const known = concepts.get(termOf(word))?.documents;
      for (const [document, weight] of documents) known?.set(document, weight);
    }
  }
}

/**
 * Names count less, because people rarely call each other by name. The speaker is scored
 * separately.
 */
const NAME_WEIGHT = 0.3;

function weakenNames(concepts: Map<string, Concept>, index: TextIndex): void {
  if (concepts.size < 2) return;
  for (const { terms } of index.speakers) {
    for (const term of terms) {
      const concept = concepts.get(term);
      if (concept) concept.weight = NAME_WEIGHT;
    }
  }
}

/**
 * Dates count less, because people rarely say them. The time of a conversation is scored
 * separately.
 */
const DATE_WEIGHT = 0.3;
const DATE_WORD = new RegExp(
  String.raw`^(?:\d{1,2}|\d{4}|\d{1,2}(?:st|nd|rd|th)|januari|februari|march|april|mai|june` +
    String.raw`|juli|august|septemb|octob|novemb|decemb)$`,
);

function weakenDates(concepts: Map<string, Concept>): void {
  for (const [term, concept] of concepts) if (DATE_WORD.test(term)) concept.weight = DATE_WEIGHT;
}

const QUESTION =
  /\?\s*$|^\s*(?:what|when|where|which|who|whom|whose|why|how|is|are|was|were|do|does|did|has|have|had|can|could|would|will|should)\b/i;

function conceptOf(word: string, index: TextIndex, asBeginning: boolean): Concept {
  const term = index.termNumber(termOf(word));
  const exact = term === undefined ? [] : [{ term, weight: 1 }];
  const concept = (ways: Concept['ways']): Concept => ({
    term: termOf(word),
    weight: 1,
    ways,
    documents: new Map(),
  });
  if (asBeginning) return concept([...exact, ...startingWith(word, index)]);
  const isElsewhere = index.corpus?.frequencies.has(termOf(word));
  if (exact.length > 0 || isElsewhere) return concept(exact);
  const longer = startingWith(word, index);
  return concept(longer.length > 0 ? longer : spelledLike(word, index));
}

function phrasesOf(text: string, index: TextIndex): Phrase[] {
  return [...text.matchAll(/["“”]([^"“”]+)["“”]/gu)]
    .map(([, phrase]) => wordsOf(phrase!))
    .filter((words) => words.length > 0)
    .map((words) => {
      const numbers = words.map((word) => index.wordNumber(word));
      const whole = findCodes(words, index).find(
        ({ from, until }) => from === 0 && until === words.length,
      );
      return {
        words: numbers.includes(undefined) ? null : (numbers as number[]),
        documents: new Set(whole?.documents.keys()),
      };
    });
}

/** Returns whether a document contains the phrase word for word, or as a code. */
export function says(index: TextIndex, document: number, { words, documents }: Phrase): boolean {
  return documents.has(document) || (words !== null && index.says(document, words));
}

function askedFor(text: string): Query['asks'] {
  if (/\bwhen\b|\bwhat (?:date|day|month|year|time)\b|\bhow long\b/i.test(text)) return 'when';
  if (/\bhow (?:many|much|often|old)\b/i.test(text)) return 'number';
  return /\bwhere\b/i.test(text) ? 'where' : null;
}
