import type { IndexText } from './text-index.ts';

/** The text of one vector: a few consecutive turns, or one longer text. */
export interface Passage {
  /** The index of the passage's first text in its group, and the number of its texts. */
  first: number;
  count: number;
  text: string;
}

/** About 60 tokens: long enough to have a subject, and short enough to have only one. */
const ENOUGH_CHARACTERS = 250;
/** Endpoints refuse or cut texts that are longer than a few hundred tokens. */
const MAX_CHARACTERS = 2_000;

/**
 * Cuts the texts of a group into passages; each passage begins with the last turn of the previous
 * one.
 */
export function passagesOf(texts: readonly IndexText[]): Passage[] {
  const passages: Passage[] = [];
  let first = 0;
  while (first < texts.length) {
    let count = 0;
    let length = 0;
    for (let place = first; place < texts.length && length < ENOUGH_CHARACTERS; place++) {
      if (texts[first]!.whole !== texts[place]!.whole) break;
      length += texts[place]!.text.length;
      count += 1;
    }
    const lines = texts.slice(first, first + count).map(lineOf);
    passages.push({ first, count, text: lines.join('\n').slice(0, MAX_CHARACTERS) });
    const isLast = first + count >= texts.length;
    first += !isLast && count > 2 ? count - 1 : count;
  }
  return passages.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

const lineOf = ({ text, speaker }: IndexText): string =>
  speaker?.name ? `${speaker.name}: ${text}` : text;
