import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { beginning, Day, Moment } from '../../core/wire.ts';
import { addDays, instantOf, isoDay, wallClockAt } from '../../engines/calendar/wall-clock.ts';
import type { FirstWeekday } from '../../engines/calendar/wall-clock.ts';

const NO_ZONE = /^\d{4}-\d{2}-\d{2}[T ](?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;

/** Programs without null values send this date for "no end". */
const NO_END = '9999-12-31';

/** The two query parameters that filter by time. */
export const dateRange = {
  start_date: z
    .string()
    .optional()
    .describe("ISO 8601; a date without a time means that day in the user's time zone."),
  end_date: z
    .string()
    .optional()
    .describe('ISO 8601; a date without a time includes that whole day.'),
};

/**
 * Returns the two points in time of a filter. A plain day means the whole day in the user's time
 * zone. A time without a zone is also in the user's time zone.
 */
export function boundsOf(
  range: { start_date?: string | null | undefined; end_date?: string | null | undefined },
  timezone: string,
): { from: Date | null; until: Date | null } {
  const from = range.start_date ? instant(range.start_date, timezone, 0) : null;
  const isOpen = range.end_date?.startsWith(NO_END);
  const until = range.end_date && !isOpen ? instant(range.end_date, timezone, 1) : null;
  return { from, until };
}

/** Returns the user's day that contains a time. The time has the same formats as in filters. */
export function dayNamed(text: string, timezone: string): string {
  return dayOf(instant(text, timezone, 0), timezone);
}

/**
 * Returns the time of a deadline, in the same formats as in filters. A plain day means its last
 * minute.
 */
export function deadlineOf(text: string, timezone: string): Date {
  const isDay = text.length === 10;
  const moment = instant(text, timezone, isDay ? 1 : 0);
  return isDay ? new Date(moment.getTime() - 60_000) : moment;
}

/** Returns the user's day at a point in time, or the day `daysAfter` days later. */
export function dayOf(at: Date, timezone: string, daysAfter = 0): string {
  return isoDay(addDays(wallClockAt(at, timezone), daysAfter));
}

function instant(text: string, timezone: string, daysAfter: 0 | 1): Date {
  const known = Day.safeParse(text.slice(0, 10)).success;
  if (known && text.length === 10) {
    const [year, month, day] = text.split('-').map(Number);
    return instantOf(addDays(wall(year!, month!, day!), daysAfter), timezone);
  }
  if (known && NO_ZONE.test(text)) return localMoment(text, timezone);
  if (known && Moment.safeParse(text).success) return new Date(text);
  throw new Unrecognised(
    `Invalid date '${beginning(text, 50)}'. Use 2026-01-31 or 2026-01-31T09:00:00Z, in the years 1800 to 2999.`,
  );
}

function localMoment(text: string, timezone: string): Date {
  const [year, month, day, hour, minute, second = 0] = text.split(/[-T :.]/).map(Number);
  const whole = instantOf({ ...wall(year!, month!, day!), hour: hour!, minute: minute! }, timezone);
  return new Date(whole.getTime() + second * 1000);
}

function wall(year: number, month: number, day: number) {
  return { year, month, day, hour: 0, minute: 0 };
}

const WEEK_STARTS = { sunday: 0, monday: 1, saturday: 6 } as const;

/** Returns the first day of a user's week in the form that the engines use. */
export function weekStartOf(
  user: { week_start: keyof typeof WEEK_STARTS } | undefined,
): FirstWeekday {
  return WEEK_STARTS[user?.week_start ?? 'monday'];
}
