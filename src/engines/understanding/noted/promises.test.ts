import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import type { MadeActionItem } from '../maker.ts';
import { hear } from './heard.ts';
import { withPromises } from './promises.ts';

type Given = [turn: number, description: string, due?: string];

/** Returns the tasks of a talk after promises were joined, with their local days. */
function joined(lines: Line[], ...tasks: Given[]): [string, string | null][] {
  const made = tasks.map(([turn, description, due]): MadeActionItem => ({
    description,
    due_at: due ? new Date(`${due}T23:00:00Z`) : null,
    segment_id: `segment-${turn}`,
  }));
  return withPromises(made, hear(transcriptOf(lines))).map(({ description, due_at }) => [
    description,
    due_at && due_at.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' }),
  ]);
}

const request: Line = ['Ben', 'Can you send me the photos?'];
const named: Given = [0, 'Send Ben the photos'];

test('a promise that only points joins the task before it, whose day it sets', () => {
  const promise: Line = ['Anna', "I'll send them tonight."];
  for (const words of ["“I'll send them tonight.”", 'Send them'])
    assert.deepEqual(joined([request, promise], named, [1, words, '2026-11-20']), [
      ['Send Ben the photos', '2026-11-20'],
    ]);
  assert.deepEqual(
    joined([request, promise], [0, 'Send Ben the photos', '2026-11-19'], [1, 'Send them']),
    [['Send Ben the photos', '2026-11-19']],
  );
});

test('a promise with words of its own, of another person or too late stays', () => {
  const both = (second: Given, ...between: Line[]) =>
    joined([request, ...between, ['Anna', 'Well, well.']], named, second).length;
  assert.equal(both([1, 'Send them to Carla']), 2);
  assert.equal(both([1, 'Ben: Send them']), 2);
  const pause: Line[] = [
    ['Ben', 'Right.'],
    ['Ben', 'Well.'],
  ];
  assert.equal(both([2, 'Send them'], ...pause.slice(1)), 1);
  assert.equal(both([3, 'Send them'], ...pause), 2);
});

test('a request without a day gets the day of the promise that answers it', () => {
  const answered = (...answer: Line[]) => joined([request, ...answer], named)[0]![1];
  assert.equal(answered(['Anna', "I'll send them tomorrow."]), '2026-11-21');
  assert.equal(
    answered(['Anna', 'Of course.'], ['Anna', "I'll send them on Monday."]),
    '2026-11-23',
  );
  assert.equal(answered(['Anna', "I'll see Carla tomorrow."]), null);
  assert.equal(answered(['Anna', 'They are from tomorrow.']), null);
  assert.equal(answered(['Ben', "I'll need them tomorrow."]), null);
  assert.equal(answered(['Anna', "I'll send them, but not tomorrow."]), null);
});

test('a promise without a task before it names the first thing of that sentence', () => {
  const after = (said: string, promise = "I'll order it tomorrow.") =>
    joined(
      [
        ['Ben', said],
        ['Anna', promise],
      ],
      [1, `“${promise}”`],
    )[0]![0];
  assert.equal(after("Don't forget the cake for the party."), 'Order the cake');
  assert.equal(after('The slides are missing.', "I'll do them now."), 'Do the slides now');
  assert.equal(after('The slides are missing.'), "“I'll order it tomorrow.”");
  assert.equal(after('The cake is missing.', "I'll ask her tomorrow."), "“I'll ask her tomorrow.”");
  assert.equal(after('It rains.'), "“I'll order it tomorrow.”");
  assert.equal(after('The cake is missing.', "Yes. I'll order it."), "“Yes. I'll order it.”");
});
