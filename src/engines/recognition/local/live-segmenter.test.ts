import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAME_SAMPLES } from '../../voice-activity/frames.ts';
import { LiveSegmenter, type UtteranceStep } from './live-segmenter.ts';

const FRAME_SECONDS = FRAME_SAMPLES / 16_000;

/** Utterances as `[start, seconds of sound passed on, seconds of speech]`, in hundredths. */
function cut(...stretches: [probability: number, seconds: number][]): number[][] {
  const segmenter = new LiveSegmenter();
  const steps: UtteranceStep[] = [];
  for (const [probability, seconds] of stretches) {
    for (let i = 0; i < Math.round(seconds / FRAME_SECONDS); i += 1) {
      steps.push(...segmenter.push(new Int16Array(FRAME_SAMPLES), probability));
    }
  }
  steps.push(...segmenter.flush());
  const found: number[][] = [];
  let frames = 0;
  let start = 0;
  for (const step of steps) {
    if (step.type === 'begin') [start, frames] = [step.start, 0];
    else if (step.type === 'sound') frames += 1;
    else found.push([start, frames * FRAME_SECONDS, step.spoken].map((s) => Math.round(s * 100)));
  }
  return found;
}

const near = (found: number[][], expected: number[][]) => {
  assert.equal(found.length, expected.length, JSON.stringify(found));
  for (const [i, values] of expected.entries()) {
    for (const [j, value] of values.entries()) {
      assert.ok(Math.abs(found[i]![j]! - value) <= 8, JSON.stringify(found));
    }
  }
};

test('an utterance has a little silence on both sides, and other silence is skipped', () => {
  near(cut([0, 5], [0.9, 2], [0, 3], [0.9, 1], [0, 1]), [
    [468, 264, 200],
    [968, 164, 100],
  ]);
});

test('a short pause and its sound belong to the utterance', () => {
  near(cut([0.9, 1], [0, 0.5], [0.9, 1], [0, 1]), [[0, 282, 200]]);
});

test('continuous speech is cut at a breath after 12 s, and after 25 s in any case', () => {
  near(cut([0.9, 13], [0, 0.2], [0.9, 2], [0, 1]), [
    [0, 1316, 1300],
    [1316, 240, 200],
  ]);
  near(cut([0.9, 30], [0, 1]), [
    [0, 2500, 2500],
    [2500, 530, 500],
  ]);
});

test('the unfinished utterance ends at the end of the sound', () => {
  near(cut([0, 1], [0.9, 1]), [[68, 132, 100]]);
  assert.deepEqual(cut([0, 1]), []);
});

test('an utterance begins and ends at the exact frame', () => {
  /** Steps of frames, with the lengths of `[probability, frames]`: b(egin), s(ound), e(nd). */
  const steps = (...stretches: [probability: number, frames: number][]) => {
    const segmenter = new LiveSegmenter();
    const shown = stretches.map(([probability, count]) =>
      Array.from({ length: count }, () =>
        segmenter
          .push(new Int16Array(FRAME_SAMPLES), probability)
          .map(({ type }) => type[0])
          .join(''),
      ).join('.'),
    );
    return [
      ...shown,
      segmenter
        .flush()
        .map(({ type }) => type[0])
        .join(''),
    ].join('|');
  };
  assert.equal(steps([0.5, 1], [0.49, 1], [0.5, 2]), '|.|.bssss|e'.replace('|.|', '||'));
  // Twelve frames before the speech is detected: ten of pre-roll, two of speech.
  assert.equal(steps([0, 20], [0.5, 2]).split('|')[1], `.b${'s'.repeat(12)}`);
  // Ten frames of silence are passed on, and nineteen end the utterance.
  const end = steps([0.5, 2], [0.34, 25]).split('|')[1]!.split('.');
  assert.deepEqual([end.findIndex((each) => each === ''), end.indexOf('e')], [10, 18]);
  assert.equal(steps([0.5, 2], [0.35, 25]).split('|')[1], Array(25).fill('s').join('.'));
  // From twelve seconds on, five frames of silence end the utterance.
  const long = steps([0.5, 369], [0, 9]).split('|')[1]!.split('.');
  assert.equal(long.indexOf('se'), 5);
  const longer = steps([0.5, 375], [0, 9]).split('|')[1]!.split('.');
  assert.equal(longer.indexOf('se'), 4);
  const longest = steps([0.5, 800]).split('|')[0]!.split('.');
  assert.equal(longest.indexOf('se'), 781);
});
