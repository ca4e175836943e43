/** Tests that a day which does not exist is never another day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tokensOf } from '../words/units.ts';
import { findTimes } from './dates.ts';
import { mentionsIn, readMentions } from './mentions.ts';

const TODAY = { year: 2026, month: 11, day: 10, hour: 9, minute: 0 };
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const daysOf = (text: string, language = 'en', today = TODAY): string[] =>
  mentionsIn(tokensOf(text), today, language).flatMap((one) =>
    one.kind === 'day' ? [one.date] : [one.time],
  );

test('a day of the month is in the next month that has it', () => {
  assert.deepEqual(daysOf('Pay the rent on the 31st.'), ['2026-12-31']);
  assert.deepEqual(daysOf('Pay the rent on the 30th.', 'en', { ...TODAY, month: 2 }), [
    '2026-03-30',
  ]);
  assert.deepEqual(daysOf('Die Miete am 31. zahlen.', 'de'), ['2026-12-31']);
  assert.deepEqual(daysOf('Pagar el 31.', 'es'), ['2026-12-31']);
  // The thirtieth of January is over, and February has none.
  const today = { ...TODAY, month: 1, day: 31 };
  assert.deepEqual(daysOf('On the thirtieth.', 'en', today), ['2026-03-30']);
});

test('a day that no month has is no day, and its hour is no hour', () => {
  for (const text of [
    'On February 30.',
    'On February 30 at 3 pm.',
    'On the 31st of April.',
    '31 April, 3 pm.',
    'On 2026-02-30.',
    'On 31/4/2027.',
    'On February 29, 2027.',
  ]) {
    assert.deepEqual(daysOf(text), [], text);
    assert.ok(readMentions(tokensOf(text), TODAY, 'en').lacksDay, text);
  }
  assert.deepEqual(daysOf('Am 30. Februar um drei Uhr.', 'de'), []);
  assert.deepEqual(daysOf('El 30 de febrero.', 'es'), []);
  const october = { ...TODAY, month: 10 };
  assert.deepEqual(daysOf('The 31st of next month.', 'en', october), []);
});

test('the 29th of February is in the next leap year', () => {
  assert.deepEqual(daysOf('On February 29.'), ['2028-02-29']);
  const past = findTimes('We met on February 29.', {
    at: new Date('2026-11-10T09:00:00Z'),
    timezone: 'UTC',
  });
  assert.deepEqual(
    past.map(({ date }) => date),
    ['2024-02-29'],
  );
});

test('a month later is the same day, or the last one of a shorter month', () => {
  assert.deepEqual(daysOf('In a month.'), ['2026-12-10']);
  assert.deepEqual(daysOf('In three months.'), ['2027-02-10']);
  const january = { ...TODAY, month: 1, day: 31 };
  assert.deepEqual(daysOf('In a month.', 'en', january), ['2026-02-28']);
});

test('whatever is said on whichever day, only that day is read', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.option(fc.integer({ min: 0, max: 11 })),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true }),
      fc.constantFrom('before', 'after'),
      (day, month, at, order) => {
        const ordinal = `${day}${['th', 'st', 'nd', 'rd'][day % 10 > 3 || (day > 10 && day < 14) ? 0 : day % 10]}`;
        const named = month === null ? '' : MONTHS[month]!;
        const words =
          month === null
            ? `the ${ordinal}`
            : order === 'before'
              ? `${named} ${day}`
              : `the ${ordinal} of ${named}`;
        const found = findTimes(`Pay the bill on ${words}.`, { at, timezone: 'Pacific/Auckland' });
        for (const { date } of found) {
          assert.equal(Number(date.slice(8)), day, `${words}: ${date}`);
          if (month !== null) assert.equal(Number(date.slice(5, 7)), month + 1, words);
        }
        const mayExist =
          month === null || day <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]!;
        assert.equal(found.length, mayExist ? 1 : 0, words);
      },
    ),
  );
});
