/** Tests the conversions between instants and wall-clock times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysIntoWeek, knownZone, localTime, monthStart, wallClockOf } from './wall-clock.ts';

test('a local time has the offset of its time zone', () => {
  const at = (timezone: string) => localTime('2026-01-31T22:30:59.999Z', timezone);
  assert.equal(at('UTC'), '2026-01-31T22:30+00:00');
  assert.equal(at('Asia/Kathmandu'), '2026-02-01T04:15+05:45');
  assert.equal(at('America/St_Johns'), '2026-01-31T19:00-03:30');
  assert.equal(at('America/New_York'), '2026-01-31T17:30-05:00');
});

test('an unknown time zone is UTC', () => {
  assert.equal(knownZone('Europe/Lisbon'), 'Europe/Lisbon');
  assert.equal(knownZone('Nowhere/At_All'), 'UTC');
});

test('the days of a week are counted from its first day', () => {
  const wednesday = wallClockOf('2026-05-13');
  assert.deepEqual(
    ([0, 1, 6] as const).map((first) => daysIntoWeek(wednesday, first)),
    [3, 2, 4],
  );
});

test('a month that is counted beyond December is in the next year', () => {
  const december = wallClockOf('2026-12-31', '09:30');
  assert.deepEqual(monthStart(december, 1), wallClockOf('2027-01-01', '09:30'));
  assert.deepEqual(monthStart(december, -12), wallClockOf('2025-12-01', '09:30'));
});
