import { genreOf, type Genre } from './genre.ts';
import { withArticle, type KeyPhrase } from './key-phrases.ts';
import type { Reading } from './reading.ts';
import { bare } from './bare.ts';
import { capitalised, stem, wordsOf } from './text.ts';

const WORDS = 6;

/**
 * Titles a talk by its genre and subjects, as people label folders: "Doctor visit about chest
 * pain", "Business plan and investors".
 */
export function titleOf(phrases: KeyPhrase[], reading: Reading): string {
  const genre = genreOf(reading);
  const spoken = new Set(genre ? wordsOf(genre.label).map(stem) : []);
  const things = phrases.filter(({ stems }) => !stems.some((one) => spoken.has(one)));
  if (genre && things[0] && genre.join !== null) return joinedTo(genre, things, reading);
  const title = genre?.label ?? capitalised(headline(things));
  if (title === '') return fromFirstWords(reading);
  if (/[\s-]/.test(title)) return title;
  // Adds context to a single word, which is not a title by itself: "Note about the milk".
  const about = genre ? genre.label.toLowerCase() : withArticle(things[0]!);
  return `${reading.speakers.length > 1 ? 'Talk' : 'Note'} about ${about}`;
}

function joinedTo({ label, join }: Genre, things: KeyPhrase[], { sentences }: Reading): string {
  const goal = ({ text }: KeyPhrase) => sentences.some((each) => each.text.includes(`to ${text}`));
  const place = join === 'to' ? things.find(goal) : undefined;
  if (place) return `${label} to ${place.text}`;
  const glue = join === 'to' ? ':' : join;
  const room = Math.max(WORDS - label.split(' ').length - (glue === ':' ? 0 : 1), 2);
  if (glue === 'and') return listed([label, ...texts(things.slice(0, 2))], WORDS);
  const about = listed(texts(things.slice(0, glue === 'for' ? 1 : 2)), room);
  return glue === ':' ? `${label}: ${about}` : `${label} ${glue} ${about}`;
}

/** "Parcel for number nine and ladder". A third thing helped readers seldom. */
function headline([first, ...others]: readonly KeyPhrase[]): string {
  if (!first) return '';
  const named = new Set(wordsOf(first.full).map(stem));
  const second = others.find(({ stems }) => !stems.some((one) => named.has(one)));
  return listed([first.full, ...(second ? [second.text] : [])], WORDS);
}

const texts = (things: readonly KeyPhrase[]): string[] => things.map(({ text }) => text);

/** Lists as many things as fit: "Steak, potatoes and wine". */
function listed(things: readonly string[], room: number): string {
  const kept: string[] = [];
  let words = 0;
  for (const thing of things) {
    words += thing.split(' ').length + (kept.length > 0 ? 0.5 : 0);
    if (kept.length > 0 && words > room) break;
    kept.push(thing);
  }
  return kept.length < 2 ? kept.join('') : `${kept.slice(0, -1).join(', ')} and ${kept.at(-1)}`;
}

/** Words that require a following word, so a shortened sentence must not end with them. */
const LOOSE_END =
  /(?:[\s,;:.!?-]+(?:on|to|at|in|with|for|from|by|of|the|an?|my|your|our|and|or|but|so|that|i|you|we|is|are|still|very)\b)*[\s,;:.!?-]*$/i;

function fromFirstWords(reading: Reading): string {
  const longest = reading.sentences.toSorted(
    (a, b) => Math.min(b.words.length, 8) - Math.min(a.words.length, 8),
  )[0];
  const words = bare(longest?.text ?? '')
    .split(' ')
    .slice(0, WORDS)
    .join(' ');
  return capitalised(words.replace(LOOSE_END, '')) || 'Short conversation';
}
