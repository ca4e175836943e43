/** Periods with a name or a count: "last week", "in March", "the last three days", "summer 2025". */
import type { CalendarText } from '../../../engines/calendar/calendar-text.ts';
import { countAt } from '../../../engines/calendar/counted-days.ts';
import { offsetAt } from '../../../engines/calendar/wall-clock.ts';
import type { AskingWords } from './asking-words.ts';

export const MS_PER_DAY = 86_400_000;
const FEW = 3;
const YEAR = /^(?:19|20)\d\d$/;

/** Whole days as if they were in UTC (ms); null is an open end. */
export interface DaySpan {
  first: number | null;
  last: number | null;
  /** The place after the last word. */
  to: number;
  /** True when the words can hardly be the subject: "last week", but not "in March". */
  isFirm: boolean;
}

export interface AskedPeriod {
  text: CalendarText;
  words: AskingWords;
  timezone: string;
}

/** `isIntroduced` says that the words before it make a name a time: "in May", "before May". */
export function namedPeriodAt(
  asked: AskedPeriod,
  at: number,
  isIntroduced: boolean,
): DaySpan | null {
  return (
    agoAt(asked, at) ??
    besideAt(asked, at) ??
    monthAt(asked, at, isIntroduced) ??
    seasonAt(asked, at, isIntroduced) ??
    yearAt(asked, at, isIntroduced)
  );
}

/** Returns how many units away a word or the words after a unit say that it is. */
function awayOf({ text, words }: AskedPeriod, at: number): number | null {
  const word = text.word(at);
  if (words.last.includes(word)) return -1;
  if (words.these.includes(word)) return 0;
  return words.next.includes(word) ? 1 : null;
}

/** "Two weeks ago" is a week, "two days ago" a day. */
function agoAt(asked: AskedPeriod, at: number): DaySpan | null {
  const { ago } = asked.text.calendar;
  if (ago.isBefore && asked.text.word(at) !== ago.word) return null;
  const first = ago.isBefore ? at + 1 : at;
  const count = countAt(asked.text, first);
  if (!count) return null;
  const unit = unitAt(asked, first + count.length, -count.value);
  if (!unit || (!ago.isBefore && asked.text.word(unit.to) !== ago.word)) return null;
  return { ...unit, to: unit.to + (ago.isBefore ? 0 : 1) };
}

/** "Last week", "this month", "the last three days", "el mes pasado", "la semana que viene". */
function besideAt(asked: AskedPeriod, at: number): DaySpan | null {
  const { text } = asked;
  const away = awayOf(asked, at);
  if (away !== null) {
    return unitAt(asked, at + 1, away) ?? (away < 0 ? countedBack(asked, at + 1) : null);
  }
  const unit = unitAt(asked, at, 0);
  if (!unit || !isUnit(asked, at)) return null;
  const behind = awayOf(asked, unit.to);
  if (behind !== null && behind !== 0) {
    return { ...unitAt(asked, at, behind)!, to: unit.to + 1 };
  }
  return text.isComing(unit.to) ? { ...unitAt(asked, at, 1)!, to: unit.to + 2 } : null;
}

/** Only Spanish has the word after its unit. */
const isUnit = ({ text }: AskedPeriod, at: number): boolean =>
  text.calendar.coming.length > 0 && text.word(at) !== '';

/** "The last three days" end today. */
function countedBack({ text, words }: AskedPeriod, at: number): DaySpan | null {
  const { day, week, month, year } = text.calendar;
  const few = words.few.find((one) => text.phrase(at, one.split(' ').length) === one);
  const count = few ? { value: FEW, length: few.split(' ').length } : countAt(text, at);
  if (!count) return null;
  const unit = text.word(at + count.length);
  const { today, now } = text;
  const back = count.value;
  const first = day.includes(unit)
    ? now - back * MS_PER_DAY
    : week.includes(unit)
      ? now - 7 * back * MS_PER_DAY
      : month.includes(unit)
        ? Date.UTC(today.year, today.month - 1 - back, today.day)
        : year.includes(unit)
          ? Date.UTC(today.year - back, today.month - 1, today.day)
          : null;
  return first === null ? null : { first, last: now, to: at + count.length + 1, isFirm: true };
}

/** The unit that is so many units after the current one. */
function unitAt({ text, words }: AskedPeriod, at: number, away: number): DaySpan | null {
  const { calendar, today, now } = text;
  const word = text.word(at);
  const days = (first: number, count: number, to = at + 1): DaySpan => ({
    first,
    last: first + (count - 1) * MS_PER_DAY,
    to,
    isFirm: true,
  });
  const daysInto = (weekStart: number) => (new Date(now).getUTCDay() - weekStart + 7) % 7;
  const weekend = words.weekend.find((one) => text.phrase(at, one.split(' ').length) === one);
  if (weekend) {
    const saturday = now + (5 - daysInto(1) + 7 * away) * MS_PER_DAY;
    return days(saturday, 2, at + weekend.split(' ').length);
  }
  if (calendar.day.includes(word)) return days(now + away * MS_PER_DAY, 1);
  if (calendar.week.includes(word)) {
    return days(now + (7 * away - daysInto(today.weekStart ?? 1)) * MS_PER_DAY, 7);
  }
  if (calendar.fortnight.includes(word)) return days(now + 14 * away * MS_PER_DAY, 14);
  const to = at + 1;
  if (calendar.month.includes(word)) {
    const month = today.month - 1 + away;
    const first = Date.UTC(today.year, month);
    return { first, last: Date.UTC(today.year, month + 1, 0), to, isFirm: true };
  }
  if (!calendar.year.includes(word)) return null;
  const year = today.year + away;
  return { first: Date.UTC(year, 0), last: Date.UTC(year, 11, 31), to, isFirm: true };
}

/** "In March", "last March", "March 2025", "marzo pasado". Without a year it is the last one. */
function monthAt(asked: AskedPeriod, at: number, isIntroduced: boolean): DaySpan | null {
  const { text, words } = asked;
  const before = awayOf(asked, at);
  const place = before === null ? at : at + 1;
  const month = text.indexIn(text.calendar.months, place);
  if (month < 0) return null;
  const said = saidYear(asked, place + 1);
  const isBehind = said === null && before === null && text.calendar.coming.length > 0;
  const after = isBehind ? awayOf(asked, place + 1) : null;
  const away = before ?? after;
  if (!said && away === null && !isIntroduced && words.unclear.includes(text.word(place))) {
    return null;
  }
  const { today } = text;
  const isOver = month < today.month - 1;
  const isNow = month === today.month - 1;
  const back = away === 1 ? isOver || isNow : away === -1 ? isOver : isOver || isNow || away === 0;
  const recent =
    away === 1 ? (back ? today.year + 1 : today.year) : back ? today.year : today.year - 1;
  const year = said?.year ?? recent;
  const to = said?.to ?? place + 1 + (after === null ? 0 : 1);
  return { first: Date.UTC(year, month), last: Date.UTC(year, month + 1, 0), to, isFirm: false };
}

/** "2025", "of 2025", "last year" after a month or a season. */
function saidYear(asked: AskedPeriod, at: number): { year: number; to: number } | null {
  const { text, words } = asked;
  const place = words.during.includes(text.word(at)) || text.word(at) === 'de' ? at + 1 : at;
  if (YEAR.test(text.word(place))) return { year: Number(text.word(place)), to: place + 1 };
  const away = awayOf(asked, at);
  if (away === null || !text.calendar.year.includes(text.word(at + 1))) return null;
  return { year: text.today.year + away, to: at + 2 };
}

/** The first month of each season, from 0, in the north. */
const SEASONS = [2, 5, 8, 11];

/** "Last summer", "in the summer", "summer 2025". Without a year it is the last one that began. */
function seasonAt(asked: AskedPeriod, at: number, isIntroduced: boolean): DaySpan | null {
  const { text, words, timezone } = asked;
  const away = awayOf(asked, at);
  const place = away === null ? at : at + 1;
  const season = text.indexIn(words.seasons, place);
  if (season < 0) return null;
  const said = saidYear(asked, place + 1);
  if (!said && away === null && !isIntroduced) return null;
  const month = (SEASONS[season]! + (isSouthern(timezone) ? 6 : 0)) % 12;
  const inYear = (year: number) => ({
    first: Date.UTC(year, month),
    last: Date.UTC(year, month + 3, 0),
  });
  const { year } = text.today;
  const begun = [year, year - 1, year - 2].filter((each) => inYear(each).first <= text.now);
  const isOver = (each: number) => inYear(each).last < text.now;
  const recent = away === 1 ? begun[0]! + 1 : away === -1 ? begun.find(isOver)! : begun[0]!;
  const span = inYear(said?.year ?? recent);
  return { ...span, to: said?.to ?? place + 1, isFirm: false };
}

/** In the south, the clocks are ahead in January; this year or in the years in which they changed. */
function isSouthern(timezone: string): boolean {
  return offsetAt(Date.UTC(2010, 0, 15), timezone) > offsetAt(Date.UTC(2010, 6, 15), timezone);
}

/** "In 2025", "im Jahr 2025"; a number alone is no year. */
function yearAt({ text }: AskedPeriod, at: number, isIntroduced: boolean): DaySpan | null {
  const place = text.calendar.year.includes(text.word(at)) ? at + 1 : at;
  if (!YEAR.test(text.word(place)) || (place === at && !isIntroduced)) return null;
  const year = Number(text.word(place));
  return { first: Date.UTC(year, 0), last: Date.UTC(year, 11, 31), to: place + 1, isFirm: false };
}
