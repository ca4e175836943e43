import type { Resemblance } from '../../core/search.ts';
import { ALIKE, likeness, trigramsOf } from './likeness.ts';
import type { SearchText, TextIndex } from './text-index.ts';
import { TF_STEP } from './text-index.ts';
import { isStopWord, termOf, wordsOf } from './words.ts';

/** Similar texts share their rarest words, so only candidates that share them are compared. */
const MAX_COMPARED = 20;
const RAREST_TERMS = 6;

/** How many terms each document shares with the text; zeroed after use. */
let shared = new Uint8Array(0);

/**
 * Finds other texts of the index that say nearly the same, the most similar first. Some of the
 * results may have been deleted since the last update of the index.
 */
export function resembling(index: TextIndex, { id, text }: SearchText): Resemblance[] {
  const grams = trigramsOf(text);
  const found: Resemblance[] = [];
  for (const document of candidates(index, text)) {
    if (index.ids[document] === id) continue;
    const other = index.wordsIn(document).map((word) => index.words[word]!);
    const value = likeness(grams, trigramsOf(other.join(' ')));
    if (value >= ALIKE) found.push({ id: index.ids[document]!, likeness: value });
  }
  return found.sort((one, other) => other.likeness - one.likeness);
}

/**
 * Returns the documents that share at least half of the rarest terms, those with the most terms
 * first.
 */
function candidates(index: TextIndex, text: string): number[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !isStopWord(word));
  const postings = [...new Set((telling.length > 0 ? telling : words).map(termOf))]
    .map((term) => index.termNumber(term))
    .filter((term) => term !== undefined)
    .map((term) => index.postings[term]!)
    .sort((one, other) => one.length - other.length)
    .slice(0, RAREST_TERMS);
  const needed = Math.ceil(postings.length / 2);
  if (shared.length < index.documents) shared = new Uint8Array(index.documents * 2);
  const touched: number[] = [];
  for (const [rank, list] of postings.entries()) {
    // A document that is missing from the first lists can no longer reach `needed`.
    const mayBeNew = rank <= postings.length - needed;
    for (const posting of list) {
      const document = Math.floor(posting / TF_STEP);
      if (shared[document] === 0) {
        if (!mayBeNew) continue;
        touched.push(document);
      }
      shared[document]! += 1;
    }
  }
  const found = touched
    .filter((document) => shared[document]! >= needed && index.groupOf.at(document) >= 0)
    .sort((one, other) => shared[other]! - shared[one]!)
    .slice(0, MAX_COMPARED);
  for (const document of touched) shared[document] = 0;
  return found;
}
