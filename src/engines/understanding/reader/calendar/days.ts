/** Days as people say them: "tomorrow week", "Friday the eighteenth", "in three weeks". */
import type { CalendarText } from './calendar-text.ts';
import { CALENDARS } from './languages.ts';
import type { DayMention } from './mention.ts';
import { periodAt } from './periods.ts';

const MS_PER_DAY = 86_400_000;
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function dayAt(text: CalendarText, at: number): DayMention | null {
  const period = periodAt(text, at);
  if (period) return mentionOf(text, at, period.to, period.ms, period.form);
  return relativeDay(text, at) ?? countedDay(text, at) ?? weekdayAt(text, at) ?? dateAt(text, at);
}

function mentionOf(
  text: CalendarText,
  at: number,
  to: number,
  ms: number,
  form: DayMention['form'],
  weekday: number | null = null,
): DayMention {
  const isPast =
    ms < text.now ||
    text.calendar.past_days.includes(text.word(at - 1)) ||
    text.calendar.past_days.includes(text.word(to));
  return { kind: 'day', from: at, to, date: isoOf(ms), form, isPast, weekday };
}

function relativeDay(text: CalendarText, at: number): DayMention | null {
  const { relative, week, articles, morning } = text.calendar;
  const word = text.word(at);
  if (word === 'pasado' && text.word(at + 1) === 'mañana') {
    return mentionOf(text, at, at + 2, text.now + 2 * MS_PER_DAY, 'relative');
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
  return mentionOf(
    text,
    at,
    at + 1 + weeks,
    text.now + (days + weeks * 7) * MS_PER_DAY,
    'relative',
  );
}

/** "In three weeks", "in ten days", "a fortnight". */
function countedDay(text: CalendarText, at: number): DayMention | null {
  const { ahead, week, day, month } = text.calendar;
  if (!ahead.includes(text.word(at))) return null;
  const skip = text.word(at + 1) === 'de' ? 2 : 1;
  const said =
    text.numberAt(at + skip) ??
    (/^(?:an?|einer|einem|una?)$/.test(text.word(at + skip)) ? { value: 1, length: 1 } : null);
  if (!said) return null;
  const unit = text.word(at + skip + said.length);
  const days = week.includes(unit) ? 7 : day.includes(unit) ? 1 : month.includes(unit) ? 30 : 0;
  if (days === 0) return null;
  return mentionOf(
    text,
    at,
    at + skip + said.length + 1,
    text.now + said.value * days * MS_PER_DAY,
    'count',
  );
}

function weekdayAt(text: CalendarText, at: number): DayMention | null {
  const { weekend, next, week, fortnight } = text.calendar;
  const todayIs = new Date(text.now).getUTCDay();
  if (weekend.includes(text.word(at))) {
    const ahead = (6 - todayIs + 7) % 7;
    const more = next.includes(text.word(at - 1)) ? 7 : 0;
    return mentionOf(text, at, at + 1, text.now + (ahead + more) * MS_PER_DAY, 'weekend');
  }
  const weekday = text.weekdayAt(at);
  if (weekday < 0) return null;
  let ahead = (weekday - todayIs + 7) % 7 || 7;
  let to = at + 1;
  const before = text.word(at - 1);
  const isLast = text.calendar.past_days.includes(before);
  if (isLast)
    return mentionOf(text, at, to, text.now - (7 - (ahead % 7)) * MS_PER_DAY, 'weekday', weekday);
  // "A week on Monday", "Monday week", "Monday fortnight", "next Monday".
  if (week.includes(text.word(to))) [ahead, to] = [ahead + 7, to + 1];
  else if (fortnight.includes(text.word(to))) [ahead, to] = [ahead + 14, to + 1];
  else if (before === 'the' && text.word(to) === 'after') [ahead, to] = [ahead + 7, to + 1];
  else if (before === 'on' && week.includes(text.word(at - 2))) ahead += 7;
  else if (next.includes(before) && text.calendar !== CALENDARS['es'] && ahead <= 2) ahead += 7;
  return mentionOf(text, at, to, text.now + ahead * MS_PER_DAY, 'weekday', weekday);
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
  if (iso) return mentionOf(text, at, at + 1, Date.parse(`${text.word(at)}T00:00Z`), 'date');
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
  const named = text.indexIn(months, to + links);
  if (named >= 0) return dated(text, at, to + links + 1, named, said.value);
  const before = text.word(at - 1);
  const isAfterWeekday = text.indexIn(text.calendar.weekdays, at - 1) >= 0;
  const isSpanishDay =
    text.calendar === CALENDARS['es'] &&
    (['el', 'día', 'del', 'al'].includes(before) || isAfterWeekday);
  if (
    !isSpanishDay &&
    !(ordinal && (articles.includes(before) || isAfterWeekday || isSaidAlone(text, at, to)))
  )
    return null;
  const { year, month: thisMonth } = text.today;
  let ms = Date.UTC(year, thisMonth - 1, said.value);
  if (ms < text.now) ms = Date.UTC(year, thisMonth, said.value);
  return mentionOf(text, at, to, ms, 'ordinal');
}

/** "Twenty-eighth, that's the Sunday." */
const isSaidAlone = (text: CalendarText, at: number, to: number): boolean =>
  text.words.length <= 3 || (at === 0 && /^(?:that|to|then|yes|and|at|from)$/.test(text.word(to)));

function dated(text: CalendarText, at: number, to: number, month: number, day: number): DayMention {
  let ms = Date.UTC(text.today.year, month, day);
  if (ms < text.now - 60 * MS_PER_DAY) ms = Date.UTC(text.today.year + 1, month, day);
  return mentionOf(text, at, to, ms, 'date');
}
