/** Tests the frames and samples of each codec, at the limits of their valid sizes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdtsFrames } from './adts.ts';
import { opusShape } from './opus-packet.ts';
import { openPcm16, openPcm8 } from './pcm.ts';

test('an opus packet contains its duration, and impossible packets are refused', () => {
  const shape = (configuration: number, code: number, length: number, count = 0, stereo = 0) => {
    const packet = new Uint8Array(length);
    packet[0] = (configuration << 3) | (stereo << 2) | code;
    if (length > 1) packet[1] = count;
    const found = opusShape(packet);
    return found && `${found.milliseconds}${found.isStereo ? ' stereo' : ''}`;
  };
  const milliseconds = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => shape(first + at, 0, 20)).join(' ');
  assert.equal(milliseconds(0, 12), '10 20 40 60 10 20 40 60 10 20 40 60');
  assert.equal(milliseconds(12, 4), '10 20 10 20');
  assert.equal(milliseconds(16, 4), '2.5 5 10 20');
  assert.equal(shape(1, 0, 20, 0, 1), '20 stereo');
  assert.equal(shape(1, 0, 1), null);
  assert.equal(opusShape(new Uint8Array(0)), null);
  assert.equal(shape(1, 1, 21), '40');
  assert.equal(shape(1, 1, 22), null);
  assert.equal(shape(1, 2, 22), '40');
  assert.equal(shape(1, 3, 22, 6), '120');
  assert.equal(shape(1, 3, 22, 7), null);
  assert.equal(shape(1, 3, 22, 0), null);
  assert.equal(shape(1, 3, 22, 0x40 | 2), '40');
  // Speech has at most 200 kbit/s, music 512.
  assert.equal(shape(3, 0, 1_276), '60');
  assert.equal(shape(3, 0, 1_277), null);
  assert.equal(shape(1, 0, 500), '20');
  assert.equal(shape(1, 0, 501), null);
  assert.equal(shape(15, 0, 501), null);
  assert.equal(shape(19, 0, 1_276), '20');
  assert.equal(shape(19, 1, 2_551), '40');
  assert.equal(shape(19, 1, 2_553), null);
  assert.equal(shape(18, 0, 640), '10');
  assert.equal(shape(18, 0, 641), null);
});

test('16-bit samples may be cut anywhere', () => {
  const decode = openPcm16();
  const pieces = [[1], [2, 3], [], [4, 5, 6], [7]].map((bytes) => [
    ...decode(new Uint8Array(bytes))!,
  ]);
  assert.deepEqual(pieces, [[], [0x0201], [], [0x0403, 0x0605], []]);
});

test('the first 400 bytes of pcm8 decide between 8-bit and 16-bit samples', () => {
  const decode = openPcm8();
  assert.equal(decode(new Uint8Array(399).fill(130))!.length, 0);
  const first = decode(new Uint8Array([130]))!;
  assert.deepEqual([first.length, first[0]], [400, 512]);
  assert.deepEqual([...decode(new Uint8Array([128, 0, 255]))!], [0, -32_768, 32_512]);
  const quiet = Int16Array.from({ length: 200 }, (_, at) => at - 100);
  const wide = openPcm8();
  assert.deepEqual([...wide(new Uint8Array(quiet.buffer))!], [...quiet]);
  assert.deepEqual([...wide(new Uint8Array([1, 2]))!], [0x0201]);
  const away = (distance: number) => {
    const bytes = Uint8Array.from({ length: 400 }, (_, at) => (at % 2 ? 128 + distance : 0));
    return openPcm8()(bytes)!.length;
  };
  assert.deepEqual([away(75), away(76)], [400, 200]);
});

/** A frame of ADTS: 16 kHz, one channel. */
function frame(
  length: number,
  { rate = 8, channels = 1, blocks = 1, sync = 0xf1 } = {},
): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([
    0xff,
    sync,
    0x40 | (rate << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc | (blocks - 1),
  ]);
  return bytes;
}

test('AAC frames are found wherever the stream is cut, and garbage between them is reported', () => {
  const stream = Buffer.concat([frame(20), frame(30), frame(25)]);
  const frames = new AdtsFrames();
  const lengths: number[] = [];
  for (let at = 0; at < stream.length; at += 1) {
    const found = frames.push(stream.subarray(at, at + 1));
    assert.equal(found.isClean, true);
    lengths.push(...found.frames.map(({ bytes }) => bytes.length));
  }
  assert.deepEqual(lengths, [20, 30, 25]);
  const once = (...parts: Uint8Array[]) => {
    const found = new AdtsFrames().push(Buffer.concat(parts));
    const shown = found.frames.map(({ bytes, seconds }) => `${bytes.length}:${seconds}`);
    return `${shown.join(' ')}${found.isClean ? '' : ' dirty'}`;
  };
  assert.equal(once(frame(20)), '20:0.064');
  assert.equal(once(frame(20, { blocks: 2, rate: 3 })), `20:${2048 / 48_000}`);
  assert.equal(once(new Uint8Array([1, 2]), frame(20)), '20:0.064 dirty');
  assert.equal(once(frame(20, { channels: 2 })), '20:0.064');
  assert.match(once(frame(20, { channels: 3 })), /dirty/);
  assert.match(once(frame(20, { rate: 13 })), /dirty/);
  assert.equal(once(frame(20, { rate: 12 })), `20:${1024 / 7_350}`);
  assert.match(once(frame(20, { sync: 0xf3 })), /dirty/);
  assert.equal(once(frame(8)), '8:0.064');
  assert.match(once(frame(7)), /dirty/);
  assert.equal(once(frame(1_545)), '1545:0.064');
  assert.match(once(frame(1_546)), /dirty/);
  assert.equal(once(frame(20).subarray(0, 19)), '');
});
