import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { speak } from '../../../engines/audio/testing-speech.ts';
import type { FliteVoice } from '../../../engines/audio/testing-speech.ts';
import { encodedVoices } from '../../../engines/voices/encoded-voices.ts';
import { BuiltInEncoder } from '../../../engines/voices/encoder/built-in-encoder.ts';
import { Tracks } from './voice-tracks.ts';

const encoder = new BuiltInEncoder();
after(() => encoder[Symbol.asyncDispose]());
const printer = encodedVoices(encoder);
const read = async (voice: FliteVoice, text: string) =>
  (await printer.read(await speak(text, voice)))!;
const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';

test('each voice is a speaker, numbered in the order of speaking', async () => {
  const tracks = new Tracks(printer);
  const numbers: number[] = [];
  for (const [voice, text] of [
    ['rms', null],
    ['rms', NURSE],
    ['slt', NURSE],
    ['rms', PILOT],
    ['slt', null],
    ['slt', PILOT],
  ] as const) {
    const print = text && (await read(voice, text));
    const track = tracks.closestTo(print);
    track.print ??= print;
    numbers.push(track.speaker_id);
  }
  assert.deepEqual(numbers, [0, 0, 1, 0, 0, 1], 'a word alone is the last speaker’s');
});

test('two numbers of one voice are joined, but named speakers stay separate', async () => {
  const tracks = new Tracks(printer);
  for (const [number, voice] of [
    [0, 'rms'],
    [1, 'slt'],
    [2, 'rms'],
    [3, 'slt'],
  ] as const) {
    tracks.of(number).print = await read(voice, number < 2 ? NURSE : PILOT);
  }
  const named = (person_id: string) => ({ is_user: false, person_id, person_name: 'Ana' });
  [tracks.of(1).speech, tracks.of(3).speech] = [named('one'), named('other')];
  tracks.joinSame();
  assert.deepEqual(tracks.joined, [{ from: 2, into: 0 }]);
  assert.deepEqual(
    tracks.all.map(({ speaker_id }) => speaker_id),
    [0, 1, 3],
  );
  assert.equal(tracks.ofPerson('new', 0).speaker_id, 4, 'no number is given twice');
});
