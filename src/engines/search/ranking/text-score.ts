import { says } from './query.ts';
import type { Query } from './query.ts';
import { hasOneTextEach } from './term-scores.ts';
import type { TermScores } from './term-scores.ts';
import type { TextIndex } from '../text-index.ts';
import type { TimeFit } from './time-fit.ts';
import { FORM } from './turn-form.ts';
import type { Meaning } from '../vectors.ts';

/**
 * The weights of the components of a score. The first four components are for words and add up to
 * 1.
 */
const WEIGHT = {
  turn: 0.25,
  window: 0.3,
  around: 0.3,
  group: 0.15,
  /** The previous turn, by another speaker, asks the same question as the query. */
  answers: 0.35,
  /** The conversation took place at the time in the question. */
  time: 0.65,
  /** The text contains a phrase of the query word for word. */
  phrase: 0.3,
  /** The text has nearly the same meaning, according to embeddings. */
  meaning: 0.15,
  /**
   * Penalties for a text by another person than the one in the question, and for a text addressed
   * to that person.
   */
  others: -0.06,
  toThem: -0.05,
  question: -0.06,
  reply: -0.03,
  name: 0.03,
  /** The text contains the requested kind of information: a time, a number, a name. */
  when: 0.14,
  number: 0.1,
  where: 0.04,
};
const WANTED = { when: FORM.time, number: FORM.number, where: FORM.name };
/** Scores below this limit shrink towards zero, so that penalties never make a score negative. */
const FLOOR = 0.05;
/**
 * A summary mentions everything briefly. Without this factor, a summary would often rank above the
 * turn with the answer.
 */
const ECHO = 0.6;
/** The score of any talk at the time in the question. */
const KNOWN_BY_TIME = 0.4;
const KNOWN_BY_MEANING = 0.5;

/** Scores texts of an index by their words and their form, from 0 to 1. */
export function textScorer(
  index: TextIndex,
  scores: TermScores,
  { query, fit, meaning }: { query: Query; fit: TimeFit | null; meaning: Meaning | null },
): (document: number) => number {
  const { turn, window, around, group, share, groupShare } = scores;
  const alone = hasOneTextEach(index);
  const named = namedSpeakers(index, query);
  // A text with only some of the words is an incomplete answer, whatever its form.
  const known = Math.max(scores.known, fit ? KNOWN_BY_TIME : 0, meaning ? KNOWN_BY_MEANING : 0);
  const scale = known / (1 + (fit ? WEIGHT.time : 0) + (meaning ? WEIGHT.meaning : 0));
  const words = (document: number) =>
    alone
      ? turn[document]! * share
      : (WEIGHT.turn * turn[document]! +
          WEIGHT.window * window[document]! +
          WEIGHT.around * around[document]!) *
          share +
        WEIGHT.group * group[index.groupOf.at(document)]! * groupShare;
  const form = (document: number) => {
    const bits = index.formOf.at(document);
    const group = index.groupOf.at(document);
    const asked =
      document > index.groups[group]!.first && index.formOf.at(document - 1) & FORM.asks;
    const byOthers = named.size > 0 && !named.has(index.speakerOf.at(document));
    return (
      (asked ? WEIGHT.answers * turn[document - 1]! * share : 0) +
      (byOthers && !(bits & FORM.whole) ? WEIGHT.others : 0) +
      (byOthers && bits & FORM.you ? WEIGHT.toThem : 0) +
      (bits & FORM.question ? WEIGHT.question : 0) +
      (bits & FORM.reply ? WEIGHT.reply : 0) +
      (bits & FORM.name ? WEIGHT.name : 0) +
      (query.asks && bits & WANTED[query.asks] ? WEIGHT[query.asks] : 0) +
      (meaning ? WEIGHT.meaning * (meaning.get(document) ?? 0) : 0) +
      (fit ? WEIGHT.time * fit[group]! : 0) +
      (query.phrases.some((phrase) => says(index, document, phrase)) ? WEIGHT.phrase : 0)
    );
  };
  return (document) => {
    const score = words(document) + form(document);
    const positive = score > FLOOR ? score : FLOOR * Math.exp(score / FLOOR - 1);
    const echo = !alone && index.formOf.at(document) & FORM.whole ? ECHO : 1;
    return Math.min(1, scale * echo * positive);
  };
}

/** Returns the speakers whose names occur in the query. */
function namedSpeakers({ speakers }: TextIndex, { terms }: Query): ReadonlySet<number> {
  const named = new Set<number>();
  for (const [number, speaker] of speakers.entries()) {
    if ([...speaker.terms].some((term) => terms.has(term))) named.add(number);
  }
  return named;
}
