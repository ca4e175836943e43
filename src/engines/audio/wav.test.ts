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

test('the header of a written WAV file is the usual one of 44 bytes', () => {
  const header = Buffer.from(writeWav(Int16Array.of(1, 2))).subarray(0, 44);
  const text = (ascii: string) => Buffer.from(ascii).toString('hex');
  const fields = [
    text('RIFF'),
    '28000000',
    text('WAVE'),
    text('fmt '),
    '10000000',
    // PCM in one channel: 16,000 samples and 32,000 bytes a second, 2 bytes and 16 bits a sample.
    '0100',
    '0100',
    '803e0000',
    '007d0000',
    '0200',
    '1000',
    text('data'),
    '04000000',
  ];
  assert.equal(header.toString('hex'), fields.join(''));
});

test('only PCM of 16 bits, in a channel and at a usual rate, is read', () => {
  const read = (change: (view: DataView) => void) => {
    const file = wav({ samples: sound }).slice();
    change(new DataView(file.buffer));
    return readWav(file).length;
  };
  const code = (number: number) => read((view) => view.setUint16(20, number, true));
  assert.equal(code(1), sound.length);
  assert.equal(code(0xfffe), sound.length);
  for (const number of [0, 2, 3, 0xfffd, 0xffff]) assert.throws(() => code(number), /16-bit PCM/);
  for (const bits of [8, 24]) {
    assert.throws(() => read((view) => view.setUint16(34, bits, true)), /16-bit PCM/);
  }
  assert.throws(() => read((view) => view.setUint32(24, 15_999, true)), /sample rate/);
  assert.throws(() => read((view) => view.setUint16(22, 0, true)), /sample rate/);
});

test('of stereo, the side with the sound is used', () => {
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

test('a wrong length in the header loses no sound, and other chunks are none', () => {
  const chunk = (name: string, text: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([Buffer.from(name), length, Buffer.from(text)]);
  };
  const read = (declared: number, ...after: Buffer[]) => {
    const file = Buffer.concat([wav({ samples: sound }), ...after]);
    file.writeUInt32LE(declared, 40);
    return readWav(file);
  };
  const bytes = sound.byteLength;
  for (const declared of [0, 2, bytes / 2, bytes / 2 + 1, bytes - 2, bytes + 2, 2 ** 32 - 1]) {
    assert.deepEqual(read(declared), sound, `${declared}`);
  }
  const list = chunk('LIST', 'INFOsome words.');
  assert.deepEqual(read(bytes, list), sound);
  assert.deepEqual(read(bytes, chunk('bext', 'even'), list), sound);
  const wrong = read(bytes / 2, list);
  assert.deepEqual(wrong.subarray(0, sound.length), sound);
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
