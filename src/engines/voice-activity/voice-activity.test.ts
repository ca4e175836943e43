import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import { CONTEXT_SAMPLES, FRAME_SAMPLES } from './frames.ts';
import { sileroWhenNeeded, startSilero, type BatchJudge } from './silero.ts';
import { SileroModel, type FrameBatch } from './silero-model.ts';
import { judgements, openVoiceActivity, type VoiceActivity } from './voice-activity.ts';

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

test('the thread of Silero starts at once, or with the first batch if requested', async () => {
  let threads = 0;
  const count = () => (threads += 1);
  process.on('worker', count);
  try {
    await using atOnce = await startSilero();
    assert.equal(threads, 1);
    await using later = await sileroWhenNeeded();
    later.forget(1);
    assert.equal(threads, 1);
    for (const judge of [atOnce, later]) assert.equal((await judge.judge(silentBatch())).length, 1);
    assert.equal(threads, 2);
  } finally {
    process.off('worker', count);
  }
});

test('the thread of Silero ends with its detector, and after an error', async () => {
  const ended: boolean[] = [];
  const follow = (thread: Worker) => {
    const number = ended.push(false) - 1;
    thread.once('exit', () => (ended[number] = true));
  };
  process.on('worker', follow);
  try {
    const detector = await startSilero();
    const broken = await startSilero();
    assert.deepEqual(ended, [false, false]);
    await detector[Symbol.asyncDispose]();
    assert.deepEqual(ended, [true, false]);
    const batch = silentBatch();
    await broken.judge(batch);
    // The memory of this batch already belongs to the thread.
    await assert.rejects(broken.judge(batch));
    assert.deepEqual(ended, [true, true]);
  } finally {
    process.off('worker', follow);
  }
});

for (const kind of ['silero', 'energy'] as const) {
  test(`${kind} detects speech between two silences`, async () => {
    await using detector =
      kind === 'silero' ? await openVoiceActivity(silentLog) : await withoutSilero();
    assert.equal(detector.kind, kind);
    const voice = await speak('The child almost hurt the small dog.');
    const probabilities = await judge(detector, joinedSound(silence(2), voice, silence(2)));
    const frames = (seconds: number) => Math.round((seconds * 16_000) / FRAME_SAMPLES);
    const spoken = probabilities.filter((probability) => probability >= 0.5).length;
    assert.ok(spoken > 0.5 * (voice.length / FRAME_SAMPLES));
    assert.ok(probabilities.slice(0, frames(1.9)).every((probability) => probability < 0.5));
    assert.ok(probabilities.slice(-frames(1.5)).every((probability) => probability < 0.5));
    assert.equal(detector.kind, kind);
  });
}

test('the wait of each frame is published for measurements', async () => {
  await using detector = await withoutSilero();
  const waits: unknown[] = [];
  const hear = (wait: unknown) => void waits.push(wait);
  judgements.subscribe(hear);
  await judge(detector, new Int16Array(3 * FRAME_SAMPLES));
  await new Promise(setImmediate);
  judgements.unsubscribe(hear);
  assert.equal(waits.length, 3);
  assert.ok(waits.every((wait) => typeof wait === 'number' && wait >= 0));
});

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
      const heard = joinedSound(...frames);
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
  const logged: string[] = [];
  const log = { ...silentLog, error: (_fields: object, message: string) => logged.push(message) };
  await using detector = await openVoiceActivity(log, async () => broken);
  assert.equal(detector.kind, 'silero');
  const voice = await speak('Good morning.');
  const probabilities = await judge(detector, voice);
  assert.equal(probabilities.length, Math.ceil(voice.length / FRAME_SAMPLES));
  assert.equal(detector.kind, 'energy');
  assert.deepEqual(logged, ['Silero broke; voices are told from silence by loudness now']);
});

test('when Silero does not load, the reason is logged', async () => {
  const logged: unknown[] = [];
  const error = new Error('not here');
  const log = { ...silentLog, warn: (...line: unknown[]) => logged.push(line) };
  await using detector = await openVoiceActivity(log, () => Promise.reject(error));
  assert.equal(detector.kind, 'energy');
  assert.deepEqual(logged, [
    [{ error }, 'Silero does not load here; voices are told from silence by loudness'],
  ]);
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
  assert.equal(model.judge(silentBatch()).length, 1);
  model[Symbol.dispose]();
  model[Symbol.dispose]();
  assert.throws(() => model.judge(silentBatch()), /closed/);
});

test('the model remembers the frames of a stream until it forgets the stream', () => {
  using model = new SileroModel();
  const judge = (frame: number) =>
    model.judge({ streams: Int32Array.of(1), samples: humming(frame) })[0]!;
  const expected = [0.598, 0.29, 0.215, 0.174, 0.121, 0.037, 0.126, 0.222, 0.172, 0.118];
  const probabilities = expected.map((_, frame) => judge(frame));
  for (const [frame, probability] of probabilities.entries()) {
    assert.ok(Math.abs(probability - expected[frame]!) < 0.005, `${frame}: ${probability}`);
  }
  const before = judge(15);
  model.forget(1);
  const after = judge(15);
  assert.ok(before < 0.1 && after > 0.7, `${before} before, ${after} after`);
});

/** A frame of a voice at 150 Hz that swells and wavers, with its context. */
function humming(frame: number): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: CONTEXT_SAMPLES + FRAME_SAMPLES }, (_, at) => {
    const seconds = (frame * FRAME_SAMPLES + at) / 16_000;
    const phase = 2 * Math.PI * 150 * seconds + 3 * Math.sin(2 * Math.PI * 4 * seconds);
    let value = 0;
    for (let harmonic = 1; harmonic < 20; harmonic += 1) {
      const resonance = (hertz: number, width: number) =>
        Math.exp(-((150 * harmonic - hertz) ** 2) / width);
      const level = resonance(500, 60_000) + 0.5 * resonance(1_500, 90_000) + 0.1;
      value += Math.sin(harmonic * phase) * level;
    }
    return 6_000 * value * (0.6 + 0.4 * Math.sin(2 * Math.PI * 5 * seconds));
  });
}

test('a batch has at most 256 frames, all of them loud and of open streams', async () => {
  const batches: number[][] = [];
  const forgotten: number[] = [];
  const answers: PromiseWithResolvers<Float32Array>[] = [];
  const scripted: BatchJudge = {
    judge: ({ streams, samples }) => {
      assert.equal(samples.length, streams.length * (CONTEXT_SAMPLES + FRAME_SAMPLES));
      batches.push([...streams]);
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
    forget: (stream) => void forgotten.push(stream),
    [Symbol.asyncDispose]: async () => {},
  };
  await using detector = await openVoiceActivity(silentLog, async () => scripted);
  const heard: Record<string, number[]> = { one: [], two: [], three: [] };
  const open = (name: string) =>
    detector.open((_frame, probability) => heard[name]!.push(probability));
  const [one, two, three] = [open('one'), open('two'), open('three')];
  const frames = (count: number, level: number) =>
    new Int16Array(count * FRAME_SAMPLES).fill(level);
  // The mean square of a frame with the level 32 is below -60 dB of full scale, and that of 33 above.
  two.write(joinedSound(frames(1, 33), frames(1, 32), frames(1, 33)));
  one.write(frames(254, 1_000));
  three.write(frames(2, 1_000));
  const next = () => new Promise(setImmediate);
  await next();
  assert.deepEqual(batches, [[2, 2, ...Array<number>(253).fill(1)]]);
  three.close();
  assert.deepEqual(forgotten, [3]);
  answers[0]!.resolve(new Float32Array(255).fill(0.75));
  while (answers.length < 2) await next();
  assert.deepEqual(batches[1], [1]);
  answers[1]!.resolve(Float32Array.of(0.25));
  await Promise.all([one.finish(), two.finish()]);
  assert.deepEqual(heard, {
    one: [...Array<number>(253).fill(0.75), 0.25],
    two: [0.75, 0, 0.75],
    three: [],
  });
  assert.deepEqual(forgotten.toSorted(), [1, 2, 3]);
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

/** One frame of one stream. */
function silentBatch(): FrameBatch {
  const samples = new Int16Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
  return { streams: Int32Array.of(1), samples };
}

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
