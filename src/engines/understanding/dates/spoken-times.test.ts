/** Tests how spoken times of day are rewritten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteTimes } from './spoken-times.ts';

const becomes = (cases: Record<string, string>): void => {
  for (const [text, expected] of Object.entries(cases))
    assert.equal(rewriteTimes(text), expected, text);
};

test('a time with a part of the day is on the clock of 24 hours', () => {
  becomes({
    'two pm': 'at 14:00',
    'eleven pm': 'at 23:00',
    'twelve pm': 'at 12:00',
    '12 am': 'at 00:00',
    'one am': 'at 01:00',
    'at 11 a.m.': 'at 11:00',
    '7.30 pm': 'at 19:30',
    'nine forty pm': 'at 21:40',
    'twelve in the morning': 'at 12:00',
    'five in the morning': 'at 05:00',
    'at 12:30 in the afternoon': 'at 12:30',
    'eleven in the evening': 'at 23:00',
    'evening at 7': 'at 19:00',
    'morning, 9:30': 'at 09:30',
    'at midday': 'at 12:00',
    midnight: 'at 00:00',
  });
});

test('at night, twelve is midnight, and an hour before five is after midnight', () => {
  becomes({
    'twelve at night': 'at 00:00',
    'four at night': 'at 04:00',
    'five at night': 'at 17:00',
    'quarter to one at night': 'at 00:45',
    'quarter to twelve at night': 'at 23:45',
  });
});

test('without a part of the day, an hour before eight is in the afternoon, and others are in the morning', () => {
  becomes({
    'at seven': 'at 19:00',
    'at eight': 'at 08:00',
    'at 12': 'at 12:00',
    'at five twenty': 'at 17:20',
    'at 5:20': 'at 17:20',
    'it was 7:59 then': 'it was at 19:59 then',
    'it was 8:00 then': 'it was at 08:00 then',
    'it was 12:30 then': 'it was at 12:30 then',
    'twenty past seven': 'at 19:20',
    'twenty past eight': 'at 08:20',
    'quarter past twelve': 'at 12:15',
  });
});

test('a meal or an evening says which half of the day is meant', () => {
  becomes({
    'breakfast at seven': 'breakfast at 07:00',
    'dinner at eight': 'dinner at 20:00',
    'drinks at 8:15': 'drinks at 20:15',
    'dinner at 12': 'dinner at 12:00',
  });
});

test('minutes before an hour may lead into the hour or the half of the day before', () => {
  becomes({
    'quarter to two pm': 'at 13:45',
    'quarter to one pm': 'at 12:45',
    'quarter to one am': 'at 00:45',
    'quarter to five': 'at 16:45',
    'fifteen to five pm': 'at 16:45',
    'twenty to five in the evening': 'at 16:40',
    '20 minutes to five': 'at 16:40',
    '59 minutes to five': 'at 16:01',
  });
});

test('other numbers before "to" and an hour are no minutes', () => {
  becomes({
    'nine to five': 'nine to five',
    '60 minutes to five': '60 minutes to five',
    '15 to five at night': '15 to at 17:00',
    '13 to five at night': '13 to at 17:00',
  });
});

test('a range begins in the half of the day in which it ends, or else in the morning', () => {
  becomes({
    'from one to two pm': 'from 13:00 to 14:00',
    'from ten to two pm': 'from 10:00 to 14:00',
    'from ten to ten pm': 'from 22:00 to 22:00',
    '9:15 to 10:45 am': '09:15 to 10:45',
    '11 to 12 pm': '11:00 to 12:00',
  });
});
