import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, silence, tone } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import type { FliteVoice } from '../audio/testing-speech.ts';
import { likenessOfHalves } from './halves-likeness.ts';
import { BuiltInVoices } from './built-in.ts';
import { cosine, together } from './print.ts';
import { builtInLikeness, builtInPrint, builtInVerdict } from './voice.ts';
import { openPowerSpectrum } from './spectrum.ts';

const ENROLLED = [
  'I live in Porto with my sister and her two children, and I work as a nurse.',
  'On Monday I have to call the bank, because the card was lost on the train.',
  'We will meet at the station at nine, and then go to the market together.',
];
const SAID = 'My brother is coming to visit us next week, so the house has to be clean.';

const said = async (voice: FliteVoice, ...texts: string[]) =>
  joined(...(await Promise.all(texts.map((text) => speak(text, voice)))));

test('the cosine of voiceprints is 1 for equal directions and 0 for orthogonal ones', () => {
  const cosineOf = (one: number[], other: number[]) =>
    cosine(Float32Array.from(one), Float32Array.from(other));
  assert.equal(cosineOf([3, 4], [6, 8]), 1);
  assert.equal(cosineOf([3, 4], [-3, -4]), -1);
  assert.equal(cosineOf([3, 4], [-4, 3]), 0);
  assert.equal(cosineOf([3, 4], [0, 0]), 0);
});

test('a voice is recognised, and another is not confused with it', async () => {
  const voice = builtInPrint(await said('slt', ...ENROLLED))!;
  const verdict = async (name: FliteVoice) => {
    const piece = builtInPrint(await said(name, SAID))!;
    return builtInVerdict(builtInLikeness(voice, piece), piece.seconds);
  };
  assert.equal(await verdict('slt'), 'sure');
  assert.equal(await verdict('rms'), 'other');
  assert.equal(await verdict('awb'), 'other');
});

test('voiceprints of pieces add up to the voiceprint of all of them', async () => {
  const pieces = await Promise.all(ENROLLED.map((text) => said('slt', text)));
  const sum = together(pieces.map((piece) => builtInPrint(piece)!))!;
  const whole = builtInPrint(joined(...pieces))!;
  assert.ok(Math.abs(sum.seconds - whole.seconds) < 0.5);
  assert.ok(builtInLikeness(sum, whole) > 0.9);
  assert.equal(together([]), null);
});

test('too little sound gives no voiceprint', async () => {
  assert.equal(builtInPrint(silence(30)), null);
  assert.equal(builtInPrint(await said('slt', 'Hello.')), null);
  assert.equal(builtInPrint(tone({ frequency: 200, seconds: 0.5 })), null);
  assert.equal(builtInPrint(new Int16Array(0)), null);
});

test('pieces are refused when 201 others wait, and after the end', async () => {
  const voices = new BuiltInVoices();
  const none = () => voices.read(new Int16Array(0));
  const outcomes = await Promise.allSettled(Array.from({ length: 203 }, none));
  const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  assert.deepEqual(refused, [201, 202]);
  await voices[Symbol.asyncDispose]();
  await assert.rejects(none(), /The voice check is closed\./);
});

test('two voices in a recording are detected, and one voice is not taken for two', async () => {
  await using voices = new BuiltInVoices();
  const pieces = async (...names: FliteVoice[]) => {
    const texts = [...ENROLLED, SAID].map((text, at) => said(names[at % names.length]!, text));
    const prints = await Promise.all((await Promise.all(texts)).map((pcm) => voices.read(pcm)));
    return likenessOfHalves(
      voices,
      prints.map((print) => print!),
    )!;
  };
  assert.ok((await pieces('slt')) > voices.apart);
  assert.ok((await pieces('slt', 'rms')) < voices.apart);
  assert.equal(likenessOfHalves(voices, []), null);
});

test("the spectrum of a tone has its power at the tone's frequency", () => {
  const size = 512;
  const power = openPowerSpectrum(size);
  for (const bin of [0, 3, 100, 256]) {
    const wave = Float64Array.from({ length: size }, (_, at) =>
      Math.cos((2 * Math.PI * bin * at) / size),
    );
    const found = power(wave);
    assert.equal(found.indexOf(Math.max(...found)), bin);
    const total = wave.reduce((sum, value) => sum + value * value, 0) * size;
    const both = found.reduce((sum, each, at) => sum + each * (at % (size / 2) === 0 ? 1 : 2), 0);
    assert.ok(Math.abs(both / total - 1) < 1e-9, 'nothing is lost (Parseval)');
  }
});
