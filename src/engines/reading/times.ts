/** The times that a talk names, put together to the times that are meant. */
import type { Talk } from './input.ts';
import type { CalendarDay } from '../calendar/calendar-text.ts';
import type { DayMention, HourMention, Mention } from '../calendar/mention.ts';
import { readMentions } from '../calendar/mentions.ts';
import { dayIn } from '../calendar/named-dates.ts';
import {
  addDays,
  addMinutes,
  isoDay,
  minuteOf,
  wallClockAt,
  wallClockOf,
  type WallClock,
} from '../calendar/wall-clock.ts';
import type { Unit } from '../words/units.ts';

interface Placed<Of> {
  mention: Of;
  unit: Unit;
}

/** A day, an hour, or both, perhaps from different sentences. */
export interface TimeCandidate {
  day: Placed<DayMention> | null;
  hour: Placed<HourMention> | null;
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`. */
  time: string | null;
}

export interface NamedTimes {
  days: readonly Placed<DayMention>[];
  hours: readonly Placed<HourMention>[];
  /** Sentences whose only day does not exist, such as the 31st of April. */
  lackDay: ReadonlySet<Unit>;
  today: string;
  /** `HH:MM` at which the talk began. */
  now: string;
  characters: number;
}

/** A sentence that names more days or more hours is a list, or noise. */
const MAX_IN_SENTENCE = 12;

/** A local time such as `2026-03-15T14:00`. */
export function namedTimesIn(
  { units, talk }: { units: readonly Unit[]; talk: Talk },
  start: string,
): NamedTimes {
  const today = start.slice(0, 10);
  const wall = wallClockOf(today, start.slice(11, 16));
  const days: Placed<DayMention>[] = [];
  const hours: Placed<HourMention>[] = [];
  const months: Placed<DayMention>[] = [];
  const lackDay = new Set<Unit>();
  for (const unit of units) {
    const former = formerTime(unit);
    const counts = { day: 0, hour: 0 };
    const read = readMentions(unit.tokens, momentOf(unit, talk, wall), talk.language);
    if (read.lacksDay) lackDay.add(unit);
    for (const mention of distinct(read.mentions)) {
      if (mention.from > former.from && mention.from < former.to) {
        // "Move it from three to four".
        const end = mention.kind === 'hour' && mention.to > former.to ? mention.end : null;
        if (end !== null) {
          hours.push({ mention: { ...(mention as HourMention), time: end, end: null }, unit });
        }
        continue;
      }
      if (mention.kind === 'day' && mention.form === 'open') continue;
      if (isRefused(unit, mention)) continue;
      counts[mention.kind] += 1;
      if (counts[mention.kind] > MAX_IN_SENTENCE) continue;
      if (mention.kind === 'hour') hours.push({ mention, unit });
      else {
        const day = { mention: inMonthOf(months, mention, unit), unit };
        days.push(day);
        if (namesMonth(day)) months.push(day);
      }
    }
    const same = sameHour(unit, hours.at(-1));
    if (same) hours.push({ mention: same, unit });
  }
  const nearHours = windowOf(hours);
  const halved = hours.map((hour) => ({ ...hour, mention: inHalfOf(nearHours(hour.unit), hour) }));
  const characters = talk.turns.reduce((sum, { text }) => sum + text.length, 0);
  return { days, hours: halved, lackDay, today, now: start.slice(11, 16), characters };
}

const NOT =
  /(?<!\b(?:why|how about|warum|wieso|por qué) )\b(?:not|nicht|no)(?: (?:on|at|in|am|um|im|el|a|la|las|los))?$/u;

/** "On Friday, not on Thursday" is no Thursday; "why not Thursday?" may be one, and so may "no, Thursday". */
function isRefused({ tokens, text, start }: Unit, { from }: Mention): boolean {
  const before = tokens.slice(Math.max(0, from - 4), from);
  if (before.length === 0 || !NOT.test(before.map(({ word }) => word).join(' '))) return false;
  const said = text.slice(
    before[Math.max(0, before.length - 2)]!.end - start,
    tokens[from]!.start - start,
  );
  return !/[,.;:!?]/u.test(said);
}

const MS_PER_MINUTE = 60_000;

/** The time at which a sentence was said. */
function momentOf({ turn }: Unit, { turns, weekStart, began }: Talk, wall: WallClock): CalendarDay {
  const minute = turns[turn]!.minute ?? 0;
  if (!began) return { ...addMinutes(wall, minute), weekStart };
  const { timezone } = began;
  const instant = minuteOf(new Date(began.at)) + minute * MS_PER_MINUTE;
  return { ...wallClockAt(new Date(instant), timezone), weekStart, instant, timezone };
}

/** In a sentence that names many times, each of them once. */
function distinct(mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.length <= 2 * MAX_IN_SENTENCE) return mentions;
  const seen = new Set<string>();
  return mentions.filter((one) => {
    const key = one.kind === 'day' ? `${one.first} ${one.date}` : `${one.time} ${one.end}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Returns a function that gives those of the placed that may be near a sentence. They are in order. */
function windowOf<Of>(placed: readonly Placed<Of>[]): (unit: Unit) => readonly Placed<Of>[] {
  const indexes = placed.map(({ unit }) => unit.index);
  const firstFrom = (index: number) => {
    let [low, high] = [0, indexes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (indexes[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ index }) =>
    placed.slice(firstFrom(index - REACH.sentences), firstFrom(index + REACH.sentences + 1));
}

/** "Same time" is the hour that was named before. */
function sameHour({ tokens }: Unit, before: Placed<HourMention> | undefined): HourMention | null {
  const from = tokens.findIndex(
    ({ word }, at) => word === 'same' && /^(?:time|hour)$/.test(tokens[at + 1]?.word ?? ''),
  );
  return before && from >= 0
    ? { ...before.mention, from, to: from + 2, date: null, form: 'at', isSure: false }
    : null;
}

/** "Half past seven" is in the morning when it was said near "half past seven, for breakfast". */
function inHalfOf(
  near: readonly Placed<HourMention>[],
  { mention, unit }: Placed<HourMention>,
): HourMention {
  if (mention.isSure) return mention;
  const said = near.find(
    (other) =>
      other.mention.isSure &&
      isNear(other.unit, unit) &&
      onTwelveHours(other.mention.time) === onTwelveHours(mention.time),
  );
  return said ? { ...mention, time: said.mention.time } : mention;
}

const onTwelveHours = (time: string): string => `${Number(time.slice(0, 2)) % 12}${time.slice(2)}`;

/** "The eighth" is in the month that was named shortly before: "from the tenth of April". */
function inMonthOf(
  months: readonly Placed<DayMention>[],
  mention: DayMention,
  unit: Unit,
): DayMention {
  if (mention.form !== 'ordinal' || mention.weekday !== null) return mention;
  const isOfDay = (date: string) => date.slice(8) === mention.date.slice(8);
  const named = months
    .slice(-MAX_MONTHS)
    .findLast((one) => unit.turn - one.unit.turn <= MONTH_LASTS || isOfDay(one.mention.date));
  if (!named) return mention;
  const { year, month } = wallClockOf(named.mention.date);
  const ms = dayIn(year, month - 1, wallClockOf(mention.date).day);
  const date = ms === null ? null : new Date(ms).toISOString().slice(0, 10);
  return date !== null && date > mention.date ? { ...mention, date } : mention;
}

/** Named months that are looked through for the same day. */
const MAX_MONTHS = 100;

/** "The tenth of April" does, "since Christmas" does not. */
const namesMonth = ({ mention, unit }: Placed<DayMention>): boolean =>
  ['date', 'month'].includes(mention.form) &&
  !/^(?:since|seit|desde)$/.test(unit.tokens[mention.from - 1]?.word ?? '');

/** Turns after which a named month is forgotten, except for the same day of it. */
const MONTH_LASTS = 6;

const MOVES = /\b(?:mov|reschedul|shift|push|postpon|chang)/i;

/** The words of the old time in "Move it from Tuesday at three to Thursday at four". */
function formerTime({ text, tokens }: Unit): { from: number; to: number } {
  const from = MOVES.test(text) ? tokens.findIndex(({ word }) => word === 'from') : -1;
  const to = tokens.findIndex(({ word }, at) => at > from && word === 'to');
  return from < 0 || to < 0 ? { from: 0, to: 0 } : { from, to };
}

/** A day and an hour further apart, in turns and in sentences, do not belong together. */
const REACH = { turns: 5, sentences: 12 };

export const isNear = (one: Unit, other: Unit, { turns, sentences } = REACH): boolean =>
  Math.abs(one.turn - other.turn) <= turns && Math.abs(one.index - other.index) <= sentences;

/** The hours with which a day is joined, when there are enough for a long talk, and for its length. */
const MAX_HOURS_OF_DAY = 24;
const MIN_PAIRS = 200;
const CHARACTERS_PER_PAIR = 10;

export function candidatesOf({ days, hours, today, now, characters }: NamedTimes): TimeCandidate[] {
  const alone = days.map((day) => ({ day, hour: null, date: startOf(day.mention), time: null }));
  const pairs = pairsOf({ days, hours, characters }).map(([day, hour]) => ({
    day,
    hour,
    date: startOf(day.mention),
    time: hour.mention.time,
  }));
  const hoursAlone = hours.map((hour) => ({
    day: null,
    hour,
    ...whenAlone(hour.mention, { today, now }),
  }));
  return [...alone, ...pairs, ...hoursAlone].filter(({ date, time, day, hour }) => {
    // When the clocks are put back, "in an hour" may show the same hour as now.
    if (day === null && hour?.mention.date) return true;
    const last = day?.mention.form === 'range' ? day.mention.date : date;
    return last > today || (last === today && (time === null ? day !== null : time > now));
  });
}

/** A range begins on its first day. Of a period such as "next week", the last day is the one that counts. */
const startOf = ({ form, first, date }: DayMention): string =>
  form === 'range' && first !== null ? first : date;

/** Each day with the hours near it; in a talk that names very many, only with the nearest. */
function pairsOf({
  days,
  hours,
  characters,
}: Pick<NamedTimes, 'days' | 'hours' | 'characters'>): [Placed<DayMention>, Placed<HourMention>][] {
  const budget = MIN_PAIRS + characters / CHARACTERS_PER_PAIR;
  const most = Math.min(MAX_HOURS_OF_DAY, Math.ceil(budget / Math.max(1, days.length)));
  const near = windowOf(hours.filter(({ mention }) => mention.date === null));
  return days.flatMap((day) => {
    const apart = ({ unit, mention }: Placed<HourMention>) =>
      Math.abs(unit.index - day.unit.index) * FAR + Math.abs(mention.from - day.mention.from);
    const own = near(day.unit).filter(({ unit }) => isNear(unit, day.unit));
    const nearest = new Set(own.toSorted((one, other) => apart(one) - apart(other)).slice(0, most));
    return own
      .filter((hour) => nearest.has(hour))
      .map((hour): [Placed<DayMention>, Placed<HourMention>] => [day, hour]);
  });
}

/** A word in the own sentence is nearer than any in another. */
const FAR = 1_000;

/** An hour that is over may mean the same hour in the evening, or on the next day when it is clear which half is meant. */
function whenAlone(
  { date, time, isSure }: HourMention,
  { today, now }: Pick<NamedTimes, 'today' | 'now'>,
): { date: string; time: string } {
  const hour = Number(time.slice(0, 2));
  if (date !== null || time >= now) return { date: date ?? today, time };
  if (isSure) return { date: isoDay(addDays(wallClockOf(today), 1)), time };
  return { date: today, time: hour < 12 ? `${hour + 12}${time.slice(2)}` : time };
}
