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
/** So many texts are weighed in full, or more for a page that lies deep. */
const FEWEST_WEIGHED = 300;
const WEIGHED_PER_GROUP = 20;

/** Ranks the texts of an index, and their groups, by how well they answer a query. */
export function rank(
  index: TextIndex,
  { text, limit, offset = 0, filter = EVERYTHING }: SearchQuery,
): Ranked {
  const query = parseQuery(text, index);
  const scores = scoreTerms(index, query.concepts);
  const size = Math.max(FEWEST_WEIGHED, WEIGHED_PER_GROUP * (offset + limit));
  const { best, total, below_threshold } = sift(index, scores, { filter, query, size });
  const byGroup = Map.groupBy(best, (document) => index.groupOf.at(document));
  const groups = [...byGroup].map(([group, documents]) => {
    const texts = documents
      .map((document) => ({
        id: index.ids[document]!,
        score: fullScore(index, scores, query, document),
      }))
      .sort((one, other) => other.score - one.score);
    const score = groupScore(texts, isAlone(index));
    return { id: index.groups[group]!.id, score, texts: texts.slice(0, MOST_TEXTS) };
  });
  groups.sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
  return { groups: groups.slice(offset, offset + limit), total, below_threshold };
}

/** What is known of a group while its texts are sifted; bits. */
const GROUP = { checked: 1, passes: 2, little: 4, enough: 8 };

/** Of what the words touch, what passes the filter and says enough: the best, and how many groups. */
function sift(
  index: TextIndex,
  scores: TermScores,
  { filter, query, size }: { filter: SearchFilter; query: Query; size: number },
): { best: number[]; total: number; below_threshold: number } {
  const known = new Uint8Array(index.groups.length);
  const best = new TopOf(size);
  const least = THRESHOLD * scores.most;
  let total = 0;
  let below_threshold = 0;
  for (const document of scores.touched) {
    const group = index.groupOf.at(document);
    if (!known[group]) {
      known[group] = GROUP.checked | (matches(index.groups[group]!, filter) ? GROUP.passes : 0);
    }
    if (!(known[group]! & GROUP.passes)) continue;
    // Who is asked for has to have said it, not a neighbour.
    if (filter.speaker !== null && scores.turn[document] === 0) continue;
    if (!textPasses(index, document, filter, query)) continue;
    if (scores.window[document]! >= least) {
      best.offer(document, baseScore(index, scores, document));
      if (known[group]! & GROUP.enough) continue;
      total += 1;
      if (known[group]! & GROUP.little) below_threshold -= 1;
      known[group]! |= GROUP.enough;
    } else if (!(known[group]! & (GROUP.enough | GROUP.little))) {
      below_threshold += 1;
      known[group]! |= GROUP.little;
    }
  }
  return { best: best.items(), total, below_threshold };
}

/** Of a conversation the best text counts most; the next two show that it is about the matter. */
function groupScore(texts: readonly { score: number }[], alone: boolean): number {
  const [first, second = { score: 0 }, third = { score: 0 }] = texts;
  if (alone) return first!.score;
  return rounded((first!.score + 0.3 * second.score + 0.1 * third.score) / 1.4);
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
function fullScore(index: TextIndex, scores: TermScores, query: Query, document: number): number {
  const form = index.formOf.at(document);
  const has = (bit: number) => (form & bit ? 1 : 0);
  const speaker = index.speakers[index.speakerOf.at(document)];
  const named = speaker && [...speaker.terms].some((term) => query.terms.has(term)) ? 1 : 0;
  const wanted = { when: FORM.time, number: FORM.number, where: FORM.name, who: FORM.name };
  const bonus =
    0.06 * named +
    0.05 * (query.asks ? has(wanted[query.asks]) : 0) +
    0.03 * has(FORM.firstPerson) -
    0.05 * has(FORM.question) -
    0.05 * has(FORM.short);
  return rounded(Math.min(1, Math.max(0, baseScore(index, scores, document) + bonus)));
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
