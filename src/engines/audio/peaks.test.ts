import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound } from './testing.ts';
import { PeakMeter } from './peaks.ts';

/** Silence with one sample of this amplitude. */
function click(milliseconds: number, amplitude: number): Int16Array {
  const pcm = new Int16Array((16_000 * milliseconds) / 1_000);
  pcm[Math.floor(pcm.length / 2)] = amplitude;
  return pcm;
}

test('each 300 ms of sound have one peak, and the rest has one at the end', () => {
  const meter = new PeakMeter();
  assert.deepEqual(meter.write(click(200, 32_767)), []);
  assert.deepEqual(meter.write(click(200, 16_384)), [255]);
  assert.deepEqual(meter.write(joinedSound(click(200, 0), click(300, -8_192))), [128, 64]);
  assert.deepEqual(meter.end(), []);
  assert.deepEqual(meter.write(click(1, -16_384)), []);
  assert.deepEqual(meter.end(), [128]);
  assert.deepEqual(meter.end(), []);
});

test('a peak is between 0 for silence and 255 for the loudest possible sound', () => {
  const peakOf = (amplitude: number) => new PeakMeter().write(click(300, amplitude))[0];
  assert.deepEqual([0, 64, 65, -32_768, 32_767].map(peakOf), [0, 0, 1, 255, 255]);
});

test('the loudest sample of the span counts, and not the last one', () => {
  const pcm = click(300, 20_000);
  pcm[pcm.length - 1] = 100;
  assert.deepEqual(new PeakMeter().write(pcm), [156]);
});
