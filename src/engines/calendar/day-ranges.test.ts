/** Tests ranges of days, which have two ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../words/units.ts';
import { findTimes } from './dates.ts';
import { mentionsIn } from './mentions.ts';

/** A Tuesday. */
const TODAY = { year: 2026, month: 11, day: 10, hour: 9, minute: 0 };

const rangesOf = (text: string, language: string): string[] =>
  unitsOf({ language, turns: [{ text }] }).flatMap(({ tokens }) =>
    mentionsIn(tokens, TODAY, language).map((one) => {
      if (one.kind === 'hour') return `${one.time}-${one.end}`;
      return one.form === 'range' ? `${one.first} to ${one.date}` : one.date;
    }),
  );

const means = (cases: Record<string, string>, language = 'en'): void => {
  for (const [text, expected] of Object.entries(cases))
    assert.deepEqual(rangesOf(text, language), [expected], text);
};

test('a range of days has a first and a last day, in whichever words', () => {
  const days = '2026-12-20 to 2026-12-24';
  for (const text of [
    'I am on holiday from the 20th to the 24th of December.',
    'I am on holiday from December 20 to 24.',
    'I am on holiday from Dec 20 to Dec 24.',
    'I am on holiday December 20th through 24th.',
    'I am on holiday 20-24 December.',
    'I am on holiday December 20-24.',
    'I am on holiday December 20 – 24.',
    'I am on holiday between the 20th and the 24th of December.',
    'I am on holiday from the twentieth until the twenty-fourth of December.',
    'I am on holiday from 12/20 to 12/24.',
    'I am on holiday from Sunday the 20th to Thursday the 24th of December.',
    'I am on holiday 2026-12-20 to 2026-12-24.',
  ]) {
    means({ [text]: days });
  }
  means({
    'Away from December 28 to January 3.': '2026-12-28 to 2027-01-03',
    'Away from the 28th to the 3rd of January.': '2026-12-28 to 2027-01-03',
    'Away December 20 to January 3, 2027.': '2026-12-20 to 2027-01-03',
    'Away from the 20th to the 24th.': '2026-11-20 to 2026-11-24',
    'Away from the 28th to the 3rd.': '2026-11-28 to 2026-12-03',
    // It has begun.
    'Away from the 5th to the 12th.': '2026-11-05 to 2026-11-12',
    'Away from Monday to Friday.': '2026-11-16 to 2026-11-20',
    'Open mon-fri.': '2026-11-16 to 2026-11-20',
    'Away from tomorrow until Sunday.': '2026-11-11 to 2026-11-15',
    'Away from Friday to December 24.': '2026-11-13 to 2026-12-24',
    'The movie runs from Monday to Friday.': '2026-11-16 to 2026-11-20',
    'The night shift is from Monday to Friday.': '2026-11-16 to 2026-11-20',
    'Away next week from Tuesday to Thursday.': '2026-11-17 to 2026-11-19',
  });
});

test('a range of days is read in German and Spanish', () => {
  means(
    {
      'Ich bin vom 20. bis zum 24. Dezember im Urlaub.': '2026-12-20 to 2026-12-24',
      'Vom 20. bis 24. Dezember.': '2026-12-20 to 2026-12-24',
      '20.-24. Dezember.': '2026-12-20 to 2026-12-24',
      'Zwischen dem 20. und 24. Dezember.': '2026-12-20 to 2026-12-24',
      'Vom 24.12. bis 26.12.': '2026-12-24 to 2026-12-26',
      'Vom 20. bis zum 24.': '2026-11-20 to 2026-11-24',
      'Vom 28. Dezember bis 3. Januar.': '2026-12-28 to 2027-01-03',
      'Von Montag bis Mittwoch.': '2026-11-16 to 2026-11-18',
    },
    'de',
  );
  means(
    {
      'Del 20 al 24 de diciembre.': '2026-12-20 to 2026-12-24',
      'Desde el 20 hasta el 24 de diciembre.': '2026-12-20 to 2026-12-24',
      'Entre el 20 y el 24.': '2026-11-20 to 2026-11-24',
      'De lunes a viernes.': '2026-11-16 to 2026-11-20',
      'Del 28 de diciembre al 3 de enero.': '2026-12-28 to 2027-01-03',
    },
    'es',
  );
});

test('two days that are compared or exchanged, and hours, are no range of days', () => {
  means({ 'See me from 3 to 5 pm.': '15:00-17:00', 'See me 11am-2pm.': '11:00-14:00' });
  for (const text of [
    'Move it from Tuesday to Thursday.',
    'I prefer Tuesday to Thursday.',
    'We changed Tuesday to Thursday.',
  ])
    assert.deepEqual(rangesOf(text, 'en'), ['2026-11-17', '2026-11-12'], text);
  means({ 'Friday to confirm.': '2026-11-13' });
  assert.deepEqual(rangesOf('From the 30th of February to the 2nd of March.', 'en'), []);
  assert.deepEqual(rangesOf('From the 31st to the 3rd of December.', 'en'), []);
});

test('both ends of a range of the past are in the past', () => {
  const at = new Date('2026-11-10T09:00:00Z');
  const [time] = findTimes('We were away from the 20th to the 24th of December.', {
    at,
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual([time?.date, time?.end?.date], ['2025-12-20', '2025-12-24']);
});
