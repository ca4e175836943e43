/** Writes events and tasks as iCalendar (RFC 5545). */
import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import type { CalendarEvent, CalendarTask } from './calendar.sql.ts';

/** `events` shows tasks with a time as events, for calendars that know no tasks. */
type TasksAs = 'todos' | 'events' | 'none';

interface Contents {
  name: string;
  events: readonly CalendarEvent[];
  tasks: readonly CalendarTask[];
  tasksAs: TasksAs;
}

// The library does not count the space at the beginning of a folded line.
ICAL.foldLength = 74;

const TASK_MINUTES = 30;
/** Programs ask again after this time, if they heed it. */
const REFRESH = 'PT1H';

export function writeCalendar({ name, events, tasks, tasksAs }: Contents): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Commonplace//Calendar//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', plain(name));
  calendar.addPropertyWithValue('x-wr-calname', plain(name));
  const refresh = calendar.addPropertyWithValue('refresh-interval', REFRESH);
  refresh.setParameter('value', 'DURATION');
  calendar.addPropertyWithValue('x-published-ttl', REFRESH);
  for (const event of events) calendar.addSubcomponent(eventOf(event));
  for (const task of tasksAs === 'todos' ? tasks : []) calendar.addSubcomponent(todoOf(task));
  for (const task of tasksAs === 'events' ? tasks : []) {
    if (task.due_at) calendar.addSubcomponent(eventOfTask(task, task.due_at));
  }
  return `${calendar.toString()}\r\n`;
}

function eventOf(event: CalendarEvent): ICAL.Component {
  const { conversation_id, title, description, start, minutes, updated_at } = event;
  const item = itemOf('vevent', {
    // An event has no id of its own.
    uid: `${conversation_id}-${fingerprint(`${title}\n${start.toISOString()}`)}`,
    summary: title,
    updated_at,
  });
  setTimes(item, start, minutes);
  if (description !== '') item.addPropertyWithValue('description', plain(description));
  return item;
}

function eventOfTask(task: CalendarTask, due: Date): ICAL.Component {
  const { id, description, completed, updated_at } = task;
  const summary = `${completed ? '✓' : '○'} ${description}`;
  const item = itemOf('vevent', { uid: `${id}-due`, summary, updated_at });
  setTimes(item, due, TASK_MINUTES);
  item.addPropertyWithValue('transp', 'TRANSPARENT');
  return item;
}

function todoOf(task: CalendarTask): ICAL.Component {
  const { id, description, due_at, completed, completed_at, created_at, updated_at } = task;
  const item = itemOf('vtodo', { uid: id, summary: description, updated_at });
  item.addPropertyWithValue('created', utc(created_at));
  if (due_at) item.addPropertyWithValue('due', utc(due_at));
  item.addPropertyWithValue('status', completed ? 'COMPLETED' : 'NEEDS-ACTION');
  if (completed) item.addPropertyWithValue('completed', utc(completed_at ?? updated_at));
  return item;
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

function setTimes(item: ICAL.Component, start: Date, minutes: number): void {
  item.addPropertyWithValue('dtstart', utc(start));
  item.addPropertyWithValue('dtend', utc(new Date(start.getTime() + minutes * 60_000)));
}

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
