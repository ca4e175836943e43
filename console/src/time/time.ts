import { getLocale } from '../paraglide/runtime.js';
import { DAY_MS, now } from './clock.ts';
import { timezone } from './zone.ts';

/** The locale: the language of the texts, with the user's region if the browser reports it. */
const customs = () =>
  navigator.languages.find((name) => name.startsWith(`${getLocale()}-`)) ?? getLocale();

const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const wanted = { timeZone: timezone(), ...options };
  const key = JSON.stringify(wanted);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(customs(), wanted);
    formats.set(key, made);
  }
  return made;
}

type Moment = string | Date;
const dateOf = (moment: Moment) => (typeof moment === 'string' ? new Date(moment) : moment);

const days = new Map<string, string>();

/**
 * Returns the day as `2026-11-23`. Results are cached, because lists format the same moments
 * repeatedly.
 */
export function dayOf(moment: Moment): string {
  if (moment instanceof Date) return computeDay(moment);
  const key = `${timezone()} ${moment}`;
  const day = days.get(key) ?? computeDay(moment);
  days.set(key, day);
  return day;
}

function computeDay(moment: Moment): string {
  const parts = Object.fromEntries(
    format({ year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(dateOf(moment))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}

/** Returns the day that is `by` days after another. */
export function dayAfter(day: string, by = 1): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}

export const clockTime = (moment: Moment) =>
  format({ hour: 'numeric', minute: '2-digit' }).format(dateOf(moment));

/** The hour alone, as `9 AM` or `9 Uhr`. */
export const hourOf = (moment: Moment) => format({ hour: 'numeric' }).format(dateOf(moment));

export const shortDate = (moment: Moment) =>
  format({ day: 'numeric', month: 'short', ...yearUnlessThis(moment) }).format(dateOf(moment));

export const longDate = (moment: Moment) =>
  format({ weekday: 'long', day: 'numeric', month: 'long', ...yearUnlessThis(moment) }).format(
    dateOf(moment),
  );

export const dateAndTime = (moment: Moment) => `${shortDate(moment)}, ${clockTime(moment)}`;

/** Two days and those between them, as `Nov 16 – 22`; one day as `Tue, Nov 17`. */
export function dayRange(from: string, to: string): string {
  const [first, last] = [from, to].map((day) => new Date(instantOf(day, '12:00'))) as [Date, Date];
  const day = {
    day: 'numeric',
    month: 'short',
    ...yearUnlessThis(first),
    ...yearUnlessThis(last),
  } as const;
  return from === to
    ? format({ ...day, weekday: 'short' }).format(first)
    : format(day).formatRange(first, last);
}

/** A task that is due on a day, without an hour, is due in the last minute of the day. */
export function dueAt(moment: Moment): string {
  const date = dateOf(moment);
  const isWholeDay = dayOf(date) !== dayOf(new Date(date.getTime() + 60_000));
  return isWholeDay ? shortDate(date) : dateAndTime(date);
}

function yearUnlessThis(moment: Moment): { year?: 'numeric' } {
  return dayOf(moment).slice(0, 4) === nearDays()[1]!.slice(0, 4) ? {} : { year: 'numeric' };
}

/** Returns "today", "yesterday" or "tomorrow", otherwise the date. */
export function relativeDay(moment: Moment): string {
  const offset = nearDays().indexOf(dayOf(moment)) - 1;
  if (offset < -1) return longDate(moment);
  const word = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(offset, 'day');
  return word.charAt(0).toLocaleUpperCase(getLocale()) + word.slice(1);
}

const MINUTE_MS = 60_000;
let near: readonly string[] = [];
let nearIn = '';

/** Yesterday, today and tomorrow. They are kept for a minute, because each row of a list asks. */
function nearDays(): readonly string[] {
  const moment = now().getTime();
  const minute = `${timezone()} ${Math.floor(moment / MINUTE_MS)}`;
  if (minute !== nearIn) {
    nearIn = minute;
    near = [-1, 0, 1].map((offset) => computeDay(new Date(moment + offset * DAY_MS)));
  }
  return near;
}

/** Returns a position in a recording, as `4:07` or `1:02:09`. */
export function position(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(getLocale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  if (minutes < 60) return unit(minutes, 'minute');
  const rest = minutes % 60;
  return [unit(Math.floor(minutes / 60), 'hour'), ...(rest ? [unit(rest, 'minute')] : [])].join(
    ' ',
  );
}

/** Returns the instant of a wall-clock time in the account's time zone: `2026-11-23`, `18:00`. */
export function instantOf(day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // Two steps are enough, even near a clock change.
  let instant = wanted;
  for (let step = 0; step < 2; step += 1) instant += wanted - wallClock(instant);
  return new Date(instant).toISOString();
}

/** Returns the local time of the zone at an instant, as if it were UTC. */
function wallClock(instant: number): number {
  const date = new Date(instant);
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone(), ...options });
  const [hour, minute] = parts.format(date).split(':');
  return Date.parse(`${dayOf(date)}T${hour}:${minute}:00Z`);
}
