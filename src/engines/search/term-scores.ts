import type { Concept } from './query.ts';
import { TF_STEP } from './text-index.ts';
import type { TextIndex } from './text-index.ts';

/** BM25: how soon repetitions stop to count, and how much long texts are held back. */
const K1 = 0.6;
const B = 0.4;
/** What a word counts in the windows of the turns around it, by how many turns they come after it. */
const REACH = 2;
const SHARES = [0.2, 0.5, 1, 0.6, 0.3];
/** When the rarer words have brought up so many, the more frequent ones bring up no others. */
const ENOUGH_DOCUMENTS = 2_000;

/** What the words of a query say for each document and group, from the rarest word on. */
export interface TermScores {
  /** Documents in whose window a word of the query is. */
  touched: readonly number[];
  turn: Float32Array;
  window: Float32Array;
  group: Float32Array;
  /** What a text that says everything often would get. */
  most: number;
}

/** Whether every group has one text, as memories have: then there is no context to look at. */
export const isAlone = (index: TextIndex): boolean => index.liveDocuments === index.liveGroups;

/** Only until the next call: the numbers lie in arrays that are used again. */
export function scoreTerms(index: TextIndex, concepts: readonly Concept[]): TermScores {
  const scratch = scratchFor(index);
  const { turn, window, group, times, near, touched, seen } = scratch;
  const alone = isAlone(index);
  const averageText = index.liveTerms / Math.max(1, index.liveDocuments);
  let most = 0;
  for (const concept of rarestFirst(index, concepts)) {
    const open = touched.length < ENOUGH_DOCUMENTS;
    const found = timesOf(index, concept, times);
    const rareness = Math.log(
      1 + (index.liveDocuments - found.length + 0.5) / (found.length + 0.5),
    );
    const idf = concept.weight * rareness;
    most += idf * (K1 + 1);
    const wanted = open ? null : seen;
    const around = alone ? found : spread(index, found, { times, near, wanted });
    if (!alone) scoreGroups(index, found, { times, idf }, group);
    const nearby = alone ? times : near;
    for (const document of around) {
      if (!seen[document] && open) {
        seen[document] = 1;
        touched.push(document);
      }
      if (seen[document]) {
        const held = 1 - B + (B * index.lengthOf.at(document)) / averageText;
        turn[document]! += idf * saturated(times[document]!, held);
        window[document]! += idf * saturated(nearby[document]!, 1);
      }
      near[document] = 0;
    }
    for (const document of found) times[document] = 0;
  }
  return { touched, turn, window, group, most };
}

const saturated = (times: number, held: number): number => (times * (K1 + 1)) / (times + K1 * held);

function rarestFirst(index: TextIndex, concepts: readonly Concept[]): Concept[] {
  const frequency = ({ ways }: Concept) =>
    ways.reduce((sum, { term }) => sum + index.postings[term]!.length, 0);
  return concepts.toSorted((one, other) => frequency(one) - frequency(other));
}

/** How often each document says the concept, in `times`; answers those that do, in their order. */
function timesOf(index: TextIndex, { ways }: Concept, times: Float32Array): number[] {
  const found: number[] = [];
  for (const { term, weight } of ways) {
    for (const posting of index.postings[term]!) {
      const document = Math.floor(posting / TF_STEP);
      if (index.groupOf.at(document) < 0) continue;
      if (times[document] === 0) found.push(document);
      times[document]! += weight * (posting % TF_STEP);
    }
  }
  return ways.length > 1 ? found.sort((one, other) => one - other) : found;
}

/**
 * Lets neighbours in the same group share what they say, in `near`; answers all that got some. Only
 * `wanted` ones get any, unless it is null.
 */
function spread(
  { groups, groupOf }: TextIndex,
  found: readonly number[],
  { times, near, wanted }: { times: Float32Array; near: Float32Array; wanted: Uint8Array | null },
): number[] {
  const around: number[] = [];
  for (const document of found) {
    const { first, count } = groups[groupOf.at(document)]!;
    const last = Math.min(document + REACH, first + count - 1);
    for (let place = Math.max(document - REACH, first); place <= last; place++) {
      if (wanted !== null && wanted[place] === 0) continue;
      if (near[place] === 0) around.push(place);
      near[place]! += SHARES[place - document + REACH]! * times[document]!;
    }
  }
  return around;
}

/** The documents of a group follow one another, so it is summed up while they last. */
function scoreGroups(
  index: TextIndex,
  found: readonly number[],
  { times, idf }: { times: Float32Array; idf: number },
  scores: Float32Array,
): void {
  const average = index.liveTerms / Math.max(1, index.liveGroups);
  for (let place = 0; place < found.length;) {
    const group = index.groupOf.at(found[place]!);
    let count = 0;
    for (; place < found.length && index.groupOf.at(found[place]!) === group; place++) {
      count += times[found[place]!]!;
    }
    const held = 1 - B + (B * index.groups[group]!.length) / average;
    scores[group]! += idf * saturated(count, held);
  }
}

interface Scratch {
  touched: number[];
  turn: Float32Array;
  window: Float32Array;
  group: Float32Array;
  times: Float32Array;
  near: Float32Array;
  seen: Uint8Array;
}

let kept: Scratch | undefined;

/** Zeroed arrays that are large enough; the ones of the last call, when they are. */
function scratchFor({ documents, groups }: TextIndex): Scratch {
  if (kept && kept.turn.length >= documents && kept.group.length >= groups.length) {
    for (const document of kept.touched) {
      kept.turn[document] = kept.window[document] = kept.seen[document] = 0;
    }
    kept.group.fill(0, 0, groups.length);
    kept.touched = [];
    return kept;
  }
  const [texts, wholes] = [documents * 2, groups.length * 2];
  kept = {
    touched: [],
    turn: new Float32Array(texts),
    window: new Float32Array(texts),
    group: new Float32Array(wholes),
    times: new Float32Array(texts),
    near: new Float32Array(texts),
    seen: new Uint8Array(texts),
  };
  return kept;
}
