/** Tests lengths of time, which are the same in every zone and across the change of clocks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTimes } from '../dates.ts';
import { instantOf } from '../wall-clock.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
];

const minutesTo = (text: string, at: Date, timezone: string, language = 'en'): number[] =>
  findTimes(text, { at, timezone, language }).map(({ instant }) =>
    Math.round((instant.getTime() - at.getTime()) / 60_000),
  );

test('an hour is an hour when the clocks change', () => {
  for (const at of ['2026-10-25T00:30:00Z', '2026-03-29T00:30:00Z', '2026-10-25T01:30:00Z'])
    assert.deepEqual(
      minutesTo('Turn off the oven in an hour.', new Date(at), 'Europe/Berlin'),
      [60],
    );
});

test('lengths of time are read as people say them', () => {
  const at = new Date('2026-11-10T09:00:00Z');
  const cases = {
    'Call me in half an hour.': 30,
    'Call me in ninety minutes.': 90,
    'Call me in 90min.': 90,
    'Call me in 2h.': 120,
    'Call me in 1.5 hours.': 90,
    'Call me in two and a half hours.': 150,
    'Call me in an hour and twenty minutes.': 80,
    'Call me in 48 hours.': 48 * 60,
    'Call me in 3 minutes.': 3,
    'Call me two hours from now.': 120,
  };
  for (const [text, minutes] of Object.entries(cases))
    assert.deepEqual(minutesTo(text, at, 'Europe/Berlin'), [minutes], text);
  assert.deepEqual(minutesTo('In neunzig Minuten.', at, 'Europe/Berlin', 'de'), [90]);
  assert.deepEqual(minutesTo('In zwei Stunden und zehn Minuten.', at, 'UTC', 'de'), [130]);
  assert.deepEqual(minutesTo('En una hora y diez minutos.', at, 'UTC', 'es'), [70]);
});

test('a length of time is the same in every zone at every moment', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 * 24 * 365 * 3 }),
      fc.integer({ min: 3, max: 999 }),
      fc.constantFrom(...ZONES),
      (minute, length, zone) => {
        const at = new Date(Date.UTC(2025, 0, 1) + minute * 60_000);
        assert.deepEqual(minutesTo(`Call me in ${length} minutes.`, at, zone), [length]);
      },
    ),
  );
});

test('"tomorrow" is the day after the day of the user, in every zone at every moment', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 * 24 * 365 * 3 }),
      fc.constantFrom(...ZONES),
      (minute, timeZone) => {
        const at = new Date(Date.UTC(2025, 0, 1) + minute * 60_000);
        const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
        const next = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
        const [time] = findTimes('Call me tomorrow.', { at, timezone: timeZone });
        assert.equal(time?.date, next);
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
        assert.equal(shown.format(time!.instant), next);
      },
    ),
  );
});

test('the same words at the same hour name the same days and hours in every zone', () => {
  const words = [
    'I will call you tomorrow at five.',
    'The rent is due on the 31st.',
    'I am away from the 20th to the 24th of December.',
    "Mum's birthday is on December 12.",
    'We meet next Tuesday at half past nine.',
    'See you this weekend.',
    'I need it by the end of the month.',
  ];
  const said = (timezone: string) => {
    const at = instantOf({ year: 2026, month: 11, day: 10, hour: 23, minute: 30 }, timezone);
    return words.map((text) =>
      findTimes(text, { at, timezone }).map(({ date, time, end }) => [date, time, end?.date]),
    );
  };
  for (const zone of ZONES) assert.deepEqual(said(zone), said('UTC'), zone);
});
