import type { TimeMention } from './dates.ts';
import { instantOf, knownZone, wallClockOf } from './wall-clock.ts';

/**
 * Returns the time at which a task is due. If the words name only a day, it is the user's hour for
 * tasks. Without such an hour, or if it has passed, it is the end of the day.
 */
export function dueAt(
  mention: Pick<TimeMention, 'date' | 'time' | 'instant' | 'end'>,
  { timezone, due_hour }: { timezone: string; due_hour?: number | null },
  said: Date,
): Date {
  if (mention.time) return mention.instant;
  const date = mention.end?.date ?? mention.date;
  const at = (hour: number, minute: number) =>
    instantOf({ ...wallClockOf(date), hour, minute }, knownZone(timezone));
  const due = typeof due_hour === 'number' ? at(due_hour, 0) : null;
  return due && due >= said ? due : at(23, 59);
}
