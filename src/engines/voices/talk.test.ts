import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import type { FliteVoice } from '../audio/testing-speech.ts';
import { BuiltInVoices } from './built-in.ts';
import type { VoicePrint } from './print.ts';
import { judgeTalk } from './talk.ts';
import { noisy } from './testing.ts';
import { builtInPrint } from './voice.ts';

const ENROLLED = [
  'I live in Porto with my sister and her two children, and I work as a nurse.',
  'On Monday I have to call the bank, because the card was lost on the train.',
  'We will meet at the station at nine, and then go to the market together.',
];
const SAID = [
  'I am a pilot, and I fly to Japan three times in a month.',
  'I play the piano every evening, when the children are asleep.',
  'The baker around the corner has the best bread in the whole town.',
];

const voice = async (name: FliteVoice) =>
  builtInPrint(joined(...(await Promise.all(ENROLLED.map((text) => speak(text, name))))))!;
const pieces = (name: FliteVoice, decibels?: number): Promise<VoicePrint[]> =>
  Promise.all(
    SAID.map(async (text) => {
      const pcm = await speak(text, name);
      return builtInPrint(decibels === undefined ? pcm : noisy(pcm, { decibels, seed: 2 }))!;
    }),
  );

test("the owner's pieces are recognised, and others' are not", async () => {
  await using voices = new BuiltInVoices();
  const talk = [await pieces('slt'), await pieces('rms'), await pieces('awb')].flat();
  const verdicts = await voices.judgeTalk({ pieces: talk, owner: await voice('slt'), people: [] });
  const expected = ['owner', 'other', 'other'].flatMap((each) => SAID.map(() => each));
  assert.deepEqual(verdicts, expected);
});

test('in heavy noise nobody is surely the owner', async () => {
  const talk = [await pieces('slt', 0), await pieces('rms', 0)].flat();
  const verdicts = judgeTalk({ pieces: talk, owner: await voice('slt'), people: [] });
  assert.ok(!verdicts.includes('owner'), String(verdicts));
  assert.deepEqual(verdicts.slice(0, 3), ['probable', 'probable', 'probable']);
});

test('an equally similar known person prevents a decision', async () => {
  const owner = await voice('slt');
  const talk = await pieces('slt');
  const judged = judgeTalk({ pieces: talk, owner, people: [owner] });
  assert.deepEqual(judged, ['other', 'other', 'other']);
});

test('an empty talk gives no results, and long talks are judged in parts', async () => {
  const owner = await voice('slt');
  assert.deepEqual(judgeTalk({ pieces: [], owner, people: [] }), []);
  const [piece] = await pieces('slt');
  const long = Array.from({ length: 405 }, () => piece!);
  assert.deepEqual(new Set(judgeTalk({ pieces: long, owner, people: [] })), new Set(['owner']));
});
