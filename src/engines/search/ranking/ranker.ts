import { EVERYTHING } from '../../../core/search.ts';
import type { Ranked, SearchFilter, SearchQuery } from '../../../core/search.ts';
import { IN_TIME, inTime, timeFit } from './time-fit.ts';
import type { TimeFit } from './time-fit.ts';
import { parseQuery, says } from './query.ts';
import type { Query } from './query.ts';
import { hasOneTextEach, scoreTerms } from './term-scores.ts';
import { textScorer } from './text-score.ts';
import type { TermScores } from './term-scores.ts';
import type { IndexedGroup, TextIndex } from '../text-index.ts';
import { TopOf } from './top-items.ts';
import type { Meaning, Vectors } from '../vectors.ts';

/** The minimum share of the query's weight that a text and its neighbours must contain. */
const THRESHOLD = 0.03;
const MAX_TEXTS = 10;
/**
 * A text with at least this similarity in meaning is a result even without a word of the question.
 */
const CLOSE = 0.3;
const MIN_SCORE = 0.0001;
/** The weights of the second and third best text of a conversation, relative to the best text. */
const ALSO = [0.2, 0.1] as const;
/** The weight of the conversation as a whole. */
const WHOLE = 0.6;

/** Ranks the texts of an index, and their groups, by how well they answer a query. */
export function rank(
  index: TextIndex,
  { text, times, vector, limit, offset = 0, filter = EVERYTHING }: SearchQuery,
  vectors?: Vectors,
): Ranked {
  const query = parseQuery(text, index, !!times?.length);
  const fit = timeFit(index, times);
  const meaning =
    vector && vectors?.bytes ? vectors.alike(vector, (group) => index.firstOf(group)) : null;
  const also = [...inTime(index, fit), ...(meaning?.keys() ?? [])];
  const scores = scoreTerms(index, query.concepts, also);
  const found = sift(index, scores, {
    filter,
    query,
    fit,
    meaning,
    scoreOf: textScorer(index, scores, { query, fit, meaning }),
  });
  const alone = hasOneTextEach(index);
  const isNewer = (one: number, other: number) => index.groups[one]!.at - index.groups[other]!.at;
  const best = new TopOf(offset + limit, isNewer);
  for (const [place, group] of found.groups.entries()) {
    best.offer(group, groupScore(found.best, place, alone ? null : wholeScore(scores, group)));
  }
  const groups = best
    .sorted()
    .slice(offset)
    .map(({ item, value }) => ({
      id: index.groups[item]!.id,
      score: rounded(value),
      texts: textsOf(index, item, scores.score),
    }));
  return { groups, total: found.groups.length, below_threshold: found.below_threshold };
}

interface Found {
  /** The numbers of the groups that score high enough. */
  groups: number[];
  /** The three best scores of each group, stored consecutively. */
  best: number[];
  /** The number of groups that contain a word of the query but score too low. */
  below_threshold: number;
}

/**
 * Returns the documents that contain a word of the query, pass the filter and score high enough.
 */
function sift(
  index: TextIndex,
  scores: TermScores,
  {
    filter,
    query,
    fit,
    meaning,
    scoreOf,
  }: {
    filter: SearchFilter;
    query: Query;
    fit: TimeFit | null;
    meaning: Meaning | null;
    scoreOf: (document: number) => number;
  },
): Found {
  const found = {
    groups: [] as number[],
    best: [] as number[],
  };
  // The state of each group: 0 unseen, 1 filtered out, 2 too low so far, otherwise 3 + its index in
  // the results.
  const state = new Int32Array(index.groups.length);
  const least = THRESHOLD / (scores.share * scores.known);
  let below_threshold = 0;
  const ids = filter.ids ? new Set(filter.ids) : null;
  for (const document of scores.touched) {
    const group = index.groupOf.at(document);
    if (state[group] === 0 && !matches(index.groups[group]!, filter, ids)) state[group] = 1;
    if (state[group] === 1) continue;
    // The filtered speaker must have said the words in this turn, and not in a neighbouring one.
    if (filter.speaker !== null && scores.turn[document] === 0) continue;
    if (!textPasses(index, document, filter, query)) continue;
    const enough =
      scores.window[document]! >= least ||
      (fit !== null &&
        fit[group]! >= IN_TIME &&
        (query.asksOfTime || scores.window[document]! > 0)) ||
      (meaning?.get(document) ?? 0) >= CLOSE;
    if (!enough) {
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
    const score = Math.max(MIN_SCORE, rounded(scoreOf(document)));
    scores.score[document] = score;
    keepBest(found.best, (state[group]! - 3) * 3, score);
  }
  return { ...found, below_threshold };
}

function keepBest(best: number[], first: number, score: number): void {
  for (let place = first; place < first + 3; place++) {
    const other = best[place]!;
    best[place] = Math.max(score, other);
    score = Math.min(score, other);
  }
}

/**
 * Scores a conversation as a whole. The best text counts most; the next two texts show that the
 * conversation is about the subject.
 */
function groupScore(best: readonly number[], place: number, whole: number | null): number {
  const [first, second, third] = best.slice(place * 3, place * 3 + 3);
  if (whole === null) return first!;
  const texts = first! + ALSO[0] * second! + ALSO[1] * third!;
  return (texts + WHOLE * whole) / (1 + ALSO[0] + ALSO[1] + WHOLE);
}

const wholeScore = ({ group, groupShare, known }: TermScores, number: number): number =>
  group[number]! * groupShare * known;

/** Returns the texts that match in a group, best first. */
function textsOf(
  index: TextIndex,
  group: number,
  scores: Float32Array,
): { id: string; score: number }[] {
  const { first, count } = index.groups[group]!;
  const texts: { id: string; score: number }[] = [];
  for (let document = first; document < first + count; document++) {
    const score = scores[document]!;
    if (score > 0) texts.push({ id: index.ids[document]!, score: rounded(score) });
  }
  return texts.sort((one, other) => other.score - one.score).slice(0, MAX_TEXTS);
}

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

function textPasses(
  index: TextIndex,
  document: number,
  { speaker }: SearchFilter,
  { phrases, strict }: Query,
): boolean {
  if (speaker !== null) {
    const labels = index.speakers[index.speakerOf.at(document)]?.labels;
    if (!labels?.includes(speaker)) return false;
  }
  return !strict || phrases.every((phrase) => says(index, document, phrase));
}

function matches(
  { id, at, labels }: IndexedGroup,
  filter: SearchFilter,
  ids: ReadonlySet<string> | null,
): boolean {
  return (
    (ids === null || ids.has(id)) &&
    (filter.from === null || at >= filter.from.getTime()) &&
    (filter.until === null || at < filter.until.getTime()) &&
    filter.labels.every((wanted) => wanted.some((label) => labels.includes(label))) &&
    !filter.without.some((label) => labels.includes(label))
  );
}
