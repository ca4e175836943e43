import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf, dayNamed, dayOf, deadlineOf } from './day-bounds.ts';

const ZONE = 'America/New_York';
const iso = (date: Date | null) => date?.toISOString() ?? null;

test("a plain day means the user's whole day, and a time without a zone is in the user's time zone", () => {
  const bounds = (start_date: string | null, end_date: string | null) => {
    const { from, until } = boundsOf({ start_date, end_date }, ZONE);
    return [iso(from), iso(until)];
  };
  assert.deepEqual(bounds('2026-03-07', '2026-03-08'), [
    '2026-03-07T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
  assert.deepEqual(bounds('2026-03-07T09:30', '2026-03-07 09:30:15'), [
    '2026-03-07T14:30:00.000Z',
    '2026-03-07T14:30:15.000Z',
  ]);
  assert.deepEqual(bounds('2026-03-07T09:30:00Z', '2026-03-07T09:30:00+02:00'), [
    '2026-03-07T09:30:00.000Z',
    '2026-03-07T07:30:00.000Z',
  ]);
  assert.deepEqual(bounds(null, null), [null, null]);
  assert.deepEqual(bounds(null, '9999-12-31T23:59:59Z'), [null, null]);
});

test('dates outside the years 1800 to 2999 are refused', () => {
  for (const text of [
    '',
    'soon',
    '2026-02-30',
    '2026-02-30T10:00',
    '1799-01-01',
    '2026-01-01T25:00',
    '2026-01-01T9',
  ])
    assert.throws(() => dayNamed(text, ZONE), /Invalid date/, text);
});

test('a deadline without a time is the last minute of its day', () => {
  assert.equal(iso(deadlineOf('2026-03-07', ZONE)), '2026-03-08T04:59:00.000Z');
  assert.equal(iso(deadlineOf('2026-03-07T10:00', ZONE)), '2026-03-07T15:00:00.000Z');
  assert.equal(dayNamed('2026-03-08T03:00:00Z', ZONE), '2026-03-07');
  assert.equal(dayOf(new Date('2026-03-08T03:00:00Z'), ZONE, 2), '2026-03-09');
});
