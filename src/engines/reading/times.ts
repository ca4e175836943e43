/** The times that a talk names, put together to the times that are meant. */
import { addMinutes, wallClockOf } from '../calendar/wall-clock.ts';
import type { DayMention, HourMention } from '../calendar/mention.ts';
import { mentionsIn } from '../calendar/mentions.ts';
import type { Talk, Unit } from './units.ts';

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
  today: string;
  /** `HH:MM` at which the talk began. */
  now: string;
}

/** A local time such as `2026-03-15T14:00`. */
export function timesIn(
  { units, talk }: { units: readonly Unit[]; talk: Talk },
  start: string,
): NamedTimes {
  const today = start.slice(0, 10);
  const wall = wallClockOf(today, start.slice(11, 16));
  const days: Placed<DayMention>[] = [];
  const hours: Placed<HourMention>[] = [];
  for (const unit of units) {
    const former = formerTime(unit);
    const moment = {
      ...addMinutes(wall, talk.turns[unit.turn]!.minute ?? 0),
      weekStart: talk.weekStart,
    };
    for (const mention of mentionsIn(unit.tokens, moment, talk.language)) {
      if (mention.from > former.from && mention.from < former.to) {
        // "Move it from three to four".
        const end = mention.kind === 'hour' && mention.to > former.to ? mention.end : null;
        if (end !== null) {
          hours.push({ mention: { ...(mention as HourMention), time: end, end: null }, unit });
        }
        continue;
      }
      if (mention.kind === 'day' && mention.form === 'open') continue;
      if (mention.kind === 'day') days.push({ mention: inMonthOf(days, mention, unit), unit });
      else hours.push({ mention, unit });
    }
    const same = sameHour(unit, hours.at(-1));
    if (same) hours.push({ mention: same, unit });
  }
  const halved = hours.map((hour) => ({ ...hour, mention: inHalfOf(hours, hour) }));
  return { days, hours: halved, today, now: start.slice(11, 16) };
}

/** "Same time" is the hour that was named before. */
function sameHour({ tokens }: Unit, before: Placed<HourMention> | undefined): HourMention | null {
  const from = tokens.findIndex(
    ({ word }, at) => word === 'same' && /^(?:time|hour)$/.test(tokens[at + 1]?.word ?? ''),
  );
  return before && from >= 0
    ? { ...before.mention, from, to: from + 2, date: null, form: 'at' }
    : null;
}

/** "Half past seven" is in the morning when it was said near "half past seven, for breakfast". */
function inHalfOf(
  hours: readonly Placed<HourMention>[],
  { mention, unit }: Placed<HourMention>,
): HourMention {
  if (mention.isSure) return mention;
  const said = hours.find(
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
  before: readonly Placed<DayMention>[],
  mention: DayMention,
  unit: Unit,
): DayMention {
  const isOfDay = (date: string) => date.slice(8) === mention.date.slice(8);
  const named = before.findLast(
    (one) =>
      namesMonth(one) && (unit.turn - one.unit.turn <= MONTH_LASTS || isOfDay(one.mention.date)),
  );
  if (mention.form !== 'ordinal' || mention.weekday !== null || !named) return mention;
  const date = `${named.mention.date.slice(0, 8)}${mention.date.slice(8)}`;
  const isDay = !Number.isNaN(Date.parse(`${date}T00:00Z`));
  return isDay && date > mention.date ? { ...mention, date } : mention;
}

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

export function candidatesOf({ days, hours, today, now }: NamedTimes): TimeCandidate[] {
  const alone = days.map((day) => ({ day, hour: null, date: day.mention.date, time: null }));
  const pairs = days.flatMap((day) =>
    hours
      .filter(({ unit, mention }) => mention.date === null && isNear(unit, day.unit))
      .map((hour) => ({ day, hour, date: day.mention.date, time: hour.mention.time })),
  );
  const hoursAlone = hours.map((hour) => ({
    day: null,
    hour,
    date: hour.mention.date ?? today,
    time: hour.mention.date === null ? laterToday(hour.mention.time, now) : hour.mention.time,
  }));
  return [...alone, ...pairs, ...hoursAlone].filter(
    ({ date, time, day }) =>
      date > today || (date === today && (time === null ? day !== null : time > now)),
  );
}

/** An hour that is over may mean the same hour in the evening. */
function laterToday(time: string, now: string): string {
  const hour = Number(time.slice(0, 2));
  return time < now && hour < 12 ? `${hour + 12}${time.slice(2)}` : time;
}
