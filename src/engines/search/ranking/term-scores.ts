import type { Concept } from './query.ts';
import { scratchFor } from './scratch.ts';
import type { Scratch } from './scratch.ts';
import { documentOf, TF_STEP } from '../arrays/postings.ts';
import type { TextIndex } from '../text-index.ts';
import { FORM } from './turn-form.ts';

/** Parameters of BM25: the saturation of repetitions, and the penalty for long texts. */
const K1 = 0.8;
const B = 0.4;
/** A conversation repeats the words of its subject, so a repeated word still raises the score. */
const K1_GROUP = 1.2;
/**
 * The middle weight is for the turn with the word; the other weights are for the turns before and
 * after it.
 */
const NEAR = [0.2, 0.5, 1, 0.6, 0.3];
/** Weights for a wider neighbourhood, which is usually about the same subject. */
const FAR = [0.25, 0.29, 0.33, 0.4, 0.5, 0.67, 1, 0.67, 0.5, 0.4, 0.33, 0.29, 0.25];
/** Once rarer words have found this many documents, more frequent words add no documents. */
const ENOUGH_DOCUMENTS = 2_000;

/**
 * With fewer documents, rare words cannot be distinguished from common ones, and a word that occurs
 * in all documents would get no weight.
 */
const FEW_DOCUMENTS = 100;

/** Scores of the query's words for each document and group. */
export interface TermScores {
  /** The documents with a word of the query in their neighbourhood. */
  touched: readonly number[];
  /** Scores that become 0 to 1 when multiplied by `share`, or by `groupShare` for groups. */
  turn: Float32Array;
  window: Float32Array;
  around: Float32Array;
  group: Float32Array;
  /** Zeroed space for the final scores. */
  score: Float32Array;
  share: number;
  groupShare: number;
  /** The share of the query's weight whose words occur anywhere in the index, 0 to 1. */
  known: number;
}

/**
 * Returns true when every group has one text, as memories do. Such a text has no neighbours in its
 * group.
 */
export const hasOneTextEach = (index: TextIndex): boolean =>
  index.liveDocuments === index.liveGroups;

/**
 * Scores all documents in `also` and all documents near a word of the query, beginning with the
 * rarest word. The next call reuses the arrays of the result.
 */
export function scoreTerms(
  index: TextIndex,
  concepts: readonly Concept[],
  also: readonly number[] = [],
): TermScores {
  const scratch = scratchFor(index);
  const { touched, turn, window, around, group } = scratch;
  const alone = hasOneTextEach(index);
  for (const document of also) {
    if (scratch.seen[document]) continue;
    scratch.seen[document] = 1;
    touched.push(document);
  }
  const totals = totalsOf(index);
  let all = 0;
  let said = 0;
  let ofGroups = 0;
  for (const concept of rarestFirst(index, concepts)) {
    const found = timesOf(index, concept, scratch.times);
    const known = index.corpus?.frequencies.get(concept.term);
    const having = Math.max(found.length, known?.documents ?? 0);
    const idf = concept.weight * rareness(Math.max(totals.documents, FEW_DOCUMENTS), having);
    all += idf;
    if (having === 0) continue;
    said += idf;
    const open = touched.length < ENOUGH_DOCUMENTS;
    if (alone) {
      scoreWindows(index, found, { idf, open, shares: [1] }, scratch);
    } else {
      ofGroups += scoreGroups(index, found, concept, scratch);
      scoreWindows(index, found, { idf, open, shares: NEAR }, scratch);
      scoreSurroundings(index, found, { idf, open }, scratch);
    }
    for (const document of found) scratch.times[document] = 0;
  }
  return {
    touched,
    turn,
    window,
    around,
    group,
    score: scratch.score,
    share: said > 0 ? 1 / (said * (K1 + 1)) : 0,
    groupShare: ofGroups > 0 ? 1 / (ofGroups * (K1_GROUP + 1)) : 0,
    known: all > 0 ? said / all : 0,
  };
}

/** The numbers of all texts of the user, also when the index contains only candidates. */
const totalsOf = ({ corpus, liveDocuments, liveGroups, liveTerms }: TextIndex) =>
  corpus ?? { documents: liveDocuments, groups: liveGroups, terms: liveTerms };

const rareness = (all: number, having: number): number =>
  Math.log(1 + (all - having + 0.5) / (having + 0.5));

const saturated = (times: number, held: number, k1 = K1): number =>
  (times * (k1 + 1)) / (times + k1 * held);

/** Returns the penalty for a text of this length; 1 for one of average length. */
function heldBy(length: number, average: number): number {
  // The average is 0 when all texts consist of stop words, such as the only task "Do it".
  return average > 0 ? 1 - B + (B * length) / average : 1;
}

function rarestFirst(index: TextIndex, concepts: readonly Concept[]): Concept[] {
  const frequency = ({ term, ways, documents }: Concept) =>
    index.corpus?.frequencies.get(term)?.documents ??
    ways.reduce((sum, way) => sum + index.postings.of(way.term).length, documents.size);
  return concepts.toSorted((one, other) => frequency(one) - frequency(other));
}

/**
 * Counts the concept in each document and writes the counts to `times`; returns the documents that
 * contain the concept, in any order.
 */
function timesOf(index: TextIndex, { ways, documents }: Concept, times: Float32Array): number[] {
  const found = [...documents.keys()];
  for (const [document, weight] of documents) times[document] = weight;
  for (const { term, weight } of ways) {
    for (const posting of index.postings.of(term)) {
      const document = documentOf(posting);
      if (index.groupOf.at(document) < 0) continue;
      if (times[document] === 0) found.push(document);
      times[document]! += weight * (posting % TF_STEP);
    }
  }
  return found;
}

interface Part {
  idf: number;
  /** True when this word may add new documents. */
  open: boolean;
}

function scoreWindows(
  index: TextIndex,
  found: readonly number[],
  { idf, open, shares }: Part & { shares: readonly number[] },
  scratch: Scratch,
): void {
  const { times, near, seen, touched, turn, window } = scratch;
  const { terms, documents } = totalsOf(index);
  const averageText = terms / documents;
  for (const document of share(index, found, { open, shares }, scratch)) {
    if (!seen[document]) {
      seen[document] = 1;
      touched.push(document);
    }
    const held = heldBy(index.lengthOf.at(document), averageText);
    turn[document]! += idf * saturated(times[document]!, held);
    window[document]! += idf * saturated(near[document]!, 1);
    near[document] = 0;
  }
}

function scoreSurroundings(
  index: TextIndex,
  found: readonly number[],
  { idf, open }: Part,
  scratch: Scratch,
): void {
  const { near, reached, around } = scratch;
  for (const document of share(index, found, { open, shares: FAR }, scratch)) {
    if (around[document] === 0) reached.push(document);
    around[document]! += idf * saturated(near[document]!, 1);
    near[document] = 0;
  }
}

/**
 * Adds the weight from neighbouring documents of the same group to `near`. Returns all documents
 * that may have received weight; if `open` is false, only documents that were already seen.
 */
function share(
  index: TextIndex,
  found: readonly number[],
  { open, shares }: { open: boolean; shares: readonly number[] },
  { times, near, touched }: Scratch,
): readonly number[] {
  const reach = (shares.length - 1) / 2;
  if (!open) {
    for (const document of touched) {
      const { from, last } = neighbourhood(index, document, reach);
      for (let place = from; place <= last; place++) {
        near[document]! += shares[document - place + reach]! * times[place]!;
      }
    }
    return touched;
  }
  const got: number[] = [];
  for (const document of found) {
    const { from, last } = neighbourhood(index, document, reach);
    const said = times[document]!;
    for (let place = from; place <= last; place++) {
      if (near[place] === 0) got.push(place);
      near[place]! += shares[place - document + reach]! * said;
    }
  }
  return got;
}

/**
 * Returns the turns of the same group within this distance; a summary has no neighbours and is
 * never a neighbour.
 */
function neighbourhood(
  { groups, groupOf, formOf }: TextIndex,
  document: number,
  reach: number,
): { from: number; last: number } {
  if (formOf.at(document) & FORM.whole) return { from: document, last: document };
  const { first, count } = groups[groupOf.at(document)]!;
  const firstTurn = formOf.at(first) & FORM.whole ? first + 1 : first;
  return {
    from: Math.max(document - reach, firstTurn),
    last: Math.min(document + reach, first + count - 1),
  };
}

/** Returns the maximum score of a group for the concept, before saturation. */
function scoreGroups(
  index: TextIndex,
  found: readonly number[],
  { weight, term }: Concept,
  { times, group, groupTimes }: Scratch,
): number {
  // The documents of a group are consecutive, so each group appears only once.
  const having: number[] = [];
  for (const document of found) {
    // A summary repeats the words of the turns, so it is skipped.
    if (index.formOf.at(document) & FORM.whole) continue;
    const number = index.groupOf.at(document);
    if (groupTimes[number] === 0) having.push(number);
    groupTimes[number]! += times[document]!;
  }
  const { terms, groups } = totalsOf(index);
  const known = index.corpus?.frequencies.get(term)?.groups ?? 0;
  const idf = weight * rareness(groups, Math.max(having.length, known));
  const average = terms / groups;
  for (const number of having) {
    const held = heldBy(index.groups[number]!.length, average);
    group[number]! += idf * saturated(groupTimes[number]!, held, K1_GROUP);
    groupTimes[number] = 0;
  }
  return idf;
}
