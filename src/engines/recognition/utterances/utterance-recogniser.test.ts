import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import { SAMPLE_RATE, type RecognitionEvent } from '../recogniser.ts';
import { spreadWords } from '../spread-words.ts';
import { engineOf } from './engine.fixture.ts';
import { EngineFailure, type UtteranceEngine } from './utterance-engine.ts';
import { utteranceRecogniser } from './utterance-recogniser.ts';

/** Detects voice by loudness, so tones count as speech and no worker is needed. */
let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog, () => Promise.reject(new Error('not wanted')));
});
after(() => voiceActivity[Symbol.asyncDispose]());

const beep = joinedSound(silence(2), tone({ frequency: 300, seconds: 1 }), silence(2));
const threeBeeps = joinedSound(beep, beep, beep);

recogniserSuite('utterance', {
  make: async () => open(engine((pcm) => Promise.resolve(`length ${pcm.length}`))),
  speech: async () => threeBeeps,
});

test('finals keep the order of speech, whichever is transcribed first', async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const recogniser = open(
    engine(() => {
      answers.push(Promise.withResolvers());
      if (answers.length === 3)
        for (const [i, a] of [...answers.entries()].reverse()) a.resolve(`${i}`);
      return answers.at(-1)!.promise;
    }),
  );
  const finals = finalsOf(await hear(recogniser, threeBeeps));
  assert.deepEqual(
    finals.map(({ text }) => text),
    ['0', '1', '2'],
  );
  assert.deepEqual(
    finals.map(({ start }) => Math.round(start)),
    [2, 7, 12],
  );
});

test('an utterance without words gives no final', async () => {
  assert.deepEqual(finalsOf(await hear(open(engine(async () => '')), threeBeeps)), []);
});

test('the backlog is the speech without words', async () => {
  const answer = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const session = open(
    engine(() => {
      asked.resolve();
      return answer.promise;
    }),
  ).open({ language: 'en' });
  session.write(beep);
  await asked.promise;
  const finish = session.finish();
  assert.ok(session.backlogSeconds() > 1 && session.backlogSeconds() < 3);
  answer.resolve('beep');
  await finish;
  assert.equal(session.backlogSeconds(), 0);
});

test('too far behind, the newest speech is dropped and the state is reported until it catches up', async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const session = open(
    engine(() => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    }),
  ).open({ language: 'en' });
  const events = session.events[Symbol.asyncIterator]();
  const states: string[] = [];
  const until = async (found: (event: RecognitionEvent) => boolean) => {
    for (;;) {
      const { value: event, done } = await events.next();
      assert.ok(!done);
      if (event.type === 'state') states.push(event.state);
      if (found(event)) return;
    }
  };
  // Each piece is slightly longer than 1.6 seconds, so more than 75 of them exceed the limit of
  // 120.
  for (let i = 0; i < 80; i++) {
    session.write(beep);
    await until((event) => event.type === 'speech' && event.at > i * 5);
  }
  assert.deepEqual(states, ['degraded']);
  assert.ok(answers.length < 76);
  for (const [i, answer] of answers.entries()) answer.resolve(`word${i}`);
  await until((event) => event.type === 'final' && event.utterance.text === 'word0');
  await until((event) => event.type === 'state' && event.state === 'ready');
  session.close();
});

test('an eager engine starts at the pause, and not again if the pause is the end', async () => {
  let asked = 0;
  const eager = { ...engine(async () => `asked ${++asked} times`), eager: () => true };
  const finals = finalsOf(await hear(open(eager), beep));
  assert.deepEqual(
    finals.map(({ text }) => text),
    ['asked 1 times'],
  );
});

test('if speech continues after the pause, the early work is aborted and ignored', async () => {
  const signals: AbortSignal[] = [];
  const eager: UtteranceEngine = {
    ...engine(async () => ''),
    eager: () => true,
    transcribe: async (pcm, { signal }) => {
      signals.push(signal);
      const text = `${Math.round(pcm.length / SAMPLE_RATE)} seconds`;
      return { text, words: spreadWords(text, 0, 1) };
    },
  };
  const speech = tone({ frequency: 300, seconds: 1 });
  const sound = joinedSound(silence(2), speech, silence(0.7), speech, silence(2));
  const finals = finalsOf(await hear(open(eager), sound));
  assert.deepEqual(
    finals.map(({ text }) => text),
    ['3 seconds'],
  );
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
});

test('a failed engine fails the session with its own message', async () => {
  const recogniser = open(engine(() => Promise.reject(new EngineFailure('quota', 'No credit.'))));
  const events = await hear(recogniser, beep);
  assert.deepEqual(events.at(-1), { type: 'failed', code: 'quota', detail: 'No credit.' });
});

test('an unknown error fails the session without details', async () => {
  const recogniser = open(engine(() => Promise.reject(new Error('secret'))));
  const last = (await hear(recogniser, beep)).at(-1);
  assert.deepEqual(last, { type: 'failed', code: 'engine', detail: 'The recogniser failed.' });
});

test("closing aborts the engine's work", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const session = open({
    ...engine(async () => ''),
    transcribe: (_pcm, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => {});
    },
  }).open({ language: 'en' });
  session.write(beep);
  const signal = await asked.promise;
  assert.equal(signal.aborted, false);
  session.close();
  assert.equal(signal.aborted, true);
});

test('an unrealistic flood of sound fails the session', async () => {
  const session = open(engine(async () => '')).open({ language: 'en' });
  for (let i = 0; i < 130; i++) session.write(new Int16Array(SAMPLE_RATE));
  const last = (await collect(session)).at(-1);
  assert.equal(last?.type, 'failed');
});

function open(engine: UtteranceEngine) {
  return utteranceRecogniser({ engine, voiceActivity, log: silentLog });
}

function engine(say: (pcm: Int16Array) => Promise<string>): UtteranceEngine {
  return engineOf({
    async transcribe(pcm) {
      const text = await say(pcm);
      return { text, words: spreadWords(text, 0.3, pcm.length / SAMPLE_RATE - 0.3) };
    },
  });
}
