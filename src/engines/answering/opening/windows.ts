/** Cuts the turns of talks into passages that the reader takes, and chooses those about a question. */
import { overlapping } from '../../reading/input.ts';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Evidence } from '../answerer.ts';
import { stemsOf } from '../kinds.ts';

export type EvidenceTalk = Evidence['conversations'][number];
export type Turn = NonNullable<EvidenceTalk['spoken']>[number];

/** Some turns of a talk, one after the other. */
export interface TurnWindow {
  talk: EvidenceTalk;
  turns: readonly Turn[];
  /** The share of the question's words that occur in it, 0 to 1; rare words count more. */
  share: number;
}

/** In words. */
const LONGEST = 100;
const OVERLAP = 40;
const LONGEST_TURN = 50;
const SHORTEST_TURN = 20;

interface Piece {
  turn: Turn;
  /** The number of words. */
  length: number;
}

/** A turn without a pause is cut, behind a sentence where there is one. */
function piecesOf(turn: Turn): Piece[] {
  const words = [...turn.text.matchAll(/\S+/gu)];
  const pieces: Piece[] = [];
  let from = 0;
  while (from < words.length) {
    let to = Math.min(words.length, from + LONGEST_TURN);
    if (to < words.length) {
      const ends = words.slice(from + SHORTEST_TURN, to).findLastIndex(([word]) => END.test(word));
      if (ends >= 0) to = from + SHORTEST_TURN + ends + 1;
    }
    const last = words[to - 1]!;
    const text = turn.text.slice(words[from]!.index, last.index + last[0].length);
    pieces.push({ turn: { ...turn, text }, length: to - from });
    from = to;
  }
  return pieces;
}

const END = /[.!?…]["'”»)]*$/u;

/** The search found these turns, perhaps by their meaning. */
const QUOTED = 0.5;
/** For the first talk; later ones get a part of it. */
const RANKED = 0.3;

/**
 * Returns the windows that have most of the rare words of the question; those of talks that the
 * search found first before others.
 */
export async function windowsAbout(
  question: string,
  talks: readonly EvidenceTalk[],
  most: number,
): Promise<TurnWindow[]> {
  const asked = stemsOf(question);
  const cut = [];
  for (const [place, talk] of talks.entries()) {
    const pieces = (talk.spoken ?? []).flatMap(piecesOf);
    const stems = pieces.map(({ turn }) => stemsOf(`${turn.speaker} ${turn.text}`));
    cut.push({
      talk,
      place,
      pieces,
      found: stems.map((own) => [...asked].filter((stem) => own.has(stem))),
    });
    // A talk may last all day.
    await otherWork();
  }
  const all = cut.flatMap(({ found }) => found);
  const weights = new Map(
    Array.from(asked, (stem) => {
      const count = all.filter((found) => found.includes(stem)).length;
      return [stem, Math.log(1 + (1 + all.length) / (1 + count))];
    }),
  );
  const weigh = (stems: Iterable<string>) =>
    Array.from(stems).reduce((sum, stem) => sum + weights.get(stem)!, 0);
  const total = weigh(asked) || 1;
  const rated = cut.flatMap(({ talk, place, pieces, found }) => {
    const quoted = talk.quotes.map(({ text }) => text);
    const lengths = pieces.map(({ length }) => length);
    return overlapping(lengths, { longest: LONGEST, overlap: OVERLAP }).map(([from, to]) => {
      const own = pieces.slice(from, to).map(({ turn }) => turn);
      const stems = new Set(found.slice(from, to).flat());
      const isQuoted = own.some(({ text }) => quoted.some((quote) => quote.includes(text)));
      const share = weigh(stems) / total;
      const score = share + (isQuoted ? QUOTED : 0) + RANKED / (1 + place);
      return { talk, turns: own, share, score };
    });
  });
  return rated.toSorted((one, other) => other.score - one.score).slice(0, most);
}
