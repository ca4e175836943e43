/** Reads a question with passages, and finds the words that answer it. */
import { calibrated } from './calibration.ts';
import { MAX_OF_PASSAGE, questionOf } from './input.ts';
import { chanceOf, shares, SIZE, stateAt, type Loaded } from './network.ts';

/** A passage: turns of a talk, or one text of nobody (a memory, a task). */
export interface ReadPassage {
  turns: readonly { speaker: string; isUser: boolean; text: string }[];
}

export interface SpokenAnswer {
  /** The place of the passage among those given, and of the turn in it. */
  passage: number;
  turn: number;
  /** The words in the text of the turn. */
  start: number;
  end: number;
  /** The chance that these words answer, 0 to 1. */
  chance: number;
  /** What they mean for a question that wants yes or no; null for others. */
  verdict: 'yes' | 'no' | null;
}

/** Longer answers are no answers, in pieces. */
const MAX_ANSWER = 40;
const BEST = 8;
/** A wrong yes or no is worse than the words alone. */
const SURE_VERDICT = 0.8;

/** Returns the best words of each passage, or null when the passage is empty. */
export function answersIn(
  question: string,
  passages: readonly ReadPassage[],
  reader: Loaded,
): (SpokenAnswer | null)[] {
  const asked = questionOf(question, reader.pieces);
  return passages.map((passage, at) => answerIn(asked, passage, at, reader));
}

interface Placed {
  turn: number;
  start: number;
  end: number;
}

function answerIn(
  asked: readonly number[],
  { turns }: ReadPassage,
  passage: number,
  { network, pieces }: Loaded,
): SpokenAnswer | null {
  const ids: number[] = [...asked];
  const places: (Placed | null)[] = asked.map(() => null);
  for (const [turn, { speaker, isUser, text }] of turns.entries()) {
    const name = isUser ? 'me:' : speaker && `${speaker}:`;
    const before = [pieces.separator, ...pieces.of(name).map(({ id }) => id)];
    ids.push(...before);
    places.push(...before.map(() => null));
    for (const { id, start, end } of pieces.of(text)) {
      ids.push(id);
      places.push({ turn, start, end });
    }
  }
  const most = asked.length + MAX_OF_PASSAGE;
  const states = network.states(ids.slice(0, most));
  const count = states.length / SIZE;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const [start, end] = network.head('span', stateAt(states, at));
    starts[at] = start!;
    ends[at] = end!;
  }
  const found = bestSpan(starts, ends, places);
  if (!found) return null;
  const [from, to] = [places[found.from]!, places[found.to]!];
  const verdict = shares(network.head('judge', stateAt(states, 0)));
  const isVerdict = Math.max(verdict[1]!, verdict[2]!) >= SURE_VERDICT;
  return {
    passage,
    turn: from.turn,
    start: from.start,
    end: to.end,
    chance: calibrated('answer', chanceOf(found.score - (starts[0]! + ends[0]!))),
    verdict: isVerdict ? (verdict[1]! > verdict[2]! ? 'yes' : 'no') : null,
  };
}

const highest = (scores: Float64Array, places: readonly (Placed | null)[]): number[] =>
  [...scores.keys()]
    .filter((at) => places[at])
    .toSorted((one, other) => scores[other]! - scores[one]!)
    .slice(0, BEST);

/** The likeliest first and last piece within one turn. */
function bestSpan(starts: Float64Array, ends: Float64Array, places: readonly (Placed | null)[]) {
  let best: { from: number; to: number; score: number } | null = null;
  const last = highest(ends, places);
  for (const from of highest(starts, places)) {
    for (const to of last) {
      if (to < from || to > from + MAX_ANSWER || places[to]!.turn !== places[from]!.turn) continue;
      const score = starts[from]! + ends[to]!;
      if (!best || score > best.score) best = { from, to, score };
    }
  }
  return best;
}
