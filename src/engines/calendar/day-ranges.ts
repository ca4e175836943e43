/** Ranges of days: "from the 20th to the 24th of December", "Monday to Wednesday", "vom 3. bis 5. Mai". */
import type { CalendarText } from './calendar-text.ts';
import { dayMention, type DayMention, type Mention, type MissingDay } from './mention.ts';
import { dayIn, dayOfYear, isCounted, nextOfMonth, numericAt, yearAt } from './named-dates.ts';

const MS_PER_DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const MAX_DAYS = 366;

type DayAt = (text: CalendarText, at: number) => DayMention | MissingDay | null;

/** One end of a range, before the other end says what it leaves out. */
interface End {
  to: number;
  /** A whole day (ms). */
  ms?: number;
  weekday?: number | null;
  /** Or its number, perhaps with its month (from 0) and its year. */
  day?: number;
  month?: number | null;
  year?: number | null;
  isOrdinal?: boolean;
}

/** "The 31st of November to …": null is an end that does not exist. */
type Days = { first: number | null; last: number | null };

export function dayRangeAt(
  text: CalendarText,
  at: number,
  dayAt: DayAt,
): DayMention | MissingDay | null {
  const [one, other] = hyphened(text, at) ?? linked(text, at, dayAt) ?? [];
  if (!one || !other) return null;
  const days = daysOf(text, one, other);
  if (!days) return null;
  const { first, last } = days;
  const to = other.to;
  if (first === null || last === null) return { kind: 'missing', from: at, to };
  if (last <= first || last - first > MAX_DAYS * MS_PER_DAY) return null;
  const areWeekdays = typeof one.weekday === 'number' && typeof other.weekday === 'number';
  const weekday = areWeekdays ? other.weekday! : null;
  return dayMention(text, { at, to, ms: last, form: 'range', weekday, first });
}

const HYPHENED = /^(\d{1,2})(?:st|nd|rd|th)?-(\d{1,2})(?:st|nd|rd|th)?$/;

/** "20-24 December", "December 20-24", "mon-fri". */
function hyphened(text: CalendarText, at: number): [End, End] | null {
  const { months, weekdays } = text.calendar;
  const before = text.indexIn(months, at);
  const [, one, other] = HYPHENED.exec(text.word(before < 0 ? at : at + 1)) ?? [];
  if (one === undefined) {
    const [from, to, ...more] = text
      .word(at)
      .split('-')
      .map((word) => weekdays.findIndex((list) => list.includes(word)));
    if (from === undefined || to === undefined || from < 0 || to < 0 || more.length > 0)
      return null;
    return [onWeekday(text, from, at + 1), onWeekday(text, to, at + 1)];
  }
  const links = before < 0 && /^(?:of|de)$/.test(text.word(at + 1)) ? 1 : 0;
  const month = before < 0 ? text.indexIn(months, at + 1 + links) : before;
  if (month < 0) return null;
  const said = yearAt(text, at + 2 + links);
  const end = { to: said?.to ?? at + 2 + links, month, year: said?.year ?? null };
  return [
    { ...end, day: Number(one) },
    { ...end, day: Number(other) },
  ];
}

function onWeekday({ now }: CalendarText, weekday: number, to: number): End {
  const ahead = (weekday - new Date(now).getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return { to, weekday, ms: now + (ahead || DAYS_OF_WEEK) * MS_PER_DAY };
}

const SINGLE = /^(?:weekday|relative|date|ordinal)$/;
const WORDS_BETWEEN = 3;

/** "From nine on Monday to five on Wednesday" is one range, with an hour at each end. */
export function withHours(text: CalendarText, mentions: readonly Mention[]): Mention[] {
  const kept = [...mentions];
  for (let at = 0; at + 4 <= kept.length; at += 1) {
    const range = hoursBetween(text, kept.slice(at, at + 4));
    if (range) kept.splice(at, 4, ...range);
  }
  return kept;
}

function hoursBetween(text: CalendarText, four: readonly Mention[]): Mention[] | null {
  const [one, two, three, end] = four as [Mention, Mention, Mention, Mention];
  const [day, hour] = one.kind === 'day' ? [one, two] : [two, one];
  const [lastDay, lastHour] = three.kind === 'day' ? [three, end] : [end, three];
  if (day.kind !== 'day' || hour.kind !== 'hour') return null;
  if (lastDay.kind !== 'day' || lastHour.kind !== 'hour') return null;
  if (!SINGLE.test(day.form) || !SINGLE.test(lastDay.form)) return null;
  const links = text.words.slice(two.to, three.from);
  const opening = text.words.slice(Math.max(0, one.from - 2), one.from);
  const isLinked = links.length <= WORDS_BETWEEN && links.some((word) => ALONE.test(word));
  if (!isLinked || !opening.some((word) => OPENING.test(word))) return null;
  if (isChoosing(text, one.from, three.from)) return null;
  const first = Date.parse(`${day.date}T00:00Z`);
  const { weekday } = lastDay;
  const ms = lastDay.form === 'weekday' ? endAfter(first, { to: 0, weekday }) : null;
  const last = ms ?? Date.parse(`${lastDay.date}T00:00Z`);
  if (last <= first || hour.date !== null || lastHour.date !== null) return null;
  const named = { at: one.from, to: end.to, ms: last, form: 'range', weekday, first } as const;
  const range = dayMention(text, named);
  return range.kind === 'day' ? [range, { ...hour, end: lastHour.time }] : null;
}

const ARTICLES = /^(?:the|on|about|around|der|dem|den|am|zum|el|la|día)$/;
const ALONE = /^(?:to|till|until|through|thru|bis|hasta|al)$/;
/** With these words, the second end belongs to the first only after an opening word. */
const AFTER_OPENING: Readonly<Record<string, RegExp>> = {
  and: /^between$/,
  und: /^zwischen$/,
  y: /^entre$/,
  a: /^(?:de|desde|del)$/,
};
const OPENING = /^(?:from|between|von|vom|zwischen|de|del|desde|entre)$/;
/** "Move it from Monday to Tuesday" names the old day and the new one, "I prefer" two other days. */
const CHOOSING =
  /^(?:mov(?:e[ds]?|ing|er)$|reschedul|shift(?:ed|ing)|push|postpon|chang|swap|switch|prefer|verschieb|verleg|cambi|muev|aplaz|prefier)/;
const WORDS_BEFORE = 12;

const isChoosing = (text: CalendarText, from: number, to: number): boolean =>
  text.words.slice(Math.max(0, from - WORDS_BEFORE), to).some((word) => CHOOSING.test(word));

function linked(text: CalendarText, at: number, dayAt: DayAt): [End, End] | null {
  // "The" is no end, and looking for a second one costs most.
  if (!mayBegin(text, at)) return null;
  const one = endAt(text, at, dayAt);
  if (!one) return null;
  const opening = [text.word(at - 1), text.word(at - 2)].find((word) => OPENING.test(word)) ?? '';
  const link = text.word(one.to);
  const isDash = text.isAfterDash(one.to);
  const isLinked = isDash || ALONE.test(link) || AFTER_OPENING[link]?.test(opening) === true;
  if (!isLinked || isChoosing(text, at, at)) return null;
  const other = endAt(text, afterArticles(text, isDash ? one.to : one.to + 1), dayAt);
  return other && isRange(text, one, other, { opening, at }) ? [one, other] : null;
}

/** Returns whether a number, a weekday, a month or a day such as "tomorrow" is here. */
const mayBegin = (text: CalendarText, at: number): boolean =>
  /^\d/.test(text.word(at)) ||
  text.numberAt(at) !== null ||
  text.ordinalAt(at) !== null ||
  text.weekdayAt(at) >= 0 ||
  text.indexIn(text.calendar.months, at) >= 0 ||
  Object.hasOwn(text.calendar.relative, text.word(at));

function afterArticles(text: CalendarText, at: number): number {
  let place = at;
  while (place < at + 2 && ARTICLES.test(text.word(place))) place += 1;
  return place;
}

function endAt(text: CalendarText, at: number, dayAt: DayAt): End | null {
  // In "Monday the 20th", the number decides.
  const dated = text.weekdayAt(at) >= 0 ? numbered(text, afterArticles(text, at + 1)) : null;
  if (dated && (dated.isOrdinal || dated.month !== null)) return dated;
  const own = numbered(text, at);
  if (own) return own;
  const day = dayAt(text, at);
  if (day?.kind !== 'day' || !/^(?:weekday|relative|date)$/.test(day.form)) return null;
  return { to: day.to, ms: Date.parse(`${day.date}T00:00Z`), weekday: day.weekday };
}

/** "The 20th", "20 December", "December 20th, 2026", "24.12.". */
function numbered(text: CalendarText, at: number): End | null {
  const { months } = text.calendar;
  const numeric = numericAt(text, at);
  if (numeric) return { ...numeric, to: at + 1 };
  const month = text.indexIn(months, at);
  const place = month < 0 ? at : at + 1;
  const ordinal = text.ordinalAt(place);
  const said = ordinal ?? text.numberAt(place);
  if (!said || said.value < 1 || said.value > 31) return null;
  const isOrdinal = ordinal !== null;
  const to = place + said.length;
  if (month >= 0) return withYear(text, { to, day: said.value, month, isOrdinal });
  const links = /^(?:of|de)$/.test(text.word(to)) ? 1 : 0;
  const named = text.indexIn(months, to + links);
  if (named < 0) return { to, day: said.value, month: null, year: null, isOrdinal };
  return withYear(text, { to: to + links + 1, day: said.value, month: named, isOrdinal });
}

function withYear(text: CalendarText, end: End): End {
  const said = yearAt(text, end.to);
  return { ...end, year: said?.year ?? null, to: said?.to ?? end.to };
}

/** A number that stands alone may be an hour or an amount. */
const isBare = ({ day, month, isOrdinal }: End): boolean =>
  day !== undefined && month === null && isOrdinal !== true;

function isRange(
  text: CalendarText,
  one: End,
  other: End,
  { opening, at }: { opening: string; at: number },
): boolean {
  const { before_day, oclock, hour, minute } = text.calendar;
  const next = text.word(other.to);
  const isAmount = [...oclock, ...hour, ...minute].includes(next) || isCounted(next);
  if (isAmount && other.month === null) return false;
  const isNamed = before_day.includes(text.word(at - 1)) || ARTICLES.test(text.word(at - 1));
  if (isBare(one) && isBare(other)) return opening !== '' && isNamed && before_day.length > 0;
  // "At 10 to 12 May" does not begin with a day.
  if (isBare(one)) return typeof other.month === 'number' && text.word(at - 1) !== 'at';
  // "Vom 20. bis zum 24." ends with a full stop of either kind.
  if (one.isOrdinal && before_day.length > 0 && text.isBeforeDot(other.to - 1)) return true;
  return !isBare(other) || (typeof one.month === 'number' && other.day! > one.day!);
}

/** The last day before another, or the first after it, that has this number. */
function besideOf(ms: number, day: number, step: -1 | 1): number | null {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
  const isBeyond = step === 1 ? day > from.getUTCDate() : day < from.getUTCDate();
  return dayIn(year, isBeyond ? month : month + step, day);
}

function daysOf(text: CalendarText, one: End, other: End): Days | null {
  if (typeof other.month === 'number') return untilDate(text, one, other);
  if (typeof one.month === 'number') return fromDate(text, one, other);
  if (one.ms !== undefined) return { first: one.ms, last: endAfter(one.ms, other) };
  if (other.ms !== undefined) return { first: besideOf(other.ms, one.day!, -1), last: other.ms };
  const { year, month, day: today } = text.today;
  const isRunning = one.day! < today && today <= other.day!;
  const first = isRunning ? dayIn(year, month - 1, one.day!) : nextOfMonth(text, one.day!);
  return { first, last: first === null ? null : besideOf(first, other.day!, 1) };
}

/** The end of a range that begins with a known day. */
function endAfter(first: number, { ms, weekday, day }: End): number | null {
  if (typeof weekday === 'number') {
    const ahead = (weekday - new Date(first).getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK;
    return first + ahead * MS_PER_DAY;
  }
  return ms ?? besideOf(first, day!, 1);
}

/** "From the 20th to the 24th of December", "from December 28th to January 3rd". */
function untilDate(text: CalendarText, one: End, other: End): Days {
  const { day, month, year } = other;
  const given = year ?? one.year ?? null;
  const last = given === null ? dayOfYear(text, month!, day!) : dayIn(given, month!, day!);
  if (last === null) return { first: null, last };
  if (one.ms !== undefined) return { first: one.ms, last };
  if (typeof one.month !== 'number') return { first: besideOf(last, one.day!, -1), last };
  const ofLast = new Date(last).getUTCFullYear();
  const first = dayIn(one.year ?? ofLast, one.month, one.day!);
  const isLater = first !== null && first > last && typeof one.year !== 'number';
  return { first: isLater ? dayIn(ofLast - 1, one.month, one.day!) : first, last };
}

/** "From December 20th to the 24th". */
function fromDate(text: CalendarText, { day, month, year }: End, other: End): Days {
  const first =
    typeof year === 'number' ? dayIn(year, month!, day!) : dayOfYear(text, month!, day!);
  return { first, last: first === null ? null : endAfter(first, other) };
}
