/** Tests the path from the messages of a device to the samples of each channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongCodec } from '../../engines/audio/audio-decoder.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import { Sound } from './sound.ts';
import { Timeline } from './timeline.ts';

const START = 1_000_000;

function listen(channels: number) {
  const along: [channel: number, samples: number, wall: number][] = [];
  const words: Heard[] = [];
  let seconds = 0;
  let pausedMs = 0;
  const utterances = [{ text: 'Hello there.', start: 0, end: 0.01 }];
  const sound = new Sound({
    format: { codec: 'pcm16', sample_rate: 16_000 },
    channels,
    recogniser: scriptedRecogniser({ utterances }),
    language: 'en',
    timeline: new Timeline(START),
    now: () => START + pausedMs + seconds * 1_000,
    on: (event) => void (event.type === 'words' && words.push(event.heard)),
    voices: null,
    along: (pcm, { channel, wall }) => void along.push([channel, pcm.length, wall - START]),
    heard: (more) => (seconds += more),
  });
  /** A message of this many samples on a channel. */
  const message = (channel: number | null, samples: number) => {
    const bytes = new Uint8Array(samples * 2 + (channel === null ? 0 : 1));
    if (channel !== null) bytes[0] = channel;
    sound.message(bytes);
  };
  const pause = (ms: number) => void (pausedMs += ms);
  return { sound, along, words, message, pause, seconds: () => seconds };
}

test('with one channel, the whole message is sound', async () => {
  const { sound, along, message, seconds } = listen(1);
  sound.open();
  message(null, 1_600);
  message(null, 800);
  assert.deepEqual(along, [
    [0, 1_600, 0],
    [0, 800, 100],
  ]);
  assert.deepEqual([sound.seconds, seconds(), sound.badFrames], [0.15, 0.15, 0]);
  assert.equal(await sound.finish(), true);
  assert.equal(sound.isWhole, true);
});

test('channels are numbered from 0 or from 1, and each has its own clock and speaker', async () => {
  for (const first of [0, 1]) {
    const { sound, along, words, message, seconds } = listen(2);
    message(first, 320);
    sound.open();
    message(first + 1, 160);
    message(first, 320);
    assert.deepEqual(along, [
      [0, 320, 0],
      [1, 160, 0],
      [0, 320, 20],
    ]);
    assert.deepEqual([sound.seconds, seconds()], [0.04, 0.04], 'as long as the longest');
    await sound.finish();
    const heard = words.map(({ speaker_id, is_user }) => [speaker_id, is_user]);
    assert.deepEqual(heard.toSorted(), [
      [0, true],
      [1, false],
    ]);
  }
});

test('a channel that begins later or pauses keeps the time of its sound', async () => {
  const { along, message, pause } = listen(2);
  const wall = (channel: number) => along.findLast((each) => each[0] === channel)![2];
  for (let n = 0; n < 250; n += 1) message(0, 320);
  // The other side answers after five seconds.
  message(1, 320);
  assert.equal(wall(1), 4_980);
  for (let n = 0; n < 250; n += 1) {
    message(0, 320);
    if (n < 50) message(1, 320);
  }
  assert.equal(wall(1), 5_980);
  // It was silent, and sent nothing. A network that stalls looks the same for a while.
  for (let n = 0; n < 150; n += 1) {
    message(0, 320);
    message(1, 320);
  }
  assert.equal(wall(0), 12_980);
  assert.ok(Math.abs(wall(1) - 12_980) < 100, `${wall(1)}`);
  pause(0);
});

test('messages without a channel are counted, and end the session if there are no others', () => {
  const stray = listen(2);
  for (let count = 0; count < 49; count += 1) stray.message(3, 320);
  assert.equal(stray.sound.badFrames, 49);
  assert.throws(() => stray.message(3, 320), WrongCodec);

  const mixed = listen(2);
  mixed.message(2, 320);
  for (let count = 0; count < 60; count += 1) mixed.message(3, 320);
  mixed.message(0, 320);
  // Two channels are declared. Messages of a third channel are bad frames, and the other channels
  // continue.
  mixed.message(1, 320);
  mixed.message(2, 320);
  assert.deepEqual([mixed.sound.badFrames, mixed.along.length], [61, 3]);
});

test('the shortest messages only keep the socket alive', () => {
  const { sound, along, message } = listen(2);
  sound.message(new Uint8Array([9, 9]));
  sound.message(new Uint8Array([9]));
  assert.equal(sound.badFrames, 0);
  message(1, 320);
  assert.deepEqual(along, [[0, 320, 0]]);
});

test('an unsupported format is refused at the start, even with several channels', () => {
  for (const channels of [1, 2]) {
    const parts = { format: { codec: 'smoke signals', sample_rate: 8_000 }, channels };
    assert.throws(() => new Sound(parts as unknown as ConstructorParameters<typeof Sound>[0]));
  }
});

test('after a pause of the microphone, sound gets the time at which it was spoken', async () => {
  const { sound, along, message, pause } = listen(1);
  sound.open();
  message(null, 16_000);
  pause(10_000);
  for (let count = 0; count < 30; count += 1) message(null, 1_600);
  assert.deepEqual(along[0], [0, 16_000, 0]);
  const [, , wall] = along.at(-1)!;
  assert.ok(Math.abs(wall - 13_900) <= 200, `the last tenth of a second was at ${wall} ms`);
  await sound.finish();
});
