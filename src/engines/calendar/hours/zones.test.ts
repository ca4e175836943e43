/** Tests hours that are said in the time of another place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTimes } from '../dates.ts';

const at = new Date('2026-03-02T09:00:00Z');
const instants = (text: string, language = 'en', timezone = 'Europe/Berlin'): string[] =>
  findTimes(text, { at, timezone, language }).map(({ instant }) =>
    instant.toISOString().slice(5, 16),
  );

test('an hour is in the zone that the words name', () => {
  for (const [text, instant] of [
    ['Call Ana tomorrow at 3 pm New York time.', '03-03T20:00'],
    ['Call Ana tomorrow at 3 pm Eastern.', '03-03T20:00'],
    ['Call Ana tomorrow at 3pm EST.', '03-03T20:00'],
    ['Call Ana tomorrow at 15:00 UTC.', '03-03T15:00'],
    ['Call Ana tomorrow at 9 am Pacific time.', '03-03T17:00'],
    ['Call Ana tomorrow at 10 am UK time.', '03-03T10:00'],
    ['Call Ana tomorrow at 3 pm Lisbon time.', '03-03T15:00'],
    ['Call Ana tomorrow at 3 pm Kolkata time.', '03-03T09:30'],
  ] as const) {
    assert.deepEqual(instants(text), [instant], text);
  }
  assert.deepEqual(instants('Anruf morgen um 15 Uhr New Yorker Zeit.', 'de'), ['03-03T20:00']);
  assert.deepEqual(instants('Anruf morgen um 15 Uhr MEZ.', 'de', 'UTC'), ['03-03T14:00']);
  assert.deepEqual(instants('Llamar mañana a las 15:00 hora de Londres.', 'es'), ['03-03T15:00']);
});

test('the day on the clock of the user may be another one', () => {
  const [found] = findTimes('Call tomorrow at 8 pm Pacific time.', {
    at,
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual([found?.date, found?.time], ['2026-03-04', '05:00']);
});

test('other words behind an hour name no zone', () => {
  for (const text of [
    'Meet tomorrow at 3 pm central station.',
    'Meet tomorrow at 3 pm London Bridge.',
    'Meet tomorrow at 3 pm Eastern market.',
    'Meet tomorrow at 3 pm this time.',
  ]) {
    assert.deepEqual(instants(text), ['03-03T14:00'], text);
  }
  assert.deepEqual(instants('Das Treffen morgen um 15 Uhr ist wichtig.', 'de'), ['03-03T14:00']);
});
