import type { Resemblance } from '../../core/search.ts';
import { ALIKE, likeness, trigramsOf } from './likeness.ts';
import type { SearchText, TextIndex } from './text-index.ts';
import { TF_STEP } from './text-index.ts';
import { isStopWord, termOf, wordsOf } from './words.ts';

/** What is alike shares its rarest words; the others need not be looked at. */
const MOST_COMPARED = 20;
const RAREST_TERMS = 6;

/** The text of the index, other than that of an id, that says nearly the same; null when none does. */
export function resembling(index: TextIndex, { id, text }: SearchText): Resemblance | null {
  const grams = trigramsOf(text);
  let best: Resemblance | null = null;
  for (const document of candidates(index, text)) {
    if (index.ids[document] === id) continue;
    const other = index.wordsIn(document).map((word) => index.words[word]!);
    const value = likeness(grams, trigramsOf(other.join(' ')));
    if (value >= ALIKE && value > (best?.likeness ?? 0)) {
      best = { id: index.ids[document]!, likeness: value };
    }
  }
  return best;
}

/** Those that share most of the rarest terms. */
function candidates(index: TextIndex, text: string): number[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !isStopWord(word));
  const postings = [...new Set((telling.length > 0 ? telling : words).map(termOf))]
    .map((term) => index.termNumber(term))
    .filter((term) => term !== undefined)
    .map((term) => index.postings[term]!)
    .sort((one, other) => one.length - other.length)
    .slice(0, RAREST_TERMS);
  const shared = new Map<number, number>();
  for (const [rank, list] of postings.entries()) {
    // A frequent word only counts for what a rarer one has brought up.
    const onlyKnown = rank > 0 && list.length > 1_000;
    for (const posting of list) {
      const document = Math.floor(posting / TF_STEP);
      if (index.groupOf.at(document) < 0) continue;
      const count = shared.get(document);
      if (count !== undefined) shared.set(document, count + 1);
      else if (!onlyKnown) shared.set(document, 1);
    }
  }
  return [...shared]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_COMPARED)
    .map(([document]) => document);
}
