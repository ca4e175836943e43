import { CATEGORIES, type Category } from '../maker.ts';
import { LEXICON } from './lexicon.ts';
import type { Reading } from './reading.ts';
import { stem } from './text.ts';

type Named = Exclude<Category, 'other'>;
interface Entry {
  category: Named;
  weight: number;
}

/** Maps a stem, or two stems joined by `_`, to the categories that it suggests. */
const entries = new Map<string, Entry[]>();
for (const [category, words] of Object.entries(LEXICON)) {
  for (const item of new Set(words.split(/\s+/))) {
    const [word, weight] = item.split(':') as [string, string?];
    const key = word.split('_').map(stem).join('_');
    const of = entries.get(key) ?? [];
    entries.set(key, [...of, { category: category as Named, weight: Number(weight ?? 1) }]);
  }
}

export interface CategoryScores {
  best: Category;
  scores: ReadonlyMap<Category, number>;
}

/** A talk with a lower score has no particular subject. */
const MIN = 1.5;

/** Forms of "book" that mean a reservation and not reading. */
const RESERVES = /^(?:booked|booking|bookings)$/;

/**
 * Scores a word by the logarithm of its frequency: a word that occurs ten times scores higher than
 * a word that occurs once, but not ten times as high.
 */
export function categorise(reading: Reading): CategoryScores {
  const counts = new Map<string, number>();
  for (const { words } of reading.sentences) {
    const stems = words.map((word) => (RESERVES.test(word) ? 'reserv' : stem(word)));
    for (const [i, one] of stems.entries()) {
      count(counts, one);
      if (i > 0) count(counts, `${stems[i - 1]}_${one}`);
      if (i > 1) count(counts, `${stems[i - 2]}_${one}`);
    }
  }
  const scores = new Map<Category, number>();
  for (const [key, times] of counts) {
    for (const { category, weight } of entries.get(key) ?? []) {
      scores.set(category, (scores.get(category) ?? 0) + weight ** 1.5 * Math.log2(1 + times));
    }
  }
  let best: Category = 'other';
  for (const category of CATEGORIES) {
    if ((scores.get(category) ?? 0) > Math.max(scores.get(best) ?? 0, MIN)) best = category;
  }
  return { best, scores };
}

const count = (counts: Map<string, number>, key: string): void => {
  if (entries.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
};
