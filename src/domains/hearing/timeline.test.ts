import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Timeline } from './timeline.ts';

const FRAME = 0.02;
const START = 1_000_000;

/** Sends frames spoken from `from` (wall-clock ms) on, each at its `arrival`. */
function send(
  timeline: Timeline,
  { frames, audio, arrival }: { frames: number; audio: number; arrival: (n: number) => number },
): number {
  for (let n = 1; n <= frames; n += 1) timeline.arrived(audio + n * FRAME, arrival(n));
  return audio + frames * FRAME;
}

const spokenAt = (from: number) => (n: number) => from + n * FRAME * 1000;

test('a network that stalls and then delivers everything does not change the times', () => {
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

test('speech after the microphone was off gets its real time', () => {
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

test('after hours with a slow device clock, times are at most a second and a half late', () => {
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

test('a delay of more than a second that lasts a second and a half is a gap', () => {
  const after = (behind: number, watched: number) => {
    const timeline = new Timeline(START);
    timeline.arrived(10, START + 10_000);
    timeline.arrived(10.5, START + 10_500 + behind);
    timeline.arrived(10.5 + watched / 1_000, START + 10_500 + watched + behind);
    return timeline.wall(20) - START - 20_000;
  };
  assert.deepEqual([after(1_000, 1_500), after(1_001, 1_499), after(1_001, 1_500)], [0, 0, 1_001]);
});

test('audio that catches up by more than a quarter of a second is observed again', () => {
  const after = (catchesUp: number) => {
    const timeline = new Timeline(START);
    timeline.arrived(10, START + 10_000);
    timeline.arrived(10, START + 15_000);
    timeline.arrived(11, START + 16_000 - catchesUp);
    timeline.arrived(12, START + 17_000 - catchesUp);
    return timeline.wall(20) - START - 20_000;
  };
  // The delay is observed from 15 s on, or from 16 s on.
  assert.deepEqual([after(250), after(251)], [4_750, 0]);
});

test('a fixed time applies from its second of audio on', () => {
  const timeline = new Timeline(START);
  timeline.set(5, START + 60_000);
  assert.deepEqual([timeline.wall(4.9), timeline.wall(5)], [START + 4_900, START + 60_000]);
});
