/** Finds the days and the hours that words name, as people say them. */
import { wallClockOf } from './wall-clock.ts';
import type { Token } from '../words/units.ts';
import { CalendarText, type CalendarDay } from './calendar-text.ts';
import { withHours } from './day-ranges.ts';
import { dayAt } from './days.ts';
import { hourAhead } from './hours/hours-ahead.ts';
import { hourAt } from './hours/hours.ts';
import { CALENDARS } from './languages/languages.ts';
import type { DayMention, Mention } from './mention.ts';
import { dayInWeekOf } from './periods.ts';

/** Returns the mentions in the words of a sentence, in their order. */
export const mentionsIn = (
  tokens: readonly Token[],
  today: CalendarDay,
  language: string,
): Mention[] => readMentions(tokens, today, language).mentions;

interface Mentions {
  mentions: Mention[];
  /** True when the only day that the words name does not exist: "on the 31st of April". */
  lacksDay: boolean;
}

export function readMentions(
  tokens: readonly Token[],
  today: CalendarDay,
  language: string,
): Mentions {
  const calendar = CALENDARS[language];
  if (!calendar) return { mentions: [], lacksDay: false };
  const text = new CalendarText(tokens, today, calendar);
  const found: Mention[] = [];
  let isMissing = false;
  for (let at = 0; at < text.words.length;) {
    const mention = dayAt(text, at) ?? hourAhead(text, at) ?? hourAt(text, at, found.at(-1));
    if (mention?.kind === 'missing') isMissing = true;
    else if (mention) found.push(mention);
    at = mention ? mention.to : at + 1;
  }
  const mentions = withHours(text, joined(found));
  const isNamed = mentions.some(({ kind, date }) => kind === 'day' || date !== null);
  const lacksDay = isMissing && !isNamed;
  // The hour of a day that does not exist is not an hour of another day.
  return { mentions: lacksDay ? [] : mentions, lacksDay };
}

/** "Friday the eighteenth" and "Friday next week" are one day, and "first thing Monday" is Monday. */
function joined(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    const last = kept.at(-1);
    const day = last && joinedDay(last, mention);
    if (day) kept[kept.length - 1] = day;
    else kept.push(mention);
  }
  const isNamed = kept.some((one) => one.kind === 'day' && one.form !== 'part');
  return isNamed ? kept.filter((one) => one.kind !== 'day' || one.form !== 'part') : kept;
}

const MOST_APART = 2;
const MONTHS_AHEAD = 2;

/** "Sunday the twenty-eighth" is in the first month in which that day is a Sunday. */
function onWeekday(mention: DayMention): DayMention {
  if (mention.form !== 'ordinal') return mention;
  const { year, month, day } = wallClockOf(mention.date);
  for (let more = 0; more <= MONTHS_AHEAD; more += 1) {
    const date = new Date(Date.UTC(year, month - 1 + more, day));
    if (date.getUTCDate() === day && date.getUTCDay() === mention.weekday) {
      return { ...mention, date: date.toISOString().slice(0, 10) };
    }
  }
  return mention;
}

function joinedDay(last: Mention, mention: Mention): DayMention | null {
  if (last.kind !== 'day' || mention.kind !== 'day') return null;
  const apart = mention.from - last.to;
  const isDate = mention.form === 'ordinal' || mention.form === 'date';
  if (last.form === 'weekday' && isDate && apart <= 1) {
    return onWeekday({ ...mention, from: last.from, weekday: last.weekday });
  }
  // "The eighth, that's a Tuesday".
  if (last.form === 'ordinal' && mention.form === 'weekday' && apart <= MOST_APART) {
    return onWeekday({ ...last, to: mention.to, weekday: mention.weekday });
  }
  const [week, weekday] = last.form === 'week' ? [last, mention] : [mention, last];
  if (week.form !== 'week' || weekday.weekday === null || apart > MOST_APART) return null;
  if (weekday.form !== 'weekday' && weekday.form !== 'range') return null;
  const date = dayInWeekOf(week.date, weekday.weekday);
  const [from, to] = [last.from, mention.to];
  if (weekday.first === null) return { ...weekday, from, to, date };
  // "Next week from Tuesday to Thursday".
  const first = Date.parse(date) - Date.parse(weekday.date) + Date.parse(weekday.first);
  return { ...weekday, from, to, date, first: new Date(first).toISOString().slice(0, 10) };
}
