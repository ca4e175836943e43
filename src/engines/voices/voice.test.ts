import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, silence, tone } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import type { FliteVoice } from '../audio/testing-speech.ts';
import { enrol, likenessTo, SURE } from './voice.ts';
import { openPowerSpectrum } from './spectrum.ts';

const ENROLLED = [
  'I live in Porto with my sister and her two children, and I work as a nurse.',
  'On Monday I have to call the bank, because the card was lost on the train.',
  'We will meet at the station at nine, and then go to the market together.',
];
const SAID = 'My brother is coming to visit us next week, so the house has to be clean.';

test('a voice is known again, and another is not taken for it', async () => {
  const voice = enrol(joined(...(await Promise.all(ENROLLED.map((text) => speak(text, 'slt'))))))!;
  const likeness = async (name: FliteVoice) => likenessTo(voice, await speak(SAID, name))!;
  assert.ok((await likeness('slt')) > SURE);
  for (const other of ['rms', 'awb'] as const) {
    assert.ok((await likeness(other)) < SURE, other);
  }
});

test('too little is no voice, and says nothing', async () => {
  assert.equal(enrol(silence(30)), null);
  assert.equal(enrol(await speak('Hello.', 'slt')), null);
  const voice = enrol(joined(...(await Promise.all(ENROLLED.map((text) => speak(text, 'slt'))))))!;
  assert.equal(likenessTo(voice, tone({ frequency: 200, seconds: 1 })), null);
  assert.equal(likenessTo(voice, new Int16Array(0)), null);
});

test('the spectrum of a tone has its power where the tone is', () => {
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
