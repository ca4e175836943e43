/** Days that are named by their number in a month: "the twelfth", "May twelfth", "24.12.2026". */
import type { CalendarText } from './calendar-text.ts';
import { CALENDARS } from './languages/languages.ts';
import { dayMention, type DayMention, type MissingDay } from './mention.ts';

const MS_PER_DAY = 86_400_000;
/** A date without a year is in the next year once it has been over for so long. */
const OVER_MS = 60 * MS_PER_DAY;
/** At the end of a century, the 29th of February is missing for eight years. */
const MAX_YEARS = 8;
/** The 30th and the 31st of January, and then those of March. */
const MAX_MONTHS = 2;

type Of = Pick<CalendarText, 'today' | 'now'>;

/** Midnight of a day (ms), as if it were in UTC; null when the month has no such day. Months count from 0. */
export function dayIn(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day ? ms : null;
}

/** The next day with this number, in this month or in the next one that has it. */
export function nextOfMonth({ today, now }: Of, day: number): number | null {
  for (let more = 0; more <= MAX_MONTHS; more += 1) {
    const ms = dayIn(today.year, today.month - 1 + more, day);
    if (ms !== null && ms >= now) return ms;
  }
  return null;
}

/** The day of this year or the next that has it. A day that was over shortly before is meant as such. */
export function dayOfYear({ today, now }: Of, month: number, day: number): number | null {
  for (let more = 0; more <= MAX_YEARS; more += 1) {
    const ms = dayIn(today.year + more, month, day);
    if (ms !== null && ms >= now - OVER_MS) return ms;
  }
  return null;
}

/** "The third one" is no day. */
const COUNTED = new RegExp(
  '^(?:ones?|times?|floor|chapter|year|part|thing|class|round|grade|place|person|child|row|left' +
    '|right|street|page|question|door|term|version|email|draft|mal|stock|platz|\\p{L}*tag)$',
  'u',
);

export const isCounted = (word: string): boolean => COUNTED.test(word);

/** "The twelfth", "the twelfth of May", "May twelfth", "12 de mayo". */
export function dateAt(text: CalendarText, at: number): DayMention | MissingDay | null {
  const { months } = text.calendar;
  const iso = /^(\d{4})-(0\d|1[0-2])-(\d\d)$/.exec(text.word(at));
  if (iso) {
    const ms = dayIn(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
    return dayMention(text, { at, to: at + 1, ms, form: 'date' });
  }
  const numeric = numericDate(text, at);
  if (numeric) return numeric;
  const month = text.indexIn(months, at);
  if (month >= 0) {
    const said = text.ordinalAt(at + 1) ?? text.numberAt(at + 1);
    return said && isDay(said.value)
      ? dated(text, { at, to: at + 1 + said.length, month, day: said.value })
      : null;
  }
  const ordinal = text.ordinalAt(at);
  const counted = ordinal ? text.word(at + ordinal.length) : '';
  if (isCounted(counted)) return null;
  // "The second half", but "the second, half past ten".
  if (counted === 'half' && text.word(at + ordinal!.length + 1) !== 'past') return null;
  const said = ordinal ?? text.numberAt(at);
  if (!said || !isDay(said.value)) return null;
  const to = at + said.length;
  const links = ['of', 'de'].includes(text.word(to)) ? 1 : 0;
  const ofMonth = links === 1 ? dayOfMonth(text, at, to + 1, said.value) : null;
  if (ofMonth) return ofMonth;
  const numbered = monthInDigits(text, at, to);
  if (numbered >= 0) return dated(text, { at, to: to + 1, month: numbered, day: said.value });
  const named = text.indexIn(months, to + links);
  if (named >= 0) return dated(text, { at, to: to + links + 1, month: named, day: said.value });
  if (!isNamedAlone(text, at, to, { value: said.value, isOrdinal: ordinal !== null })) return null;
  return dayMention(text, { at, to, ms: nextOfMonth(text, said.value), form: 'ordinal' });
}

/** The month in "zum 5. 12.", from 0; -1 when there is none. */
function monthInDigits(text: CalendarText, at: number, to: number): number {
  const { dotted } = text.calendar;
  const month = /^(?:0?[1-9]|1[0-2])$/.exec(text.word(to));
  const isDotted = to === at + 1 && text.isBeforeDot(at) && text.isBeforeDot(to);
  return dotted.length > 0 && isDotted && month ? Number(month[0]) - 1 : -1;
}

const isDay = (value: number): boolean => value >= 1 && value <= 31;

/** Returns whether a number is the day of a month that is not named: "the twelfth", "el 12", "am 12." */
function isNamedAlone(
  text: CalendarText,
  at: number,
  to: number,
  { value, isOrdinal }: { value: number; isOrdinal: boolean },
): boolean {
  const { articles, before_day, oclock, weekdays } = text.calendar;
  const before = text.word(at - 1);
  const isAfterWeekday = text.indexIn(weekdays, at - 1) >= 0;
  if (before_day.includes(before)) {
    const next = text.word(to);
    // "Vom 20 bis 24 Uhr".
    const isAmount = oclock.includes(next) || isCounted(next) || next === 'bis';
    return !isAmount && text.numberAt(to) === null;
  }
  if (isAfterWeekday && text.calendar === CALENDARS['es']) return true;
  if (!isOrdinal) return false;
  return articles.includes(before) || isAfterWeekday || (value > 2 && isSaidAlone(text, at, to));
}

/** "The fifth of next month", "the first of this month". */
function dayOfMonth(text: CalendarText, at: number, to: number, day: number) {
  const { last, next, these, month } = text.calendar;
  const word = text.word(to);
  const months = last.includes(word)
    ? -1
    : next.includes(word)
      ? 1
      : these.includes(word)
        ? 0
        : null;
  if (months === null || !month.includes(text.word(to + 1))) return null;
  const ms = dayIn(text.today.year, text.today.month - 1 + months, day);
  return dayMention(text, { at, to: to + 2, ms, form: 'date' });
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}))?$/;
/** "Cut it by 3/4". */
const FRACTION = /^(?:1\/[2348]|2\/3|[35]\/[48]|7\/8)$/;
/** Words before "12/05" that make it a date in English. */
const BEFORE_DATE = /^(?:on|by|until|till|before|due|since|from|after)$/;

/** The time zones of the United States, and of the Philippines, where the month is written first. */
const MONTH_FIRST = new RegExp(
  String.raw`^(?:US/|America/(?:Adak|Anchorage|Boise|Chicago|Denver|Detroit|Indian|Juneau|Kentucky/|Los_Angeles|Menominee` +
    String.raw`|Metlakatla|New_York|Nome|North_Dakota/|Phoenix|Sitka|Yakutat)|Pacific/(?:Honolulu|Guam)|Asia/Manila)`,
);
/** Zones that tell no place. */
const NOWHERE = /^(?:UTC|GMT|Etc\/|Z$)/;

/** Returns whether "12/05" is the twelfth of May; null when neither language nor zone tells. */
function dayIsFirst({ calendar, today: { timezone } }: CalendarText): boolean | null {
  if (calendar.day_first) return true;
  return timezone === undefined || NOWHERE.test(timezone) ? null : !MONTH_FIRST.test(timezone);
}

/** The numbers of "24/12" and "24.12.2026". */
export function numericAt(
  text: CalendarText,
  at: number,
): { day: number; month: number; year: number | null; isSlashed: boolean } | null {
  const word = text.word(at);
  const slashed = word === '24/7' ? null : SLASHED.exec(word);
  const [, one, other, named] = slashed ?? DOTTED.exec(word) ?? [];
  if (one === undefined) return null;
  // "1.2.26" is a version in English.
  if (!slashed && named?.length === 2 && !text.calendar.day_first) return null;
  const isDayFirst = !slashed || Number(one) > 12 || (Number(other) <= 12 && dayIsFirst(text));
  if (isDayFirst === null) return null;
  const [day, month] = isDayFirst ? [Number(one), Number(other)] : [Number(other), Number(one)];
  if (!isDay(day) || month < 1 || month > 12) return null;
  const year = named === undefined ? null : Number(named) + (named.length === 2 ? 2_000 : 0);
  return { day, month: month - 1, year, isSlashed: slashed !== null };
}

/** "24/12", "12/24", "am 24.12.", "24.12.2026"; "3/4" and "24/7" are no dates. */
function numericDate(text: CalendarText, at: number): DayMention | MissingDay | null {
  const { articles, day_first, dotted, oclock } = text.calendar;
  const said = numericAt(text, at);
  if (!said) return null;
  const { day, month, year, isSlashed } = said;
  const before = text.word(at - 1);
  const isLoose = dotted.length > 0 && text.isBeforeDot(at) && !text.calendar.at.includes(before);
  const isDotted = (isLoose || dotted.includes(before)) && !oclock.includes(text.word(at + 1));
  const isSure = day > 12 || (!FRACTION.test(text.word(at)) && BEFORE_DATE.test(before));
  const isWritten = day_first ? articles.includes(before) : isSure;
  if (year === null && !(isSlashed ? isWritten : isDotted)) return null;
  if (year === null) return dated(text, { at, to: at + 1, month, day });
  return dayMention(text, { at, to: at + 1, ms: dayIn(year, month, day), form: 'date' });
}

/** "Twenty-eighth, that's the Sunday." */
const isSaidAlone = (text: CalendarText, at: number, to: number): boolean =>
  text.words.length <= 3 || (at === 0 && /^(?:that|to|then|yes|and|at|from)$/.test(text.word(to)));

/** "October 15, 2027", "12 de mayo de 2027". */
const YEAR = /^20\d\d$/;
const OF_YEAR = /^(?:of|de|del)$/;

/** The year at a place, perhaps after "of", and the place after it. */
export function yearAt(text: CalendarText, at: number): { year: number; to: number } | null {
  const place = at + (OF_YEAR.test(text.word(at)) ? 1 : 0);
  return YEAR.test(text.word(place)) ? { year: Number(text.word(place)), to: place + 1 } : null;
}

function dated(
  text: CalendarText,
  { at, to, month, day }: { at: number; to: number; month: number; day: number },
): DayMention | MissingDay {
  const said = yearAt(text, to);
  const ms = said ? dayIn(said.year, month, day) : dayOfYear(text, month, day);
  return dayMention(text, { at, to: said?.to ?? to, ms, form: 'date' });
}
