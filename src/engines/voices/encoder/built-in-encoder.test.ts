import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { silence, tone } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import type { FliteVoice } from '../../audio/testing-speech.ts';
import { encodedVoices } from '../encoded-voices.ts';
import { cosine } from '../print.ts';
import { narrow, noisy } from '../testing.ts';
import { BuiltInEncoder } from './built-in-encoder.ts';
import { faultOf, VOICE_MODEL_FILE, VoiceModel, voiceWindows } from './voice-model.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';

test('the licence names the hash of the weights', () => {
  const hash = createHash('sha256').update(readFileSync(VOICE_MODEL_FILE)).digest('hex');
  const licence = readFileSync(new URL('voice-encoder.LICENSE', VOICE_MODEL_FILE), 'utf8');
  assert.ok(licence.includes(`SHA-256 of voice-encoder.onnx: ${hash}`));
  assert.equal(faultOf(), null);
});

test('weights that are missing, cut or different are named with the remedy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voices-'));
  const file = pathToFileURL(join(folder, 'weights.onnx'));
  assert.match(faultOf(file)!, /is missing.*git checkout assets\/voice-encoder\.onnx/);
  const whole = readFileSync(VOICE_MODEL_FILE);
  const changed = Uint8Array.from(whole);
  changed[1_000_000]! ^= 1;
  for (const bytes of [whole.subarray(0, 1_000_000), changed, new Uint8Array(0)]) {
    await writeFile(file, bytes);
    assert.match(faultOf(file)!, /is damaged.*git checkout/);
    assert.throws(() => new VoiceModel(file), /is damaged/);
  }
  await rm(folder, { recursive: true });
});

test('a voice becomes a vector of length 1 that resembles only the same voice', async () => {
  await using encoder = new BuiltInEncoder();
  const read = async (text: string, voice: FliteVoice) => encoder.embed(await speak(text, voice));
  const [slt, again, other, rms] = [
    await read(NURSE, 'slt'),
    await read(NURSE, 'slt'),
    await read(PILOT, 'slt'),
    await read(NURSE, 'rms'),
  ];
  assert.ok(Math.abs(Math.hypot(...slt) - 1) < 1e-5);
  assert.deepEqual(slt, again);
  assert.ok(cosine(slt, other) > 0.6, String(cosine(slt, other)));
  assert.ok(cosine(slt, rms) < 0.2, String(cosine(slt, rms)));
});

test('the volume does not matter, and noise and a telephone matter little', async () => {
  await using encoder = new BuiltInEncoder();
  const sound = await speak(NURSE);
  const clean = await encoder.embed(sound);
  const like = async (changed: Int16Array) => cosine(clean, await encoder.embed(changed));
  assert.ok((await like(sound.map((sample) => Math.round(sample / 8)))) > 0.95);
  assert.ok((await like(noisy(sound, { decibels: 20, seed: 1 }))) > 0.5);
  assert.ok((await like(narrow(sound))) > 0.5);
});

test('silence and clicks have no voiceprint, and noise, tones and clipped sound do no harm', async () => {
  await using encoder = new BuiltInEncoder();
  const printer = encodedVoices(encoder);
  const owner = (await printer.read(await speak(`${NURSE} ${PILOT}`)))!;
  const click = silence(3);
  click.fill(20_000, 100, 400);
  for (const pcm of [
    new Int16Array(0),
    silence(30),
    click,
    (await speak(NURSE)).slice(0, 23_999),
  ]) {
    assert.equal(await printer.read(pcm), null);
  }
  const noise = noisy(tone({ frequency: 50, seconds: 3 }), { decibels: -40, seed: 1 });
  const square = tone({ frequency: 440, seconds: 3 }).map((sample) =>
    sample < 0 ? -32_768 : 32_767,
  );
  for (const pcm of [noise, square, tone({ frequency: 200, seconds: 3 })]) {
    const print = await printer.read(pcm);
    assert.equal(print && printer.judge(printer.likeness(owner, print)), 'other');
  }
});

test('sound is cut into windows that overlap by half', () => {
  const pcm = (seconds: number) => new Int16Array(seconds * 16_000).fill(16_384);
  const counts = [0.5, 1.6, 1.7, 2, 2.1, 3, 4].map((seconds) => voiceWindows(pcm(seconds)).count);
  assert.deepEqual(counts, [1, 1, 1, 2, 2, 3, 4]);
  const { data } = voiceWindows(pcm(1.6));
  assert.deepEqual(
    [data.length, data[199], data[200], data[25_799], data[25_800]],
    [25_840, 0, 0.5, 0.5, 0],
  );
});

test('pieces are refused when 201 others wait, and after the end', async () => {
  const encoder = new BuiltInEncoder();
  const piece = silence(0.1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 203 }, () => encoder.embed(piece)),
  );
  const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  assert.deepEqual(refused, [201, 202]);
  await encoder[Symbol.asyncDispose]();
  await assert.rejects(encoder.embed(piece), /The voice encoder is closed\./);
});
