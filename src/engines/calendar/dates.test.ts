import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTimes } from './dates.ts';
import { shortened } from '../understanding/short-text.ts';
import { instantOf, wallClockAt } from './wall-clock.ts';

/** Wednesday 13 May 2026, ten o'clock in the morning in New York. */
const AT = new Date('2026-05-13T14:00:00Z');
const NEW_YORK = 'America/New_York';

const said = (text: string): string[] =>
  findTimes(text, { at: AT, timezone: NEW_YORK }).map(({ date, time, end }) =>
    [date, time, end && `to ${end.date}${end.time ? ` ${end.time}` : ''}`]
      .filter(Boolean)
      .join(' '),
  );

const means = (cases: Record<string, string>): void => {
  for (const [text, expected] of Object.entries(cases))
    assert.deepEqual(said(text), [expected], text);
};

test('spoken days are read', () => {
  means({
    'Let us go tomorrow.': '2026-05-14',
    'It is due the day after tomorrow.': '2026-05-15',
    'See you on Friday.': '2026-05-15',
    'See you next Friday.': '2026-05-22',
    'Come on the 20th.': '2026-05-20',
    'Come on the 3rd.': '2026-06-03',
    'Monday the 18th would do.': '2026-05-18',
    'A week from Friday, then.': '2026-05-22',
    'Send it by the end of the week.': '2026-05-15',
    'I need it by the end of the month.': '2026-05-31',
    'In three days I will know.': '2026-05-16',
    'Tuesday next week suits me.': '2026-05-19',
    'My birthday is on June 3rd.': '2026-06-03',
  });
});

test('a span has a first and a last day', () => {
  means({
    'Are you free this weekend?': '2026-05-16 to 2026-05-17',
    'We should meet next week.': '2026-05-18 to 2026-05-22',
    'The trip is next month.': '2026-06-01 to 2026-06-30',
    'The trip is next year.': '2027-01-01 to 2027-12-31',
    'See me from 2 to 4 pm.': '2026-05-13 14:00 to 2026-05-13 16:00',
    'The bar is open from 9 pm to 2 am.': '2026-05-13 21:00 to 2026-05-14 02:00',
    'It is from 9 am on Monday to 5 pm on Wednesday.': '2026-05-18 09:00 to 2026-05-20 17:00',
    'It is from Monday at 9 am to Wednesday at 5 pm.': '2026-05-18 09:00 to 2026-05-20 17:00',
    'It is from Monday to Wednesday at 10 am.': '2026-05-18 10:00 to 2026-05-20',
  });
});

test('spoken times of day are read', () => {
  means({
    'Tomorrow at half past four.': '2026-05-14 16:30',
    'Tomorrow at quarter to ten in the morning.': '2026-05-14 09:45',
    'Friday, quarter past eight in the evening.': '2026-05-15 20:15',
    'Friday at nine am.': '2026-05-15 09:00',
    'Friday at 5 in the evening.': '2026-05-15 17:00',
    "Friday at 7 o'clock in the evening.": '2026-05-15 19:00',
    'Dinner at seven on Friday.': '2026-05-15 19:00',
    'Lunch tomorrow at noon.': '2026-05-14 12:00',
    'Tomorrow from 2 to 4 pm.': '2026-05-14 14:00 to 2026-05-14 16:00',
    'Tonight at 9.': '2026-05-13 21:00',
    'Call me in two hours.': '2026-05-13 12:00',
    'Call me in half an hour.': '2026-05-13 10:30',
  });
});

test('a sentence about the past names the last such day, not the next', () => {
  means({
    'We met on Friday.': '2026-05-08',
    'I went there last weekend.': '2026-05-09 to 2026-05-10',
    'She came two weeks ago.': '2026-04-29',
    'I saw her on the 20th.': '2026-04-20',
  });
});

test('words that are not times are ignored', () => {
  for (const text of [
    'May I come in?',
    'I sat down.',
    'The 5th floor.',
    'Five to ten people came.',
    'Right now.',
    'Nine volcanoes.',
    'Second, the audit.',
    'I teach on Mondays.',
    'We want a table for three weekends.',
  ])
    assert.deepEqual(said(text), [], text);
});

test('wall clock times stay right across both clock changes', () => {
  const cases: [at: string, timezone: string, text: string, instant: string][] = [
    ['2026-03-07T17:00:00Z', NEW_YORK, 'tomorrow at 3 pm', '2026-03-08T19:00:00.000Z'],
    ['2026-10-31T16:00:00Z', NEW_YORK, 'tomorrow at 3 pm', '2026-11-01T20:00:00.000Z'],
    ['2026-03-28T10:00:00Z', 'Europe/Berlin', 'on Monday at 9 am', '2026-03-30T07:00:00.000Z'],
    ['2026-12-31T20:00:00Z', 'Asia/Tokyo', 'tomorrow at 10 am', '2027-01-02T01:00:00.000Z'],
  ];
  for (const [at, timezone, text, instant] of cases) {
    const [mention] = findTimes(`See you ${text}.`, { at: new Date(at), timezone });
    assert.equal(mention?.instant.toISOString(), instant, text);
  }
});

test("the server's time zone has no effect", () => {
  const program = `
    import { findTimes } from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)};
    const [a] = findTimes('tomorrow at 2:30 am', { at: new Date('2026-03-07T17:00:00Z'), timezone: 'UTC' });
    console.log(a.instant.toISOString());`;
  for (const TZ of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TZ, NODE_NO_WARNINGS: '1' },
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), '2026-03-08T02:30:00.000Z', TZ);
  }
});

test('a skipped time moves forward, and a repeated time means the first', () => {
  const wall = { year: 2026, month: 3, day: 8, hour: 2, minute: 30 };
  assert.equal(instantOf(wall, NEW_YORK).toISOString(), '2026-03-08T07:30:00.000Z');
  const twice = { year: 2026, month: 11, day: 1, hour: 1, minute: 30 };
  assert.equal(instantOf(twice, NEW_YORK).toISOString(), '2026-11-01T05:30:00.000Z');
});

test('converting an instant to wall clock time and back gives the same instant, except in the repeated hour', () => {
  const zones = [
    'UTC',
    NEW_YORK,
    'Europe/Lisbon',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ];
  const minute = fc.integer({ min: 0, max: 60 * 24 * 365 * 10 });
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (minutes, zone) => {
      const instant = new Date(Date.UTC(2020, 0, 1) + minutes * 60_000);
      const again = instantOf(wallClockAt(instant, zone), zone);
      const ahead = instant.getTime() - again.getTime();
      assert.ok(ahead === 0 || ahead === 3_600_000 || ahead === 1_800_000);
      assert.deepEqual(wallClockAt(again, zone), wallClockAt(instant, zone));
    }),
  );
});

test('any text and any time zone give times of the right form', () => {
  const words = fc.constantFrom(
    'at',
    'five',
    'the',
    '31st',
    'next',
    'friday',
    'half',
    'past',
    '12:30',
    'pm',
    'in',
    '99',
    'days',
    'week',
    'of',
    'May',
    '-',
    '.',
    'to',
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 12 }),
      fc.constantFrom('Nowhere/At_All', NEW_YORK),
      (text, timezone) => {
        for (const mention of findTimes(text.join(' '), { at: AT, timezone })) {
          assert.match(mention.date, /^\d{4}-\d\d-\d\d$/);
          assert.match(mention.time ?? '00:00', /^([01]\d|2[0-3]):[0-5]\d$/);
          assert.ok(!Number.isNaN(mention.instant.getTime()));
        }
      },
    ),
  );
});

test('an hour before "tonight" is in the evening, and a year after "to" is not a time', () => {
  const times = (text: string) =>
    findTimes(text, { at: new Date('2026-11-18T10:00:00Z'), timezone: 'UTC' }).map(
      ({ date, time }) => `${date} ${time}`,
    );
  assert.deepEqual(times('Remind me at half past eight tonight.'), ['2026-11-18 20:30']);
  assert.deepEqual(times('Call me at eight tonight.'), ['2026-11-18 20:00']);
  assert.deepEqual(times('from Tuesday at 3 to Thursday at 4'), ['2026-11-24 15:00']);
});

test('a number of days has at most three digits, and a date that does not exist is none', () => {
  means({ 'It ends in 999 days.': '2029-02-05' });
  for (const text of ['It ends in 1000 days.', 'It ends on 2026-99-99.']) {
    assert.deepEqual(said(text), [], text);
  }
});

test('an hour is on the day that is named nearest to it', () => {
  const cases: Record<string, string[]> = {
    '2:30 pm - 4 pm on Friday.': ['2026-05-15 14:30 to 2026-05-15 16:00'],
    'Friday 2:30 to 4.': ['2026-05-15 14:30 to 2026-05-15 16:00'],
    'Monday at 10, Tuesday at 11.': ['2026-05-18 10:00', '2026-05-19 11:00'],
    'At 10 on Monday, at 11 on Tuesday.': ['2026-05-18 10:00', '2026-05-19 11:00'],
    'Friday is fine, 3 pm Saturday is not.': ['2026-05-15', '2026-05-16 15:00'],
    'On Friday, but call me in two hours.': ['2026-05-15', '2026-05-13 12:00'],
  };
  for (const [text, expected] of Object.entries(cases))
    assert.deepEqual(said(text), expected, text);
});

test('times are read in the language of the talk, or else in English', () => {
  const times = (text: string, language: string) =>
    findTimes(text, { at: AT, timezone: NEW_YORK, language }).map(
      ({ date, time }) => `${date} ${time}`,
    );
  assert.deepEqual(times('Am Freitag um drei Uhr.', 'de-DE'), ['2026-05-15 15:00']);
  assert.deepEqual(times('El viernes a las tres.', 'es'), ['2026-05-15 15:00']);
  assert.deepEqual(times('Friday at three.', 'de'), ['2026-05-15 15:00']);
  assert.deepEqual(times('Friday at three.', 'fr'), ['2026-05-15 15:00']);
});

test('a week that starts on Sunday or Saturday is this week from that day on', () => {
  const next = (day: number, week_start: 0 | 1 | 6) =>
    findTimes('We should meet next week.', {
      at: new Date(`2026-05-${day}T12:00:00Z`),
      timezone: 'UTC',
      week_start,
    })[0]!.date;
  assert.deepEqual([next(16, 1), next(17, 1)], ['2026-05-18', '2026-05-18']);
  assert.deepEqual([next(16, 0), next(17, 0)], ['2026-05-18', '2026-05-25']);
  assert.deepEqual([next(16, 6), next(17, 6)], ['2026-05-25', '2026-05-25']);
});

test('days of the past are read backwards, and counted ones in their unit', () => {
  means({
    'We went there on June 3rd.': '2025-06-03',
    'We went there on April 3rd.': '2026-04-03',
    'We went there on May 13th.': '2026-05-13',
    'We met on the 31st.': '2026-03-31',
    'We met at Christmas.': '2025-12-25',
    'We met at seven in the morning.': '2026-05-13 07:00',
    'We met the day before yesterday.': '2026-05-11',
    'We met previous Thursday.': '2026-05-07',
    'We met last week.': '2026-05-04 to 2026-05-08',
    'We met three months ago.': '2026-02-01 to 2026-02-28',
    'We met two years ago.': '2024-01-01 to 2024-12-31',
    'We met on the fifth of last month.': '2026-04-05',
    'A week from today, then.': '2026-05-20',
    'A week from tomorrow, then.': '2026-05-21',
    'In two weeks I will know.': '2026-05-27',
    'In a fortnight I will know.': '2026-05-27',
    'It broke two weeks ago.': '2026-04-29',
    'It broke two days ago.': '2026-05-11',
  });
});

test('an hour without a day is today, or tomorrow once it is over', () => {
  means({
    'See you at 10 am.': '2026-05-13 10:00',
    'See you at 9:59 am.': '2026-05-14 09:59',
    'I saw her at 9 am.': '2026-05-13 09:00',
    'I will call in ten minutes.': '2026-05-13 10:10',
  });
});

test('a date without a year is the next one, but may be over in this month', () => {
  means({
    'My birthday is on April 3rd.': '2027-04-03',
    'My birthday is on May 3rd.': '2026-05-03',
    'My birthday is on May 13th.': '2026-05-13',
    'It ends on May 20th, 2028.': '2028-05-20',
    'It ends on the fifth of next month.': '2026-06-05',
  });
});

test('a shortened text ends between words, or in a word that is too long for that', () => {
  assert.equal(shortened('one two three', 13), 'one two three');
  assert.equal(shortened('one two three', 12), 'one two…');
  assert.equal(shortened('one, two three', 6), 'one…');
  // The last space that fits is exactly in the middle.
  assert.equal(shortened('abcd efghijklm', 8), 'abcd ef…');
  assert.equal(shortened('abcde fghijklm', 8), 'abcde…');
});
