import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntry, Unreadable } from './entry-reading.ts';

const BERLIN = `BEGIN:VTIMEZONE
TZID:Berlin as a program names it
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

const WINDOW = { from: new Date('2026-10-01T00:00:00Z'), until: new Date('2026-12-01T00:00:00Z') };

const read = (events: string, timezone = 'America/New_York') =>
  readEntry(`BEGIN:VCALENDAR\nVERSION:2.0\n${events}\nEND:VCALENDAR`.replaceAll('\n', '\r\n'), {
    timezone,
    window: WINDOW,
  });

const event = (lines: string): string => `BEGIN:VEVENT\nUID:one\n${lines}\nEND:VEVENT`;

const startsOf = (events: string, timezone?: string): string[] =>
  read(events, timezone)
    .meetings.map(({ start_at }) => start_at.toISOString().slice(0, 16))
    .toSorted();

test('a meeting has its title, place, people and times', () => {
  const { meetings, repeats } = read(
    event(`DTSTART:20261105T140000Z
DURATION:PT45M
SUMMARY:Garden\\, plans
LOCATION:Kitchen
ORGANIZER;CN=Ben:mailto:ben@example.org
ATTENDEE;CN="Ana Silva":mailto:ana@example.org
ATTENDEE;CN=Ben:MAILTO:BEN@example.org
ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room@example.org
ATTENDEE:mailto:c@example.org`),
  );
  assert.equal(repeats, false);
  assert.deepEqual(meetings, [
    {
      key: 'one\n',
      title: 'Garden, plans',
      start_at: new Date('2026-11-05T14:00:00Z'),
      end_at: new Date('2026-11-05T14:45:00Z'),
      first_day: null,
      last_day: null,
      place: 'Kitchen',
      attendees: [
        { name: 'Ben', email: 'BEN@example.org' },
        { name: 'Ana Silva', email: 'ana@example.org' },
        { name: 'c@example.org', email: 'c@example.org' },
      ],
    },
  ]);
});

test('a series in a described zone keeps its hour when the clocks change', () => {
  const lines = `DTSTART;TZID=Berlin as a program names it:20261012T090000
DTEND;TZID=Berlin as a program names it:20261012T093000
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:Weekly`;
  assert.deepEqual(startsOf(`${BERLIN}\n${event(lines)}`), [
    '2026-10-12T07:00',
    '2026-10-19T07:00',
    '2026-10-26T08:00',
    '2026-11-02T08:00',
  ]);
});

test('a zone that is not described counts by its name, and an unknown one is that of the user', () => {
  const at = (zone: string) => startsOf(event(`DTSTART;TZID=${zone}:20261105T090000\nSUMMARY:x`));
  assert.deepEqual(at('Asia/Tokyo'), ['2026-11-05T00:00']);
  assert.deepEqual(at('Nowhere'), ['2026-11-05T14:00']);
  assert.deepEqual(startsOf(event('DTSTART:20261105T090000\nSUMMARY:x')), ['2026-11-05T14:00']);
});

test('exceptions of a series are left out, moved and changed', () => {
  const series = event(`DTSTART;TZID=Berlin as a program names it:20261102T090000
DURATION:PT30M
RRULE:FREQ=DAILY;COUNT=5
RDATE;TZID=Berlin as a program names it:20261120T100000
EXDATE:20261103T080000Z
SUMMARY:Daily`);
  const moved = event(`RECURRENCE-ID:20261104T080000Z
DTSTART:20261104T150000Z
DTEND:20261104T160000Z
SUMMARY:Daily in the afternoon`);
  const cancelled = event(`RECURRENCE-ID;TZID=Berlin as a program names it:20261105T090000
DTSTART;TZID=Berlin as a program names it:20261105T090000
STATUS:CANCELLED
SUMMARY:Daily`);
  const { meetings, repeats } = read([BERLIN, series, moved, cancelled].join('\n'));
  assert.equal(repeats, true);
  assert.deepEqual(
    meetings
      .toSorted((one, other) => one.start_at.getTime() - other.start_at.getTime())
      .map(({ start_at, title }) => [start_at.toISOString().slice(0, 16), title]),
    [
      ['2026-11-02T08:00', 'Daily'],
      ['2026-11-04T15:00', 'Daily in the afternoon'],
      ['2026-11-06T08:00', 'Daily'],
      ['2026-11-20T09:00', 'Daily'],
    ],
  );
  assert.equal(new Set(meetings.map(({ key }) => key)).size, 4);
  assert.ok(
    meetings.some(({ key }) => key === `one\n${Date.parse('2026-11-04T08:00Z')}`),
    'a meeting that was moved keeps its key',
  );
});

test('one changed time of a series to which the user was not invited is a meeting', () => {
  const lines = 'RECURRENCE-ID:20261104T080000Z\nDTSTART:20261104T150000Z\nSUMMARY:x';
  assert.deepEqual(startsOf(event(lines)), ['2026-11-04T15:00']);
});

test('whole days are dates in every zone', () => {
  const lines = 'DTSTART;VALUE=DATE:20261024\nDTEND;VALUE=DATE:20261026\nSUMMARY:Away';
  for (const timezone of ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles']) {
    const [meeting] = read(event(lines), timezone).meetings;
    assert.deepEqual([meeting!.first_day, meeting!.last_day], ['2026-10-24', '2026-10-25']);
  }
  const [birthday] = read(event('DTSTART;VALUE=DATE:20261024')).meetings;
  assert.deepEqual([birthday!.first_day, birthday!.last_day], ['2026-10-24', '2026-10-24']);
  const yearly = read(
    event('DTSTART;VALUE=DATE:19801101\nRRULE:FREQ=YEARLY\nSUMMARY:Ana'),
  ).meetings;
  assert.deepEqual(
    yearly.map(({ first_day, last_day }) => [first_day, last_day]),
    [['2026-11-01', '2026-11-01']],
  );
});

test('only the window is read of a series without an end', () => {
  const { meetings } = read(event('DTSTART:20150101T080000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:x'));
  assert.equal(meetings.length, 9);
});

test('an entry that means nothing is said, and takes no more than seconds', () => {
  const refused = (lines: string, message: RegExp) =>
    assert.throws(
      () => read(event(lines)),
      (error) => error instanceof Unreadable && message.test(error.message),
    );
  refused('SUMMARY:x', /no start/);
  refused('DTSTART:20261105T090000Z\nRRULE:FREQ=SECONDLY\nSUMMARY:x', /too often|calculated/);
  refused(
    'DTSTART:20261105T090000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\nSUMMARY:x',
    /cannot be calculated/,
  );
  const reading = { timezone: 'UTC', window: WINDOW };
  assert.throws(() => readEntry('<html>', reading), Unreadable);
  assert.throws(() => readEntry('x'.repeat(2_000_000), reading), Unreadable);
  assert.throws(() => read(event('DTSTART:tomorrow\nSUMMARY:x')), Unreadable);
  assert.throws(() => read(event('DTSTART:20261105T090000Z\nRRULE:FREQ=OFTEN')), Unreadable);
});
