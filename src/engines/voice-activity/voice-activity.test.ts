import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { silentLog } from '../../core/log.ts';
import { joined, silence } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import { CONTEXT_SAMPLES, FRAME_SAMPLES } from './frames.ts';
import type { BatchJudge } from './silero.ts';
import { SileroModel } from './silero-model.ts';
import { openVoiceActivity, type VoiceActivity } from './voice-activity.ts';

let silero: VoiceActivity;
before(async () => {
  silero = await openVoiceActivity(silentLog);
});
after(() => silero[Symbol.asyncDispose]());

test('Silero loads from the installed files and is reported', () => {
  assert.equal(silero.kind, 'silero');
});

test(
  'the runtime stays in memory after its thread ends',
  { skip: process.platform !== 'linux' },
  async () => {
    const silero = JSON.stringify(new URL('./silero.ts', import.meta.url));
    const script = `
      import { readFileSync } from 'node:fs';
      import { startSilero } from ${silero};
      await (await startSilero())[Symbol.asyncDispose]();
      console.log(readFileSync('/proc/self/maps', 'utf8').includes('libonnxruntime.so'));
    `;
    const node = [process.execPath, ['--input-type=module', '--eval', script]] as const;
    const { stdout } = await promisify(execFile)(...node);
    assert.equal(stdout, 'true\n');
  },
);

for (const kind of ['silero', 'energy'] as const) {
  test(`${kind} detects speech between two silences`, async () => {
    await using detector =
      kind === 'silero' ? await openVoiceActivity(silentLog) : await withoutSilero();
    assert.equal(detector.kind, kind);
    const voice = await speak('The child almost hurt the small dog.');
    const probabilities = await judge(detector, joined(silence(2), voice, silence(2)));
    const frames = (seconds: number) => Math.round((seconds * 16_000) / FRAME_SAMPLES);
    const spoken = probabilities.filter((probability) => probability >= 0.5).length;
    assert.ok(spoken > 0.5 * (voice.length / FRAME_SAMPLES));
    assert.ok(probabilities.slice(0, frames(1.9)).every((probability) => probability < 0.5));
    assert.ok(probabilities.slice(-frames(1.5)).every((probability) => probability < 0.5));
  });
}

test('simultaneous streams are judged independently', async () => {
  const voices = await Promise.all(
    ['one two', 'the cat', 'good morning'].map((text) => speak(text)),
  );
  const alone: number[][] = [];
  for (const voice of voices) alone.push(await judge(silero, voice));
  const together = await Promise.all(voices.map((voice) => judge(silero, voice)));
  for (const [i, probabilities] of together.entries()) {
    assert.equal(probabilities.length, alone[i]!.length);
    // The order of floating-point sums differs with the size of the batch.
    assert.ok(probabilities.every((p, n) => Math.abs(p - alone[i]![n]!) < 1e-3));
  }
});

test('frames are returned complete and in order, however the writes are cut', async () => {
  await using detector = await withoutSilero();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2_000), { maxLength: 20 }), async (cuts) => {
      const total = cuts.reduce((a, b) => a + b, 0);
      const sound = Int16Array.from({ length: total }, (_, i) => i & 0x7fff);
      const frames: Int16Array[] = [];
      const stream = detector.open((frame) => frames.push(frame));
      let at = 0;
      for (const cut of cuts) stream.write(sound.subarray(at, (at += cut)));
      assert.equal(stream.waitingSamples, total);
      await stream.finish();
      const heard = joined(...frames);
      assert.equal(heard.length, Math.ceil(total / FRAME_SAMPLES) * FRAME_SAMPLES);
      assert.deepEqual(heard.subarray(0, total), sound);
    }),
    { numRuns: 30 },
  );
});

test('when Silero fails, its frames are judged by loudness and none is lost', async () => {
  const broken: BatchJudge = {
    judge: () => Promise.reject(new Error('gone')),
    forget() {},
    [Symbol.asyncDispose]: async () => {},
  };
  await using detector = await openVoiceActivity(silentLog, async () => broken);
  assert.equal(detector.kind, 'silero');
  const voice = await speak('Good morning.');
  const probabilities = await judge(detector, voice);
  assert.equal(probabilities.length, Math.ceil(voice.length / FRAME_SAMPLES));
  assert.equal(detector.kind, 'energy');
});

test('sound that arrives while the detector closes is judged by loudness', async () => {
  const detector = await openVoiceActivity(silentLog);
  const voice = await speak('Good morning.');
  const probabilities = judge(detector, voice);
  await detector[Symbol.asyncDispose]();
  const later = await judge(detector, voice);
  const frames = Math.ceil(voice.length / FRAME_SAMPLES);
  assert.deepEqual([(await probabilities).length, later.length], [frames, frames]);
});

test('a closed model refuses further frames', () => {
  const model = new SileroModel();
  const batch = () => ({
    streams: Int32Array.of(1),
    samples: new Int16Array(CONTEXT_SAMPLES + FRAME_SAMPLES),
  });
  assert.equal(model.judge(batch()).length, 1);
  model[Symbol.dispose]();
  model[Symbol.dispose]();
  assert.throws(() => model.judge(batch()), /closed/);
});

test('a closed stream gets no more results and does not block others', async () => {
  const stream = silero.open(() => assert.fail('closed'));
  stream.write(await speak('Good morning.'));
  const finished = stream.finish();
  stream.close();
  await finished;
  stream.write(new Int16Array(5_000));
  assert.equal((await judge(silero, silence(0.1))).length, 4);
});

function withoutSilero(): Promise<VoiceActivity> {
  return openVoiceActivity(silentLog, () => Promise.reject(new Error('not here')));
}

async function judge(detector: VoiceActivity, pcm: Int16Array): Promise<number[]> {
  const probabilities: number[] = [];
  const stream = detector.open((_frame, probability) => probabilities.push(probability));
  stream.write(pcm);
  await stream.finish();
  return probabilities;
}

test('a stream that is closed while finishing ends immediately', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const stream = voiceActivity.open(() => {});
  stream.write(silence(60));
  const finished = stream.finish().then(() => 'finished');
  stream.close();
  const late = new Promise((resolve) => {
    setTimeout(resolve, 10_000, 'waits for ever').unref();
  });
  assert.equal(await Promise.race([finished, late]), 'finished');
  await stream.finish();
});
