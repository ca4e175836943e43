import assert from 'node:assert/strict';
import type { Talk } from './input.ts';
import { test } from 'node:test';
import { candidatesOf, namedTimesIn } from './times.ts';
import { unitsOf } from '../words/units.ts';

const talkOf = (texts: readonly string[]): Talk => ({
  language: 'en',
  turns: texts.map((text, at) => ({ text, speaker: `${at % 2}`, isUser: at % 2 === 0 })),
});

/** The days and times that an English talk names, which began then. */
function timesFrom(start: string, ...texts: string[]): string[] {
  const talk = talkOf(texts);
  const all = { talk, units: unitsOf(talk) };
  return candidatesOf(namedTimesIn(all, start)).map(({ date, time }) =>
    time === null ? date : `${date}T${time}`,
  );
}

/** The same, on Monday, 9 March 2026, at eight. */
const timesOf = (...texts: string[]): string[] => timesFrom('2026-03-09T08:00', ...texts);

test('a day of the month is in the month that was named before', () => {
  assert.ok(timesOf('From the tenth of April.', 'The twelfth?').includes('2026-04-12'));
  const chat = Array.from({ length: 9 }, () => 'Well, well.');
  const later = timesOf('On the thirteenth of June.', ...chat, 'The thirteenth, then.');
  assert.ok(!later.includes('2026-03-13'), String(later));
  assert.ok(timesOf('On the tenth of June.', ...chat, 'The thirteenth.').includes('2026-03-13'));
});

test('a named month is forgotten after six turns', () => {
  const after = (turns: number) => {
    const chat = Array.from({ length: turns - 1 }, () => 'Well, well.');
    return timesOf('On the tenth of June.', ...chat, 'The thirteenth, then.');
  };
  assert.ok(after(6).includes('2026-06-13'));
  assert.ok(after(7).includes('2026-03-13'));
});

test('the old time of an appointment that moves does not count', () => {
  assert.deepEqual(timesOf('Move it from Tuesday at three to Thursday at four.'), [
    '2026-03-12',
    '2026-03-12T16:00',
    '2026-03-09T16:00',
  ]);
  assert.deepEqual(timesOf('From Tuesday at three it moves to Thursday at four.'), [
    '2026-03-12',
    '2026-03-12T16:00',
    '2026-03-09T16:00',
  ]);
  assert.deepEqual(timesOf('Move it on Friday from three to four.'), [
    '2026-03-13',
    '2026-03-13T16:00',
    '2026-03-09T16:00',
  ]);
  const kept = timesOf('I drive from Tuesday to Thursday.');
  // The range begins on Tuesday.
  assert.deepEqual(kept, ['2026-03-10']);
  const open = timesOf('Move it from Tuesday, please.');
  assert.deepEqual(open, ['2026-03-10']);
});

test('a day and an hour belong together up to five turns and twelve sentences apart', () => {
  const apart = (turns: number, sentences: number) => {
    const chat = Array.from({ length: turns - 1 }, () => 'Well.');
    const more = 'Well. '.repeat(sentences - turns);
    return timesOf('On Thursday.', ...chat, `${more}At four.`).includes('2026-03-12T16:00');
  };
  assert.deepEqual(
    [apart(5, 5), apart(6, 6), apart(1, 12), apart(1, 13)],
    [true, false, true, false],
  );
});

test('a time that is over is in the evening, tomorrow when its half of the day was said, or no time', () => {
  assert.deepEqual(timesOf('It is at half past seven.'), ['2026-03-09T19:30']);
  assert.deepEqual(timesOf('It is at quarter past seven.'), ['2026-03-09T19:15']);
  assert.deepEqual(timesOf('Wake me at 7 am.'), ['2026-03-10T07:00']);
  assert.deepEqual(timesOf('Wake me at 07:15.'), ['2026-03-10T07:15']);
  assert.deepEqual(timesOf('It is at 7 am.'), ['2026-03-10T07:00']);
  assert.deepEqual(timesOf('It is at midnight.'), ['2026-03-10T00:00']);
  assert.deepEqual(timesFrom('2026-03-09T13:00', 'It is at half past twelve.'), []);
  assert.deepEqual(timesOf('It is at 08:00.'), []);
  assert.deepEqual(timesOf('It is at 08:01.'), ['2026-03-09T08:01']);
  assert.deepEqual(timesOf('It is today.'), ['2026-03-09']);
  assert.deepEqual(timesOf('It was the ninth of March.'), ['2026-03-09']);
  assert.deepEqual(timesOf('It was the eighth of March.'), []);
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
  const chat = Array.from({ length: 6 }, () => 'Well, well.');
  const first = timesOf('At nine twenty?', ...chat, 'Same time on the twenty-sixth.');
  assert.ok(first.includes('2026-03-26T09:20'), String(first));
  assert.deepEqual(timesOf('The twenty-sixth, same time.'), ['2026-03-26']);
});

test('an hour is in the half of the day that was said with the same hour near it', () => {
  const said = timesOf('Half past seven, for breakfast?', 'Tomorrow, half past seven.');
  assert.ok(said.includes('2026-03-10T07:30'), String(said));
  assert.ok(!said.includes('2026-03-10T19:30'), String(said));
  const others = timesOf('Half past six, for breakfast?', 'Tomorrow, half past seven.');
  assert.ok(others.includes('2026-03-10T19:30'), String(others));
});

test('a range of hours begins on the day that is named before or behind it', () => {
  for (const text of ['2:30 pm - 4 pm on Friday.', 'Friday 2:30 to 4.']) {
    const times = ['2026-03-13', '2026-03-13T14:30', '2026-03-09T14:30'];
    assert.deepEqual(timesOf(text), times, text);
  }
});

test('an hour that counts from the moment has its own day, from the turn in which it is said', () => {
  assert.deepEqual(timesOf('On Thursday, but call me in half an hour.'), [
    '2026-03-12',
    '2026-03-09T08:30',
  ]);
  assert.deepEqual(timesFrom('2026-03-09T23:30', 'In an hour.'), ['2026-03-10T00:30']);
  assert.deepEqual(timesFrom('2026-03-09T23:30', 'In an hour. Thursday, same time.'), [
    '2026-03-12',
    '2026-03-12T00:30',
    '2026-03-10T00:30',
  ]);
  const turns = [{ text: 'In half an hour.', speaker: 'Ana', isUser: true, minute: 50 }];
  const talk = { language: 'en', turns };
  const [time] = candidatesOf(namedTimesIn({ talk, units: unitsOf(talk) }, '2026-03-09T08:00'));
  assert.equal(time?.time, '09:20');
});

test('an hour may be written with a lone "o", and its minutes may be odd', () => {
  assert.ok(timesOf('It is tomorrow at six o clock and no later.').includes('2026-03-10T18:00'));
  assert.ok(timesOf('The train goes tomorrow at nine thirty nine.').includes('2026-03-10T09:39'));
});

test('a day that does not exist is no time, and gives its hour to no other day', () => {
  assert.deepEqual(timesOf('Pay the rent on February 30 at 3 pm.'), []);
  assert.deepEqual(timesOf('Not the thirtieth of February, but the first of April at ten.'), [
    '2026-04-01',
    '2026-04-01T10:00',
    '2026-03-09T10:00',
  ]);
  // April has no 31st, so the month that was named before does not count.
  const times = timesOf('From the tenth of April.', 'On the 31st, then.');
  assert.deepEqual(times, ['2026-04-10', '2026-03-31']);
  const texts = ['On the 31st of April.', 'Tomorrow.'];
  const talk = talkOf(texts);
  const units = unitsOf(talk);
  const { lackDay } = namedTimesIn({ talk, units }, '2026-03-09T08:00');
  assert.deepEqual([...lackDay], [units[0]]);
});

test('a talk that names very many times has few candidates, and keeps the nearest', () => {
  const counts = (text: string) => {
    const talk = talkOf([text]);
    return candidatesOf(namedTimesIn({ talk, units: unitsOf(talk) }, '2026-03-09T08:00')).length;
  };
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const hours = ['ten', 'eleven', 'three', 'four', 'five'];
  const varied = Array.from({ length: 400 }, (_, at) => `on ${days[at % 5]} at ${hours[at % 4]}`);
  for (const text of [
    'on Friday at 3 '.repeat(333),
    'On Friday at 3. '.repeat(312),
    'at 3 '.repeat(1_000),
    varied.join(' '),
    varied.join('. '),
    'from the 20th to '.repeat(300),
  ]) {
    const all = counts(text);
    assert.ok(all <= 200 + text.length / 3, `${all} for ${text.slice(0, 40)}`);
  }
  const listed = timesOf(`${'On Monday at 9. '.repeat(300)}On Thursday at 4.`);
  assert.ok(listed.includes('2026-03-12T16:00'));
});

test('a length of time is the same when the clocks change', () => {
  const at = Date.parse('2026-10-25T00:30:00Z');
  const turns = [{ text: 'Turn off the oven in an hour.', speaker: 'me', isUser: true }];
  const talk: Talk = { language: 'en', turns, began: { at, timezone: 'Europe/Berlin' } };
  const [time] = candidatesOf(namedTimesIn({ talk, units: unitsOf(talk) }, '2026-10-25T02:30'));
  assert.deepEqual(
    [time?.date, time?.time, time?.hour?.mention.instant],
    ['2026-10-25', '02:30', Date.parse('2026-10-25T01:30:00Z')],
  );
});

test('a day that is refused in the same breath is none, and one that is proposed is', () => {
  const [friday, thursday] = ['2026-03-13', '2026-03-12'];
  assert.deepEqual(timesOf('Call Ana on Friday, not on Thursday.'), [friday]);
  assert.deepEqual(timesOf('Call Ana not Thursday but Friday.'), [friday]);
  assert.deepEqual(timesOf('Why not Thursday?'), [thursday]);
  assert.deepEqual(timesOf('It is not ready, Thursday is.'), [thursday]);
  assert.deepEqual(timesOf('No, on Thursday.'), [thursday]);
});
