import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { speak } from '../audio/testing-speech.ts';
import type { FliteVoice } from '../audio/testing-speech.ts';
import { BuiltInEncoder } from './encoder/built-in-encoder.ts';
import { encodedVoices } from './encoded-voices.ts';
import type { VoicePrint } from './print.ts';
import { judgeTalk } from './talk.ts';
import { noisy } from './testing.ts';

const ENROLLED =
  'I live in Porto with my sister and her two children, and I work as a nurse. ' +
  'On Monday I have to call the bank, because the card was lost on the train.';
const SAID = [
  'I am a pilot, and I fly to Japan three times in a month.',
  'I play the piano every evening, when the children are asleep.',
  'The baker around the corner has the best bread in the whole town.',
];

const encoder = new BuiltInEncoder();
after(() => encoder[Symbol.asyncDispose]());
const printer = encodedVoices(encoder);
const voice = async (name: FliteVoice) => (await printer.read(await speak(ENROLLED, name)))!;
const pieces = (name: FliteVoice, decibels?: number): Promise<VoicePrint[]> =>
  Promise.all(
    SAID.map(async (text) => {
      const pcm = await speak(text, name);
      const heard = decibels === undefined ? pcm : noisy(pcm, { decibels, seed: 2 });
      return (await printer.read(heard))!;
    }),
  );
const each = async (...names: FliteVoice[]) =>
  (await Promise.all(names.map((name) => pieces(name)))).flat();

test("the owner's pieces are recognised, and each stranger is one voice", async () => {
  const talk = await each('rms', 'slt', 'kal16');
  const judged = judgeTalk(printer, { pieces: talk, owner: await voice('slt'), people: [] });
  assert.deepEqual(
    judged.map(({ group, verdict }) => `${group} ${verdict}`),
    ['0 other', '1 owner', '2 other'].flatMap((expected) => SAID.map(() => expected)),
  );
});

test('without a profile, the voice that speaks first is taken for the owner', async () => {
  const talk = await each('rms', 'slt', 'rms');
  const judged = judgeTalk(printer, { pieces: talk, owner: null, people: [] });
  const expected = ['owner', 'other', 'owner'].flatMap((verdict) => SAID.map(() => verdict));
  assert.deepEqual(
    judged.map(({ verdict }) => verdict),
    expected,
  );
});

test('in heavy noise nobody is surely the owner', async () => {
  const talk = [await pieces('slt', -5), await pieces('rms', -5)].flat();
  const judged = judgeTalk(printer, { pieces: talk, owner: await voice('slt'), people: [] });
  assert.ok(judged.every(({ verdict }) => verdict !== 'owner'));
});

test('an equally similar known person prevents a decision', async () => {
  const owner = await voice('slt');
  const judged = judgeTalk(printer, { pieces: await pieces('slt'), owner, people: [owner] });
  assert.ok(judged.every(({ verdict }) => verdict === 'other'));
});
