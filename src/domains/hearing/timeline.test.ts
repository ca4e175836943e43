import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Timeline } from './timeline.ts';

const FRAME = 0.02;
const START = 1_000_000;

/** Sends frames that were spoken from `from` (ms on the wall clock) on, each at its `arrival`. */
function send(
  timeline: Timeline,
  { frames, audio, arrival }: { frames: number; audio: number; arrival: (n: number) => number },
): number {
  for (let n = 1; n <= frames; n += 1) timeline.arrived(audio + n * FRAME, arrival(n));
  return audio + frames * FRAME;
}

const spokenAt = (from: number) => (n: number) => from + n * FRAME * 1000;

test('a network that stalls and then delivers everything at once shifts nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 2, max: 50 }),
      (before, stall, pace) => {
        const timeline = new Timeline(START);
        const audio = send(timeline, { frames: before, audio: 0, arrival: spokenAt(START) });
        const stalled = Math.round(stall / FRAME);
        const over = START + (audio + stall) * 1000;
        const caughtUp = send(timeline, {
          frames: stalled,
          audio,
          arrival: (n) => over + (n * FRAME * 1000) / pace,
        });
        send(timeline, {
          frames: 500,
          audio: caughtUp,
          arrival: (n) =>
            Math.max(over + (stall * 1000) / pace, spokenAt(START)(before + stalled + n)),
        });
        assert.equal(timeline.wall(caughtUp + 5), START + (caughtUp + 5) * 1000);
      },
    ),
  );
});

test('what is said after the microphone was off is told when it was said', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 2, max: 3_600 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 10, maxLength: 10 }),
      (before, gap, jitter) => {
        const timeline = new Timeline(START);
        const audio = send(timeline, { frames: before, audio: 0, arrival: spokenAt(START) });
        const resumed = START + (audio + gap) * 1000;
        send(timeline, {
          frames: 200,
          audio,
          arrival: (n) => spokenAt(resumed)(n) + jitter[n % 10]!,
        });
        const told = timeline.wall(audio + 1);
        assert.ok(Math.abs(told - (resumed + 1000)) <= 100, `told ${told - resumed - 1000} ms off`);
        assert.equal(timeline.wall(audio - FRAME / 2), START + (audio - FRAME / 2) * 1000);
      },
    ),
  );
});

test('a device whose clock is slow is told at most a second and a half late after hours', () => {
  const timeline = new Timeline(START);
  const slow = 1.001;
  send(timeline, {
    frames: (3 * 3600) / FRAME,
    audio: 0,
    arrival: (n) => START + n * FRAME * 1000 * slow,
  });
  const late = START + 3 * 3_600_000 * slow - timeline.wall(3 * 3600);
  assert.ok(late >= 0 && late <= 1_500, `${late} ms`);
});
