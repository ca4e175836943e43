/**
 * Tests the session of a streaming model. The tests themselves send the messages of the processes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog, type Log } from '../../../core/log.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { GivenUp, PoolBroken } from '../../supervision/restarts.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf } from '../recogniser.suite.ts';
import type { RecognisedWord, RecognitionEvent } from '../recogniser.ts';
import { MODEL_CURE } from './native-model.ts';
import type { UtteranceOptions } from './stream-process.ts';
import { streamingRecogniser } from './streaming-recogniser.ts';

/** Detects voice by loudness, so tones count as speech and no worker is needed. */
let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog, () => Promise.reject(new Error('not wanted')));
});
after(() => voiceActivity[Symbol.asyncDispose]());

interface Heard extends PromiseWithResolvers<RecognisedWord[]>, UtteranceOptions {
  samples: number;
  state: 'open' | 'ended' | 'closed';
}

function listen() {
  const heard: Heard[] = [];
  const logged: string[] = [];
  let warmed = 0;
  const pool = {
    warm: () => void (warmed += 1),
    open(options: UtteranceOptions) {
      const words = Promise.withResolvers<RecognisedWord[]>();
      const one: Heard = { ...options, ...words, samples: 0, state: 'open' };
      heard.push(one);
      return {
        write: (pcm: Int16Array) => void (one.samples += pcm.length),
        end: () => {
          one.state = 'ended';
          return one.promise;
        },
        close: () => void (one.state = 'closed'),
      };
    },
    async [Symbol.asyncDispose]() {},
  };
  const session = streamingRecogniser({
    name: 'fake',
    capabilities: {
      partials: true,
      diarization: false,
      punctuation: true,
      wordTimes: true,
      languages: ['en'],
      quality: 'high',
      local: true,
    },
    available: async () => ({ ok: true }),
    pool,
    write: (words) => ({ text: words.map(({ text }) => text).join(' '), words }),
    voiceActivity,
    log: {
      ...silentLog,
      warn: (_fields, message) => logged.push(message),
      error: (_fields, message) => logged.push(message),
    } as Log,
  }).open({ language: 'en' });
  assert.equal(warmed, 1, 'the model loads before anybody speaks');
  const ended = (count: number) =>
    eventually(
      `${count} utterances`,
      () => heard.length >= count && heard[count - 1]!.state !== 'open',
    );
  return { session, heard, ended, logged };
}

const word = (text: string, start: number, end: number): RecognisedWord => ({ text, start, end });
const beep = (seconds: number) => tone({ frequency: 300, seconds });
const beeps = joinedSound(silence(1), beep(1), silence(1));
const around = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 0.1, `${value} instead of ${expected}`);

test('a click is no utterance, unless words were shown for it', async () => {
  const { session, heard, ended } = listen();
  session.write(joinedSound(silence(1), beep(0.1), silence(1)));
  await ended(1);
  assert.equal(heard[0]!.state, 'closed');
  assert.ok(session.backlogSeconds() < 0.04);
  session.write(joinedSound(beep(0.1), silence(0.3)));
  await eventually('the second', () => heard.length === 2);
  heard[1]!.onPartial([]);
  heard[1]!.onPartial([word('Hey.', 0, 9)]);
  session.write(silence(1));
  await ended(2);
  assert.equal(heard[1]!.state, 'ended');
  heard[1]!.resolve([]);
  const [events] = await Promise.all([collect(session), session.finish()]);
  const partials = events.flatMap((event) => (event.type === 'partial' ? [event.utterance] : []));
  const [final] = finalsOf(events);
  // At the time of the partial result the speaker was still talking, and no word ends later than
  // the sound.
  assert.deepEqual(
    [partials.length, partials[0]!.text, partials[0]!.words[0]!.text],
    [1, 'Hey', 'Hey'],
  );
  assert.deepEqual([final!.text, final!.id], ['Hey.', partials[0]!.id]);
  assert.ok(final!.end <= 1 + 0.1 + 1 + 0.1 + 0.3 + 1);
  assert.equal(final!.end, final!.words[0]!.end);
});

test('the backlog is the sound without words, and a wait counts from the end of speech', async () => {
  const { session, heard, ended } = listen();
  session.write(joinedSound(beeps, beeps));
  await ended(2);
  // Each piece is a second of speech with 0.32 seconds of silence on both sides, or a little more.
  around(session.backlogSeconds(), 3.4);
  await eventually('the wait', () => session.behindSeconds!() > 0.03);
  assert.ok(session.behindSeconds!() < 60);
  heard[1]!.resolve([word('two', 0.4, 0.6)]);
  heard[0]!.resolve([word('one', 0.4, 0.6), word('more', 0.7, 0.9)]);
  const [events] = await Promise.all([collect(session), session.finish()]);
  const finals = finalsOf(events);
  assert.deepEqual(
    finals.map(({ id, text }) => `${id} ${text}`),
    ['1 one more', '2 two'],
  );
  around(finals[0]!.start, 1.08);
  around(finals[0]!.end, 1.58);
  around(finals[1]!.start, 4.08);
  assert.deepEqual([session.backlogSeconds(), session.behindSeconds!()], [0, 0]);
});

test('nothing waits while somebody still speaks', async () => {
  const { session, heard } = listen();
  session.write(joinedSound(silence(1), beep(1)));
  await eventually('the utterance', () => heard[0] && heard[0].samples > 8_000);
  assert.equal(session.behindSeconds!(), 0);
  session.close();
  assert.equal(heard[0]!.state, 'closed');
  assert.ok((await soon('the end', collect(session))).every(({ type }) => type === 'speech'));
  assert.ok(session.backlogSeconds() < 0.04);
});

test('speech that ended its process is missed after the words that were shown', async () => {
  const { session, heard, ended } = listen();
  session.write(joinedSound(silence(1), beep(1)));
  await eventually('the utterance', () => heard.length > 0);
  heard[0]!.onPartial([word('one', 0.4, 0.7)]);
  session.write(joinedSound(silence(1), beep(1), silence(1)));
  await ended(2);
  heard[0]!.reject(new GivenUp('The utterance ended fake.'));
  heard[1]!.onPartial([word('whole', 0.3, 5)]);
  heard[1]!.reject(new GivenUp('The utterance ended fake.'));
  const [events] = await Promise.all([collect(session), session.finish()]);
  assert.deepEqual(
    finalsOf(events).map(({ text }) => text),
    ['one', 'whole'],
  );
  const missed = events.filter((event) => event.type === 'missed');
  assert.equal(missed.length, 1);
  assert.equal(missed[0]!.detail, 'The utterance ended fake.');
  around(missed[0]!.start, 1.38);
  around(missed[0]!.end, 2.32);
});

test('a model that does not run ends the session with a sentence, and nothing follows', async () => {
  for (const [error, detail] of [
    [new PoolBroken('fake died'), `fake does not run on this machine. ${MODEL_CURE}`],
    [new Error('Oh.'), 'Error: Oh.'],
  ] as const) {
    const { session, heard, ended, logged } = listen();
    session.write(joinedSound(beeps, beeps));
    await ended(2);
    heard[0]!.reject(error);
    heard[1]!.resolve([word('late', 0, 1)]);
    const events = await collect(session);
    assert.deepEqual(events.at(-1), { type: 'failed', code: 'engine', detail });
    assert.ok(events.every(({ type }) => type !== 'final'));
    assert.deepEqual(logged, ['a recognition session failed']);
    assert.equal(heard[1]!.state, 'closed');
    session.write(beeps);
    await session.finish();
    assert.equal(heard.length, 2);
  }
});

test('a flood that no microphone makes fails the session', async () => {
  const { session } = listen();
  session.write(silence(120));
  session.write(silence(0.02));
  session.write(silence(1));
  const last = (await collect(session)).at(-1);
  assert.ok(last?.type === 'failed');
  assert.match(last.detail, /faster than it can be transcribed/);
});

const LEFT_OUT = 'The recogniser is too slow; some speech is skipped.';

test('too far behind, speech is left out; at half the limit it is taken again', async () => {
  const { session, heard, ended, logged } = listen();
  const states: string[] = [];
  const events: RecognitionEvent[] = [];
  const reading = (async () => {
    for await (const event of session.events) {
      events.push(event);
      if (event.type === 'state') states.push(event.state);
    }
  })();
  const backlog = () => session.backlogSeconds();
  for (let count = 1; states.length === 0; count += 1) {
    assert.ok(backlog() < 121, 'speech is left out beyond the limit');
    session.write(joinedSound(beep(8), silence(1)));
    await eventually(
      'the utterance',
      () => states.length > 0 || heard[count - 1]?.state === 'ended',
    );
  }
  const taken = heard.length;
  await eventually('the sound', () => backlog() < 135);
  assert.ok(backlog() > 120);
  session.write(beeps);
  await eventually('the sound', () => backlog() < 135);
  assert.deepEqual([states, heard.length], [['degraded'], taken]);
  for (const each of heard) {
    const before = backlog();
    each.resolve([]);
    await eventually('the words', () => backlog() < before);
    assert.equal(states.length, backlog() > 60 ? 1 : 2);
    if (states.length === 2) break;
  }
  assert.deepEqual(states, ['degraded', 'ready']);
  assert.deepEqual(new Set(logged), new Set([LEFT_OUT]));
  session.write(beeps);
  await ended(taken + 1);
  session.close();
  await reading;
  assert.ok(events.every(({ type }) => type === 'state' || type === 'speech'));
});
