import type { Understanding } from '../maker.ts';
import type { Reading } from './reading.ts';

/** A talk with fewer things in it than this says nothing, unless something was made of it. */
const LEAST_STEMS = 5;

export function isWorthless(reading: Reading, made: Pick<Understanding, 'action_items' | 'events' | 'memories'>): boolean {
  if (made.action_items.length + made.events.length + made.memories.length > 0) return false;
  return new Set(reading.sentences.flatMap(({ stems }) => stems)).size < LEAST_STEMS;
} // prettier-ignore
