/** Generates sentences whose word frequencies follow Zipf's law, the same sentences in each run. */

import { wordList } from '../src/core/text.ts';

const SYLLABLES = wordList(`
  ba be bi bo da de di do fa fe fi ga go ka ke ki ko la le li lo ma me mi mo na ne ni
  no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo`);
const VOCABULARY = 20_000;

export function sentences(seed: number): { say(words: number): string } {
  const random = mulberry(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const words = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join(''),
  );
  // An approximation of the inverse of Zipf's distribution function: rank = V^u.
  const word = () => words[Math.floor(VOCABULARY ** random()) - 1]!;
  return { say: (count) => Array.from({ length: count }, word).join(' ') };
}

/** A small generator of numbers from 0 to 1; the same seed gives the same numbers. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
