/** Days as people say them: "tomorrow week", "Friday the eighteenth", "in three weeks". */
import type { CalendarText } from './calendar-text.ts';
import { nthWeekday, spanAhead, spanAt, spanBeside, spanFrom } from './counted-days.ts';
import { dayRangeAt } from './day-ranges.ts';
import { CALENDARS } from './languages/languages.ts';
import { dayMention, type DayMention, type MissingDay } from './mention.ts';
import { dateAt } from './named-dates.ts';
import { openDaysAt } from './past-days.ts';
import { periodAt } from './periods.ts';

const MS_PER_DAY = 86_400_000;

type Found = DayMention | MissingDay | null;

export function dayAt(text: CalendarText, at: number): Found {
  const range = dayRangeAt(text, at, plainDayAt);
  if (range) return range;
  const period = periodAt(text, at);
  if (period) return dayMention(text, { at, ...period });
  const counted =
    nthWeekday(text, at) ??
    spanAhead(text, at) ??
    spanFrom(text, at, plainDayAt) ??
    spanBeside(text, at, plainDayAt);
  if (counted) return dayMention(text, { at, ...counted });
  const open = openDaysAt(text, at);
  return open ? dayMention(text, { at, ...open, form: 'open' }) : plainDayAt(text, at);
}

const plainDayAt = (text: CalendarText, at: number): Found =>
  relativeDay(text, at) ?? weekendAt(text, at) ?? weekdayAt(text, at) ?? dateAt(text, at);

function relativeDay(text: CalendarText, at: number): Found {
  const { relative, phrases, week, articles, morning } = text.calendar;
  const word = text.word(at);
  const length = [3, 2].find((words) => Object.hasOwn(phrases, text.phrase(at, words)));
  if (length !== undefined) {
    const ahead = phrases[text.phrase(at, length)]!;
    const form = ahead < 0 ? 'open' : 'relative';
    return dayMention(text, { at, to: at + length, ms: text.now + ahead * MS_PER_DAY, form });
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
  return dayMention(text, { at, to: after.to, ms, form: days < 0 ? 'open' : 'relative' });
}

/** "Freitag in einer Woche": the days from that day, and the place after them. */
function daysAfter(text: CalendarText, to: number): { days: number; to: number } {
  const { ahead, counts_after_day } = text.calendar;
  const isAhead = counts_after_day && ahead.includes(text.word(to));
  if (!isAhead) return { days: 0, to };
  const span = spanAt(text, to + 1);
  if (span?.isInWeeks) return span;
  const days = eightDays(text, to + 1, span);
  return days ?? { days: 0, to };
}

/** "Heute in acht Tagen" and "de mañana en ocho" are a week after that day, and "en quince" two. */
function eightDays(text: CalendarText, at: number, span: ReturnType<typeof spanAt>) {
  const count = text.numberAt(at);
  if (!count) return null;
  const weeks = { 8: 1, 14: 2, 15: 2 }[count.value];
  const to = at + count.length;
  const isAlone = text.calendar === CALENDARS['es'] && BEHIND_EIGHT.test(text.word(to));
  if (weeks === undefined || (!isAlone && !span)) return null;
  return { days: 7 * weeks, to: span?.to ?? to };
}

const BEHIND_EIGHT = /^(?:a|al|para|con|por|y|que|el|la|los|las|tengo|hay|tenemos)?$/;

function weekdayAt(text: CalendarText, at: number): Found {
  const { next, after_next, week, fortnight } = text.calendar;
  const todayIs = new Date(text.now).getUTCDay();
  const weekday = text.weekdayAt(at);
  if (weekday < 0 || isVerbOrSun(text, at)) return null;
  let ahead = (weekday - todayIs + 7) % 7 || 7;
  let to = at + 1;
  const before = text.word(at - 1);
  const isLast = text.calendar.past_days.includes(before);
  if (isLast) {
    const ms = text.now - (7 - (ahead % 7)) * MS_PER_DAY;
    return dayMention(text, { at, to, ms, form: 'weekday', weekday });
  }
  // "A week on Monday", "Monday week", "Monday fortnight", "next Monday".
  if (week.includes(text.word(to))) [ahead, to] = [ahead + 7, to + 1];
  else if (after_next.includes(text.phrase(to, 2))) [ahead, to] = [ahead + 7, to + 2];
  else if (fortnight.includes(text.word(to))) [ahead, to] = [ahead + 14, to + 1];
  else if (before === 'the' && text.word(to) === 'after') [ahead, to] = [ahead + 7, to + 1];
  else if (after_next.includes(before)) ahead += ahead <= 2 ? 14 : 7;
  else if (next.includes(before) && text.calendar !== CALENDARS['es'] && ahead <= 2) ahead += 7;
  const after = daysAfter(text, to);
  const ms = text.now + (ahead + after.days) * MS_PER_DAY;
  return dayMention(text, { at, to: after.to, ms, form: 'weekday', weekday });
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
function weekendAt(text: CalendarText, at: number): Found {
  const { next, after_next, last, past_days } = text.calendar;
  const length = text.weekendAt(at);
  if (length === 0) return null;
  const to = at + length;
  const ahead = (6 - new Date(text.now).getUTCDay() + 7) % 7;
  const isAfterNext = after_next.includes(text.phrase(to, 2));
  const isComing = text.calendar === CALENDARS['es'];
  const isLater =
    (next.includes(text.word(at - 1)) && !isComing) || after_next.includes(text.word(at - 1));
  const isLast = last.includes(text.word(at - 1)) || past_days.includes(text.word(to));
  const weeks = isLast ? -1 : isAfterNext ? 2 : isLater ? 1 : 0;
  const ms = text.now + (ahead + 7 * weeks) * MS_PER_DAY;
  return dayMention(text, { at, to: to + (isAfterNext ? 2 : 0), ms, form: 'weekend' });
}
