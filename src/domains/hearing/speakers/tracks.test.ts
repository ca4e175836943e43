/** Tests voice tracks, with a fake model whose voiceprints are angles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import type { VoicePrint, VoicePrinter } from '../../../engines/voices/print.ts';
import { PrintReader } from './print-reader.ts';
import { Track } from './voice-track.ts';
import { Tracks } from './voice-tracks.ts';

const print = (angle: number, seconds = 4): VoicePrint => ({
  model: 'angles',
  seconds,
  statistics: new Float32Array([Math.cos(angle) * seconds, Math.sin(angle) * seconds]),
});
const angleOf = ({ statistics }: VoicePrint) => Math.atan2(statistics[1]!, statistics[0]!);
const printer = {
  model: 'angles',
  minSeconds: 1,
  limits: { sure: 0.9, perhaps: 0.7, same: 0.5 },
  likeness: (one: VoicePrint, other: VoicePrint) => 1 - Math.abs(angleOf(one) - angleOf(other)),
  read: async (pcm: Int16Array) => (pcm[0] === 1 ? print(1) : null),
} as unknown as VoicePrinter;

const second = (value: number) => new Int16Array(16_000).fill(value);

test('a track keeps at most ten seconds of unprocessed sound, and at least the last piece', () => {
  const track = new Track(3);
  track.add(second(1));
  assert.equal(track.take(1.1), null);
  assert.deepEqual(track.take(1), second(1));
  assert.equal(track.take(0.1), null, 'it was taken');
  for (let n = 1; n <= 10; n += 1) track.add(second(n));
  assert.equal(track.take(10)![0], 1);
  for (let n = 1; n <= 11; n += 1) track.add(second(n));
  const rest = track.take(10)!;
  assert.deepEqual([rest.length, rest[0], rest.at(-1)], [160_000, 2, 11]);
  track.add(new Int16Array(11 * 16_000));
  assert.equal(track.take(11)!.length, 11 * 16_000);
});

test('a voice is processed from one second of sound on, within two seconds', async (t) => {
  const reader = new PrintReader(printer, silentLog);
  assert.ok(await reader.read(second(1)));
  assert.equal(await reader.read(second(1).subarray(1)), null);
  assert.equal(await reader.read(second(2)), null);
  const broken = { ...printer, read: () => Promise.reject(new Error('No.')) };
  assert.equal(await new PrintReader(broken, silentLog).read(second(1)), null);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slow = { ...printer, read: () => new Promise<never>(() => {}) };
  let isOver = false;
  const reading = new PrintReader(slow, silentLog).read(second(1)).finally(() => (isOver = true));
  t.mock.timers.tick(1_999);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  assert.equal(isOver, false);
  t.mock.timers.tick(1);
  assert.equal(await reading, null);
});

/** Returns the track number for each voice; null stands for a word without a voice. */
function numbers(...angles: (number | null)[]): number[] {
  const tracks = new Tracks(printer);
  return angles.map((angle) => {
    const track = tracks.closestTo(angle === null ? null : print(angle));
    if (angle !== null) track.print ??= print(angle);
    return track.speaker_id;
  });
}

test('a voice that is far from all others is a new speaker, up to ten', () => {
  assert.deepEqual(numbers(0, 0.49, 0.51, 0.7), [0, 0, 1, 1]);
  assert.deepEqual(numbers(0, 1, 0.2, null, 0.9, null), [0, 1, 0, 0, 1, 1]);
  assert.deepEqual(numbers(null, 1), [0, 0], 'who has only said a word gets the first voice');
  const angles = Array.from({ length: 11 }, (_, n) => n * 0.6 - 3);
  assert.deepEqual(numbers(...angles), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]);
});

test('a person has a single track, and strangers get the numbers above', () => {
  const tracks = new Tracks(printer);
  tracks.of(0).print = print(0);
  const ana = tracks.ofPerson('ana', 1);
  assert.deepEqual([ana.speaker_id, tracks.ofPerson('ana', 1)], [1, ana]);
  tracks.of(7).speech = { is_user: false, person_id: 'ben', person_name: 'Ben' };
  assert.equal(tracks.ofPerson('ben', 1).speaker_id, 7);
  assert.equal(tracks.closestTo(print(0)).speaker_id, 0);
  const stranger = tracks.closestTo(print(2), { from: 20, without: 0 });
  assert.equal(stranger.speaker_id, 1, 'a track that has no voice yet');
  tracks.of(1).print = print(2);
  assert.equal(tracks.closestTo(print(0), { from: 20, without: 0 }).speaker_id, 20);
  tracks.clear();
  assert.deepEqual([tracks.all, tracks.closestTo(null, { from: 1 }).speaker_id], [[], 1]);
});

test('the owner is joined with nobody', () => {
  const tracks = new Tracks(printer);
  for (const id of [0, 1, 2]) tracks.of(id).print = print(0);
  tracks.joinSame(0);
  assert.deepEqual(tracks.joined, [{ from: 2, into: 1 }]);
});

test('tracks of the same voice are joined once, but named ones stay separate', () => {
  const tracks = new Tracks(printer);
  const put = (id: number, angle: number, more: Partial<Track> = {}) =>
    Object.assign(tracks.of(id), { print: print(angle), ...more });
  const ana = { is_user: false, person_id: 'ana', person_name: 'Ana' };
  const ben = { is_user: false, person_id: 'ben', person_name: 'Ben' };
  put(0, 0);
  put(1, 0.01);
  put(2, 1, { speech: ana });
  put(3, 1, { speech: ben });
  put(4, 2.41);
  put(5, 2);
  tracks.of(6);
  assert.equal(tracks.closestTo(print(0)).speaker_id, 0);
  tracks.joinSame();
  assert.deepEqual(tracks.joined, [{ from: 1, into: 0 }]);
  assert.equal(tracks.of(0).print!.seconds, 8);
  assert.equal(tracks.of(0).changed, true);
  assert.deepEqual(
    tracks.all.map(({ speaker_id }) => speaker_id),
    [0, 2, 3, 4, 5, 6],
  );
});

test('the last speaker stays valid when the track is joined with another', () => {
  const tracks = new Tracks(printer);
  tracks.of(0).print = print(0);
  const last = tracks.closestTo(print(1));
  last.print = print(1);
  assert.equal(last.speaker_id, 1);
  last.print = print(0);
  tracks.joinSame();
  assert.equal(tracks.closestTo(null).speaker_id, 0);
});
