/** What the built-in understanding found, as numbered questions for the model. */
import { overlapOf } from '../composing/words.ts';
import type {
  MadeActionItem,
  MadeEvent,
  MadeMemory,
  TranscriptSegment,
  Understanding,
} from '../maker.ts';

export type FoundItem = MadeActionItem | MadeEvent | MadeMemory;

interface Found {
  item: FoundItem;
  kind: string;
  words: string;
}

export interface AskedItem {
  item: FoundItem;
  /** The line of the prompt behind its number. */
  line: string;
}

const MOST_ASKED = 20;
const LONGEST_SENTENCE = 160;
/** The number before a line, and its end. */
const FRAME = 5;

/** All items, the least sure first. */
export const foundIn = ({ action_items, events, memories }: Understanding): Found[] =>
  [
    ...action_items.map((item) => ({ item, kind: 'task', words: item.description })),
    ...events.map((item) => ({ item, kind: 'appointment', words: item.title })),
    ...memories.map((item) => ({ item, kind: 'fact', words: item.content })),
  ].toSorted(({ item: { confidence: one = 1 } }, { item }) => one - (item.confidence ?? 1));

/**
 * Takes the items of these segments that the model is asked about: as many as have room, in
 * characters.
 */
export function askedAbout(
  found: Set<Found>,
  segments: readonly TranscriptSegment[],
  room: number,
): AskedItem[] {
  const asked: AskedItem[] = [];
  let left = room;
  for (const each of found) {
    const { item, kind, words } = each;
    const text = segments.find(({ id }) => id === item.segment_id)?.text;
    if (text === undefined) continue;
    const line = `${kind}: ${flat(words)} <- "${flat(sentenceOf(text, words))}"`;
    left -= line.length + FRAME;
    if (left < 0 || asked.length === MOST_ASKED) break;
    asked.push({ item, line });
    found.delete(each);
  }
  return asked;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_SENTENCE);

/** The sentence of a turn that has most of these words. */
function sentenceOf(text: string, words: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+/);
  const shared = sentences.map((sentence) => overlapOf(sentence, words));
  return sentences[shared.indexOf(Math.max(...shared))]!;
}
