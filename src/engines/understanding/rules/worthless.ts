import type { Understanding } from '../maker.ts';
import type { Reading } from './reading.ts';

/**
 * A talk with fewer content words is worthless, unless it led to a result. The limit for notes is
 * lower.
 */
const MIN_STEMS = { talk: 5, note: 3 };

/** Matches a digit, or a name inside the sentence. */
const NAMED = /\d|\S \p{Lu}\p{L}/u;

export function isWorthless(
  reading: Reading,
  made: Pick<Understanding, 'action_items' | 'events' | 'memories' | 'changes'>,
): boolean {
  const { action_items, events, memories, changes = [] } = made;
  if (action_items.length + events.length + memories.length + changes.length > 0) return false;
  const stems = new Set(reading.sentences.flatMap((sentence) => sentence.stems));
  const isNote = reading.sentences.every(
    ({ segment, text }) => segment.is_user && NAMED.test(text),
  );
  return stems.size < (isNote ? MIN_STEMS.note : MIN_STEMS.talk);
}
