import { documentOf } from '../arrays/postings.ts';
import type { TextIndex } from '../text-index.ts';
import { charactersOf, codesIn, hasDigit, MIN_PART, withoutCountry, wordsWith } from './codes.ts';
import type { Code } from './codes.ts';

/** A code of a query, with the documents that contain it in other words. */
export interface FoundCode extends Pick<Code, 'from' | 'until'> {
  /** The documents, each with the weight of its match. */
  documents: ReadonlyMap<number, number>;
}

/** The weight of a number that is longer or shorter at its beginning or its end. */
const PART_WEIGHT = 0.8;
/** Shorter codes would occur by chance where words are longer than the code. */
const MIN_PART_OF_SEVERAL = 7;
const MAX_LETTERS_OF_PART = 2;
/** Documents that are compared word by word. */
const MAX_CANDIDATES = 5_000;

/**
 * Finds documents that contain a code of the query by its characters, however it is cut into words:
 * "4155550132" in "+1 (415) 555-0132", "ab1234" in "AB-12 34", and the other way round. A code
 * within a longer one that was found is not searched again.
 */
export function findCodes(words: readonly string[], index: TextIndex): FoundCode[] {
  const found: FoundCode[] = [];
  let digitWords: number[] | undefined;
  for (const { from, until, characters } of codesIn(words)) {
    if (found.some((other) => other.from <= from && until <= other.until)) continue;
    const isKnown = until - from === 1 && index.wordNumber(words[from]!) !== undefined;
    // A word without digits is one code only if nobody writes it as one word.
    if (isKnown && !hasDigit(characters)) continue;
    const spelled = words.slice(from, until).map(charactersOf);
    const documents = documentsWith(characters, spelled, index);
    if (documents.size === 0 && !isKnown && mayBePart(characters, spelled)) {
      digitWords ??= [...index.words.keys()].filter((word) => hasDigit(index.words[word]!));
      for (const part of [characters, ...withoutCountry(characters)]) {
        for (const document of documentsWithPart(part, digitWords, index)) {
          documents.set(document, PART_WEIGHT);
        }
      }
    }
    if (documents.size > 0) found.push({ from, until, documents });
  }
  return found;
}

function mayBePart(characters: string, spelled: readonly string[]): boolean {
  const isWhole = spelled.every((word) => hasDigit(word) || word.length <= MAX_LETTERS_OF_PART);
  return characters.length >= MIN_PART && hasDigit(characters) && isWhole;
}

/** The words of the index that may begin at a place of a code: each with its length in the code. */
type Steps = Map<number, number>[];

function documentsWith(
  characters: string,
  spelled: readonly string[],
  index: TextIndex,
): Map<number, number> {
  const documents = new Map<number, number>();
  const isNumber = spelled.length > 1 && spelled.every(hasDigit);
  for (const { document, words } of walks(characters, wholeWords(characters, index), index)) {
    const isSame =
      words.length === spelled.length &&
      words.every((word, place) => charactersOf(index.words[word]!) === spelled[place]);
    // The words of the query themselves find this document. The parts of a number count more when
    // they are together.
    if (!isSame || isNumber) documents.set(document, 1);
  }
  return documents;
}

function wholeWords(characters: string, index: TextIndex): Steps {
  return Array.from({ length: characters.length }, (_, from) => {
    const steps = new Map<number, number>();
    for (let until = from + 1; until <= characters.length; until++) {
      const part = characters.slice(from, until);
      for (const word of wordsWith(part)) {
        const number = index.wordNumber(word);
        if (number !== undefined) steps.set(number, until - from);
      }
    }
    return steps;
  });
}

/** Finds a code within a longer word, or in words of which the first or the last is longer. */
function documentsWithPart(
  characters: string,
  digitWords: readonly number[],
  index: TextIndex,
): Set<number> {
  const documents = new Set<number>();
  const steps = wholeWords(characters, index);
  const last = characters.length - 1;
  for (const number of digitWords) {
    const word = index.words[number]!;
    if (word.length > characters.length && word.includes(characters)) {
      for (const document of documentsOf(number, index)) documents.add(document);
    }
    if (characters.length < MIN_PART_OF_SEVERAL) continue;
    for (let count = 2; count < Math.min(word.length, characters.length); count++) {
      if (word.endsWith(characters.slice(0, count))) steps[0]!.set(number, count);
      if (word.startsWith(characters.slice(-count))) steps[last + 1 - count]!.set(number, count);
    }
  }
  if (characters.length < MIN_PART_OF_SEVERAL) return documents;
  for (const { document } of walks(characters, steps, index)) documents.add(document);
  return documents;
}

/** Yields the documents with consecutive words that lead from the first character to the last. */
function* walks(
  characters: string,
  steps: Steps,
  index: TextIndex,
): Generator<{ document: number; words: number[] }> {
  const candidates = new Set<number>();
  for (const word of fewestWords(characters.length, steps, index)) {
    for (const document of documentsOf(word, index)) candidates.add(document);
    if (candidates.size > MAX_CANDIDATES) break;
  }
  for (const document of candidates) {
    const words = walkIn(index.wordsIn(document), steps);
    if (words) yield { document, words };
  }
}

/** Returns the consecutive words of a document that form the code. */
function walkIn(words: readonly number[], steps: Steps): number[] | null {
  for (const start of words.keys()) {
    let place = 0;
    let at = start;
    while (place < steps.length && at < words.length) {
      const length = steps[place]!.get(words[at]!);
      if (length === undefined) break;
      place += length;
      at += 1;
    }
    if (place === steps.length) return words.slice(start, at);
  }
  return null;
}

/**
 * Every way through the code crosses each of its characters. Returns the words that cross the
 * character with the fewest documents; none when no way leads through.
 */
function fewestWords(length: number, steps: Steps, index: TextIndex): number[] {
  const begun = new Set([0]);
  for (let place = 0; place < length; place++) {
    if (!begun.has(place)) continue;
    for (const count of steps[place]!.values()) begun.add(place + count);
  }
  const ending = new Set([length]);
  for (let place = length - 1; place >= 0; place--) {
    if (steps[place]!.values().some((count) => ending.has(place + count))) ending.add(place);
  }
  if (!begun.has(length)) return [];
  const crossing = Array.from({ length }, (): number[] => []);
  for (const place of begun) {
    for (const [word, count] of steps[place] ?? []) {
      if (!ending.has(place + count)) continue;
      for (let at = place; at < place + count; at++) crossing[at]!.push(word);
    }
  }
  const size = (words: readonly number[]) =>
    words.reduce((sum, word) => sum + index.postings.of(index.termOfWord[word]!).length, 0);
  return crossing.reduce((best, words) => (size(words) < size(best) ? words : best));
}

function* documentsOf(word: number, index: TextIndex): Generator<number> {
  for (const posting of index.postings.of(index.termOfWord[word]!)) {
    const document = documentOf(posting);
    if (index.groupOf.at(document) >= 0) yield document;
  }
}
