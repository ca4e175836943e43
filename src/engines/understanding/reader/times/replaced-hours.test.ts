import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from '../features.ts';
import { loadReader } from '../reader.ts';
import { replacedHours } from './replaced-hours.ts';
import { timesIn } from './times.ts';
import { unitsOf } from '../units.ts';

const { clusters } = loadReader();

function replaced(...turns: [speaker: string, text: string][]): string[] {
  const talk = {
    language: 'en',
    turns: turns.map(([speaker, text]) => ({ speaker, text, isUser: speaker === 'Ana' })),
  };
  const all = prepared(talk, unitsOf(talk), clusters);
  const hours = replacedHours(timesIn(all, '2026-03-12T09:00'), talk);
  return [...hours].map(({ mention }) => mention.time);
}

test('an hour that is asked for is replaced by the hour of the answer', () => {
  const asked: [string, string] = ['Ben', 'Saturday at six?'];
  assert.deepEqual(replaced(asked, ['Ana', 'Half past six, people have cows to feed.']), ['18:00']);
  // The same hour, another question, an hour of something else, and the same speaker.
  assert.deepEqual(replaced(asked, ['Ana', 'Six is good.']), []);
  assert.deepEqual(replaced(asked, ['Ana', 'Half past six?']), []);
  assert.deepEqual(replaced(asked, ['Ana', 'Yes. The train leaves at half past five.']), []);
  assert.deepEqual(replaced(asked, ['Ben', 'Half past six, I mean.']), []);
  assert.deepEqual(replaced(['Ben', 'Saturday at six.'], ['Ana', 'Half past six, no?']), []);
});

test('an hour is replaced when the reply refuses it', () => {
  const asked: [string, string] = ['Ben', 'Tuesday, twenty to five?'];
  assert.deepEqual(replaced(asked, ['Ana', "Twenty to five's no good, anything later?"]), [
    '16:40',
  ]);
  assert.deepEqual(replaced(asked, ['Ana', "I can't make that."]), ['16:40']);
  assert.deepEqual(replaced(asked, ['Ana', "Good. I can't do Friday."]), []);
  assert.deepEqual(replaced(['Ben', 'Come at five.'], ['Ana', "Five o'clock is too early."]), [
    '17:00',
  ]);
});
