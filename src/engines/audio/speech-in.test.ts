import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAME_SAMPLES } from '../voice-activity/frames.ts';
import type { VoiceActivity } from '../voice-activity/voice-activity.ts';
import { speechIn } from './speech-in.ts';
import { joinedSound, tone } from './testing.ts';

/** Evaluates each frame by the test's script when the stream ends. */
function scripted(probabilities: readonly number[]): VoiceActivity {
  return {
    kind: 'energy',
    open: (onFrame) => {
      let sound: Int16Array = new Int16Array();
      return {
        waitingSamples: 0,
        write: (pcm) => void (sound = joinedSound(sound, pcm)),
        finish: async () =>
          probabilities.forEach((probability, at) =>
            onFrame(sound.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES), probability),
          ),
        close: () => {},
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}
const frames = (count: number, probability: number) => Array<number>(count).fill(probability);
const level = (levels: number[]) => levels.map((each) => Math.round(each));
const sound = (amplitude: number, count: number) =>
  tone({ frequency: 1_000, seconds: (count * FRAME_SAMPLES) / 16_000, amplitude });

test('speech is cut out, with the levels of speech and of pauses', async () => {
  // Frames that are neither speech nor pause affect neither level.
  const script = [...frames(20, 0.09), ...frames(20, 0.5), ...frames(2, 0.1), ...frames(20, 0)];
  const pcm = joinedSound(sound(0.01, 20), sound(0.5, 20), sound(0.1, 2), sound(0.01, 20));
  const found = await speechIn(scripted(script), pcm);
  assert.deepEqual(level(found.speechLevels), frames(20, -9));
  assert.deepEqual(level(found.pauseLevels), frames(40, -43));
  assert.deepEqual(
    found.pieces.map(({ length }) => length / FRAME_SAMPLES),
    [30],
  );
});

test('speech that the recording cuts off is kept too', async () => {
  const script = [...frames(20, 0), ...frames(20, 1), ...frames(30, 0), ...frames(10, 1)];
  const found = await speechIn(scripted(script), sound(0.1, script.length));
  assert.deepEqual(
    found.pieces.map(({ length }) => length / FRAME_SAMPLES),
    [30, 15],
  );
});
