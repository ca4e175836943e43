/** Tests the frames and samples of each codec, at the limits of their valid sizes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdtsFrames } from './adts.ts';
import { openOpus } from './opus.ts';
import { opusShape } from './opus-packet.ts';
import { openPcm16, openPcm8 } from './pcm.ts';
import { doubtsOfOpus, FirstMessages, OpusAsSamples } from './wrong-codec.ts';

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

test('a packet of more than 8 equal bytes is not opus', () => {
  const decode = openOpus();
  const length = (bytes: number) => decode(new Uint8Array(bytes).fill(8))?.length;
  assert.deepEqual([length(8), length(9)], [320, undefined]);
});

test('an opus packet has at most 1,500 bytes', () => {
  const decode = openOpus();
  /** One frame of 20 ms with padding of 5 times 254 and another 200 bytes. */
  const padded = (length: number) => {
    const packet = new Uint8Array(length);
    packet.set([(1 << 3) | 3, 0x40 | 1, 255, 255, 255, 255, 255, 200]);
    return decode(packet)?.length;
  };
  assert.deepEqual([padded(1_500), padded(1_501)], [320, undefined]);
});

test('a stream is wrong if more than a fifth of its first 50 to 240 messages are bad', () => {
  /** The number of the message with which the stream is wrong; null if it never is. */
  const wrongAt = (good: number, bad: number) => {
    const first = new FirstMessages();
    const isBad = [...Array<boolean>(good).fill(false), ...Array<boolean>(bad).fill(true)];
    const verdicts = isBad.map((each) => first.areWrong(each));
    assert.ok(verdicts.filter(Boolean).length <= 1, 'the verdict comes once');
    const at = verdicts.indexOf(true);
    return at < 0 ? null : at + 1;
  };
  assert.equal(wrongAt(0, 49), null);
  assert.equal(wrongAt(0, 300), 50);
  assert.equal(wrongAt(39, 300), 50);
  assert.equal(wrongAt(40, 10), null);
  assert.equal(wrongAt(40, 300), 51);
  assert.equal(wrongAt(191, 300), 239);
  assert.equal(wrongAt(192, 300), null);
});

test('a packet is doubtful if it is none, or if its mode and duration differ from the one before', () => {
  const doubts = doubtsOfOpus();
  const packet = (milliseconds: 10 | 20, isStereo = false) =>
    Uint8Array.of((milliseconds === 10 ? 0 : 8) | (isStereo ? 4 : 0), 0, 0);
  const messages: [Uint8Array, boolean][] = [
    [packet(20), false],
    [packet(20), false],
    // An encoder may change the duration, and it may change the mode.
    [packet(10), false],
    [packet(10), false],
    [Uint8Array.of(16 << 3, 0, 0), true],
    [packet(10), true],
    [Uint8Array.of(12 << 3, 0, 0), false],
    [packet(10), false],
    [packet(10, true), true],
    [packet(10, true), false],
    [Uint8Array.of(1), true],
    [packet(20), false],
  ];
  assert.deepEqual(
    messages.map(([message]) => doubts(message)),
    messages.map(([, isDoubtful]) => isDoubtful),
  );
  assert.equal(doubtsOfOpus()(Uint8Array.of(1)), true);
});

test('plain samples are opus if the first bytes of 50 messages are equal and later ones vary', () => {
  /** A packet of 20 ms; `place` is the position of a byte that varies with the packet. */
  const packet = (head: number, later: number, { length = 13, place = 0 } = {}) => {
    const bytes = new Uint8Array(length);
    for (const each of [8, 12]) bytes[each] = (place === each ? 0 : later) << 2;
    bytes[0] = head;
    return bytes;
  };
  const window = (of: (at: number) => Uint8Array) => Array.from({ length: 50 }, (_, at) => of(at));
  const plainAt = (messages: Uint8Array[]) => {
    const opus = new OpusAsSamples();
    const verdicts = messages.map((message) => opus.isPlain(message));
    return verdicts.flatMap((isPlain, at) => (isPlain ? [at + 1] : []));
  };
  const opus = window((at) => packet(8, at));
  assert.deepEqual(plainAt([...opus, ...opus]), [50]);
  assert.deepEqual(plainAt(opus.slice(1)), []);
  assert.deepEqual(plainAt(window((at) => packet(8, at, { length: 12 }))), []);
  // The last two bits of the first byte may differ, and two other first bytes.
  assert.deepEqual(plainAt(window((at) => packet(8 | (at % 3 === 0 ? 2 : 0), at))), [50]);
  assert.deepEqual(plainAt(window((at) => packet(at < 2 ? 0 : 8, at))), [50]);
  assert.deepEqual(plainAt(window((at) => packet(at < 3 ? 0 : 8, at))), []);
  // At most 15 of the later bytes may be equal.
  assert.deepEqual(plainAt(window((at) => packet(8, Math.max(at, 14)))), [50]);
  assert.deepEqual(plainAt(window((at) => packet(8, Math.max(at, 15)))), []);
  for (const place of [8, 12]) {
    assert.deepEqual(plainAt(window((at) => packet(8, at, { place }))), []);
  }
  // A single message that is no packet spoils its window. The check ends after 60 windows.
  const spoilt = [...opus.slice(1), packet(11, 60)];
  assert.deepEqual(plainAt([...spoilt, ...opus]), [100]);
  const silent = (windows: number) =>
    Array.from({ length: windows }, () => window(() => packet(8, 0))).flat();
  assert.deepEqual(plainAt([...silent(59), ...opus]), [3_000]);
  assert.deepEqual(plainAt([...silent(60), ...opus]), []);
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
