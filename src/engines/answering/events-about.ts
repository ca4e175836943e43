import { memoised } from '../words/memo.ts';
import { timesIn } from '../search/question-times.ts';
import type { QuestionTimes } from '../search/question-times.ts';
import { tellingTerms } from '../words/terms.ts';
import { kindOf } from './kinds.ts';
import type { Question } from './answerer.ts';

const MAX = 5;
/** The minimum share of the question's words that must occur in an event or its surroundings. */
const MIN_SHARE = 1 / 3;
const WHAT_COMES =
  /\b(?:events?|appointments?|meetings?|calendar|schedule|agenda|coming up|upcoming)\b/gi;

const TOMORROW = /\btomorrow\b/gi;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const DAY_MS = 86_400_000;

interface Event {
  title: string;
  description: string;
  /** The subject of the conversation in which the event was mentioned. */
  about: string;
  at: Date;
}

/**
 * Returns the events that contain the most words of the question. A question without a subject
 * ("What is on tomorrow?") gets the events at the given time, or the next events.
 */
export function eventsAbout<Each extends Event>(
  events: readonly Each[],
  { text, at: now, timezone }: Question,
): Each[] {
  const { times, rest } = timesMeant(text, { now, timezone });
  const asked = [...new Set(tellingTerms(rest))];
  const collect = collectorOf(asked);
  const scored = events.map((event) => {
    const found = new Set<string>();
    collect(event.title, found);
    collect(event.description, found);
    const words = found.size / asked.length;
    collect(event.about, found);
    const share = found.size / asked.length;
    return { event, score: share >= MIN_SHARE ? share + words : 0 };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const distance = ({ at }: Event) => Math.abs(at.getTime() - now.getTime());
  const isOver = ({ at }: Event) => at < now;
  const sooner = (one: Event, other: Event) =>
    Number(isOver(one)) - Number(isOver(other)) || distance(one) - distance(other);
  if (best > 0) {
    const fitting = scored.filter(({ score }) => score === best).map(({ event }) => event);
    return fitting.toSorted(sooner).slice(0, MAX);
  }
  if (times.length > 0) {
    const then = events.filter(({ at }) =>
      times.some(({ from, until }) => at.getTime() >= from && at.getTime() < until),
    );
    return then.toSorted(sooner).slice(0, MAX);
  }
  const coming = events.filter((event) => !isOver(event)).toSorted(sooner);
  if (text.search(WHAT_COMES) >= 0) return coming.slice(0, MAX);
  // People call an appointment by other words than those of the talk: "When is the wood coming?"
  return asksForComing(text) && coming.length <= MAX_PERHAPS ? coming : [];
}

/** Returns a question without its words for appointments in general, and for tomorrow. */
export const withoutComing = (text: string): string =>
  text.replace(WHAT_COMES, ' ').replace(TOMORROW, ' ');

/** With more events ahead, one cannot be guessed by its time alone. */
const MAX_PERHAPS = 3;
const OF_PAST =
  /\b(?:did|was|were|used to|last|ago|since|seit|war|waren|hatte|fue|fueron|era|desde|hace)\b/i;

/** Returns whether a question asks for the time of something that is still to come. */
const asksForComing = (text: string): boolean => kindOf(text) === 'time' && !OF_PAST.test(text);

const NONE: readonly string[] = [];

/** Terms are cached, because later questions search the same events. */
const MAX_KEPT = 20_000;
const termsIn = memoised<readonly string[]>(tellingTerms, MAX_KEPT);

/**
 * Returns a function that finds which of the given terms occur in a text. Thousands of events may
 * repeat the same words, so each word is analysed only once.
 */
function collectorOf(terms: readonly string[]): (text: string, found: Set<string>) => void {
  const asked = new Set(terms);
  const known = new Map<string, readonly string[]>();
  const askedIn = (piece: string): readonly string[] => {
    const own = termsIn(piece).filter((term) => asked.has(term));
    const found = own.length > 0 ? own : NONE;
    known.set(piece, found);
    return found;
  };
  return (text, found) => {
    for (const piece of text.split(' ')) {
      for (const term of known.get(piece) ?? askedIn(piece)) found.add(term);
    }
  };
}

/**
 * A day in a question about events may be in the past or in the future: "on Friday" is the last or
 * the next Friday.
 */
function timesMeant(
  text: string,
  { now, timezone }: { now: Date; timezone: string },
): QuestionTimes {
  const after = (days: number) => ({ now: new Date(now.getTime() + days * DAY_MS), timezone });
  const { times, rest } = timesIn(text, after(0));
  const tomorrow = text.search(TOMORROW) >= 0 ? timesIn('today', after(1)).times : [];
  const coming = WEEKDAY.test(text) ? timesIn(text, after(7)).times : [];
  return { times: [...times, ...tomorrow, ...coming], rest: rest.replace(TOMORROW, ' ') };
}
