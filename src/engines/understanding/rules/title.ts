import type { Category } from '../maker.ts';
import { weightFor } from './category.ts';
import { genreOf, type Genre } from './genre.ts';
import { keyPhrases, type KeyPhrase } from './key-phrases.ts';
import type { Reading } from './reading.ts';
import { bare } from './retelling.ts';
import { capitalised, stem, wordsOf } from './text.ts';

const WORDS = 6;

/**
 * What kind of talk it was and the things it was about, as one would write on a folder: "Doctor visit
 * about chest pain", "Business plan and investors".
 */
export function titleOf(phrases: KeyPhrase[], reading: Reading): string {
  const genre = genreOf(reading.sentences.map(({ text }) => text).join(' '));
  const spoken = new Set(genre ? wordsOf(genre.label).map(stem) : []);
  const things = different(phrases.filter(({ stems }) => !stems.some((one) => spoken.has(one))));
  if (genre && things[0] && genre.join !== null) return joinedTo(genre, things);
  if (genre) return titled(genre.label.toLowerCase(), reading);
  return things.length > 0 ? titled(listed(things.slice(0, 3), WORDS), reading) : fromFirstWords(reading);
} // prettier-ignore

/** A word alone is no title: "Note about milk". */
function titled(words: string, { speakers }: Reading): string {
  if (/[\s-]/.test(words)) return capitalised(words);
  return `${speakers.length > 1 ? 'Talk' : 'Note'} about ${words}`;
}

function joinedTo({ label, join }: Genre, things: KeyPhrase[]): string {
  const room = WORDS - label.split(' ').length - (join === ':' ? 0 : 1);
  const about = listed(things.slice(0, join === 'to' || join === 'for' ? 1 : 2), Math.max(room, 2));
  return join === ':' ? `${label}: ${about}` : `${label} ${join} ${about}`.replace(/\s+/g, ' ');
}

/** "Steak, potatoes and wine", with as many as there is room for. */
function listed(things: KeyPhrase[], room: number): string {
  const texts: string[] = [];
  let words = 0;
  for (const { text } of things) {
    words += text.split(' ').length + (texts.length > 0 ? 0.5 : 0);
    if (texts.length > 0 && words > room) break;
    texts.push(text);
  }
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

function different(phrases: KeyPhrase[]): KeyPhrase[] {
  const kept: KeyPhrase[] = [];
  for (const phrase of phrases.slice(0, 10)) {
    if (!kept.some((other) => overlaps(other, phrase))) kept.push(phrase);
  }
  return kept;
}

export const phrasesFor = (reading: Reading, category: Category): KeyPhrase[] =>
  keyPhrases(reading, (word) => weightFor(category, word));

const overlaps = (a: KeyPhrase, b: KeyPhrase): boolean =>
  a.stems.some((stem) => b.stems.includes(stem));
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
