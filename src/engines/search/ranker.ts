import { EVERYTHING } from '../../core/search.ts';
import type { Ranked, SearchFilter, SearchQuery } from '../../core/search.ts';
import { FORM } from './turn-form.ts';
import { parseQuery } from './query.ts';
import type { Concept, Query } from './query.ts';
import { TF_STEP } from './text-index.ts';
import type { IndexedGroup, TextIndex } from './text-index.ts';

/** BM25: how soon repetitions stop to count, and how much long texts are held back. */
const K1 = 0.6;
const B = 0.4;
/** What the words of other turns count in a turn's window, by how many turns they come before it. */
const NEIGHBOURS = new Map([
  [-2, 0.2],
  [-1, 0.5],
  [1, 0.6],
  [2, 0.3],
]);
const WEIGHT = { turn: 0.3, window: 0.5, group: 0.2 };
/** Of the words' whole weight, so much must be said near the place. */
const THRESHOLD = 0.05;
const MOST_TEXTS = 10;
const FEWEST_WEIGHED = 300;

/** Ranks the texts of an index, and their groups, by how well they answer a query. */
export function rank(
  index: TextIndex,
  { text, limit, offset = 0, filter = EVERYTHING }: SearchQuery,
): Ranked {
  const query = parseQuery(text, index);
  const scores = scoreTerms(index, query.concepts);
  const passes = filterOf(index, filter, query);
  const candidates = scores.touched.filter(passes);
  const total = new Set<number>();
  const below = new Set<number>();
  const good = candidates.filter((document) => {
    // Who is asked for has to have said it, not a neighbour.
    if (filter.speaker !== null && scores.turn[document] === 0) return false;
    const enough = coverage(scores, document) >= THRESHOLD;
    (enough ? total : below).add(index.groupOf.at(document));
    return enough;
  });
  const weighed = top(good, Math.max(FEWEST_WEIGHED, 20 * (offset + limit)), (document) =>
    baseScore(index, scores, document),
  );
  const byGroup = new Map<number, { id: string; score: number }[]>();
  for (const document of weighed) {
    const group = index.groupOf.at(document);
    const texts = byGroup.get(group) ?? [];
    byGroup.set(group, texts);
    texts.push({ id: index.ids[document]!, score: fullScore(index, scores, query, document) });
  }
  const alone = isAlone(index);
  const groups = [...byGroup].map(([group, texts]) => {
    texts.sort((one, other) => other.score - one.score);
    const [first, second = { score: 0 }, third = { score: 0 }] = texts;
    const score = alone
      ? first!.score
      : (first!.score + 0.3 * second.score + 0.1 * third.score) / 1.4;
    return { id: index.groups[group]!.id, score, texts: texts.slice(0, MOST_TEXTS) };
  });
  groups.sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
  for (const group of total) below.delete(group);
  return {
    groups: groups.slice(offset, offset + limit),
    total: total.size,
    below_threshold: below.size,
  };
}

/** Whether every group has one text, as memories have: then there is no context to look at. */
const isAlone = (index: TextIndex): boolean => index.liveDocuments === index.liveGroups;

interface TermScores {
  /** Documents in whose window a term of the query is. */
  touched: number[];
  turn: Float32Array;
  window: Float32Array;
  group: Float32Array;
  /** What a text that says everything often would get. */
  most: number;
}

function scoreTerms(index: TextIndex, concepts: readonly Concept[]): TermScores {
  const { documents, groups } = index;
  const scores: TermScores = {
    touched: [],
    turn: new Float32Array(documents),
    window: new Float32Array(documents),
    group: new Float32Array(groups.length),
    most: 0,
  };
  const alone = isAlone(index);
  const seen = new Uint8Array(documents);
  const times = new Float32Array(documents);
  const near = new Float32Array(documents);
  for (const concept of concepts) {
    const found = timesOf(index, concept, times);
    const idf =
      concept.weight *
      Math.log(1 + (index.liveDocuments - found.length + 0.5) / (found.length + 0.5));
    scores.most += idf * (K1 + 1);
    const around = alone ? found : spread(index, found, times, near);
    scoreGroups(index, found, { times, idf }, scores.group);
    const textLength = index.liveTerms / Math.max(1, index.liveDocuments);
    for (const document of around) {
      const held = 1 - B + (B * index.lengthOf.at(document)) / textLength;
      scores.turn[document]! += idf * saturated(times[document]!, held);
      scores.window[document]! += idf * saturated(alone ? times[document]! : near[document]!, 1);
      if (!seen[document]) {
        seen[document] = 1;
        scores.touched.push(document);
      }
    }
    for (const document of around) times[document] = near[document] = 0;
  }
  return scores;
}

const saturated = (times: number, held: number): number => (times * (K1 + 1)) / (times + K1 * held);

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

/** Lets neighbours in the same group share what they say, in `near`; answers all that got some. */
function spread(
  index: TextIndex,
  found: readonly number[],
  times: Float32Array,
  near: Float32Array,
): number[] {
  const around: number[] = [];
  const give = (document: number, amount: number) => {
    if (near[document] === 0) around.push(document);
    near[document]! += amount;
  };
  for (const document of found) {
    const group = index.groupOf.at(document);
    const { first, count } = index.groups[group]!;
    give(document, times[document]!);
    for (const [distance, share] of NEIGHBOURS) {
      const neighbour = document + distance;
      if (neighbour >= first && neighbour < first + count)
        give(neighbour, share * times[document]!);
    }
  }
  return around;
}

function scoreGroups(
  index: TextIndex,
  found: readonly number[],
  { times, idf }: { times: Float32Array; idf: number },
  scores: Float32Array,
): void {
  const average = index.liveTerms / Math.max(1, index.liveGroups);
  const inGroup = new Map<number, number>();
  for (const document of found) {
    const group = index.groupOf.at(document);
    inGroup.set(group, (inGroup.get(group) ?? 0) + times[document]!);
  }
  for (const [group, count] of inGroup) {
    const held = 1 - B + (B * index.groups[group]!.length) / average;
    scores[group]! += idf * saturated(count, held);
  }
}

/** Which part of the words' weight is said in a document or right beside it, 0 to 1. */
function coverage({ window, most }: TermScores, document: number): number {
  return window[document]! / most;
}

function baseScore(index: TextIndex, scores: TermScores, document: number): number {
  const { turn, window, group, most } = scores;
  return (
    (WEIGHT.turn * turn[document]! +
      WEIGHT.window * window[document]! +
      WEIGHT.group * group[index.groupOf.at(document)]!) /
    most
  );
}

/** The base score and what the form of a turn says about it; 0 to 1. */
function fullScore(index: TextIndex, scores: TermScores, query: Query, document: number): number {
  const form = index.formOf.at(document);
  const has = (bit: number) => (form & bit ? 1 : 0);
  const speaker = index.speakers[index.speakerOf.at(document)];
  const named = speaker && [...speaker.terms].some((term) => query.terms.has(term)) ? 1 : 0;
  const fits =
    query.asks === 'when'
      ? has(FORM.time)
      : query.asks === 'number'
        ? has(FORM.number)
        : query.asks === null
          ? 0
          : has(FORM.name);
  const bonus =
    0.06 * named +
    0.05 * fits +
    0.03 * has(FORM.firstPerson) -
    0.05 * has(FORM.question) -
    0.05 * has(FORM.short);
  const score = Math.min(1, Math.max(0, baseScore(index, scores, document) + bonus));
  return Math.round(score * 10_000) / 10_000;
}

function filterOf(
  index: TextIndex,
  filter: SearchFilter,
  query: Query,
): (document: number) => boolean {
  const groupPasses = new Map<number, boolean>();
  const passesGroup = (number: number): boolean => {
    const known = groupPasses.get(number);
    if (known !== undefined) return known;
    const passes = matches(index.groups[number]!, filter);
    groupPasses.set(number, passes);
    return passes;
  };
  return (document) => {
    if (!passesGroup(index.groupOf.at(document))) return false;
    const speaker = index.speakers[index.speakerOf.at(document)];
    if (filter.speaker !== null && !speaker?.labels.includes(filter.speaker)) return false;
    return query.phrases.every((phrase) => phrase !== null && says(index, document, phrase));
  };
}

function matches({ at, labels }: IndexedGroup, filter: SearchFilter): boolean {
  return (
    (filter.from === null || at >= filter.from.getTime()) &&
    (filter.until === null || at < filter.until.getTime()) &&
    filter.labels.every((wanted) => wanted.some((label) => labels.includes(label))) &&
    !filter.without.some((label) => labels.includes(label))
  );
}

function says(index: TextIndex, document: number, phrase: readonly number[]): boolean {
  const words = index.wordsIn(document);
  return words.some((_, start) => phrase.every((word, place) => words[start + place] === word));
}

/** The `count` highest, in no order. */
function top(items: number[], count: number, valueOf: (item: number) => number): number[] {
  if (items.length <= count) return items;
  const values = new Map(items.map((item) => [item, valueOf(item)]));
  return items.sort((one, other) => values.get(other)! - values.get(one)!).slice(0, count);
}
