import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMono } from './mono.ts';
import { silence, tone } from './testing.ts';

const left = tone({ frequency: 440, seconds: 2.5, amplitude: 0.3 });
const interleaved = (...channels: Int16Array[]) =>
  Int16Array.from({ length: channels[0]!.length * channels.length }, (_, i) => {
    return channels[i % channels.length]![Math.floor(i / channels.length)]!;
  });
const times = (factor: number) => left.map((sample) => Math.round(sample * factor));
const mix = (...channels: Int16Array[]) => toMono(interleaved(...channels), channels.length);

test('one channel stays as it is, and equal channels are one', () => {
  assert.equal(toMono(left, 1), left);
  assert.deepEqual(mix(left, left), left);
});

test('where channels cancel each other, or only one has sound, the louder one is taken', () => {
  assert.deepEqual(mix(left, times(-1)), left);
  assert.deepEqual(mix(times(-0.8), left), left);
  assert.deepEqual(mix(silence(2.5), left), left);
  assert.deepEqual(mix(left, silence(2.5)), left);
  assert.deepEqual(mix(times(-1), left, silence(2.5)), times(-1));
});

test('different sounds are mixed', () => {
  const other = tone({ frequency: 300, seconds: 2.5, amplitude: 0.3 });
  const mean = left.map((sample, i) => Math.round((sample + other[i]!) / 2));
  assert.deepEqual(mix(left, other), mean);
});

test('each second is judged by itself, so a part that cancels is not lost in a long recording', () => {
  const right = left.map((sample, i) => (i < 16_000 ? -sample : sample));
  assert.deepEqual(mix(left, right), left);
  assert.deepEqual(toMono(new Int16Array(0), 2), new Int16Array(0));
  assert.equal(toMono(new Int16Array(5), 2).length, 2, 'half of a frame is left out');
});
