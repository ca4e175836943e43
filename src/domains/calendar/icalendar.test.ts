/** Tests the whole text of a calendar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CalendarEvent, CalendarTask } from './calendar.sql.ts';
import { writeCalendar } from './icalendar.ts';

const updated_at = new Date('2026-11-20T08:00:00Z');

const DINNER: CalendarEvent = {
  conversation_id: 'talk-1',
  title: 'Dinner',
  description: 'At the harbour',
  start: new Date('2026-12-24T18:00:00Z'),
  minutes: 90,
  date: null,
  updated_at,
};
const TASK: CalendarTask = {
  id: 'task-1',
  description: 'Book a table',
  due_at: new Date('2026-12-01T09:30:00Z'),
  completed: false,
  completed_at: null,
  created_at: new Date('2026-11-19T08:00:00Z'),
  updated_at,
};
const DONE: CalendarTask = { ...TASK, id: 'task-2', due_at: null, completed: true };

const write = (tasksAs: 'todos' | 'events' | 'none', events: CalendarEvent[] = []) =>
  writeCalendar({
    name: 'Commonplace',
    events,
    tasks: [TASK, DONE],
    tasksAs,
    timezone: 'Europe/Berlin',
  });

const HEAD = `
  BEGIN:VCALENDAR
  PRODID:-//Commonplace//Calendar//EN
  VERSION:2.0
  CALSCALE:GREGORIAN
  METHOD:PUBLISH
  NAME:Commonplace
  X-WR-CALNAME:Commonplace
  REFRESH-INTERVAL;VALUE=DURATION:PT1H
  X-PUBLISHED-TTL:PT1H`;

/** The lines of a calendar with these contents. */
const calendarOf = (contents: string): string =>
  `${HEAD}${contents}\n  END:VCALENDAR\n`.trimStart().replace(/\n */g, '\r\n');

test('a calendar without tasks contains its events', () => {
  assert.equal(
    write('none', [DINNER]),
    calendarOf(`
  BEGIN:VEVENT
  UID:talk-1-33ef70a20027c1fd@commonplace
  DTSTAMP:20261120T080000Z
  LAST-MODIFIED:20261120T080000Z
  SUMMARY:Dinner
  DTSTART:20261224T180000Z
  DTEND:20261224T193000Z
  DESCRIPTION:At the harbour
  END:VEVENT`),
  );
  assert.ok(!write('none', [{ ...DINNER, description: '' }]).includes('DESCRIPTION'));
});

test('an open task has a due time, and a completed task the time of its completion', () => {
  assert.equal(
    write('todos'),
    calendarOf(`
  BEGIN:VTODO
  UID:task-1@commonplace
  DTSTAMP:20261120T080000Z
  LAST-MODIFIED:20261120T080000Z
  SUMMARY:Book a table
  CREATED:20261119T080000Z
  DUE:20261201T093000Z
  STATUS:NEEDS-ACTION
  END:VTODO
  BEGIN:VTODO
  UID:task-2@commonplace
  DTSTAMP:20261120T080000Z
  LAST-MODIFIED:20261120T080000Z
  SUMMARY:Book a table
  CREATED:20261119T080000Z
  STATUS:COMPLETED
  COMPLETED:20261120T080000Z
  END:VTODO`),
  );
});

test('a task with a due time is an event that leaves its time free', () => {
  assert.equal(
    write('events'),
    calendarOf(`
  BEGIN:VEVENT
  UID:task-1-due@commonplace
  DTSTAMP:20261120T080000Z
  LAST-MODIFIED:20261120T080000Z
  SUMMARY:○ Book a table
  DTSTART:20261201T093000Z
  DTEND:20261201T100000Z
  TRANSP:TRANSPARENT
  END:VEVENT`),
  );
});

/** The times of the events and tasks of a calendar. */
const timesOf = (events: Partial<CalendarEvent>[], dues: string[], timezone: string): string[] =>
  writeCalendar({
    name: 'Commonplace',
    events: events.map((event) => ({ ...DINNER, ...event })),
    tasks: dues.map((due) => ({ ...TASK, due_at: new Date(due) })),
    tasksAs: 'events',
    timezone,
  })
    .split('\r\n')
    .filter((line) => /^DT(?:START|END)/.test(line));

test('an event of whole days has dates, also when the clocks change', () => {
  const DAY = 1_440;
  const start = new Date('2026-12-11T23:00:00Z');
  const birthday = ['DTSTART;VALUE=DATE:20261212', 'DTEND;VALUE=DATE:20261213'];
  const stored = { start, minutes: DAY, date: '2026-12-12' };
  assert.deepEqual(timesOf([stored], [], 'Europe/Berlin'), birthday);
  // The user has moved since.
  assert.deepEqual(timesOf([stored], [], 'America/Los_Angeles'), birthday);
  assert.deepEqual(timesOf([{ start, minutes: DAY }], [], 'Europe/Berlin'), birthday);
  // The day has 25 hours.
  assert.deepEqual(
    timesOf([{ start: new Date('2026-10-24T22:00:00Z'), minutes: DAY }], [], 'Europe/Berlin'),
    ['DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261026'],
  );
  assert.deepEqual(
    timesOf(
      [{ start: new Date('2026-10-23T22:00:00Z'), minutes: 3 * DAY, date: '2026-10-24' }],
      [],
      'Europe/Berlin',
    ),
    ['DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261027'],
  );
  // In Cairo, the clocks change at midnight, and this day begins at one.
  assert.deepEqual(
    timesOf([{ start: new Date('2026-04-23T22:00:00Z'), minutes: DAY }], [], 'Africa/Cairo'),
    ['DTSTART;VALUE=DATE:20260424', 'DTEND;VALUE=DATE:20260425'],
  );
  assert.deepEqual(timesOf([{ start, minutes: DAY }], [], 'Europe/London'), [
    'DTSTART:20261211T230000Z',
    'DTEND:20261212T230000Z',
  ]);
});

test('a task stays within its day', () => {
  assert.deepEqual(timesOf([], ['2026-11-10T22:59:00Z'], 'Europe/Berlin'), [
    'DTSTART;VALUE=DATE:20261110',
    'DTEND;VALUE=DATE:20261111',
  ]);
  assert.deepEqual(timesOf([], ['2026-11-10T22:45:00Z'], 'Europe/Berlin'), [
    'DTSTART:20261110T224500Z',
    'DTEND:20261110T230000Z',
  ]);
});
