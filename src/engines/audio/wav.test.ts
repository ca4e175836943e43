import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Invalid } from '../../core/errors.ts';
import { tone, wav } from './testing.ts';
import { readWav, writeWav } from './wav.ts';

const sound = tone({ frequency: 440, seconds: 0.2 });

test('16 kHz mono is read as it is', () => {
  assert.deepEqual(readWav(wav({ samples: sound })), sound);
});

test('a written WAV file can be read, and equals those of other programs', () => {
  assert.deepEqual(readWav(writeWav(sound)), sound);
  assert.deepEqual(readWav(writeWav(new Int16Array())), new Int16Array());
});

test('only the first channel of stereo is used', () => {
  const stereo = Int16Array.from({ length: sound.length * 2 }, (_, i) =>
    i % 2 === 0 ? sound[i / 2]! : 7,
  );
  assert.deepEqual(readWav(wav({ samples: stereo, channels: 2 })), sound);
});

test('other rates are converted to 16 kHz', () => {
  const samples = tone({ frequency: 440, seconds: 1, rate: 48_000 });
  assert.ok(Math.abs(readWav(wav({ samples, rate: 48_000 })).length - 16_000) < 100);
});

test('a truncated file is read up to its end', () => {
  const whole = wav({ samples: sound });
  assert.deepEqual(readWav(whole.subarray(0, -100)), sound.subarray(0, -50));
});

test('any other file is refused by name and causes no crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(60), (noise, kept) => {
      const file = new Uint8Array(kept + noise.length);
      file.set(wav({ samples: sound }).subarray(0, kept));
      file.set(noise, kept);
      try {
        readWav(file);
      } catch (error) {
        assert.ok(error instanceof Invalid);
      }
    }),
  );
});
