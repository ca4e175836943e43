/** Where words of the gold stand in the turns of a talk, and in the pieces of the network. */
import { Pieces } from '../../src/engines/reading/pieces.ts';
import type { Chunk } from '../../src/engines/reading/input.ts';
import type { Unit } from '../../src/engines/words/units.ts';
import type { Talk } from '../talks.ts';

export const pieces = new Pieces(new URL('../../assets/reading.vocabulary.txt', import.meta.url));

export type Range = [from: number, to: number];
export interface Place {
  turn: number;
  start: number;
  end: number;
}

/** Words that begin alike are forms of the same word. */
const STEM = 5;
const EMPTY = new Set(
  (
    'the and for with that this from have has had are was were will would can could should you your they them ' +
    'their she her him his its our who what when which not but about into out off over get got let one some all ' +
    'then there here just also der die das den dem des ein eine einen einem einer und oder mit für von vom zum zur ' +
    'aus auf bei nach ich wir sie ihr mir mich dir dich uns ist sind war hat habe haben wird noch mal auch los las ' +
    'una unos unas del con por para que como esta este esto son fue hay mis tus sus nos'
  ).split(' '),
);
export const stemsOf = (text: string): Set<string> =>
  new Set(wordsIn(text).flatMap(({ stem }) => stem ?? []));

export function wordsIn(text: string): { start: number; end: number; stem: string | null }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
    const isEmpty = EMPTY.has(word.toLowerCase()) || (plain.length < 3 && !/\d/.test(plain));
    return { start: index, end: index + word.length, stem: isEmpty ? null : plain.slice(0, STEM) };
  });
}

export const piecesIn = (
  { units, places }: Chunk,
  all: readonly Unit[],
  { turn, start, end }: Place,
): Range | null => {
  let range: Range | null = null;
  for (const { index, from, to } of units) {
    if (all[index]!.turn !== turn) continue;
    for (let at = from; at < to; at += 1) {
      const place = places[at]!;
      if (place.start < end && place.end > start) range = [range?.[0] ?? at, at + 1];
    }
  }
  return range;
};

/** The places of the content words of some turns that a text contains, too. */
export function sharedWords(talk: Talk, turns: readonly number[], text: string): Place[] {
  const wanted = stemsOf(text);
  return turns.flatMap((turn) =>
    wordsIn(talk.turns[turn]?.text ?? '').flatMap(({ start, end, stem }) =>
      stem !== null && wanted.has(stem) ? [{ turn, start, end }] : [],
    ),
  );
}

/** The place of a span in the first of its turns that contains it. */
export function placeOf(gold: { turns: number[]; span: string }, talk: Talk): Place[] {
  for (const number of gold.turns) {
    const start = talk.turns[number - 1]!.text.indexOf(gold.span);
    if (start >= 0) return [{ turn: number - 1, start, end: start + gold.span.length }];
  }
  return [];
}

export const spokenOf = (talk: Talk) => ({
  language: talk.language,
  turns: talk.turns.map(({ text, speaker }) => ({ text, speaker, isUser: speaker === talk.user })),
});
