/** Tests when events begin and how long they last. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript } from '../maker.ts';
import { readingOf } from './testing-reading.ts';
import { compose } from './understanding.ts';

/** On Friday 20 November 2026 at nine in the morning in New York. */
function eventOf(text: string, at: string, more: Partial<Transcript> = {}) {
  const { transcript, reading } = readingOf([['Anna', text]], { event: [text], at: [at] }, more);
  const made = compose(transcript, reading);
  assert.equal(made.events.length, 1, text);
  const [{ start, duration, date = null }] = made.events as [(typeof made.events)[number]];
  return { times: [start.toISOString(), duration, date], overview: made.overview };
}

test('an event without an hour lasts the whole day, and a range of days all of them', () => {
  const birthday = eventOf("Mum's birthday is on December 12.", '2026-12-12');
  assert.deepEqual(birthday.times, ['2026-12-12T05:00:00.000Z', 1440, '2026-12-12']);
  const text = 'I am on holiday from the 20th to the 24th of December.';
  const holiday = eventOf(text, '2026-12-20');
  assert.deepEqual(holiday.times, ['2026-12-20T05:00:00.000Z', 5 * 1440, '2026-12-20']);
  assert.match(holiday.overview, /20.*24 December/);
});

test('a range of days has whole days when the clocks change', () => {
  const text = 'I am on holiday from March 7 to March 9.';
  const started_at = new Date('2026-02-20T14:00:00Z');
  const { times } = eventOf(text, '2026-03-07', { started_at });
  assert.deepEqual(times, ['2026-03-07T05:00:00.000Z', 3 * 1440, '2026-03-07']);
});

test('an event lasts from the first hour to the last, also past midnight', () => {
  const of = (text: string, at: string, more?: Partial<Transcript>) =>
    eventOf(text, at, more).times;
  assert.deepEqual(of('The party is on Saturday from 3 to 5 pm.', '2026-11-21T15:00'), [
    '2026-11-21T20:00:00.000Z',
    120,
    null,
  ]);
  assert.deepEqual(of('The party is on Saturday from 10 pm to 2 am.', '2026-11-21T22:00'), [
    '2026-11-22T03:00:00.000Z',
    240,
    null,
  ]);
  assert.deepEqual(
    of('The fair is from 9 am on Monday to 5 pm on Wednesday.', '2026-11-23T09:00'),
    ['2026-11-23T14:00:00.000Z', 56 * 60, null],
  );
  // The clocks are put back in that night.
  const night = { started_at: new Date('2026-10-30T14:00:00Z') };
  assert.deepEqual(of('The watch is on Saturday from 10 pm to 6 am.', '2026-10-31T22:00', night), [
    '2026-11-01T02:00:00.000Z',
    540,
    null,
  ]);
});
