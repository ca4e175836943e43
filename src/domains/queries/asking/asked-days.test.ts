/** Tests the days that a search names, in English, German and Spanish. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedDays } from './asked-days.ts';

/** A Sunday. */
const now = new Date('2026-11-29T10:00:00Z');

const read = (query: string, more = {}): string => {
  const found = askedDays(query, { now, timezone: 'Europe/Berlin', ...more });
  if (!found) return '';
  const { from, to, start, end } = found;
  return `${from ?? ''} to ${to ?? ''}: ${query.slice(start, end)}`;
};

const means = (cases: Record<string, string>): void => {
  for (const [query, days] of Object.entries(cases)) {
    const said = read(query);
    assert.equal(said.slice(0, said.indexOf(':')), days, query);
  }
};

test('a search names a day, a week, a month or a year of the past', () => {
  means({
    'yesterday evening': '2026-11-28 to 2026-11-28',
    'the day before yesterday': '2026-11-27 to 2026-11-27',
    'on Monday': '2026-11-23 to 2026-11-23',
    'Monday of last week': '2026-11-16 to 2026-11-16',
    'Friday the 13th': '2026-11-13 to 2026-11-13',
    'November 12': '2026-11-12 to 2026-11-12',
    'last week': '2026-11-16 to 2026-11-22',
    'this week': '2026-11-23 to 2026-11-29',
    'last weekend': '2026-11-21 to 2026-11-22',
    'the last three days': '2026-11-26 to 2026-11-29',
    'two weeks ago': '2026-11-09 to 2026-11-15',
    'in March': '2026-03-01 to 2026-03-31',
    'in December': '2025-12-01 to 2025-12-31',
    'March 2025': '2025-03-01 to 2025-03-31',
    'last summer': '2026-06-01 to 2026-08-31',
    'in 2025': '2025-01-01 to 2025-12-31',
    'between Monday and Friday': '2026-11-23 to 2026-11-27',
    'next week': '2026-11-30 to 2026-12-06',
  });
});

test('a search names a time with one end', () => {
  means({
    'before the summer': ' to 2026-05-31',
    'before Christmas': ' to 2025-12-24',
    'since 12 November': '2026-11-12 to ',
    'after 20 November': '2026-11-21 to ',
    'until Friday': ' to 2026-11-27',
    'vor dem Sommer': ' to 2026-05-31',
    'seit Montag': '2026-11-23 to ',
    'antes del verano': ' to 2026-05-31',
    'desde el lunes': '2026-11-23 to ',
  });
});

test('a search names days in German and Spanish', () => {
  means({
    'Budget letzte Woche': '2026-11-16 to 2026-11-22',
    'in der letzten Woche': '2026-11-16 to 2026-11-22',
    'letzte Woche Montag': '2026-11-16 to 2026-11-16',
    'vor zwei Wochen': '2026-11-09 to 2026-11-15',
    'am 12. November': '2026-11-12 to 2026-11-12',
    'gestern Abend': '2026-11-28 to 2026-11-28',
    'im März': '2026-03-01 to 2026-03-31',
    'übers Wochenende': '2026-11-28 to 2026-11-29',
    'presupuesto la semana pasada': '2026-11-16 to 2026-11-22',
    'el lunes pasado': '2026-11-23 to 2026-11-23',
    'hace tres días': '2026-11-26 to 2026-11-26',
    'el fin de semana pasado': '2026-11-21 to 2026-11-22',
    'marzo pasado': '2026-03-01 to 2026-03-31',
    ayer: '2026-11-28 to 2026-11-28',
  });
});

test('the words of the time are found, with those that introduce them', () => {
  assert.match(read('what did Ana say in March?'), /: in March$/);
  assert.match(read('the bill of last month was high'), /: of last month$/);
  // The time that can hardly be the subject counts.
  assert.match(read('trip in March last week'), /: last week$/);
});

test('words that only look like a time name no time', () => {
  for (const query of [
    'Black Friday sales',
    'the Sunday Times',
    'march of progress',
    'may I',
    'sun cream',
    'the first meeting',
    'april showers',
    '2025 chairs',
    '"last week" sales',
    'in the morning',
    'mon ami',
    'fall down',
    'so what',
  ])
    assert.equal(read(query), '', query);
});

test('weeks begin on the day of the user, and seasons are those of the place', () => {
  assert.match(read('last week', { weekStart: 0 }), /^2026-11-22 to 2026-11-28/);
  assert.match(read('last summer', { timezone: 'Australia/Sydney' }), /^2025-12-01 to 2026-02-28/);
});
