import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PCM_RATES } from './codecs/pcm.ts';
import { openResampler } from './resampler.ts';
import { tone } from './testing.ts';

for (const rate of PCM_RATES) {
  test(`a tone at ${rate} Hz becomes the same tone at 16 kHz, with less than -60 dB of noise`, () => {
    const frequency = 1_234;
    const output = openResampler(rate)(tone({ rate, frequency, seconds: 1 }));
    const expected = tone({ rate: 16_000, frequency, seconds: 1 });
    let signal = 0;
    let noise = 0;
    // The first and the last 20 ms are omitted, because they are next to silence.
    for (let i = 320; i < output.length - 320; i++) {
      signal += expected[i]! ** 2;
      noise += (output[i]! - expected[i]!) ** 2;
    }
    assert.ok(10 * Math.log10(signal / noise) > 60);
  });
}

test('a tone at 16 kHz becomes the same tone at 24 kHz', () => {
  const output = openResampler(16_000, 24_000)(tone({ frequency: 1_234, seconds: 1 }));
  const expected = tone({ rate: 24_000, frequency: 1_234, seconds: 1 });
  assert.ok(output.length > 23_900);
  for (let i = 480; i < output.length - 480; i++) {
    assert.ok(Math.abs(output[i]! - expected[i]!) < 20);
  }
});

test('frequencies that 16 kHz cannot represent are removed without aliasing', () => {
  const output = openResampler(48_000)(tone({ rate: 48_000, frequency: 10_000, seconds: 1 }));
  assert.ok(Math.max(...output.subarray(320, -320)) < 10);
});

test('a click becomes the impulse response of the filter, and silence stays silent', () => {
  const click = new Int16Array(200);
  click[100] = 32_767;
  const output = openResampler(8_000)(click);
  const half = [
    29490, 20573, 3204, -6115, -2995, 2844, 2669, -1259, -2258, 322, 1801, 248, -1337, -568, 902,
    705, -524, -711, 221, 631, 0, -504, -141, 361, 212, -226, -229, 113, 208, -30, -168, -23,
  ];
  for (const [distance, expected] of half.entries()) {
    for (const at of [200 - distance, 200 + distance]) {
      assert.equal(output[at], expected, `sample ${at}`);
    }
  }
  assert.deepEqual(new Set(openResampler(8_000)(new Int16Array(900))), new Set([0]));
});

test('resampling causes no drift at any rate', () => {
  for (const rate of PCM_RATES) {
    const resample = openResampler(rate);
    let samples = 0;
    for (let i = 0; i < 10; i++) samples += resample(new Int16Array(rate)).length;
    assert.ok(Math.abs(samples - 160_000) < 100, `${rate}: ${samples}`);
  }
});

test('the output does not depend on how the input is cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PCM_RATES),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: -32_768, max: 32_767 })),
      (rate, cuts, noise) => {
        const input = Int16Array.from(noise.take(cuts.reduce((a, b) => a + b, 0)));
        const whole = [...openResampler(rate)(input)];
        const resample = openResampler(rate);
        let at = 0;
        const pieces = cuts.flatMap((cut) => [...resample(input.subarray(at, (at += cut)))]);
        assert.deepEqual(pieces, whole);
      },
    ),
    { numRuns: 50 },
  );
});
