import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SilenceClock } from './silence-clock.ts';

test('while audio flows, silence is counted in audio time', () => {
  const clock = new SilenceClock(0);
  clock.audio(10, 1_000);
  assert.equal(clock.seconds(1_000), 10, 'ten seconds of audio that came in one second');
});

test('while no audio arrives, silence is counted in wall clock time', () => {
  const clock = new SilenceClock(0);
  clock.audio(1, 1_000);
  assert.equal(clock.seconds(6_000), 6);
});

test('speech or words end the silence', () => {
  const clock = new SilenceClock(0);
  clock.audio(5, 5_000);
  clock.heard(5_000);
  assert.equal(clock.seconds(5_000), 0);
  clock.audio(2, 7_000);
  assert.equal(clock.seconds(7_000), 2);
});
