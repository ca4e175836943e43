import { memoised } from '../words/memo.ts';

/**
 * Converts between wall-clock times and instants. People use the wall-clock time of their time zone
 * ("tomorrow at three"); the database stores instants. The server's time zone is never used.
 */
export interface WallClock {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** The first day of the week; 0 is Sunday. */
export type FirstWeekday = 0 | 1 | 6;
export const MONDAY: FirstWeekday = 1;

/** Returns the number of days since the week began. */
export function daysIntoWeek(wall: WallClock, weekStart: FirstWeekday): number {
  return (weekdayOf(wall) - weekStart + 7) % 7;
}

/** More than the IANA time zones with all their names. */
const MAX_ZONES = 1_000;
const formatter = memoised(
  (timezone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
  MAX_ZONES,
);

/** Calculates the wall-clock time with the platform's calendar, which is slow. */
function shownAt(instant: Date, timezone: string): WallClock {
  const wall: WallClock = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of formatter(timezone).formatToParts(instant)) {
    if (type in wall) wall[type as keyof WallClock] = Number(value);
  }
  return wall;
}

const MINUTE = 60_000;
const asUtc = (wall: WallClock): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);

/** Clock changes happen only at quarters of an hour, so the offset is constant in between. */
const QUARTER = 15 * MINUTE;
const MAX_OFFSETS = 2_000;
const offsetOfQuarter = memoised((key) => {
  const [quarter, timezone] = key.split(' ') as [string, string];
  return asUtc(shownAt(new Date(Number(quarter)), timezone)) - Number(quarter);
}, MAX_OFFSETS);

/** Returns how many milliseconds the time zone is ahead of UTC at an instant. */
export function offsetAt(instant: number, timezone: string): number {
  return offsetOfQuarter(`${Math.floor(instant / QUARTER) * QUARTER} ${timezone}`);
}

/** Returns the instant (ms) without its seconds, as wall clocks show it. */
export const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / MINUTE) * MINUTE;

/** Returns the wall-clock time in the time zone at an instant. */
export function wallClockAt(instant: Date, timezone: string): WallClock {
  return wallOf(instant.getTime() + offsetAt(instant.getTime(), timezone));
}

/** Reads a wall-clock time that is written as milliseconds of UTC. */
function wallOf(ms: number): WallClock {
  const wall = new Date(ms);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  };
}

/**
 * Returns the instant at which the wall clock in the time zone shows this time. A time that a clock
 * change skips is moved forward by the length of the gap. For a time that occurs twice, the first
 * instant is returned (Temporal's "compatible" rules).
 */
export function instantOf(wall: WallClock, timezone: string): Date {
  const target = asUtc(wall);
  const before = offsetAt(target - 24 * 60 * MINUTE, timezone);
  const after = offsetAt(target + 24 * 60 * MINUTE, timezone);
  for (const offset of before === after ? [before] : [before, after]) {
    if (offsetAt(target - offset, timezone) === offset) return new Date(target - offset);
  }
  return new Date(target - before);
}

/** Returns the instant at which a day begins. Where the clocks change at midnight, that is later. */
export const startOfDay = (date: string, timezone: string): Date =>
  instantOf(wallClockOf(date), timezone);

export function addDays(wall: WallClock, days: number): WallClock {
  const moved = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return {
    ...wall,
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
  };
}

export const addMinutes = (wall: WallClock, minutes: number): WallClock =>
  wallOf(asUtc(wall) + minutes * MINUTE);

/** Returns the first day of the month that is `months` later. */
export function monthStart(wall: WallClock, months: number): WallClock {
  return addDays({ ...wall, year: wall.year, month: wall.month + months, day: 1 }, 0);
}

/** 0 is Sunday. */
function weekdayOf(wall: WallClock): number {
  return new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
}

/** Reads `YYYY-MM-DD` and `HH:MM`. */
export function wallClockOf(date: string, time = '00:00'): WallClock {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return { year, month, day, hour, minute };
}

const two = (n: number): string => String(n).padStart(2, '0');
export const isoDay = (wall: WallClock): string =>
  `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`;
export const isoTime = (wall: WallClock): string => `${two(wall.hour)}:${two(wall.minute)}`;

/**
 * Formats an instant as `2026-10-31T22:30-07:00`: the wall-clock time to the minute, with its
 * offset.
 */
export function localTime(instant: string, timezone: string): string {
  const time = Date.parse(instant);
  const minutes = offsetAt(time, timezone) / MINUTE;
  const wall = new Date(time + minutes * MINUTE).toISOString().slice(0, 16);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${wall}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/**
 * Returns the time zone if the runtime knows it, otherwise UTC. A bad setting must not lose a
 * conversation.
 */
export function knownZone(timezone: string): string {
  try {
    formatter(timezone);
    return timezone;
  } catch {
    return 'UTC';
  }
}
