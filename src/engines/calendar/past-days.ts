/** Days and periods that the models have not learned: "two weeks ago", "last month", "next year". */
import type { CalendarText } from './calendar-text.ts';
import { countAt } from './counted-days.ts';

const MS_PER_DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const FRIDAY = 4;

export interface OpenDays {
  first: number | null;
  ms: number;
  to: number;
}

/** The day or the period in the unit, as many units from today as the words say. */
export function openDaysAt(text: CalendarText, at: number): OpenDays | null {
  return ago(text, at) ?? beside(text, at);
}

/** "Two weeks ago", "vor drei Tagen", "hace un año". */
function ago(text: CalendarText, at: number): OpenDays | null {
  const { ago } = text.calendar;
  const first = ago.isBefore ? at + 1 : at;
  if (ago.isBefore && text.word(at) !== ago.word) return null;
  const count = countAt(text, first);
  if (!count) return null;
  const unit = first + count.length;
  if (!ago.isBefore && text.word(unit + 1) !== ago.word) return null;
  const to = unit + (ago.isBefore ? 1 : 2);
  const { day, week, fortnight } = text.calendar;
  const days = day.includes(text.word(unit))
    ? 1
    : week.includes(text.word(unit))
      ? DAYS_OF_WEEK
      : fortnight.includes(text.word(unit))
        ? 2 * DAYS_OF_WEEK
        : 0;
  if (days > 0) return { first: null, ms: text.now - count.value * days * MS_PER_DAY, to };
  const period = periodOf(text, unit, -count.value);
  return period && { ...period, to };
}

/** "Last week", "this month", "next year", "el mes pasado". */
function beside(text: CalendarText, at: number): OpenDays | null {
  const { last, next, these, past_days } = text.calendar;
  const word = text.word(at);
  const away = last.includes(word) ? -1 : next.includes(word) ? 1 : these.includes(word) ? 0 : null;
  if (away !== null) {
    const period = periodOf(text, at + 1, away);
    return period && { ...period, to: at + 2 };
  }
  const isPast = past_days.includes(text.word(at + 1));
  if (!isPast && !text.isComing(at + 1)) return null;
  const period = periodOf(text, at, isPast ? -1 : 1);
  return period && { ...period, to: at + (isPast ? 2 : 3) };
}

function periodOf(
  { now, calendar, today, words }: CalendarText,
  at: number,
  away: number,
): Omit<OpenDays, 'to'> | null {
  const word = words[at] ?? '';
  if (calendar.week.includes(word)) {
    const days = ((new Date(now).getUTCDay() + 6) % DAYS_OF_WEEK) - away * DAYS_OF_WEEK;
    const monday = now - days * MS_PER_DAY;
    return { first: monday, ms: monday + FRIDAY * MS_PER_DAY };
  }
  if (calendar.month.includes(word)) {
    const month = today.month - 1 + away;
    return { first: Date.UTC(today.year, month, 1), ms: Date.UTC(today.year, month + 1, 0) };
  }
  if (!calendar.year.includes(word)) return null;
  const year = today.year + away;
  return { first: Date.UTC(year, 0, 1), ms: Date.UTC(year, 11, 31) };
}
