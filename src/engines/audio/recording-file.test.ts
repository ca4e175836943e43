import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  decodeRecording,
  probeRecording,
  readRecordingFile,
  UnreadableRecording,
} from './recording-file.ts';
import { tone } from './testing.ts';
import { writeWav } from './wav.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const sound = tone({ frequency: 440, seconds: 2.5 });
writeFileSync(at('plain.wav'), writeWav(sound));
writeFileSync(at('none.wav'), Buffer.concat([writeWav(sound).subarray(0, 12), Buffer.alloc(99)]));
writeFileSync(at('none.mp3'), 'no sound');
for (const [name, ...how] of [
  ['adpcm.wav', '-c:a', 'adpcm_ms'],
  ['dated.mka', '-metadata', 'creation_time=2021-05-06T07:08:09Z'],
  ['undated.mka', '-metadata', 'creation_time=1970-01-01T00:00:00Z'],
  ['before.mka', '-metadata', 'creation_time=1990-07-01T00:00:00Z'],
  ['after.mka', '-metadata', 'creation_time=1991-07-01T00:00:00Z'],
]) {
  spawnSync('ffmpeg', ['-v', 'error', '-i', at('plain.wav'), ...how, at(name!)]);
}

test('a plain WAV file is read as it is, another one by ffmpeg, and neither is read too far', async () => {
  assert.deepEqual(await readRecordingFile(at('plain.wav'), { maxSeconds: 9 }), sound);
  const second = await readRecordingFile(at('plain.wav'), { maxSeconds: 1 });
  assert.deepEqual(second, sound.subarray(0, 16_000));
  const adpcm = await readRecordingFile(at('adpcm.wav'), { maxSeconds: 9 });
  assert.ok(Math.abs(adpcm.length - sound.length) < 1_600, `${adpcm.length} samples`);
  assert.equal((await readRecordingFile(at('dated.mka'), { maxSeconds: 1 })).length, 16_000);
  for (const none of ['none.wav', 'none.mp3']) {
    await assert.rejects(readRecordingFile(at(none), { maxSeconds: 9 }), UnreadableRecording);
  }
});

test('the length and the time of a recording are known, where the time can be true', async () => {
  const dated = await probeRecording(at('dated.mka'));
  assert.ok(Math.abs(dated!.seconds - 2.5) < 0.1);
  assert.equal(dated!.made_at?.toISOString(), '2021-05-06T07:08:09.000Z');
  for (const undated of ['undated.mka', 'before.mka']) {
    assert.equal((await probeRecording(at(undated)))!.made_at, null);
  }
  assert.equal((await probeRecording(at('after.mka')))!.made_at?.getUTCFullYear(), 1991);
  assert.equal(await probeRecording(at('none.mp3')), null);
});

test('the length of a recording without a header is measured', async () => {
  const stream = (...how: string[]) => {
    const words = ['-v', 'error', '-i', at('plain.wav'), ...how, '-f', 'matroska', 'pipe:1'];
    return spawnSync('ffmpeg', words).stdout;
  };
  writeFileSync(at('streamed.mka'), stream());
  const streamed = await probeRecording(at('streamed.mka'));
  assert.ok(Math.abs(streamed!.seconds - 2.5) < 0.1, `${streamed!.seconds}`);
  writeFileSync(at('empty.mka'), stream('-t', '0'));
  assert.equal(await probeRecording(at('empty.mka')), null);
});

test('a recording is decoded in pieces of a second, the last of which is shorter', async () => {
  const { signal } = new AbortController();
  const pieces = await Array.fromAsync(decodeRecording(at('plain.wav'), signal));
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [32_000, 32_000, 16_000],
  );
  assert.deepEqual(Buffer.concat(pieces), Buffer.from(sound.buffer));
  writeFileSync(at('two.wav'), writeWav(sound.subarray(0, 32_000)));
  const two = await Array.fromAsync(decodeRecording(at('two.wav'), signal));
  assert.deepEqual(
    two.map(({ length }) => length),
    [32_000, 32_000],
  );
});

test('a reader may abort the decoding of a recording and read no further', async () => {
  const abort = new AbortController();
  const pieces = decodeRecording(at('plain.wav'), abort.signal);
  assert.equal((await pieces.next()).value!.length, 32_000);
  abort.abort();
  // An error that nobody catches would fail this test.
  await pieces.return(undefined);
  await new Promise(setImmediate);
});

test('without ffmpeg, plain WAV files are read, and others are refused with the reason', async (t) => {
  const path = process.env['PATH'];
  t.after(() => (process.env['PATH'] = path));
  process.env['PATH'] = '';
  const read = (name: string) => readRecordingFile(at(name), { maxSeconds: 9 });
  assert.deepEqual(await read('plain.wav'), sound);
  await assert.rejects(read('adpcm.wav'), /must contain 16-bit PCM/);
  await assert.rejects(read('dated.mka'), /Without ffmpeg, this server reads only WAV files/);
});

async function decoded(path: string): Promise<Int16Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeRecording(path, new AbortController().signal)) chunks.push(chunk);
  return new Int16Array(new Uint8Array(Buffer.concat(chunks)).buffer);
}

test('a WAV file is read to its end, whatever length its header claims', async () => {
  for (const claimed of [0, sound.byteLength / 2, 3 * sound.byteLength, 2 ** 32 - 1]) {
    const file = writeWav(sound);
    new DataView(file.buffer).setUint32(40, claimed, true);
    writeFileSync(at('claims.wav'), file);
    assert.deepEqual(await decoded(at('claims.wav')), sound, `${claimed}`);
    const { seconds } = (await probeRecording(at('claims.wav')))!;
    assert.ok(Math.abs(seconds - 2.5) < 0.1, `${claimed}: ${seconds} s`);
  }
});

test('the sides of a recording are mixed, unless they cancel each other', async () => {
  const mix = (how: string, name: string) => {
    const words = ['-v', 'error', '-y', '-i', at('plain.wav'), '-af', how, at(name)];
    assert.equal(spawnSync('ffmpeg', words).status, 0);
    return at(name);
  };
  const power = (pcm: Int16Array) => pcm.reduce((sum, sample) => sum + sample * sample, 0);
  for (const [how, name] of [
    ['pan=stereo|c0=c0|c1=-1*c0', 'inverted.flac'],
    ['pan=stereo|c0=-0.8*c0|c1=c0', 'inverted.wav'],
    ['pan=stereo|c0=0*c0|c1=c0', 'right.flac'],
    ['pan=stereo|c0=c0|c1=c0', 'same.flac'],
    ['pan=mono|c0=c0', 'mono.flac'],
  ] as const) {
    const path = mix(how, name);
    for (const heard of [await decoded(path), await readRecordingFile(path, { maxSeconds: 9 })]) {
      const share = power(heard) / power(sound);
      assert.ok(share > 0.9 && share < 1.1, `${name}: ${share}`);
    }
  }
});
