import { EVERYTHING } from '../../core/search.ts';
import type { Ranked, SearchFilter, SearchQuery } from '../../core/search.ts';
import { parseQuery } from './query.ts';
import type { Query } from './query.ts';
import { isAlone, scoreTerms } from './term-scores.ts';
import type { TermScores } from './term-scores.ts';
import type { IndexedGroup, TextIndex } from './text-index.ts';
import { TopOf } from './top-of.ts';
import { FORM } from './turn-form.ts';

const WEIGHT = { turn: 0.3, window: 0.5, group: 0.2 };
/** Of the words' whole weight, so much must be said near the place. */
const THRESHOLD = 0.05;
const MOST_TEXTS = 10;
/** What the second and the third best text of a conversation add to the best. */
const ALSO = [0.3, 0.1] as const;

/** Ranks the texts of an index, and their groups, by how well they answer a query. */
export function rank(
  index: TextIndex,
  { text, limit, offset = 0, filter = EVERYTHING }: SearchQuery,
): Ranked {
  const query = parseQuery(text, index);
  const scores = scoreTerms(index, query.concepts);
  const found = sift(index, scores, { filter, query });
  const alone = isAlone(index);
  const best = new TopOf(offset + limit);
  for (const [place, group] of found.groups.entries()) {
    best.offer(group, groupScore(found.best, place, alone));
  }
  const groups = best.sorted().slice(offset).map(({ item, value }) => ({
    id: index.groups[item]!.id,
    score: rounded(value),
    texts: textsOf(index, item, found.scoreOf),
  })); // prettier-ignore
  return { groups, total: found.groups.length, below_threshold: found.below_threshold };
}

interface Found {
  /** Numbers of the groups that say enough. */
  groups: number[];
  /** The three best scores of each of them, one after the other. */
  best: number[];
  /** Of each text that says enough. */
  scoreOf: ReadonlyMap<number, number>;
  /** How many groups have a word of the query and say too little. */
  below_threshold: number;
}

/** Of what the words touch, what passes the filter and says enough. */
function sift(
  index: TextIndex,
  scores: TermScores,
  { filter, query }: { filter: SearchFilter; query: Query },
): Found {
  const found = {
    groups: [] as number[],
    best: [] as number[],
    scoreOf: new Map<number, number>(),
  };
  // Of each group: 0 not looked at, 1 filtered out, 2 says too little so far, 3 + its place among the found.
  const state = new Int32Array(index.groups.length);
  const least = THRESHOLD * scores.most;
  const named = namedSpeakers(index, query);
  let below_threshold = 0;
  for (const document of scores.touched) {
    const group = index.groupOf.at(document);
    if (state[group] === 0 && !matches(index.groups[group]!, filter)) state[group] = 1;
    if (state[group] === 1) continue;
    // Who is asked for has to have said it, not a neighbour.
    if (filter.speaker !== null && scores.turn[document] === 0) continue;
    if (!textPasses(index, document, filter, query)) continue;
    if (scores.window[document]! < least) {
      if (state[group] === 0) {
        state[group] = 2;
        below_threshold += 1;
      }
      continue;
    }
    if (state[group]! < 3) {
      if (state[group] === 2) below_threshold -= 1;
      state[group] = 3 + found.groups.length;
      found.groups.push(group);
      found.best.push(0, 0, 0);
    }
    const score = fullScore(index, scores, query, { document, named });
    found.scoreOf.set(document, score);
    keepBest(found.best, (state[group]! - 3) * 3, score);
  }
  return { ...found, below_threshold };
}

function keepBest(best: number[], first: number, score: number): void {
  for (let place = first; place < first + 3; place++) {
    if (score <= best[place]!) continue;
    [score, best[place]] = [best[place]!, score];
  }
}

/** Of a conversation the best text counts most; the next two show that it is about the matter. */
function groupScore(best: readonly number[], place: number, alone: boolean): number {
  const [first, second, third] = best.slice(place * 3, place * 3 + 3);
  if (alone) return first!;
  return (first! + ALSO[0] * second! + ALSO[1] * third!) / (1 + ALSO[0] + ALSO[1]);
}

/** The texts of a group for which it was found, the best first. */
function textsOf(
  index: TextIndex,
  group: number,
  scoreOf: ReadonlyMap<number, number>,
): { id: string; score: number }[] {
  const { first, count } = index.groups[group]!;
  const texts: { id: string; score: number }[] = [];
  for (let document = first; document < first + count; document++) {
    const score = scoreOf.get(document);
    if (score !== undefined) texts.push({ id: index.ids[document]!, score });
  }
  return texts.sort((one, other) => other.score - one.score).slice(0, MOST_TEXTS);
}

function baseScore(
  index: TextIndex,
  { turn, window, group, most }: TermScores,
  document: number,
): number {
  const whole = isAlone(index) ? turn[document]! : group[index.groupOf.at(document)]!;
  return (
    (WEIGHT.turn * turn[document]! + WEIGHT.window * window[document]! + WEIGHT.group * whole) /
    most
  );
}

/** The base score and what the form of a turn says about it; 0 to 1. */
function fullScore(
  index: TextIndex,
  scores: TermScores,
  { asks }: Query,
  { document, named }: { document: number; named: ReadonlySet<number> },
): number {
  const form = index.formOf.at(document);
  const has = (bit: number) => (form & bit ? 1 : 0);
  const bonus =
    (named.has(index.speakerOf.at(document)) ? 0.06 : 0) +
    (asks ? 0.05 * has(WANTED[asks]) : 0) +
    0.03 * has(FORM.firstPerson) -
    0.05 * has(FORM.question) -
    0.05 * has(FORM.short);
  return rounded(Math.min(1, Math.max(0, baseScore(index, scores, document) + bonus)));
}

/** What a text has to have to answer such a question. */
const WANTED = { when: FORM.time, number: FORM.number, where: FORM.name, who: FORM.name };

/** The speakers whom the query calls by name. */
function namedSpeakers({ speakers }: TextIndex, { terms }: Query): ReadonlySet<number> {
  const named = new Set<number>();
  for (const [number, speaker] of speakers.entries()) {
    if ([...speaker.terms].some((term) => terms.has(term))) named.add(number);
  }
  return named;
}

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

function textPasses(
  index: TextIndex,
  document: number,
  { speaker }: SearchFilter,
  { phrases }: Query,
): boolean {
  if (speaker !== null) {
    const labels = index.speakers[index.speakerOf.at(document)]?.labels;
    if (!labels?.includes(speaker)) return false;
  }
  return phrases.every((phrase) => phrase !== null && says(index, document, phrase));
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
