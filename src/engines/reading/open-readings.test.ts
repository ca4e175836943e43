import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenReadings } from './open-readings.ts';
import type { TalkReading } from './talk.ts';

const READING = { worth: 1 } as TalkReading;

/** A clock that advances with each step of a reading. */
function readingsOf(msPerStep: number) {
  let now = 0;
  function* steps(count: number): Generator<void, TalkReading> {
    for (let step = 0; step < count; step += 1) {
      now += msPerStep;
      yield;
    }
    return READING;
  }
  return { readings: new OpenReadings(() => now), steps };
}

test('a short talk is read at once, and a long one in slices', () => {
  const { readings, steps } = readingsOf(50);
  assert.deepEqual(readings.start(1, steps(2)), { state: 'read', reading: READING });
  assert.deepEqual(readings.start(2, steps(7)), { state: 'open' });
  // Another talk is read in between.
  assert.equal(readings.start(3, steps(1)).state, 'read');
  assert.deepEqual(readings.goOn(2), { state: 'open' });
  assert.deepEqual(readings.goOn(2), { state: 'read', reading: READING });
  assert.deepEqual(readings.goOn(2), { state: 'lost' });
});

test('a process that did not begin a talk, or was asked to read too many, has lost it', () => {
  const { readings, steps } = readingsOf(200);
  assert.deepEqual(readings.goOn(1), { state: 'lost' });
  for (let id = 1; id <= 17; id += 1) readings.start(id, steps(5));
  assert.deepEqual(readings.goOn(1), { state: 'lost' });
  assert.deepEqual(readings.goOn(2), { state: 'open' });
});
