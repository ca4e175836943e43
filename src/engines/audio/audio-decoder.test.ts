import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Encoder } from '@evan/opus';
import fc from 'fast-check';
import { openDecoder, UnsupportedAudio, WrongCodec } from './audio-decoder.ts';
import { joinedSound, pcmBytes, tone } from './testing.ts';

test('an unknown codec or sample rate is refused in a sentence', () => {
  for (const format of [
    { codec: 'lc3', sample_rate: 16_000 },
    { codec: 'mulaw', sample_rate: 44_100 },
    { codec: 'lc3_fs1030', sample_rate: 8000 },
    { codec: 'toString', sample_rate: 16_000 },
    { codec: 'opus', sample_rate: 44_100 },
    { codec: 'pcm16', sample_rate: 7 },
    { codec: 'pcm8', sample_rate: Number.NaN },
  ]) {
    assert.throws(() => openDecoder(format), UnsupportedAudio);
  }
});

test('16-bit samples may be cut anywhere', () => {
  fc.assert(
    fc.property(fc.int16Array({ maxLength: 300 }), fc.array(fc.nat(90)), (samples, cuts) => {
      const decoder = openDecoder({ codec: 'pcm16', sample_rate: 16_000 });
      const bytes = pcmBytes(samples);
      const parts: Int16Array[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        // Shorter messages are keep-alives without sound.
        const size = Math.min(cut + 3, bytes.length - at);
        if (size < 3 || bytes.length - at - size < 3) continue;
        parts.push(decoder.decode(bytes.subarray(at, (at += size))));
      }
      parts.push(decoder.decode(bytes.subarray(at)));
      if (bytes.length > 2) assert.deepEqual(joinedSound(...parts), samples);
      assert.equal(decoder.badFrames, 0);
    }),
  );
});

test('8-bit samples are decoded around their middle value', () => {
  const sound = tone({ frequency: 440, seconds: 0.5, amplitude: 0.4 });
  const bytes = Uint8Array.from(sound, (sample) => (sample >> 8) + 128);
  const decoded = openDecoder({ codec: 'pcm8', sample_rate: 16_000 }).decode(bytes);
  assert.equal(decoded.length, sound.length);
  assert.ok(decoded.every((sample, i) => Math.abs(sample - sound[i]!) < 256));
});

test('16-bit samples that are declared as pcm8 are detected, loud or quiet', () => {
  for (const amplitude of [0, 0.02, 0.3, 0.6]) {
    const sound = tone({ frequency: 300, seconds: 0.5, amplitude });
    const decoder = openDecoder({ codec: 'pcm8', sample_rate: 16_000 });
    const bytes = pcmBytes(sound);
    const decoded = joinedSound(
      ...[0, 1, 2, 3].map((part) =>
        decoder.decode(bytes.subarray(part * 4000, part * 4000 + 4000)),
      ),
    );
    assert.deepEqual(decoded, sound, `amplitude ${amplitude}`);
  }
});

test('opus frames of 10, 20 and 60 ms are distinguished automatically', () => {
  const decoder = openDecoder({ codec: 'opus', sample_rate: 16_000 });
  for (const milliseconds of [10, 20, 60]) {
    const packet = opusPacket(milliseconds);
    assert.equal(decoder.decode(packet).length, milliseconds * 16);
  }
  assert.equal(decoder.goodFrames, 3);
});

test('opus decodes to 16 kHz whatever the declared rate', () => {
  for (const sample_rate of [8000, 12_000, 16_000, 24_000, 48_000]) {
    const decoder = openDecoder({ codec: 'opus_fs320', sample_rate });
    assert.equal(decoder.decode(opusPacket(20)).length, 320);
  }
});

test('keep-alive messages are neither sound nor errors', () => {
  for (const codec of ['pcm8', 'pcm16', 'opus']) {
    const decoder = openDecoder({ codec, sample_rate: 16_000 });
    for (const message of [[], [0], [1, 2]]) {
      assert.equal(decoder.decode(Uint8Array.from(message)).length, 0);
    }
    assert.equal(decoder.goodFrames + decoder.badFrames, 0);
  }
});

test('a stream with only bad messages ends as the wrong codec after enough of them', () => {
  const decoder = openDecoder({ codec: 'opus', sample_rate: 16_000 });
  const rubbish = new Uint8Array(1_501);
  for (let i = 0; i < 49; i++) assert.equal(decoder.decode(rubbish).length, 0);
  assert.throws(() => decoder.decode(rubbish), WrongCodec);
});

test('a stream that started well is not ended by later bad messages', () => {
  const decoder = openDecoder({ codec: 'opus', sample_rate: 16_000 });
  for (let i = 0; i < 225; i++) decoder.decode(opusPacket(20));
  for (let i = 0; i < 500; i++) decoder.decode(new Uint8Array(1_501));
  assert.equal(decoder.badFrames, 500);
  assert.equal(decoder.decode(opusPacket(20)).length, 320);
});

test('strange messages never throw anything but the named error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('pcm8', 'pcm16', 'opus'),
      fc.array(fc.uint8Array({ maxLength: 2_000 }), { maxLength: 60 }),
      (codec, messages) => {
        const decoder = openDecoder({ codec, sample_rate: 16_000 });
        for (const message of messages) {
          try {
            decoder.decode(message);
          } catch (error) {
            assert.ok(error instanceof WrongCodec);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a closed decoder returns nothing', () => {
  const decoder = openDecoder({ codec: 'pcm16', sample_rate: 16_000 });
  decoder.close();
  assert.equal(decoder.decode(new Uint8Array(100)).length, 0);
});

function opusPacket(milliseconds: number): Uint8Array {
  const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
  encoder.expert_frame_duration = milliseconds as 10 | 20 | 60;
  const sound = tone({ frequency: 440, seconds: milliseconds / 1000 });
  return encoder.encode(pcmBytes(sound)).slice();
}
