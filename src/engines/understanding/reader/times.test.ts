import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesOf, timesIn } from './times.ts';
import { unitsOf } from './units.ts';

/** The days and times that an English talk names. It began on Monday, 9 March 2026, at eight. */
function timesOf(...texts: string[]): string[] {
  const turns = texts.map((text, at) => ({ text, speaker: `${at % 2}`, isUser: at % 2 === 0 }));
  const talk = { language: 'en', turns };
  const all = { talk, units: unitsOf(talk) };
  return candidatesOf(timesIn(all, '2026-03-09T08:00')).map(({ date, time }) =>
    time === null ? date : `${date}T${time}`,
  );
}

test('a day of the month is in the month that was named before', () => {
  assert.ok(timesOf('From the tenth of April.', 'The twelfth?').includes('2026-04-12'));
  const chat = Array.from({ length: 9 }, () => 'Well, well.');
  const later = timesOf('On the thirteenth of June.', ...chat, 'The thirteenth, then.');
  assert.ok(!later.includes('2026-03-13'), String(later));
  assert.ok(timesOf('On the tenth of June.', ...chat, 'The thirteenth.').includes('2026-03-13'));
});

test('a feast that is over names no month', () => {
  assert.ok(timesOf('I have waited since Christmas.', 'The twelfth, yes.').includes('2026-03-12'));
});

test('a day of the month falls on the weekday that was said with it', () => {
  assert.deepEqual(timesOf("Thirty-first, that's the Sunday."), ['2026-05-31']);
  assert.deepEqual(timesOf('Wednesday the eighth.'), ['2026-04-08']);
  assert.deepEqual(timesOf('Friday the twentieth.'), ['2026-03-20']);
});

test('the day counts when the weekday fits no near month', () => {
  // The eighth is a Wednesday in April, a Friday in May and a Monday in June.
  assert.deepEqual(timesOf('Saturday the eighth.'), ['2026-04-08']);
});

test('a day of the month at the start of a sentence needs no article', () => {
  assert.ok(timesOf('Twenty-first to the twenty-third, and no later.').includes('2026-03-21'));
  assert.deepEqual(timesOf('Third cup of tea, that was my mistake.'), []);
});

test('"the Friday after" is a week later', () => {
  assert.deepEqual(timesOf('What about the Friday after?'), ['2026-03-20']);
});

test('"half" behind a day belongs to the hour', () => {
  assert.ok(timesOf("Next time's the twentieth, half past ten.").includes('2026-03-20T10:30'));
  assert.deepEqual(timesOf('I saw the second half.'), []);
});

test('"same time" repeats the hour that was named before', () => {
  const times = timesOf('Thursday at nine twenty?', 'The twenty-sixth, then, same time.');
  assert.ok(times.includes('2026-03-26T09:20'), String(times));
  assert.deepEqual(timesOf('The twenty-sixth, same time.'), ['2026-03-26']);
});

test('an hour may be written with a lone "o", and its minutes may be odd', () => {
  assert.ok(timesOf('It is tomorrow at six o clock and no later.').includes('2026-03-10T18:00'));
  assert.ok(timesOf('The train goes tomorrow at nine thirty nine.').includes('2026-03-10T09:39'));
});
