import type { Resemblance } from '../../core/search.ts';
import { ALIKE, likeness, trigramsOfWords } from './likeness.ts';
import type { IndexText, TextIndex } from './text-index.ts';
import { documentOf } from './arrays/postings.ts';
import { isStopWord, termOf, wordsOf } from '../words/terms.ts';

/** Similar texts share their rarest words, so only candidates with these words are compared. */
const MAX_COMPARED = 10;
const RAREST_TERMS = 6;
/** Several results are kept, because the best ones may have been deleted. */
const MAX_FOUND = 3;
/**
 * The rarest term may add at most this many documents (the newest) to the candidates, and each other
 * term a quarter. Among 30,000 similar facts, a comparison then takes 0.1 ms instead of 0.2.
 */
const MAX_ADDED = 200;

/** The number of terms that each document shares with the text; zeroed after use. */
let shared = new Uint8Array(0);

/**
 * Finds other texts of the index that say nearly the same, the most similar first. Some results may
 * have been deleted since the last update of the index. To limit the work, it does not find older
 * texts that share only common words.
 */
export function resembling(index: TextIndex, { id, text }: IndexText): Resemblance[] {
  const words = wordsOf(text);
  const grams = trigramsOfWords(words);
  const found: Resemblance[] = [];
  for (const document of candidates(index, words)) {
    if (index.ids[document] === id) continue;
    const other = index.wordsIn(document).map((word) => index.words[word]!);
    const value = likeness(grams, trigramsOfWords(other));
    if (value >= ALIKE) found.push({ id: index.ids[document]!, likeness: value });
  }
  return found.sort((one, other) => other.likeness - one.likeness).slice(0, MAX_FOUND);
}

/**
 * Returns the documents that share at least half of the rarest terms, ordered by the number of
 * shared terms.
 */
function candidates(index: TextIndex, words: readonly string[]): number[] {
  const telling = words.filter((word) => !isStopWord(word));
  const postings = [...new Set((telling.length > 0 ? telling : words).map(termOf))]
    .map((term) => index.termNumber(term))
    .filter((term) => term !== undefined)
    .map((term) => index.postings.of(term))
    .sort((one, other) => one.length - other.length)
    .slice(0, RAREST_TERMS);
  const needed = Math.ceil(postings.length / 2);
  if (shared.length < index.documents) shared = new Uint8Array(index.documents * 2);
  const touched: number[] = [];
  for (const [rank, list] of postings.entries()) {
    for (const document of touched) if (contains(list, document)) shared[document]! += 1;
    // A document that first appears in a later list cannot share `needed` terms any more.
    if (rank > postings.length - needed) continue;
    const added = rank === 0 ? MAX_ADDED : MAX_ADDED / 4;
    for (const posting of list.slice(-added)) {
      const document = documentOf(posting);
      if (shared[document] !== 0) continue;
      shared[document] = 1;
      touched.push(document);
    }
  }
  const found = touched
    .filter((document) => shared[document]! >= needed && index.groupOf.at(document) >= 0)
    .sort((one, other) => shared[other]! - shared[one]!)
    .slice(0, MAX_COMPARED);
  for (const document of touched) shared[document] = 0;
  return found;
}

/** Returns whether a list of postings, ordered by document, contains the document. */
function contains(list: readonly number[] | Int32Array, document: number): boolean {
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (documentOf(list[middle]!) < document) low = middle + 1;
    else high = middle;
  }
  return documentOf(list[low]!) === document;
}
