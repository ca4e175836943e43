import { Unrecognised } from '../../../core/errors.ts';
import { beginning, Day } from '../../../core/wire.ts';
import {
  addDays,
  daysIntoWeek,
  instantOf,
  isoDay,
  monthStart,
  wallClockAt,
} from '../../../engines/calendar/wall-clock.ts';
import type { WallClock, FirstWeekday } from '../../../engines/calendar/wall-clock.ts';
import { boundsOf } from '../../accounts/day-bounds.ts';

/** The user's calendar at the time of a request. */
export interface Calendar {
  now: Date;
  timezone: string;
  weekStart: FirstWeekday;
}

/** A period of time; the end is exclusive. `none` matches records without a time. */
export type Period = { from: Date | null; until: Date | null } | 'none' | 'any';

/** The first and the last day of each period; the last is exclusive. */
const PERIODS: Record<
  string,
  (today: WallClock, weekStart: FirstWeekday) => [WallClock, WallClock]
> = {
  today: (today) => days(today, 0, 1),
  yesterday: (today) => days(today, -1, 1),
  tomorrow: (today) => days(today, 1, 1),
  last_week: (today, weekStart) => week(today, weekStart, -1),
  this_week: (today, weekStart) => week(today, weekStart, 0),
  next_week: (today, weekStart) => week(today, weekStart, 1),
  last_month: (today) => [monthStart(today, -1), monthStart(today, 0)],
  this_month: (today) => [monthStart(today, 0), monthStart(today, 1)],
  next_month: (today) => [monthStart(today, 1), monthStart(today, 2)],
};

export const PERIOD_WORDS = [...Object.keys(PERIODS), 'past', 'future', 'any', 'none'];

function days(today: WallClock, first: number, count: number): [WallClock, WallClock] {
  return [addDays(today, first), addDays(today, first + count)];
}

function week(today: WallClock, weekStart: FirstWeekday, weeks: number): [WallClock, WallClock] {
  return days(today, 7 * weeks - daysIntoWeek(today, weekStart), 7);
}

/** Returns the period for a word or a day. */
export function periodOf(word: string, { now, timezone, weekStart }: Calendar): Period {
  if (word === 'none' || word === 'any') return word;
  if (word === 'past') return { from: null, until: now };
  if (word === 'future') return { from: now, until: null };
  const today = { ...wallClockAt(now, timezone), hour: 0, minute: 0 };
  const period = PERIODS[word]?.(today, weekStart);
  if (period) {
    const [from, until] = period.map((day) => instantOf(day, timezone));
    return { from: from!, until: until! };
  }
  if (Day.safeParse(word).success) return boundsOf({ start_date: word, end_date: word }, timezone);
  throw new Unrecognised(
    `Invalid period '${beginning(word, 50)}'. Use a day such as ${isoDay(today)}, or one of: ` +
      `${PERIOD_WORDS.join(', ')}.`,
  );
}
