/** Tests what a session of utterances owes its engine, its caller and the operator. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLog, type Log } from '../../../core/log.ts';
import { eventually } from '../../../testing/eventually.ts';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { GivenUp, PoolBroken } from '../../supervision/restarts.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf, hear } from '../recogniser.suite.ts';
import { SAMPLE_RATE, type RecognitionEvent } from '../recogniser.ts';
import { engineOf } from './engine.fixture.ts';
import {
  EngineFailure,
  failureOfPool,
  UtteranceMissed,
  type UtteranceEngine,
} from './utterance-engine.ts';
import { utteranceRecogniser } from './utterance-recogniser.ts';

/** Detects voice by loudness, so tones count as speech and no worker is needed. */
let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog, () => Promise.reject(new Error('not wanted')));
});
after(() => voiceActivity[Symbol.asyncDispose]());

const speech = tone({ frequency: 300, seconds: 1 });
const beep = joinedSound(silence(0.5), speech, silence(1.5));

type Said = { seconds: number; signal: AbortSignal; answer: PromiseWithResolvers<string> };

/** A recogniser whose engine answers when the test says so. */
function subject(more: Partial<UtteranceEngine> = {}) {
  const calls: string[] = [];
  const said: Said[] = [];
  const logged: string[] = [];
  const line = (level: string) => (_fields: object, message: string) =>
    void logged.push(`${level}: ${message}`);
  const log = { ...silentLog, warn: line('warn'), error: line('error') } as Log;
  const engine = engineOf({
    warm: () => void calls.push('warm'),
    async transcribe(pcm, { signal }) {
      const answer = Promise.withResolvers<string>();
      said.push({ seconds: pcm.length / SAMPLE_RATE, signal, answer });
      const text = await answer.promise;
      return { text, words: [{ text, start: 0.3, end: 1 }] };
    },
    [Symbol.asyncDispose]: async () => void calls.push('dispose'),
    ...more,
  });
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log });
  const asked = (count: number) => eventually(`${count} utterances`, () => said.length === count);
  return { recogniser, engine, calls, said, logged, asked };
}

/** An engine for its capabilities only. */
const never = () => Promise.reject(new Error('not wanted'));

/** Lets time pass for everything that measures it. */
function clockOf(t: TestContext) {
  const real = performance.now.bind(performance);
  let ahead = 0;
  t.mock.method(performance, 'now', () => real() + ahead);
  return (seconds: number) => (ahead += seconds * 1_000);
}

test('the engine is prepared when somebody speaks, and disposed of with the recogniser', async () => {
  const { recogniser, calls, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  session.write(silence(2));
  const ended = session.finish();
  await Promise.all([collect(session), ended]);
  assert.deepEqual(calls, []);
  const other = recogniser.open({ language: 'en' });
  other.write(beep);
  await asked(1).then(() => said[0]!.answer.resolve('beep'));
  assert.deepEqual(calls, ['warm']);
  other.close();
  await recogniser[Symbol.asyncDispose]();
  assert.deepEqual(calls, ['warm', 'dispose']);
});

test('unfinished speech has drafts, which its final words replace', async () => {
  const drafts: boolean[] = [];
  const { recogniser } = subject({
    capabilities: { ...engineOf({ transcribe: never }).capabilities, partials: true },
    eager: () => true,
    async transcribe(pcm, { isDraft = false }) {
      drafts.push(isDraft);
      const text = isDraft ? 'draft' : 'final';
      return { text, words: [{ text, start: 0, end: pcm.length / SAMPLE_RATE }] };
    },
  });
  const session = recogniser.open({ language: 'en' });
  const events = collect(session);
  const sound = joinedSound(silence(0.5), tone({ frequency: 300, seconds: 3 }), silence(1.5));
  // Drafts are answered between the pieces of sound.
  for (let at = 0; at < sound.length; at += SAMPLE_RATE / 4) {
    session.write(sound.subarray(at, at + SAMPLE_RATE / 4));
    await nextTurn();
  }
  await session.finish();
  const texts = (await events).flatMap((event) =>
    event.type === 'partial' || event.type === 'final'
      ? [`${event.type} ${event.utterance.id} ${event.utterance.text}`]
      : [],
  );
  assert.equal(texts.at(-1), 'final 1 final');
  assert.ok(texts.length > 1 && texts.slice(0, -1).every((each) => each === 'partial 1 draft'));
  assert.ok(drafts.includes(true));
});

test('no draft is written while the engine has other work', async () => {
  const { recogniser, said, asked } = subject({
    capabilities: { ...engineOf({ transcribe: never }).capabilities, partials: true },
    eager: () => false,
  });
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(silence(0.5), tone({ frequency: 300, seconds: 4 }), silence(1.5)));
  await asked(1);
  said[0]!.answer.resolve('beep');
  const [events] = await Promise.all([collect(session), session.finish()]);
  assert.deepEqual(
    events.flatMap(({ type }) => (type === 'partial' || type === 'final' ? [type] : [])),
    ['final'],
  );
  assert.equal(said.length, 1);
});

test('speech that has not ended is transcribed at the end of the session', async () => {
  const { recogniser, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(silence(1), speech));
  const [events] = await Promise.all([
    collect(session),
    session.finish(),
    asked(1).then(() => said[0]!.answer.resolve('beep')),
  ]);
  assert.deepEqual(
    finalsOf(events).map(({ text }) => text),
    ['beep'],
  );
  assert.ok(events.every(({ type }) => type === 'speech' || type === 'final'));
});

test('the session knows how long its oldest utterance has been waiting', async (t) => {
  const pass = clockOf(t);
  const { recogniser, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  assert.equal(session.behindSeconds!(), 0);
  session.write(beep);
  await asked(1);
  pass(7);
  session.write(beep);
  await asked(2);
  pass(5);
  assert.ok(session.behindSeconds!() >= 12);
  said[0]!.answer.resolve('one');
  await eventually('the first words', () => session.behindSeconds!() < 12);
  assert.ok(session.behindSeconds!() >= 5);
  said[1]!.answer.resolve('two');
  await session.finish();
  assert.equal(session.behindSeconds!(), 0);
});

test('pieces that wait for a slow engine become one utterance, which follows when it has caught up', async (t) => {
  const pass = clockOf(t);
  const { recogniser, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  const speaks: number[] = [];
  const finals: string[] = [];
  const reading = (async () => {
    for await (const event of session.events) {
      if (event.type === 'speech') speaks.push(event.at);
      if (event.type === 'final') finals.push(event.utterance.text);
    }
  })();
  session.write(beep);
  await asked(1);
  pass(21);
  // The last speech has not ended, so it shows only that the pieces before it are complete.
  session.write(joinedSound(beep, beep, silence(2), tone({ frequency: 300, seconds: 0.5 })));
  await eventually('the last speech', () => speaks.some((at) => at > 11));
  assert.equal(said.length, 1);
  said[0]!.answer.resolve('one');
  await asked(2);
  assert.ok(said[1]!.seconds > 4, `${said[1]!.seconds} s`);
  const finishing = session.finish();
  await asked(3);
  said[2]!.answer.resolve('four');
  said[1]!.answer.resolve('two and three');
  await finishing;
  await reading;
  assert.deepEqual(finals, ['one', 'two and three', 'four']);
});

test('at the end of a session that is far behind, no piece waits for another', async (t) => {
  const pass = clockOf(t);
  const { recogniser, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  session.write(beep);
  await asked(1);
  pass(21);
  session.write(beep);
  const ending = Promise.all([collect(session), session.finish()]);
  await asked(2);
  for (const { answer } of said) answer.resolve('words');
  const [events] = await ending;
  assert.equal(finalsOf(events).length, 2);
});

test('an utterance that the engine missed is reported, and the others are not affected', async () => {
  const { recogniser, said, asked } = subject();
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(beep, beep));
  const ending = Promise.all([collect(session), session.finish()]);
  await asked(2);
  said[1]!.answer.resolve('two');
  said[0]!.answer.reject(new UtteranceMissed('Too noisy.'));
  const [events] = await ending;
  const [missed, final, ...rest] = events.filter(({ type }) => type !== 'speech');
  assert.ok(missed?.type === 'missed' && final?.type === 'final' && rest.length === 0);
  assert.equal(missed.detail, 'Too noisy.');
  assert.ok(missed.start < 0.6 && missed.end > 1.4 && missed.end < final.utterance.start);
});

test('a failure is logged and aborts all other work of the session', async () => {
  const { recogniser, said, asked, logged } = subject();
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(beep, beep));
  await asked(2);
  said[0]!.answer.reject(new EngineFailure('quota', 'No credit.'));
  const last = (await collect(session)).at(-1);
  assert.deepEqual(last, { type: 'failed', code: 'quota', detail: 'No credit.' });
  assert.equal(said[1]!.signal.aborted, true);
  assert.deepEqual(logged, ['error: a recognition session failed']);
});

test('after the end of a session its sound reaches the engine no more', async () => {
  const { recogniser, said } = subject({ eager: () => true });
  const session = recogniser.open({ language: 'en' });
  session.write(beep);
  session.close();
  // The detector is shared, so this sound is judged after the sound of the first session.
  const other = subject({ transcribe: async () => ({ text: '', words: [] }) });
  await hear(other.recogniser, joinedSound(beep, beep));
  assert.equal(said.length, 0);
});

test('early work that fails because speech goes on does no harm', async () => {
  const outcomes: string[] = [];
  const { recogniser } = subject({
    eager: () => true,
    transcribe: (_pcm, { signal }) =>
      new Promise((resolve, reject) => {
        const answer = () => {
          outcomes.push(signal.aborted ? 'aborted' : 'said');
          if (signal.aborted) reject(signal.reason as Error);
          else resolve({ text: 'all', words: [{ text: 'all', start: 0.3, end: 1 }] });
        };
        signal.addEventListener('abort', answer);
        if (outcomes.length > 0) answer();
      }),
  });
  const events = await hear(
    recogniser,
    joinedSound(silence(1), speech, silence(0.7), speech, silence(2)),
  );
  assert.deepEqual(outcomes, ['aborted', 'said']);
  assert.equal(finalsOf(events).length, 1);
});

test('a session that was too far behind is ready again with half of its backlog', async () => {
  const { recogniser, said, logged } = subject();
  const session = recogniser.open({ language: 'en' });
  const heard: RecognitionEvent[] = [];
  const reading = (async () => {
    for await (const event of session.events) if (event.type !== 'speech') heard.push(event);
  })();
  const isDegraded = () => heard.some(({ type }) => type === 'state');
  const long = joinedSound(silence(1), tone({ frequency: 300, seconds: 19 }), silence(1));
  for (let count = 0; count < 20 && !isDegraded(); count += 1) {
    const before = session.backlogSeconds();
    session.write(long);
    await eventually('the utterance', () => isDegraded() || session.backlogSeconds() < before + 20);
  }
  await eventually('the state', isDegraded);
  const pending = said.map(({ seconds }) => seconds);
  const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
  assert.ok(sum(pending) <= 120 && sum([...pending, pending[0]!]) > 120, `${pending}`);
  for (const { answer } of said) answer.resolve('words');
  await session.finish();
  await reading;
  const ready = heard.findIndex((event) => event.type === 'state' && event.state === 'ready');
  const answered = heard.slice(0, ready).filter(({ type }) => type === 'final').length;
  assert.ok(sum(pending.slice(answered)) <= 60 && sum(pending.slice(answered - 1)) > 60);
  assert.equal(heard.filter(({ type }) => type === 'state').length, 2);
  assert.ok(logged.length > 0 && new Set(logged).size === 1);
  assert.match(logged[0]!, /^warn: The recogniser is too slow/);
});

test('a pool that gives up one request misses an utterance; a pool that is broken ends the session', () => {
  const missed = failureOfPool(new GivenUp(), 'The engine');
  assert.ok(missed instanceof UtteranceMissed);
  assert.equal(missed.message, 'The engine crashed twice on this utterance.');
  const broken = failureOfPool(new PoolBroken(), 'The engine');
  assert.ok(broken instanceof EngineFailure && broken.code === 'engine');
  assert.equal(broken.message, 'The engine does not run on this machine.');
  const cured = failureOfPool(new PoolBroken(), 'The engine', 'Repair it.');
  assert.equal((cured as Error).message, 'The engine does not run on this machine. Repair it.');
  const other = new Error('another');
  assert.equal(failureOfPool(other, 'The engine'), other);
});

test('speech whose words are only guesses is reported as unclear, unless it is short', async () => {
  const { recogniser } = subject({
    transcribe: async () => ({ text: '', words: [], isUnclear: true }),
  });
  const session = recogniser.open({ language: 'en' });
  const long = tone({ frequency: 300, seconds: 3 });
  session.write(joinedSound(silence(1), long, silence(2), speech, silence(1)));
  const [events] = await Promise.all([collect(session), session.finish()]);
  const [unclear, ...others] = events.filter(({ type }) => type !== 'speech');
  assert.ok(unclear?.type === 'unclear' && others.length === 0);
  assert.ok(unclear.start <= 1 && unclear.end >= 4);
});
