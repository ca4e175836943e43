/** Days that are counted: "in three weeks", "a week from Thursday", "the first Monday in December". */
import type { CalendarText } from './calendar-text.ts';
import type { DayMention, MissingDay } from './mention.ts';
import { dayIn } from './named-dates.ts';
import { dayInWeekOf, nthWeekdayOf } from './periods.ts';

const MS_PER_DAY = 86_400_000;

interface Span {
  days: number;
  months: number;
  isInWeeks: boolean;
  to: number;
}

export interface CountedDay {
  ms: number;
  to: number;
  form: DayMention['form'];
  weekday: number | null;
}

/** "Three", "a couple of", "a". */
export function countAt(text: CalendarText, at: number): ReturnType<CalendarText['numberAt']> {
  const number = text.numberAt(at);
  if (number) return number;
  if (/^\d{3}$/.test(text.word(at))) return { value: Number(text.word(at)), length: 1 };
  if (text.phrase(at, 2) === 'a couple') {
    return { value: 2, length: text.word(at + 2) === 'of' ? 3 : 2 };
  }
  return text.calendar.one.includes(text.word(at)) ? { value: 1, length: 1 } : null;
}

/** "Three weeks", "a fortnight", "a couple of days". */
export function spanAt(text: CalendarText, at: number): Span | null {
  const { week, fortnight, day, month } = text.calendar;
  const said = countAt(text, at);
  if (!said) return null;
  const place = at + said.length;
  const isOf = (unit: readonly string[]) => unit.includes(text.word(place));
  const months = isOf(month) ? said.value : 0;
  const length = isOf(week) ? 7 : isOf(fortnight) ? 14 : isOf(day) ? 1 : 0;
  const isInWeeks = length === 7 || length === 14;
  return months + length === 0
    ? null
    : { days: said.value * length, months, isInWeeks, to: place + 1 };
}

/** "A week and a half": nobody says which day that is. */
function isHalved(text: CalendarText, to: number): boolean {
  const half = text.calendar.and_a_half ?? '';
  return half !== '' && text.phrase(to, half.split(' ').length) === half;
}

/** A month after the 31st of January is the last day of February. */
function after(ms: number, { days, months }: Span): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const start = dayIn(year, month, from.getUTCDate()) ?? Date.UTC(year, month + 1, 0);
  return start + days * MS_PER_DAY;
}

/** "In three weeks", "within ten days", "dentro de dos semanas", "in three weeks on Tuesday". */
export function spanAhead(text: CalendarText, at: number): CountedDay | null {
  const { ahead, articles } = text.calendar;
  if (!ahead.includes(text.word(at))) return null;
  const span = spanAt(text, at + (text.word(at + 1) === 'de' ? 2 : 1));
  if (!span) return weekdaysAhead(text, at + 1);
  if (isHalved(text, span.to)) return null;
  const ms = after(text.now, span);
  const weekday = articles.includes(text.word(span.to)) ? text.weekdayAt(span.to + 1) : -1;
  if (span.isInWeeks && weekday >= 0) {
    const date = dayInWeekOf(new Date(ms).toISOString().slice(0, 10), weekday);
    return { ms: Date.parse(`${date}T00:00Z`), to: span.to + 2, form: 'weekday', weekday };
  }
  return { ms, to: span.to, form: 'count', weekday: null };
}

/** "In two Fridays". */
function weekdaysAhead(text: CalendarText, at: number): CountedDay | null {
  const count = text.numberAt(at);
  const weekday = count ? text.weekdayAt(at + count.length) : -1;
  if (!count || weekday < 0) return null;
  const first = (weekday - new Date(text.now).getUTCDay() + 7) % 7 || 7;
  const ms = text.now + (first + 7 * (count.value - 1)) * MS_PER_DAY;
  return { ms, to: at + count.length + 1, form: 'count', weekday };
}

/** "It has been two weeks today" counts back. */
const COUNTS_BACK = /^(?:been|since|was|were|for|after|last|past|every|ago)$/;

/** "A week tomorrow", "two weeks on Monday". */
export function spanBeside(
  text: CalendarText,
  at: number,
  dayAt: (text: CalendarText, at: number) => DayMention | MissingDay | null,
): CountedDay | null {
  const span = text.calendar.from === null ? null : spanAt(text, at);
  if (!span?.isInWeeks || text.words.slice(0, at).some((word) => COUNTS_BACK.test(word)))
    return null;
  const day = dayAt(text, span.to + (text.word(span.to) === 'on' ? 1 : 0));
  if (day?.kind !== 'day' || day.isPast) return null;
  if (day.form !== 'relative' && day.form !== 'weekday') return null;
  const ms = after(Date.parse(`${day.date}T00:00Z`), span);
  return { ms, to: day.to, form: day.form, weekday: day.weekday };
}

/** "Two weeks from now", "a week from Thursday"; `dayAt` reads the day from which it counts. */
export function spanFrom(
  text: CalendarText,
  at: number,
  dayAt: (text: CalendarText, at: number) => DayMention | MissingDay | null,
): CountedDay | null {
  const [from, now] = text.calendar.from ?? [];
  const span = from === undefined ? null : spanAt(text, at);
  if (!span || text.word(span.to) !== from) return null;
  const place = span.to + 1;
  if (text.word(place) === now) {
    return { ms: after(text.now, span), to: place + 1, form: 'count', weekday: null };
  }
  const day = dayAt(text, place);
  if (day?.kind !== 'day' || day.isPast) return null;
  const ms = after(Date.parse(`${day.date}T00:00Z`), span);
  return { ms, to: day.to, form: 'count', weekday: null };
}

const OF = /^(?:of|in|im|des|de|del)$/;
const ARTICLES = /^(?:the|this|des|dem|diesem|dieses|el|este)$/;

/** "The first Monday in December", "am letzten Freitag des Monats", "el primer lunes del mes". */
export function nthWeekday(text: CalendarText, at: number): CountedDay | null {
  const { nth, last, months, month, next } = text.calendar;
  const isLast = last.includes(text.word(at));
  const place = text.indexIn(nth, at);
  const weekday = isLast || place >= 0 ? text.weekdayAt(at + 1) : -1;
  if (weekday < 0 || !OF.test(text.word(at + 2))) return null;
  let to = at + 3;
  while (ARTICLES.test(text.word(to))) to += 1;
  const isNext = next.includes(text.word(to));
  if (isNext) to += 1;
  const named = text.indexIn(months, to);
  if (named < 0 && !month.includes(text.word(to))) return null;
  const isComing = isNext || text.isComing(to + 1);
  const { today } = text;
  const ahead = named < 0 ? Number(isComing) : (named - (today.month - 1) + 12) % 12;
  const inMonth = (months: number) => {
    const month = today.month - 1 + months;
    // The last one is a week before the first one of the next month.
    return isLast
      ? nthWeekdayOf(today.year, month + 1, weekday, -1)
      : nthWeekdayOf(today.year, month, weekday, place);
  };
  const ms = inMonth(ahead);
  const later = named < 0 ? 1 : 12;
  return {
    ms: ms < text.now ? inMonth(ahead + later) : ms,
    to: to + (text.isComing(to + 1) ? 3 : 1),
    form: 'date',
    weekday,
  };
}
