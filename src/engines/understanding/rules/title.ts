import type { Category } from '../maker.ts';
import { weightFor } from './category.ts';
import { keyPhrases, type KeyPhrase } from './key-phrases.ts';
import type { Reading } from './reading.ts';
import { bare } from './retelling.ts';
import { capitalised } from './text.ts';

const WORDS = 6;

/** Two things that the talk was about, as one would write on a folder: "Business plan and investors". */
export function titleOf(phrases: KeyPhrase[], reading: Reading): string {
  const [first] = phrases;
  if (!first) return fromFirstWords(reading);
  const second = phrases
    .slice(1, 8)
    .find((phrase) => !overlaps(first, phrase) && count(first, phrase) <= WORDS - 1);
  return capitalised(second ? `${first.text} and ${uncapitalised(second.text)}` : first.text);
}

export const phrasesFor = (reading: Reading, category: Category): KeyPhrase[] =>
  keyPhrases(reading, (word) => weightFor(category, word));

const overlaps = (a: KeyPhrase, b: KeyPhrase): boolean =>
  a.stems.some((stem) => b.stems.includes(stem));
const count = (a: KeyPhrase, b: KeyPhrase): number =>
  a.text.split(' ').length + b.text.split(' ').length;
const uncapitalised = (text: string): string =>
  /^[A-Z][a-z]+(?: [a-z].*)?$/.test(text) ? text : text;

function fromFirstWords(reading: Reading): string {
  const longest = reading.sentences.toSorted(
    (a, b) => Math.min(b.words.length, 8) - Math.min(a.words.length, 8),
  )[0];
  const words = bare(longest?.text ?? '')
    .split(' ')
    .slice(0, WORDS)
    .join(' ');
  return capitalised(words.replace(/[,;:.!?-]+$/, '')) || 'Short conversation';
}
