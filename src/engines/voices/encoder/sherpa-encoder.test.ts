import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { silence } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import { PoolBroken } from '../../supervision/restarts.ts';
import { writeSpeakerModel } from '../../recognition/local/testing-models.ts';
import { SherpaEncoder } from './sherpa-encoder.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voices-'));
});
after(() => rm(folder, { recursive: true }));

async function encoder(dimensions = 80, damage?: Uint8Array): Promise<SherpaEncoder> {
  const model = join(folder, `${dimensions}-${damage !== undefined}.onnx`);
  await writeSpeakerModel(model);
  if (damage) await writeFile(model, damage);
  const native = { kind: 'speaker', files: { model } } as const;
  return new SherpaEncoder({
    name: 'test',
    dimensions,
    native,
    log: silentLog,
    backOffMs: () => 0,
  });
}

test('a voice becomes a vector of length 1, always the same and closest to itself', async () => {
  await using voices = await encoder();
  const [slt, again, other, rms] = await Promise.all([
    voices.embed(await speak('Good morning everybody.', 'slt')),
    voices.embed(await speak('Good morning everybody.', 'slt')),
    voices.embed(await speak('I need to buy some milk.', 'slt')),
    voices.embed(await speak('I need to buy some milk.', 'rms')),
  ]);
  assert.ok(Math.abs(likeness(slt!, slt!) - 1) < 1e-5);
  assert.deepEqual(slt, again);
  assert.ok(likeness(slt!, other!) > likeness(slt!, rms!));
});

test('too short for a voiceprint is refused, and the next voice is still processed', async () => {
  await using voices = await encoder();
  await assert.rejects(voices.embed(silence(0.3)), /too short for a voiceprint/);
  assert.equal((await voices.embed(await speak('Good morning.'))).length, 80);
});

test('half a second is enough for a voiceprint', async () => {
  await using voices = await encoder();
  const voice = (await speak('Good morning everybody.')).slice(4_000, 12_000);
  assert.equal((await voices.embed(voice)).length, 80);
  await assert.rejects(voices.embed(voice.slice(1)), /too short for a voiceprint/);
});

test('a model with wrong or missing vectors is reported', async () => {
  await using other = await encoder(256);
  await assert.rejects(other.embed(await speak('Good morning.')), /80 numbers instead of 256/);
  await using broken = await encoder(80, Buffer.from('no model'));
  await assert.rejects(broken.embed(await speak('Good morning.')), PoolBroken);
});

function likeness(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
