import { addDays, instantOf, wallClockAt } from '../../engines/calendar/wall-clock.ts';
import { dayOf } from '../accounts/day-bounds.ts';

const NOON = 12;

/** Returns when the clock in the time zone next shows this full hour. */
export function nextHourAt(now: Date, timezone: string, hour: number): Date {
  const wall = { ...wallClockAt(now, timezone), hour, minute: 0 };
  const today = instantOf(wall, timezone);
  return today > now ? today : instantOf(addDays(wall, 1), timezone);
}

/** Returns the days of which one is told at this hour. */
export function daysTold(at: Date, timezone: string, hour: number) {
  return hour < NOON
    ? { summary: dayOf(at, timezone, -1), tasks: dayOf(at, timezone) }
    : { summary: dayOf(at, timezone), tasks: dayOf(at, timezone, 1) };
}

/** A task without a time is due in the last minute of its day. */
export const isWholeDay = (due_at: Date, timezone: string): boolean =>
  dayOf(due_at, timezone) !== dayOf(new Date(due_at.getTime() + 60_000), timezone);
