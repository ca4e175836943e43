/** Days that people leave open: "this week", "by the end of April", "before Christmas", "in the morning". */
import { entryOf } from '../../core/text.ts';
import { MONDAY } from './wall-clock.ts';
import type { CalendarText } from './calendar-text.ts';
import type { DayMention } from './mention.ts';

const MS_PER_DAY = 86_400_000;
const SUNDAY = 0;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;
const NOVEMBER = 10;

interface Period {
  ms: number;
  /** Its first day, unless only its end is meant. */
  first?: number;
  to: number;
  form: DayMention['form'];
}

/** The last day of the period: of a week it is Friday. */
export function periodAt(text: CalendarText, at: number): Period | null {
  return endAt(text, at) ?? weekAt(text, at) ?? beforeAt(text, at) ?? partAt(text, at);
}

/** "End of the month", "end of next week", "Ende April", "Monatsende", "fin de mes". */
function endAt(text: CalendarText, at: number): Period | null {
  const { end, end_of_month, end_of_year, week, next, month } = text.calendar;
  if (end_of_month.includes(text.word(at)))
    return { ms: lastOf(text, 0), to: at + 1, form: 'month' };
  if (end_of_year.includes(text.word(at)))
    return { ms: endOfYear(text), to: at + 1, form: 'month' };
  if (!end.includes(text.word(at)) || text.weekendAt(at) > 0) return null;
  let to = at + 1;
  while (LINKS.test(text.word(to))) to += 1;
  const isNext = next.includes(text.word(to)) || text.isComing(to + 1);
  if (next.includes(text.word(to))) to += 1;
  const word = text.word(to);
  const after = to + (text.isComing(to + 1) ? 3 : 1);
  if (week.includes(word)) return { ms: fridayOf(text, isNext ? 1 : 0), to: after, form: 'week' };
  if (month.includes(word)) {
    return { ms: lastOf(text, isNext ? 1 : 0), to: after, form: 'month' };
  }
  if (text.calendar.year.includes(word)) {
    return { ms: endOfYear(text, isNext ? 1 : 0), to: after, form: 'month' };
  }
  const named = text.indexIn(text.calendar.months, to);
  return named < 0 ? null : { ms: lastOf(text, ahead(text, named)), to: to + 1, form: 'month' };
}

const LINKS = /^(?:of|the|this|der|des|dieser|dieses|diesen|de|del|la|el|este|esta)$/;

/** "This week", "next week", "the week after next", "la semana que viene". */
function weekAt(text: CalendarText, at: number): Period | null {
  const { week, next, after_next, these } = text.calendar;
  const isWeek = (place: number) => week.includes(text.word(place));
  const inWeeks = (weeks: number, to: number): Period => {
    const ms = fridayOf(text, weeks);
    return { ms, first: ms - (FRIDAY - MONDAY) * MS_PER_DAY, to, form: 'week' };
  };
  if (isWeek(at) && after_next.includes(text.phrase(at + 1, 2))) return inWeeks(2, at + 3);
  if (isWeek(at + 1) && after_next.includes(text.word(at))) return inWeeks(2, at + 2);
  if (isWeek(at + 1) && these.includes(text.word(at))) {
    const isComing = text.isComing(at + 2);
    return inWeeks(isComing ? 1 : 0, at + (isComing ? 4 : 2));
  }
  if (isWeek(at + 1) && next.includes(text.word(at))) return inWeeks(1, at + 2);
  return isWeek(at) && text.isComing(at + 1) ? inWeeks(1, at + 3) : null;
}

/** "Before the weekend", "before November", "vor Weihnachten", "for Christmas". */
function beforeAt(text: CalendarText, at: number): Period | null {
  const { before, months } = text.calendar;
  const isBefore = before.includes(text.word(at));
  if (isBefore) {
    let to = at + 1;
    while (LINKS.test(text.word(to)) || text.word(to) === 'dem') to += 1;
    const weekend = text.weekendAt(to);
    if (weekend > 0) return { ms: fridayOf(text, 0), to: to + weekend, form: 'week' };
    const isNamed = text.word(at) !== text.calendar.by && text.ordinalAt(to + 1) === null;
    const named = isNamed && text.numberAt(to + 1) === null ? text.indexIn(months, to) : -1;
    if (named >= 0) return { ms: lastOf(text, ahead(text, named) - 1), to: to + 1, form: 'month' };
  }
  const feast = feastAt(text, at);
  if (!feast) return null;
  const from = [at - 1, at - 2].some((place) => before.includes(text.word(place))) ? 1 : 0;
  return { ms: feast.ms - from * MS_PER_DAY, to: at + feast.length, form: 'month' };
}

/** The coming day of a feast. */
function feastAt(text: CalendarText, at: number): { ms: number; length: number } | null {
  const { feasts, around_easter, thanksgiving } = text.calendar;
  for (const length of [3, 2, 1]) {
    const said = text.phrase(at, length);
    const inYear = (year: number): number | null => {
      const [month, day] = entryOf(feasts, said) ?? [];
      if (month !== undefined) return Date.UTC(year, month - 1, day);
      const days = entryOf(around_easter, said);
      if (days !== undefined) return easterOf(year) + days * MS_PER_DAY;
      return said !== '' && said === thanksgiving
        ? nthWeekdayOf(year, NOVEMBER, THURSDAY, 3)
        : null;
    };
    const ms = inYear(text.today.year);
    if (ms !== null) return { ms: ms < text.now ? inYear(text.today.year + 1)! : ms, length };
  }
  return null;
}

/** The first such weekday of a month is number 0. Months count from 0, weekdays from Sunday. */
export function nthWeekdayOf(year: number, month: number, weekday: number, place: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + 7 * place);
}

/** Easter Sunday, by the method of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moved = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moved + 15) % 30;
  const leaps = Math.floor(yearOfCentury / 4);
  const weekday = (32 + 2 * (century % 4) + 2 * leaps - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** "This afternoon" is today; "in the morning" and "first thing" are the next morning. */
function partAt(text: CalendarText, at: number): Period | null {
  const { these_parts, next_morning } = text.calendar;
  const saidOf = (phrases: readonly string[]) =>
    phrases.find((one) => text.phrase(at, one.split(' ').length) === one);
  const today = saidOf(these_parts);
  if (today) return { ms: text.now, to: at + today.split(' ').length, form: 'part' };
  const words = saidOf(next_morning);
  if (!words) return null;
  const isNight = (text.today.hour ?? 12) < 5;
  const ms = text.now + (isNight ? 0 : MS_PER_DAY);
  return { ms, to: at + words.split(' ').length, form: 'part' };
}

/** At a weekend before the week starts, "this week" and "next week" are both the week that begins. */
function fridayOf({ now, today }: CalendarText, weeks: number): number {
  const weekday = new Date(now).getUTCDay();
  const start = today.weekStart ?? MONDAY;
  const isWeekend =
    (weekday === SUNDAY && start === MONDAY) || (weekday === SATURDAY && start !== SATURDAY);
  const days = ((FRIDAY - weekday + 7) % 7) + (isWeekend ? 0 : 7 * weeks);
  return now + days * MS_PER_DAY;
}

const lastOf = ({ today }: CalendarText, months: number): number =>
  Date.UTC(today.year, today.month + months, 0);

const endOfYear = ({ today }: CalendarText, years = 0): number =>
  Date.UTC(today.year + years, 11, 31);

/** The months until the month with this place in the year comes. */
const ahead = ({ today }: CalendarText, month: number): number =>
  (month - (today.month - 1) + 12) % 12;

/** "Friday next week" and "nächste Woche Freitag": the day of that week. */
export function dayInWeekOf(date: string, weekday: number): string {
  const ms = Date.parse(`${date}T00:00Z`);
  const fromMonday = (new Date(ms).getUTCDay() + 6) % 7;
  return new Date(ms + (((weekday + 6) % 7) - fromMonday) * MS_PER_DAY).toISOString().slice(0, 10);
}
