/** Reads the meetings of one entry of a calendar (iCalendar, RFC 5545). */
import { createContext, runInContext } from 'node:vm';
import ICAL from 'ical.js';
import { beginning } from '../../../core/wire.ts';
import {
  addDays,
  instantOf,
  isoDay,
  knownZone,
  startOfDay,
  wallClockOf,
} from '../../../engines/calendar/wall-clock.ts';
import type { Attendee } from '../../meetings/meeting.ts';
import type { ReadMeeting } from '../../meetings/stored-meetings.ts';

export interface Window {
  from: Date;
  until: Date;
}

interface Reading {
  /** The time zone of the user, for times and days without one. */
  timezone: string;
  window: Window;
}

export interface ReadEntry {
  meetings: ReadMeeting[];
  repeats: boolean;
}

/** The entry has no meaning. The message is for the user. */
export class Unreadable extends Error {}

const MAX_CHARACTERS = 1_000_000;
/** A meeting each day of the window; nothing that people plan repeats more often. */
const MAX_TIMES = 1_000;
const MAX_TEXT = 500;
const MAX_ATTENDEES = 100;
/** A daily meeting since the year 2000 takes half a second. */
const READING_MS = 2_000;
const DAY_MS = 86_400_000;

export function readEntry(text: string, reading: Reading): ReadEntry {
  if (text.length > MAX_CHARACTERS) throw new Unreadable('It is too large.');
  return withinTime(() => meetingsIn(parsed(text), reading));
}

const arena: { work?: () => unknown } = {};
createContext(arena);

/** Ends the work after some time, because the library searches forever for a 30 February. */
function withinTime<Result>(work: () => Result): Result {
  arena.work = work;
  try {
    return runInContext('work()', arena, { timeout: READING_MS }) as Result;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const problem = isLate ? 'Its repetitions cannot be calculated.' : 'It is not valid iCalendar.';
    throw new Unreadable(problem, { cause: error });
  }
}

/** Returns null for an entry that cannot be read. */
export function readable<Result>(work: () => Result): Result | null {
  try {
    return withinTime(work);
  } catch {
    return null;
  }
}

/** Returns the calendar in the text. */
export function parsed(text: string): ICAL.Component {
  const read: unknown = ICAL.parse(text);
  const [first] = read as unknown[];
  return new ICAL.Component((Array.isArray(first) ? first : read) as string);
}

function meetingsIn(calendar: ICAL.Component, reading: Reading): ReadEntry {
  const events = calendar.getAllSubcomponents('vevent');
  const meetings: ReadMeeting[] = [];
  let repeats = false;
  for (const [uid, ofSeries] of Map.groupBy(events, uidOf)) {
    const master = ofSeries.find((event) => !event.hasProperty('recurrence-id'));
    const changed = new Map(
      ofSeries
        .filter((event) => event !== master)
        .map((event) => [timeOf(event, 'recurrence-id', reading.timezone).getTime(), event]),
    );
    const place = { uid, reading, meetings };
    if (master?.hasProperty('rrule') || master?.hasProperty('rdate')) {
      repeats = true;
      addSeries(place, master, changed);
    } else if (master) add(place, master, { key: '', ...spanOf(master, reading.timezone) });
    for (const [time, event] of changed) {
      add(place, event, { key: String(time), ...spanOf(event, reading.timezone) });
    }
  }
  return { meetings, repeats };
}

interface Place {
  uid: string;
  reading: Reading;
  meetings: ReadMeeting[];
}

/** Adds the times of a series. A time that was changed is added by its own event. */
function addSeries(
  place: Place,
  master: ICAL.Component,
  changed: ReadonlyMap<number, ICAL.Component>,
): void {
  const { timezone, window } = place.reading;
  const first = spanOf(master, timezone);
  const length = first.end.getTime() - first.start.getTime();
  const days = first.days.length === 0 ? 0 : Math.round(length / DAY_MS);
  const times = new ICAL.Event(master).iterator();
  for (let time = times.next(); time; time = times.next()) {
    const start = toInstant(time, timezone);
    if (start >= window.until) return;
    if (place.meetings.length > MAX_TIMES) throw new Unreadable('It repeats too often.');
    if (changed.has(start.getTime())) continue;
    const span = days > 0 ? daySpan(dayOf(time), days, timezone) : null;
    add(place, master, {
      key: String(start.getTime()),
      ...(span ?? { start, end: new Date(start.getTime() + length), days: [] }),
    });
  }
}

interface Span {
  start: Date;
  end: Date;
  /** The first and the last day of a meeting of whole days; otherwise empty. */
  days: readonly string[];
}

function add(
  { uid, reading: { window }, meetings }: Place,
  event: ICAL.Component,
  { key, start, end, days }: Span & { key: string },
): void {
  const isCancelled = String(event.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED';
  if (isCancelled || end <= window.from || start >= window.until) return;
  meetings.push({
    key: `${uid}\n${key}`,
    title: propertyText(event, 'summary'),
    start_at: start,
    end_at: end,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    place: propertyText(event, 'location'),
    attendees: attendeesOf(event),
  });
}

function uidOf(event: ICAL.Component): string {
  return String(event.getFirstPropertyValue('uid') ?? '');
}

function spanOf(event: ICAL.Component, timezone: string): Span {
  const first = event.getFirstPropertyValue('dtstart');
  if (!(first instanceof ICAL.Time)) throw new Unreadable('It has no start.');
  const duration = event.getFirstPropertyValue('duration');
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : null;
  if (first.isDate) {
    const last = event.hasProperty('dtend') ? dayTime(event, 'dtend', timezone) : null;
    const length = last ? last - dayTime(event, 'dtstart', timezone) : (seconds ?? 0) * 1_000;
    return daySpan(dayOf(first), Math.max(1, Math.round(length / DAY_MS)), timezone);
  }
  const start = toInstant(first, timezone);
  const end = event.hasProperty('dtend')
    ? timeOf(event, 'dtend', timezone)
    : new Date(start.getTime() + (seconds ?? 0) * 1_000);
  return { start, end: end < start ? start : end, days: [] };
}

function daySpan(first: string, days: number, timezone: string): Span {
  const day = (away: number) => isoDay(addDays(wallClockOf(first), away));
  return {
    start: startOfDay(first, timezone),
    end: startOfDay(day(days), timezone),
    days: [first, day(days - 1)],
  };
}

/** Returns the day of a property as milliseconds of UTC. */
const dayTime = (event: ICAL.Component, name: string, timezone: string): number => {
  const time = event.getFirstPropertyValue(name);
  return time instanceof ICAL.Time
    ? Date.parse(dayOf(time))
    : timeOf(event, name, timezone).getTime();
};

function timeOf(event: ICAL.Component, name: string, timezone: string): Date {
  const time = event.getFirstPropertyValue(name);
  if (!(time instanceof ICAL.Time)) throw new Unreadable(`Its ${name} is no time.`);
  return toInstant(time, timezone);
}

const dayOf = ({ year, month, day }: ICAL.Time): string =>
  isoDay({ year, month, day, hour: 0, minute: 0 });

/**
 * The zone of a time is described in the entry (VTIMEZONE). Some programs leave the description
 * out: then the name counts. A time without a zone is one of the user.
 */
export function toInstant(time: ICAL.Time, timezone: string): Date {
  if (time.isDate) return startOfDay(dayOf(time), timezone);
  const isDescribed = time.zone !== ICAL.Timezone.localTimezone;
  if (isDescribed) return time.toJSDate();
  const { year, month, day, hour, minute } = time;
  // The types of the library lack the name of the zone.
  const { timezone: name } = time as { timezone?: string };
  const named = name && knownZone(name) === name ? name : timezone;
  return instantOf({ year, month, day, hour, minute }, named);
}

export const propertyText = (item: ICAL.Component, name: string): string =>
  oneLine(String(item.getFirstPropertyValue(name) ?? ''));

export const oneLine = (text: string): string =>
  beginning(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_TEXT).toWellFormed();

/** Returns the people of a meeting with its organizer, without rooms. */
function attendeesOf(event: ICAL.Component): Attendee[] {
  const people = [
    ...event.getAllProperties('organizer'),
    ...event.getAllProperties('attendee'),
  ].filter((one) => !/^(?:room|resource)$/i.test(String(one.getParameter('cutype'))));
  const named = people.map((person) => {
    const address = String(person.getFirstValue()).replace(/^mailto:/i, '');
    const name = oneLine(String(person.getParameter('cn') ?? '')) || oneLine(address);
    return { name, email: address.includes('@') ? address : null };
  });
  const once = new Map(named.map((one) => [(one.email ?? one.name).toLowerCase(), one]));
  return [...once.values()].slice(0, MAX_ATTENDEES);
}
