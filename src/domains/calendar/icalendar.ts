/** Writes events and tasks as iCalendar (RFC 5545). */
import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import {
  addDays,
  isoDay,
  isoTime,
  startOfDay,
  wallClockAt,
  wallClockOf,
} from '../../engines/calendar/wall-clock.ts';
import { WHOLE_DAY } from '../../engines/understanding/maker.ts';
import type { CalendarEvent, CalendarTask } from './calendar.sql.ts';

export type { CalendarTask } from './calendar.sql.ts';

/** `events` shows tasks with a time as events, for calendars that know no tasks. */
type TasksAs = 'todos' | 'events' | 'none';

interface Contents {
  name: string;
  events: readonly CalendarEvent[];
  tasks: readonly CalendarTask[];
  tasksAs: TasksAs;
  /** The time zone of the user, whose days those of events and tasks are. */
  timezone: string;
}

// The library does not count the space at the beginning of a folded line.
ICAL.foldLength = 74;

const TASK_MINUTES = 30;
/** A task whose day alone was said is due at this time. */
const END_OF_DAY = '23:59';
/** Programs ask again after this time, if they heed it. */
const REFRESH = 'PT1H';

export function writeCalendar({ name, events, tasks, tasksAs, timezone }: Contents): string {
  const calendar = emptyCalendar();
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', plain(name));
  calendar.addPropertyWithValue('x-wr-calname', plain(name));
  const refresh = calendar.addPropertyWithValue('refresh-interval', REFRESH);
  refresh.setParameter('value', 'DURATION');
  calendar.addPropertyWithValue('x-published-ttl', REFRESH);
  for (const event of events) calendar.addSubcomponent(eventOf(event, timezone));
  for (const task of tasksAs === 'todos' ? tasks : [])
    calendar.addSubcomponent(todoOf(task, timezone));
  for (const task of tasksAs === 'events' ? tasks : []) {
    if (task.due_at) calendar.addSubcomponent(eventOfTask(task, task.due_at, timezone));
  }
  return `${calendar.toString()}\r\n`;
}

interface Person {
  name: string | null;
  email: string;
}

interface Invitation {
  event: CalendarEvent;
  organizer: Person;
  attendees: readonly Person[];
  timezone: string;
}

/** Writes an invitation from the organizer to the others (iTIP, RFC 5546). */
export function writeInvitation({ event, organizer, attendees, timezone }: Invitation): string {
  const calendar = emptyCalendar();
  calendar.addPropertyWithValue('method', 'REQUEST');
  const item = eventOf(event, timezone);
  const add = (property: string, { name, email }: Person) => {
    const added = item.addPropertyWithValue(property, `mailto:${plain(email)}`);
    if (name) added.setParameter('cn', plain(name).replaceAll('"', "'"));
    return added;
  };
  add('organizer', organizer);
  for (const person of attendees.filter(({ email }) => !isSame(email, organizer.email))) {
    add('attendee', person).setParameter('rsvp', 'TRUE');
  }
  calendar.addSubcomponent(item);
  return `${calendar.toString()}\r\n`;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export function emptyCalendar(): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Commonplace//Calendar//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  return calendar;
}

function eventOf(event: CalendarEvent, timezone: string): ICAL.Component {
  const { conversation_id, title, description, start, minutes, updated_at } = event;
  const day = dayOfWhole(event, timezone);
  const item = itemOf('vevent', {
    // An event has no id of its own.
    uid: `${conversation_id}-${fingerprint(`${title}\n${start.toISOString()}`)}`,
    summary: title,
    updated_at,
  });
  if (day === null) setTimes(item, start, endAfter(start, minutes));
  else setDays(item, day, Math.max(1, Math.round(minutes / WHOLE_DAY)));
  if (description !== '') item.addPropertyWithValue('description', plain(description));
  return item;
}

function eventOfTask(task: CalendarTask, due: Date, timezone: string): ICAL.Component {
  const { id, description, completed, updated_at } = task;
  const summary = `${completed ? '✓' : '○'} ${description}`;
  const item = itemOf('vevent', { uid: `${id}-due`, summary, updated_at });
  const day = dayOfDue(due, timezone);
  if (day === null) setTimes(item, due, endOfTask(due, timezone));
  else setDays(item, day, 1);
  item.addPropertyWithValue('transp', 'TRANSPARENT');
  return item;
}

export function todoOf(task: CalendarTask, timezone: string): ICAL.Component {
  const { id, description, updated_at } = task;
  const item = itemOf('vtodo', { uid: id, summary: description, updated_at });
  setTask(item, task, timezone);
  return item;
}

/** Sets what a to-do says of a task, and keeps what else is in it. */
export function setTask(item: ICAL.Component, task: CalendarTask, timezone: string): void {
  const { description, due_at, completed, completed_at, created_at, updated_at } = task;
  item.updatePropertyWithValue('dtstamp', utc(updated_at));
  item.updatePropertyWithValue('last-modified', utc(updated_at));
  item.updatePropertyWithValue('summary', plain(description));
  item.updatePropertyWithValue('created', utc(created_at));
  const day = due_at && dayOfDue(due_at, timezone);
  // A value of a day has another type than one of a time, so it does not replace it.
  for (const name of ['due', 'completed', 'percent-complete']) item.removeAllProperties(name);
  if (due_at) item.addPropertyWithValue('due', day ? dateOf(day) : utc(due_at));
  item.updatePropertyWithValue('status', completed ? 'COMPLETED' : 'NEEDS-ACTION');
  if (completed) item.addPropertyWithValue('completed', utc(completed_at ?? updated_at));
}

/** `dtstamp` is the last change and not the time of the request, so that equal data has one tag. */
function itemOf(
  kind: 'vevent' | 'vtodo',
  { uid, summary, updated_at }: { uid: string; summary: string; updated_at: Date },
): ICAL.Component {
  const item = new ICAL.Component(kind);
  item.addPropertyWithValue('uid', `${uid}@commonplace`);
  item.addPropertyWithValue('dtstamp', utc(updated_at));
  item.addPropertyWithValue('last-modified', utc(updated_at));
  item.addPropertyWithValue('summary', plain(summary));
  return item;
}

/**
 * Returns the first day of an event of whole days; null for an event with an hour. Events that came
 * from elsewhere have no stored day: such an event begins at a midnight of the user and lasts days.
 */
function dayOfWhole(
  { start, minutes, date }: Pick<CalendarEvent, 'start' | 'minutes' | 'date'>,
  timezone: string,
): string | null {
  if (date !== null) return date;
  const day = isoDay(wallClockAt(start, timezone));
  const isMidnight = startOfDay(day, timezone).getTime() === start.getTime();
  return isMidnight && minutes % WHOLE_DAY === 0 ? day : null;
}

/** Returns the day of a task that is due on a day; null for one that is due at an hour. */
export function dayOfDue(due: Date, timezone: string): string | null {
  const wall = wallClockAt(due, timezone);
  return isoTime(wall) === END_OF_DAY ? isoDay(wall) : null;
}

/** A task that is due late in the evening does not reach into the next day. */
function endOfTask(due: Date, timezone: string): Date {
  const end = endAfter(due, TASK_MINUTES);
  const midnight = startOfDay(isoDay(addDays(wallClockAt(due, timezone), 1)), timezone);
  return end < midnight ? end : midnight;
}

const endAfter = (start: Date, minutes: number): Date =>
  new Date(start.getTime() + minutes * 60_000);

function setTimes(item: ICAL.Component, start: Date, end: Date): void {
  item.addPropertyWithValue('dtstart', utc(start));
  item.addPropertyWithValue('dtend', utc(end));
}

/** The end is the day after the last one. */
function setDays(item: ICAL.Component, first: string, days: number): void {
  const end = isoDay(addDays(wallClockOf(first), days));
  item.addPropertyWithValue('dtstart', dateOf(first));
  item.addPropertyWithValue('dtend', dateOf(end));
}

const dateOf = (day: string): ICAL.Time => ICAL.Time.fromDateString(day);

function utc(date: Date): ICAL.Time {
  return ICAL.Time.fromJSDate(date, true);
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Removes characters that the format does not permit. The library escapes the others. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ');
}
