import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnergyDetector } from './energy.ts';
import { Framer, loudness } from './frames.ts';

test('a stream is cut into frames with context, however it arrives', () => {
  for (const size of [1, 100, 512, 5_000]) {
    const frames: Int16Array[] = [];
    const framer = new Framer((frame) => frames.push(frame));
    const pcm = Int16Array.from({ length: 1_100 }, (_, at) => at + 1);
    for (let at = 0; at < pcm.length; at += size) framer.write(pcm.subarray(at, at + size));
    assert.deepEqual([frames.length, framer.rest], [2, 76]);
    assert.deepEqual([...frames[0]!], [...Array<number>(64).fill(0), ...pcm.subarray(0, 512)]);
    assert.deepEqual([...frames[1]!], [...pcm.subarray(448, 1_024)]);
    framer.flush();
    framer.flush();
    assert.equal(frames.length, 3);
    const silence = Array<number>(436).fill(0);
    assert.deepEqual([...frames[2]!], [...pcm.subarray(960, 1_100), ...silence]);
  }
});

test('loudness is in dB of full scale', () => {
  assert.equal(loudness(new Int16Array(9)), -Infinity);
  assert.equal(Math.round(loudness(new Int16Array(9).fill(-32_768))), 0);
  assert.equal(Math.round(loudness(new Int16Array(9).fill(328))), -40);
});

test('without a model, sound louder than the room of the last eight seconds is speech', () => {
  const detector = new EnergyDetector();
  const judge = (level: number, frames = 1) => {
    let last = 0;
    for (let frame = 0; frame < frames; frame++) last = detector.judge(level);
    return Math.round(last * 100) / 100;
  };
  assert.equal(judge(-45), 0.01);
  assert.equal(judge(-36, 30), 0.5);
  assert.equal(judge(-25, 30), 1);
  assert.equal(judge(-45, 30), 0.01);
  // The background level does not fall below a minimum.
  assert.equal(judge(-120, 30), 0.01);
  assert.equal(judge(-56, 30), 0.5);
  // After eight seconds, the louder level is treated as background.
  assert.equal(judge(-56, 190), 0.5);
  assert.equal(judge(-56, 60), 0.01);
});
