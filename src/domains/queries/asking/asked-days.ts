/** The days that a search or a question names, with the calendar that also reads talks. */
import { CalendarText, type CalendarDay } from '../../../engines/calendar/calendar-text.ts';
import { pastDaysOf } from '../../../engines/calendar/dates.ts';
import { dayAt } from '../../../engines/calendar/days.ts';
import type { DayMention } from '../../../engines/calendar/mention.ts';
import { wallClockAt, type FirstWeekday } from '../../../engines/calendar/wall-clock.ts';
import { unitsOf, type Token } from '../../../engines/words/units.ts';
import { ASKING } from './asking-words.ts';
import { MS_PER_DAY, namedPeriodAt, type AskedPeriod, type DaySpan } from './named-periods.ts';

export interface AskedDays {
  /** The first and the last day, `YYYY-MM-DD`; null is an open end. */
  from: string | null;
  to: string | null;
  /** The range of the words in the text; the end is exclusive. */
  start: number;
  end: number;
}

interface Asking {
  now: Date;
  timezone: string;
  weekStart?: FirstWeekday | undefined;
}

/**
 * Returns the days that the words name; null when they name none. Of two times the one that can
 * hardly be the subject counts: "the trip in March last week".
 */
export function askedDays(query: string, { now, timezone, weekStart }: Asking): AskedDays | null {
  const today: CalendarDay = { ...wallClockAt(now, timezone), weekStart };
  const found = Object.keys(ASKING).flatMap((language) =>
    spansIn(unquoted(query), { language, today, timezone }),
  );
  // Words that two languages share are read by the one that understands more of them.
  const longest = found.toSorted(
    (one, other) =>
      Number(other.isFirm) - Number(one.isFirm) || other.end - other.start - one.end + one.start,
  );
  const [best] = longest;
  return best
    ? { from: iso(best.first), to: iso(best.last), start: best.start, end: best.end }
    : null;
}

/** The text with blanks instead of what is quoted, which is searched word for word. */
export const unquoted = (text: string): string =>
  text.replace(/["“”„][^"“”„]*["“”]/gu, (quoted) => ' '.repeat(quoted.length));

const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 10);

interface Place {
  language: string;
  today: CalendarDay;
  timezone: string;
}

function spansIn(query: string, { language, today, timezone }: Place) {
  const words = ASKING[language]!;
  const turns = [{ text: query, speaker: '', isUser: true }];
  const tokens = unitsOf({ language, turns }).flatMap((unit) => unit.tokens);
  const text = CalendarText.in(language, tokens, today);
  if (!text) return [];
  const asked: AskedPeriod = { text, words, timezone };
  const found: (DaySpan & { start: number; end: number })[] = [];
  for (let at = 0; at < tokens.length;) {
    const span = boundedAt(asked, { at, tokens, query, language, today }) ?? null;
    if (span) {
      const from = introducedFrom(asked, at);
      found.push({ ...span, start: tokens[from]!.start, end: tokens[span.to - 1]!.end });
    }
    at = span ? span.to : at + 1;
  }
  return found;
}

interface At {
  at: number;
  tokens: readonly Token[];
  query: string;
  language: string;
  today: CalendarDay;
}

/** "Before the summer", "since March", "until yesterday", or the period itself. */
function boundedAt(asked: AskedPeriod, place: At): DaySpan | null {
  const { text, words } = asked;
  const { at, tokens, language, today } = place;
  const word = text.word(at);
  const bound = (['before', 'after', 'since', 'until'] as const).find((one) =>
    words[one].includes(word),
  );
  const own = spanAt(asked, place, isIntroduced(asked, at));
  // "Vor zwei Wochen" is no time before something.
  if (own || !bound) return own;
  let from = at + 1;
  while (words.articles.includes(text.word(from)) || text.word(from) === 'de') from += 1;
  // The words before it would change the day: "before Christmas" is the day before it.
  const rest = CalendarText.in(language, tokens.slice(from), today)!;
  const span = spanAt(
    { ...asked, text: rest },
    { ...place, tokens: tokens.slice(from), at: 0 },
    true,
  );
  if (!span) return null;
  const to = from + span.to;
  const { first, last, isFirm } = span;
  if (bound === 'before')
    return first === null ? null : { first: null, last: first - MS_PER_DAY, to, isFirm };
  if (bound === 'until') return { first: null, last, to, isFirm };
  if (bound === 'after')
    return last === null ? null : { first: last + MS_PER_DAY, last: null, to, isFirm };
  return { first, last: null, to, isFirm };
}

function spanAt(asked: AskedPeriod, place: At, isNamed: boolean): DaySpan | null {
  const { text, words } = asked;
  const isDate = text.indexIn(text.calendar.months, place.at) >= 0 && dayAt(text, place.at);
  const period = isDate
    ? null
    : (namedPeriodAt(asked, place.at, isNamed || text.words.length === 1) ??
      weekendAt(asked, place.at));
  const span = period ?? dayOrDays(asked, place);
  if (!span) return null;
  const joined = joinedDay(asked, place, span) ?? span;
  const part = words.parts.find((one) => text.phrase(joined.to, one.split(' ').length) === one);
  return { ...joined, to: joined.to + (part ? part.split(' ').length : 0) };
}

/** "At the weekend" is the one that is going on, or else the last one. */
function weekendAt({ text, words }: AskedPeriod, at: number): DaySpan | null {
  const said = words.weekend.find((one) => text.phrase(at, one.split(' ').length) === one);
  if (!said) return null;
  const daysAgo = (new Date(text.now).getUTCDay() + 1) % 7;
  const first = text.now - daysAgo * MS_PER_DAY;
  return { first, last: first + MS_PER_DAY, to: at + said.split(' ').length, isFirm: true };
}

function dayOrDays(asked: AskedPeriod, { at, query, tokens, language }: At): DaySpan | null {
  const { text } = asked;
  const mention = dayAt(text, at);
  if (mention?.kind !== 'day' || !isMeant(asked, mention)) return null;
  if (language === 'en' && mention.weekday !== null && isInName(query, tokens[at]!)) return null;
  const { today, words } = text;
  const isFirm = mention.form !== 'month';
  const day = (ms: number, to = mention.to): DaySpan => ({ first: ms, last: ms, to, isFirm });
  if (mention.form === 'weekday') {
    const said = Date.parse(mention.date);
    if (isIn(asked.words.next, text.word(at - 1))) return day(said);
    // "El lunes pasado".
    const isLast =
      text.calendar.coming.length > 0 && isIn(asked.words.last, words[mention.to] ?? '');
    if (isLast) return day(said > text.now ? said - 7 * MS_PER_DAY : said, mention.to + 1);
  }
  const days = pastDaysOf(mention, { hour: 12, minute: 0, ...today });
  return { first: Date.parse(days.first), last: Date.parse(days.last), to: mention.to, isFirm };
}

/** Returns false for words that name a day in a talk, but something else in a search: "the first". */
function isMeant(asked: AskedPeriod, { form, from, first, date }: DayMention): boolean {
  const { text, words } = asked;
  const { calendar } = text;
  const isNamed = isIntroduced(asked, from);
  if (form === 'ordinal') return isNamed || calendar.before_day.includes(text.word(from - 1));
  if (form === 'weekday') {
    return text.word(from).length > 3 || isNamed || words.last.includes(text.word(from - 1));
  }
  if (form === 'part') return date === new Date(text.now).toISOString().slice(0, 10);
  if (form === 'month' || form === 'week')
    return first === null && !calendar.end.includes(text.word(from));
  return true;
}

const isIn = (list: readonly string[], word: string): boolean => word !== '' && list.includes(word);

/** "In March", "in the summer". */
function isIntroduced({ text, words }: AskedPeriod, at: number): boolean {
  const before = text.word(at - 1);
  if (isIn(words.during, before)) return true;
  return isIn(words.articles, before) && isIn(words.during, text.word(at - 2));
}

/** The place of the first word that only introduces the words at a place: "on", "during the". */
function introducedFrom({ text, words }: AskedPeriod, at: number): number {
  let from = at;
  if ([words.last, words.these, words.next].some((list) => isIn(list, text.word(from - 1))))
    from -= 1;
  if (isIn(words.articles, text.word(from - 1))) from -= 1;
  return isIn(words.during, text.word(from - 1)) ? from - 1 : from;
}

/** "Last week on Monday", "Friday of last week", "Monday the 16th", "Monday, 16 November". */
function joinedDay(asked: AskedPeriod, place: At, span: DaySpan): DaySpan | null {
  const { text, words } = asked;
  let next = span.to;
  while (isIn(words.during, text.word(next)) || isIn(words.articles, text.word(next))) next += 1;
  const weekday = text.weekdayAt(place.at);
  if (weekday >= 0) {
    const week = namedPeriodAt(asked, next, false);
    if (week && lengthOf(week) === 7) return dayOf(week, weekday);
    const date = dayAt(text, next);
    if (date?.kind !== 'day' || (date.form !== 'date' && date.form !== 'ordinal')) return null;
    const said = Date.parse(pastDaysOf(date, { hour: 12, minute: 0, ...text.today }).last);
    return { first: said, last: said, to: date.to, isFirm: true };
  }
  const later = text.weekdayAt(next);
  return later >= 0 && lengthOf(span) === 7 ? dayOf({ ...span, to: next + 1 }, later) : null;
}

const lengthOf = ({ first, last }: DaySpan): number =>
  first === null || last === null ? 0 : (last - first) / MS_PER_DAY + 1;

function dayOf(week: DaySpan, weekday: number): DaySpan {
  const days = (weekday - new Date(week.first!).getUTCDay() + 7) % 7;
  const day = week.first! + days * MS_PER_DAY;
  return { ...week, first: day, last: day };
}

/** A weekday beside another capitalised word belongs to a name: "Black Friday", "the Sunday Times". */
function isInName(query: string, { start, end }: Token): boolean {
  if (!/^\p{Lu}/u.test(query.slice(start, end))) return false;
  const [before, after] = [query.slice(0, start), query.slice(end)];
  return /\p{Lu}[\p{L}'’]+\s+$/u.test(before) || /^\s+\p{Lu}\p{Ll}/u.test(after);
}
