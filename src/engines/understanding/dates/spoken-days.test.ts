/** Tests how spoken days are rewritten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoDay } from '../wall-clock.ts';
import type { Lean } from './lean.ts';
import { countOf, rewriteDays, type Today } from './spoken-days.ts';

/** A Wednesday. */
const TODAY: Today = { year: 2026, month: 5, day: 13, hour: 10, minute: 0, weekStart: 1 };

/** Each text with the day that it becomes, and the last day if it is a span. */
const becomes = (
  cases: Record<string, string>,
  { lean = 'future', ...today }: Partial<Today> & { lean?: Lean } = {},
): void => {
  for (const [said, expected] of Object.entries(cases)) {
    const { text, spans } = rewriteDays(said, { ...TODAY, ...today }, lean);
    const span = spans.get(text);
    assert.equal(span ? `${text} to ${isoDay(span.last)}` : text, expected, said);
  }
};

test('the number of a day means the next such day, or the last one in the past', () => {
  becomes({
    'on the 12th': '2026-06-12',
    'on the 13th': '2026-05-13',
    'on the 14th': '2026-05-14',
    'on the 0th': 'on the 0th',
    'on the 32nd': 'on the 32nd',
    'the fifth of this month': '2026-05-05',
    'the 5th of next month': '2026-06-05',
    'the 5th of last month': '2026-04-05',
    'Monday the first': '2026-06-01',
  });
  becomes(
    {
      'on the 12th': '2026-05-12',
      'on the 13th': '2026-05-13',
      'on the 14th': '2026-04-14',
      'the first of this month': '2026-05-01',
    },
    { lean: 'past' },
  );
});

test('a day that a month does not have is in the month after it, or before it in the past', () => {
  becomes({ 'on the 31st': '2026-07-31' }, { month: 6 });
  becomes({ 'on the 30th': '2026-03-30' }, { month: 2 });
  becomes({ 'on the 30th': '2026-01-30' }, { month: 2, lean: 'past' });
  becomes({ 'on the 31st': '2026-03-31' }, { lean: 'past' });
});

test('a weekday means the coming one, or the last one in the past', () => {
  becomes({
    'on Wednesday': '2026-05-20',
    'on Thursday': '2026-05-14',
    'on Tuesday': '2026-05-19',
    'last Wednesday': '2026-05-06',
    'previous Thursday': '2026-05-07',
    'this past Friday': '2026-05-08',
    'this Monday': '2026-05-11',
    'this Friday': '2026-05-15',
    'next Thursday': '2026-05-21',
    'coming Monday': '2026-05-18',
  });
  becomes(
    {
      'on Wednesday': '2026-05-06',
      'on Thursday': '2026-05-07',
      'this Friday': '2026-05-15',
      'next Friday': '2026-05-22',
      'coming Monday': '2026-05-18',
    },
    { lean: 'past' },
  );
});

test('a short weekday is a day only with a word that says which, or with a capital', () => {
  becomes({ sat: 'sat', 'this sat': '2026-05-16', tue: '2026-05-19', Sat: '2026-05-16' });
});

test('a weekday may be counted in weeks', () => {
  becomes({
    'a week from Friday': '2026-05-22',
    'Friday after next': '2026-05-22',
    'a week from today': '2026-05-20',
    'a week from tomorrow': '2026-05-21',
    'Tuesday of next week': '2026-05-19',
    'next week on Tuesday': '2026-05-19',
    'last week Tuesday': '2026-05-05',
    'this week Tuesday': '2026-05-12',
  });
});

test('the end of this week is Friday, and after Friday its last day', () => {
  becomes({ 'end of the week': '2026-05-15' }, { day: 15 });
  for (const day of [16, 17]) becomes({ 'end of the week': '2026-05-17' }, { day });
  becomes({ 'end of next week': '2026-05-22', 'end of last week': '2026-05-08' }, { day: 16 });
  becomes({ 'end of the week': '2026-05-16' }, { day: 16, weekStart: 0 });
  becomes({ 'end of the week': '2026-05-22' }, { day: 17, weekStart: 0 });
});

test('a month and a year have a beginning, a middle and an end', () => {
  becomes({
    'beginning of the month': '2026-05-01',
    'start of next month': '2026-06-01',
    'middle of last month': '2026-04-15',
    'end of last month': '2026-04-30',
    eom: '2026-05-31',
    'end of the year': '2026-12-31',
    'end of next year': '2027-12-31',
  });
});

test('a week, a weekend, a month and a year are spans', () => {
  becomes({
    'this week': '2026-05-11 to 2026-05-17',
    'next week': '2026-05-18 to 2026-05-24',
    'last week': '2026-05-04 to 2026-05-10',
    'this past week': '2026-05-04 to 2026-05-10',
    'this month': '2026-05-01 to 2026-05-31',
    'next month': '2026-06-01 to 2026-06-30',
    'past month': '2026-04-01 to 2026-04-30',
    'three months ago': '2026-02-01 to 2026-02-28',
    'last year': '2025-01-01 to 2025-12-31',
    'two years ago': '2024-01-01 to 2024-12-31',
    'the other day': '2026-05-07 to 2026-05-12',
  });
  becomes({ 'this week': '2026-05-10 to 2026-05-16' }, { weekStart: 0 });
});

test('a weekend is the coming one, or the last one in the past', () => {
  const named = {
    'this weekend': '2026-05-16 to 2026-05-17',
    'coming weekend': '2026-05-16 to 2026-05-17',
    'next weekend': '2026-05-23 to 2026-05-24',
    'last weekend': '2026-05-09 to 2026-05-10',
    'past weekend': '2026-05-09 to 2026-05-10',
  };
  const before = { 'before the weekend': '2026-05-15', 'before this weekend': '2026-05-15' };
  becomes({ ...named, ...before, 'over the weekend': '2026-05-16 to 2026-05-17' });
  becomes({ ...named, 'over the weekend': '2026-05-09 to 2026-05-10' }, { lean: 'past' });
});

test('days, weeks, fortnights and months are counted from today', () => {
  becomes({
    'in three days': '2026-05-16',
    'in a week': '2026-05-20',
    'a couple of days from now': '2026-05-15',
    'in 2 months': '2026-07-13',
    'three days ago': '2026-05-10',
    'two weeks ago': '2026-04-29',
  });
  becomes({ 'in one month': '2026-02-28' }, { month: 1, day: 31 });
  becomes({ 'in one month': '2026-02-27' }, { month: 1, day: 27 });
});

test('a part of a day stays beside its date', () => {
  becomes({
    'this morning': '2026-05-13 morning',
    tonight: '2026-05-13 night',
    'last night': '2026-05-12 night',
    'later on today': '2026-05-13',
  });
});

test('a count is a number, a word, or an article', () => {
  const counts = { 12: 12, an: 1, one: 1, twelve: 12, 'a couple of': 2, 'a few': 3, 'A few': 3 };
  for (const [words, count] of Object.entries(counts)) assert.equal(countOf(words), count, words);
});
