import * as chrono from 'chrono-node';
import { leanOf, type Lean } from './dates/lean.ts';
import { countOf, rewriteDays, type Span, type Today } from './dates/spoken-days.ts';
import { rewriteTimes } from './dates/spoken-times.ts';
import {
  addDays,
  instantOf,
  isoDay,
  isoTime,
  knownZone,
  MONDAY,
  wallClockAt,
  type WallClock,
  type WeekStart,
} from './wall-clock.ts';

/** A point in time that somebody mentioned, as the user's wall-clock time and as an instant. */
export interface TimeMention {
  /** YYYY-MM-DD; for a span (a week, a weekend, a month), its first day. */
  date: string;
  /** HH:MM; null when only a day was mentioned. */
  time: string | null;
  /** The instant; noon of that day if no time was mentioned. */
  instant: Date;
  /** False when only a time was mentioned ("at five"), so that the day is a guess. */
  has_day: boolean;
  /** The last day of a span; for "from two to four", the end time. */
  end: { date: string; time: string | null; instant: Date } | null;
}

export interface FindTimes {
  /** The time when the words were spoken. */
  at: Date;
  /** The IANA time zone of the speaker. */
  timezone: string;
  /** The first day of the speaker's week; Monday by default. */
  week_start?: WeekStart | undefined;
}

/**
 * Finds all dates and times in a text. Spoken forms are first rewritten to standard forms (see
 * `dates/`); chrono parses the rest (month names, digits, "in three days"). As "now", chrono gets
 * noon of the user's day, so that neither the server's time zone nor its clock changes affect the
 * result.
 */
export function findTimes(text: string, options: FindTimes): TimeMention[] {
  const timezone = knownZone(options.timezone);
  const now = { ...wallClockAt(options.at, timezone), weekStart: options.week_start ?? MONDAY };
  return sentencesOf(text).flatMap((sentence) => {
    const soon = fromNow(sentence, options.at, timezone);
    return (soon ? [soon] : timesIn(sentence, now, timezone)).filter(({ instant }) =>
      isInReach(instant, options.at),
    );
  });
}

/**
 * Larger numbers ("in 3,000,000 days") are not meant as dates, and calendars cannot represent the
 * result.
 */
const REACH_MS = 150 * 366 * 86_400_000;

function isInReach(instant: Date, at: Date): boolean {
  return Math.abs(instant.getTime() - at.getTime()) < REACH_MS;
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])(?<!\b[ap]\.?m\.)\s+(?=[A-Z"'(])/).filter((s) => s.trim());

const HALF = /\b(?:in |after )?half an hour(?: from now)?\b/i;
const SOON = new RegExp(
  String.raw`\b(?:in|after|within) (\d{1,3}|an?|a couple(?: of)?|a few|one|two|three|four` +
    String.raw`|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty) (minutes?|mins?` +
    String.raw`|hours?|hrs?)\b(?! ago| or less a)`,
  'i',
);
const FROM_NOW = new RegExp(
  String.raw`\b(\d{1,3}|an?|a couple(?: of)?|one|two|three|four|five|ten|fifteen|twenty` +
    String.raw`|thirty|forty) (minutes?|hours?) (from now|ago)\b`,
  'i',
);
const TENS: Readonly<Record<string, number>> = { fifteen: 15, twenty: 20, thirty: 30, forty: 40 };

/**
 * For "in ten minutes" or "in two hours", the instant is exact, and the wall-clock time is derived
 * from it.
 */
function fromNow(sentence: string, at: Date, timezone: string): TimeMention | null {
  const said = FROM_NOW.exec(sentence) ?? SOON.exec(sentence);
  const half =
    /\b(?:in half an hour|half an hour from now)\b/i.test(sentence) && HALF.test(sentence);
  if (!said && !half) return null;
  const amount = half ? 30 : (TENS[said![1]!.toLowerCase()] ?? countOf(said![1]!));
  const minutes = amount * (!half && /^h/i.test(said![2]!) ? 60 : 1);
  const instant = new Date(at.getTime() + minutes * 60_000 * (said?.[3] === 'ago' ? -1 : 1));
  const wall = wallClockAt(instant, timezone);
  return { date: isoDay(wall), time: isoTime(wall), instant, has_day: true, end: null };
}

/** Without any of these words, chrono finds nothing. This test is far cheaper than chrono. */
const NAMES_A_TIME = new RegExp(
  String.raw`\d|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|june?|july?|aug|sep|oct` +
    String.raw`|nov|dec|second|minute|min|hour|hr|day|week|fortnight|month|quarter|year|now` +
    String.raw`|to(?:day|night|morrow)|tmrw?|yesterday|morning|afternoon|evening|night|noon` +
    String.raw`|midday|midnight|last|past|ago)`,
  'i',
);

function timesIn(sentence: string, now: Today, timezone: string): TimeMention[] {
  const lean = leanOf(sentence);
  const { text, spans } = rewriteDays(sentence, now, lean);
  // The user's date, interpreted in the server's time zone. chrono returns its numbers unchanged.
  const noon = new Date(now.year, now.month - 1, now.day, 12);
  // In "15:00 to 2026-11-26", the year must not be read as the time 20:26.
  const plain = rewriteTimes(text).replace(/(?<=\d:\d\d) to (?=\d{4}-\d\d-\d\d)/g, '; ');
  if (!NAMES_A_TIME.test(plain)) return [];
  return chrono.casual.parse(plain, noon).flatMap((result) => {
    if (NOT_A_TIME.test(result.text)) return [];
    const start = wallOf(result.start, now, lean);
    // All real times now contain a colon, so "5 to 10 people" is not a time.
    if (!start || (start.time && !result.text.includes(':'))) return [];
    const span = start.time ? undefined : spans.get(isoDay(start.wall));
    const mention = at(start, timezone);
    return [
      { ...mention, has_day: start.hasDay, end: endOf(result, span, start, now, lean, timezone) },
    ];
  });
}

/** Words that chrono reads as days although they usually are verbs, stars or idioms. */
const NOT_A_TIME =
  /^(?:right now|now|sat|sun|mon|wed|may|mar|march|second|this second|this minute)$/i;

interface Said {
  wall: WallClock;
  time: boolean;
  hasDay: boolean;
}

function at(said: Said, timezone: string): Omit<TimeMention, 'has_day' | 'end'> {
  return {
    date: isoDay(said.wall),
    time: said.time ? isoTime(said.wall) : null,
    instant: instantOf(said.wall, timezone),
  };
}

function endOf(
  result: chrono.ParsedResult,
  span: Span | undefined,
  start: Said,
  now: WallClock,
  lean: Lean,
  timezone: string,
): TimeMention['end'] {
  if (span)
    return at({ wall: { ...span.last, hour: 12, minute: 0 }, time: false, hasDay: true }, timezone);
  const end = result.end ? wallOf(result.end, now, lean) : null;
  if (!end) return null;
  if (!end.hasDay) end.wall = { ...start.wall, hour: end.wall.hour, minute: end.wall.minute };
  return at(end, timezone);
}

function wallOf(parts: chrono.ParsedComponents, now: WallClock, lean: Lean): Said | null {
  const time = parts.isCertain('hour');
  const hasDay = parts.isCertain('day') || parts.isCertain('weekday') || parts.isCertain('month');
  if (!time && !hasDay) return null;
  const wall: WallClock = {
    year: parts.get('year') ?? now.year,
    month: parts.get('month') ?? now.month,
    day: parts.get('day') ?? now.day,
    hour: time ? (parts.get('hour') ?? 12) : 12,
    minute: time ? (parts.get('minute') ?? 0) : 0,
  };
  if (!hasDay) return { wall: sameOrNextDay(wall, now, lean), time, hasDay };
  if (!parts.isCertain('year')) wall.year = likelyYear(wall, now, lean);
  return { wall, time, hasDay };
}

/** "At five", spoken at six, means tomorrow unless the sentence is about the past. */
function sameOrNextDay(wall: WallClock, now: WallClock, lean: Lean): WallClock {
  const today = { ...now, hour: wall.hour, minute: wall.minute };
  const isOver = isoTime(wall) < isoTime(now);
  return isOver && lean === 'future' ? addDays(today, 1) : today;
}

function likelyYear(wall: WallClock, now: WallClock, lean: Lean): number {
  const thisYear = isoDay({ ...wall, year: now.year });
  if (lean === 'past') return thisYear > isoDay(now) ? now.year - 1 : now.year;
  return thisYear < isoDay(now) && wall.month !== now.month ? now.year + 1 : now.year;
}
