/** Days as people say them: "tomorrow week", "Friday the eighteenth", "in three weeks". */
import type { CalendarText } from './calendar-text.ts';
import { nthWeekday, spanAhead, spanAt, spanFrom } from './counted-days.ts';
import { CALENDARS } from './languages/languages.ts';
import type { DayMention } from './mention.ts';
import { openDaysAt } from './past-days.ts';
import { periodAt } from './periods.ts';

const MS_PER_DAY = 86_400_000;
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function dayAt(text: CalendarText, at: number): DayMention | null {
  const period = periodAt(text, at);
  if (period) {
    return mentionOf(text, at, period.to, period.ms, period.form, null, period.first ?? null);
  }
  const counted = nthWeekday(text, at) ?? spanAhead(text, at) ?? spanFrom(text, at, plainDayAt);
  if (counted) return mentionOf(text, at, counted.to, counted.ms, counted.form, counted.weekday);
  const open = openDaysAt(text, at);
  return open
    ? mentionOf(text, at, open.to, open.ms, 'open', null, open.first)
    : plainDayAt(text, at);
}

const plainDayAt = (text: CalendarText, at: number): DayMention | null =>
  relativeDay(text, at) ?? weekendAt(text, at) ?? weekdayAt(text, at) ?? dateAt(text, at);

function mentionOf(
  text: CalendarText,
  at: number,
  to: number,
  ms: number,
  form: DayMention['form'],
  weekday: number | null = null,
  first: number | null = null,
): DayMention {
  const isPast =
    ms < text.now ||
    text.calendar.past_days.includes(text.word(at - 1)) ||
    text.calendar.past_days.includes(text.word(to));
  const begins = first === null ? null : isoOf(first);
  return { kind: 'day', from: at, to, date: isoOf(ms), first: begins, form, isPast, weekday };
}

function relativeDay(text: CalendarText, at: number): DayMention | null {
  const { relative, phrases, week, articles, morning } = text.calendar;
  const word = text.word(at);
  const length = [3, 2].find((words) => Object.hasOwn(phrases, text.phrase(at, words)));
  if (length !== undefined) {
    const ahead = phrases[text.phrase(at, length)]!;
    const form = ahead < 0 ? 'open' : 'relative';
    return mentionOf(text, at, at + length, text.now + ahead * MS_PER_DAY, form);
  }
  const days = Object.hasOwn(relative, word) ? relative[word]! : null;
  if (days === null) return null;
  // "Por la mañana", "de la mañana" are the morning.
  if (
    morning.includes(word) &&
    (text.word(at - 1) === 'la' || articles.includes(text.word(at - 1)))
  )
    return null;
  const weeks = week.includes(text.word(at + 1)) ? 1 : 0;
  const after = daysAfter(text, at + 1 + weeks);
  const ms = text.now + (days + weeks * 7 + after.days) * MS_PER_DAY;
  return mentionOf(text, at, after.to, ms, days < 0 ? 'open' : 'relative');
}

/** "Freitag in einer Woche": the days from that day, and the place after them. */
function daysAfter(text: CalendarText, to: number): { days: number; to: number } {
  const { ahead, counts_after_day } = text.calendar;
  const span = counts_after_day && ahead.includes(text.word(to)) ? spanAt(text, to + 1) : null;
  return span?.isInWeeks ? span : { days: 0, to };
}

function weekdayAt(text: CalendarText, at: number): DayMention | null {
  const { next, after_next, week, fortnight } = text.calendar;
  const todayIs = new Date(text.now).getUTCDay();
  const weekday = text.weekdayAt(at);
  if (weekday < 0 || isVerbOrSun(text, at)) return null;
  let ahead = (weekday - todayIs + 7) % 7 || 7;
  let to = at + 1;
  const before = text.word(at - 1);
  const isLast = text.calendar.past_days.includes(before);
  if (isLast)
    return mentionOf(text, at, to, text.now - (7 - (ahead % 7)) * MS_PER_DAY, 'weekday', weekday);
  // "A week on Monday", "Monday week", "Monday fortnight", "next Monday".
  if (week.includes(text.word(to))) [ahead, to] = [ahead + 7, to + 1];
  else if (after_next.includes(text.phrase(to, 2))) [ahead, to] = [ahead + 7, to + 2];
  else if (fortnight.includes(text.word(to))) [ahead, to] = [ahead + 14, to + 1];
  else if (before === 'the' && text.word(to) === 'after') [ahead, to] = [ahead + 7, to + 1];
  else if (before === 'on' && week.includes(text.word(at - 2))) ahead += 7;
  else if (next.includes(before) && text.calendar !== CALENDARS['es'] && ahead <= 2) ahead += 7;
  const after = daysAfter(text, to);
  const ms = text.now + (ahead + after.days) * MS_PER_DAY;
  return mentionOf(text, at, after.to, ms, 'weekday', weekday);
}

const MAY_BE_NO_DAY = /^(?:sun|sat|wed|mon)$/;
const BEFORE_DAY = /^(?:on|this|next|last|by|until|till|coming)$/;

/** "I sat down" and "the sun" name no day, "on Sat" and "Sat 5 pm" do. */
function isVerbOrSun(text: CalendarText, at: number): boolean {
  if (!MAY_BE_NO_DAY.test(text.word(at)) || BEFORE_DAY.test(text.word(at - 1))) return false;
  const next = at + (text.word(at + 1) === 'at' ? 2 : 1);
  return text.words.length > 2 && !/^\d/.test(text.word(next)) && !text.numberAt(next);
}

/** "At the weekend", "next weekend", "the weekend after next". */
function weekendAt(text: CalendarText, at: number): DayMention | null {
  const { weekend, next, after_next } = text.calendar;
  if (!weekend.includes(text.word(at))) return null;
  const ahead = (6 - new Date(text.now).getUTCDay() + 7) % 7;
  const isAfterNext = after_next.includes(text.phrase(at + 1, 2));
  const isLater = next.includes(text.word(at - 1)) || after_next.includes(text.word(at - 1));
  const isLast = text.calendar.last.includes(text.word(at - 1));
  const weeks = isLast ? -1 : isAfterNext ? 2 : isLater ? 1 : 0;
  const ms = text.now + (ahead + 7 * weeks) * MS_PER_DAY;
  return mentionOf(text, at, at + (isAfterNext ? 3 : 1), ms, 'weekend');
}

/** "The third one" is no day. */
const COUNTED = new RegExp(
  '^(?:ones?|times?|floor|chapter|year|part|thing|class|round|grade|place|person|child|row|left' +
    '|right|street|page|question|door|term|version|email|draft)$',
);

/** "The twelfth", "the twelfth of May", "May twelfth", "12 de mayo". */
function dateAt(text: CalendarText, at: number): DayMention | null {
  const { months, articles } = text.calendar;
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.word(at));
  if (iso) {
    const ms = Date.parse(`${text.word(at)}T00:00Z`);
    return Number.isNaN(ms) ? null : mentionOf(text, at, at + 1, ms, 'date');
  }
  const numeric = numericDate(text, at);
  if (numeric) return numeric;
  const month = text.indexIn(months, at);
  if (month >= 0) {
    const said = text.ordinalAt(at + 1) ?? text.numberAt(at + 1);
    return said && said.value <= 31
      ? dated(text, at, at + 1 + said.length, month, said.value)
      : null;
  }
  const ordinal = text.ordinalAt(at);
  const counted = ordinal ? text.word(at + ordinal.length) : '';
  if (COUNTED.test(counted)) return null;
  // "The second half", but "the second, half past ten".
  if (counted === 'half' && text.word(at + ordinal!.length + 1) !== 'past') return null;
  const said = ordinal ?? text.numberAt(at);
  if (!said || said.value < 1 || said.value > 31) return null;
  let to = at + said.length;
  const links = ['of', 'de'].includes(text.word(to)) ? 1 : 0;
  const ofMonth = links === 1 ? dayOfMonth(text, at, to + 1, said.value) : null;
  if (ofMonth) return ofMonth;
  const named = text.indexIn(months, to + links);
  if (named >= 0) return dated(text, at, to + links + 1, named, said.value);
  const before = text.word(at - 1);
  const isAfterWeekday = text.indexIn(text.calendar.weekdays, at - 1) >= 0;
  const isSpanishDay =
    text.calendar === CALENDARS['es'] &&
    (['el', 'día', 'del', 'al'].includes(before) || isAfterWeekday);
  if (
    !isSpanishDay &&
    !(
      ordinal &&
      (articles.includes(before) || isAfterWeekday || (said.value > 2 && isSaidAlone(text, at, to)))
    )
  )
    return null;
  const { year, month: thisMonth } = text.today;
  let ms = Date.UTC(year, thisMonth - 1, said.value);
  if (ms < text.now) ms = Date.UTC(year, thisMonth, said.value);
  return mentionOf(text, at, to, ms, 'ordinal');
}

/** "The fifth of next month", "the first of this month". */
function dayOfMonth(text: CalendarText, at: number, to: number, day: number): DayMention | null {
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
  const ms = Date.UTC(text.today.year, text.today.month - 1 + months, day);
  return mentionOf(text, at, to + 2, ms, 'date');
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$/;

/** "24/12", "12/24", "am 24.12.", "24.12.2026"; "3/4" and "24/7" are no dates. */
function numericDate(text: CalendarText, at: number): DayMention | null {
  const { articles, day_first, dotted, oclock } = text.calendar;
  const word = text.word(at);
  const before = text.word(at - 1);
  const isDotted = dotted.includes(before) && !oclock.includes(text.word(at + 1));
  const slashed = word === '24/7' ? null : SLASHED.exec(word);
  const [, one, other, named] = slashed ?? DOTTED.exec(word) ?? [];
  if (one === undefined) return null;
  if (named === undefined && (slashed ? day_first && !articles.includes(before) : !isDotted))
    return null;
  const isDayFirst = !slashed || day_first || Number(one) > 12;
  if (!isDayFirst && Number(other) <= 12) return null;
  const [day, month] = isDayFirst ? [Number(one), Number(other)] : [Number(other), Number(one)];
  if (day < 1 || day > 31 || month < 1 || month > 12) return null;
  if (named === undefined) return dated(text, at, at + 1, month - 1, day);
  const year = Number(named) + (named.length === 2 ? 2_000 : 0);
  return mentionOf(text, at, at + 1, Date.UTC(year, month - 1, day), 'date');
}

/** "Twenty-eighth, that's the Sunday." */
const isSaidAlone = (text: CalendarText, at: number, to: number): boolean =>
  text.words.length <= 3 || (at === 0 && /^(?:that|to|then|yes|and|at|from)$/.test(text.word(to)));

/** "October 15, 2027", "12 de mayo de 2027". */
const YEAR = /^20\d\d$/;
const OF_YEAR = /^(?:of|de|del)$/;

function dated(text: CalendarText, at: number, to: number, month: number, day: number): DayMention {
  const place = to + (OF_YEAR.test(text.word(to)) ? 1 : 0);
  if (YEAR.test(text.word(place))) {
    const inYear = Date.UTC(Number(text.word(place)), month, day);
    return mentionOf(text, at, place + 1, inYear, 'date');
  }
  let ms = Date.UTC(text.today.year, month, day);
  if (ms < text.now - 60 * MS_PER_DAY) ms = Date.UTC(text.today.year + 1, month, day);
  return mentionOf(text, at, to, ms, 'date');
}
