/** Tests the days that a question names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesIn } from './question-times.ts';

const NOW = new Date('2026-11-10T09:00:00Z');

test('a day that does not exist is no other day', () => {
  for (const text of ['on 31 April', 'on February 30', 'on 30 February 2026', 'on 2026-02-30'])
    assert.deepEqual(timesIn(`What did I say ${text}?`, { now: NOW, timezone: 'UTC' }).times, []);
  const { times } = timesIn('What did I say on February 29?', { now: NOW, timezone: 'UTC' });
  const days = times.map(({ from }) => new Date(from).toISOString().slice(0, 10));
  assert.deepEqual(days.slice(0, 2), ['2024-02-29', '2020-02-29']);
});

test('a day begins and ends at the midnights of the user, also when the clocks change', () => {
  const dayOf = (text: string, timezone: string) =>
    timesIn(text, { now: NOW, timezone }).times.map(({ from, until }) =>
      [from, until].map((time) => new Date(time).toISOString()),
    );
  assert.deepEqual(dayOf('on 25 October 2026', 'Europe/Berlin'), [
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ]);
  // There is no midnight on this day in Cairo.
  assert.deepEqual(dayOf('on 24 April 2026', 'Africa/Cairo'), [
    ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ]);
});
