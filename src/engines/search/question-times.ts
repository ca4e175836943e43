import { wordList } from '../../core/text.ts';
import type { TimeSpan } from '../../core/search.ts';
import { dayIn } from '../calendar/named-dates.ts';
import { offsetAt, startOfDay } from '../calendar/wall-clock.ts';

/** The times in a question as points in time, and the remaining words of the question. */
export interface QuestionTimes {
  times: TimeSpan[];
  rest: string;
}

const DAY = 24 * 3_600_000;
/** A month without a year may be in any of the last `YEARS_BACK` years. */
const YEARS_BACK = 20;
const MONTHS = wordList('jan feb mar apr may jun jul aug sep oct nov dec');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY_OF_MONTH = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '((?:19|20)\\d\\d)';
const WEEKDAYS = wordList('sun mon tue wed thu fri sat');
const WEEKDAY = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)day';
const COUNT = '(an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|\\d{1,3})';
const COUNTS = wordList('zero one two three four five six seven eight nine ten');

/** The user's wall clock time, in milliseconds as if it were UTC. */
type Wall = number;
interface Reader {
  pattern: RegExp;
  /** True for words that never belong to the subject, such as "last week". */
  only?: true;
  spans(match: RegExpExecArray, now: Wall): TimeSpan[];
}

const dayStart = (wall: Wall): Wall => Math.floor(wall / DAY) * DAY;
const days = (first: Wall, count: number): TimeSpan => ({
  from: first,
  until: first + count * DAY,
});
const weekdayOf = (wall: Wall): number => new Date(wall).getUTCDay();
/** Weeks begin on Mondays. */
const weekStart = (wall: Wall): Wall => dayStart(wall) - ((weekdayOf(wall) + 6) % 7) * DAY;
function months(now: Wall, offset: number, count = 1): TimeSpan {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + offset];
  return { from: Date.UTC(year, month), until: Date.UTC(year, month + count) };
}
function year(number: number): TimeSpan {
  return { from: Date.UTC(number, 0), until: Date.UTC(number + 1, 0) };
}
const yearOf = (now: Wall): number => new Date(now).getUTCFullYear();
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());
function countOf(words: string): number {
  const plain = words.toLowerCase();
  if (plain === 'a couple of') return 2;
  if (plain === 'a few') return 3;
  if (plain === 'a' || plain === 'an') return 1;
  return COUNTS.includes(plain) ? COUNTS.indexOf(plain) : Number(plain);
}

/** Returns this day or month in the given year, or in each of the possible years. */
function ofYears<Span>(named: string | undefined, now: Wall, span: (year: number) => Span): Span[] {
  if (named) return [span(Number(named))];
  return Array.from({ length: YEARS_BACK + 2 }, (_, back) => span(yearOf(now) + 1 - back));
}

/** The 30th of February is no day. */
function dayOf(year: number, month: number, day: string): TimeSpan[] {
  const first = dayIn(year, month, Number(day));
  return first === null ? [] : [days(first, 1)];
}

function dayOfMonth(day: string, month: string, named: string | undefined, now: Wall) {
  return ofYears(named, now, (of) => dayOf(of, monthNumber(month), day)).flat();
}

/**
 * Returns the unit that is `offset` units after the current unit; a negative offset means before
 * it.
 */
function unit(name: string, offset: number, now: Wall): TimeSpan {
  switch (name.toLowerCase()) {
    case 'day':
      return days(dayStart(now) + offset * DAY, 1);
    case 'week':
      return days(weekStart(now) + offset * 7 * DAY, 7);
    case 'weekend':
      return days(weekStart(now) + (offset * 7 + 5) * DAY, 2);
    case 'month':
      return months(now, offset);
    default:
      return year(yearOf(now) + offset);
  }
}

/**
 * Returns the most recent day with this name, which may be today; for "next Monday", the coming
 * one.
 */
function weekday(which: string | undefined, name: string, now: Wall): TimeSpan {
  const back = (weekdayOf(now) - WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase()) + 7) % 7;
  if (which?.toLowerCase() === 'next') return days(dayStart(now) + (7 - back) * DAY, 1);
  const before = which?.toLowerCase() === 'last' && back === 0 ? 7 : back;
  return days(dayStart(now) - before * DAY, 1);
}

const reader = (source: string, spans: Reader['spans'], only?: true): Reader => ({
  pattern: new RegExp(`\\b${source}\\b`, 'gi'),
  spans,
  ...(only && { only }),
});

/**
 * Longer forms come first: each reader removes its words from the question before the next one
 * runs.
 */
const READERS: readonly Reader[] = [
  reader('((?:19|20)\\d\\d)-(0\\d|1[0-2])-(\\d\\d)', ([, y, m, d]) =>
    dayOf(Number(y), Number(m) - 1, d!),
  ),
  reader(`${DAY_OF_MONTH}(?: of)? ${MONTH}\\.?(?:,? ${YEAR})?`, ([, d, m, y], now) =>
    dayOfMonth(d!, m!, y, now),
  ),
  reader(`${MONTH}\\.? ${DAY_OF_MONTH}(?:,? ${YEAR})?`, ([, m, d, y], now) =>
    dayOfMonth(d!, m!, y, now),
  ),
  reader(`${MONTH}(?: of)?,? ${YEAR}`, ([, m, y], now) =>
    ofYears(y, now, (of) => months(Date.UTC(of, monthNumber(m!)), 0)),
  ),
  reader(
    `(in|of|since|during|last|this|early|mid|late|by|until|before|after) ${MONTH}`,
    ([, , m], now) => ofYears(undefined, now, (of) => months(Date.UTC(of, monthNumber(m!)), 0)),
  ),
  reader(YEAR, ([, y]) => [year(Number(y))]),
  reader(
    `(?:in |over |during |within )?the (?:last|past) ${COUNT} (day|week|month|year)s?`,
    ([, n, name], now) => [
      { from: unit(name!, -countOf(n!), now).from, until: dayStart(now) + DAY },
    ],
    true,
  ),
  reader(
    `${COUNT} (day|week|month|year)s? ago`,
    ([, n, name], now) => [unit(name!, -countOf(n!), now)],
    true,
  ),
  reader(
    '(?:in |over |during )?(?:the )?(last|past|previous|this|next) (weekend|week|month|year)',
    ([, which, name], now) => {
      const offset = /this/i.test(which!) ? 0 : /next/i.test(which!) ? 1 : -1;
      return [unit(name!, offset, now)];
    },
    true,
  ),
  reader('(?:the )?day before yesterday', (_, now) => [unit('day', -2, now)], true),
  reader('yesterday|last night', (_, now) => [unit('day', -1, now)], true),
  reader(
    'today|this (?:morning|afternoon|evening)|tonight',
    (_, now) => [unit('day', 0, now)],
    true,
  ),
  reader(`(?:on )?(?:(last|this|next) )?${WEEKDAY}`, ([, which, name], now) => [
    weekday(which, name!, now),
  ]),
];

/**
 * Finds the time that a question asks about, in the time zone of the user. Quoted text is skipped.
 */
export function timesIn(
  text: string,
  { now, timezone }: { now: Date; timezone: string },
): QuestionTimes {
  const plain = text.replace(/["“”][^"“”]*["“”]/gu, (quoted) => '"'.repeat(quoted.length));
  const wall = now.getTime() + offsetAt(now.getTime(), timezone);
  const times: TimeSpan[] = [];
  let left = plain;
  let rest = text;
  for (const { pattern, only, spans } of READERS) {
    for (const match of left.matchAll(pattern)) {
      if (isInName(plain, match)) continue;
      times.push(...spans(match, wall).filter(({ from }) => Number.isFinite(from)));
      const blank = ' '.repeat(match[0].length);
      const cut = (from: string) =>
        from.slice(0, match.index) + blank + from.slice(match.index + match[0].length);
      left = cut(left);
      if (only) rest = cut(rest);
    }
  }
  return { times: times.map((span) => instantsOf(span, timezone)), rest };
}

/**
 * A weekday next to another capitalised word belongs to a name, as in "Black Friday" and "the
 * Sunday Times".
 */
function isInName(text: string, { index, 0: match }: RegExpExecArray): boolean {
  if (!/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(match)) return false;
  const [before, after] = [text.slice(0, index), text.slice(index + match.length)];
  return /\S\s+\p{Lu}[\p{L}'’]+\s+$/u.test(before) || /^\s+\p{Lu}\p{L}/u.test(after);
}

/** All spans begin and end with a day. */
function instantsOf({ from, until }: TimeSpan, timezone: string): TimeSpan {
  const instant = (wall: Wall) =>
    startOfDay(new Date(wall).toISOString().slice(0, 10), timezone).getTime();
  return { from: instant(from), until: instant(until) };
}
