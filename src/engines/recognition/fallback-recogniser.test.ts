import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { silentLog } from '../../core/log.ts';
import { silence, tone } from '../audio/testing.ts';
import { fallbackRecogniser } from './fallback-recogniser.ts';
import { collect, finalsOf, hear, recogniserSuite } from './recogniser.suite.ts';
import { SAMPLE_RATE, type Recogniser, type RecognitionEvent } from './recogniser.ts';
import { scriptedRecogniser, type ScriptedUtterance } from './scripted-recogniser.ts';

const said: ScriptedUtterance[] = [
  { text: 'one two', start: 1, end: 2 },
  { text: 'three four', start: 3, end: 4 },
  { text: 'five six', start: 5, end: 6 },
];

recogniserSuite('fallback', {
  make: async (sound) =>
    fallbackRecogniser(
      [scriptedRecogniser({ utterances: sound === 'speech' ? said : [] })],
      silentLog,
    ),
  speech: async () => tone({ frequency: 200, seconds: 8 }),
});

test("the next recogniser gets the sound without finals again, on the session's clock", async () => {
  const first = failing({ at: 3.5 });
  // The second session begins shortly before the end of "one two": at 2 - 0.1 seconds.
  const second = scriptedRecogniser({ name: 'second', utterances: earlier(said.slice(1), 1.9) });
  const events = await hear(fallbackRecogniser([first, second], silentLog), silence(8));
  assert.deepEqual(summary(events), [
    'one two 1-2 first',
    'reconnecting',
    'three four 3-4 second',
    'five six 5-6 second',
  ]);
});

test('final words are not repeated', async () => {
  const first = failing({ at: 2.5 });
  const second = scriptedRecogniser({
    name: 'second',
    utterances: earlier([{ text: 'two three four', start: 1.4, end: 4.4 }], 1.9),
  });
  const events = await hear(fallbackRecogniser([first, second], silentLog), silence(8));
  assert.deepEqual(
    finalsOf(events).map(({ text }) => text),
    ['one two', 'three four'],
  );
});

test('after a failure without finals, all sound is transcribed again', async () => {
  const first = failing({ at: 0.5 });
  const second = scriptedRecogniser({ name: 'second', utterances: said });
  const events = await hear(fallbackRecogniser([first, second], silentLog), silence(8));
  assert.equal(finalsOf(events).length, 3);
});

test('sound that can no longer be replayed is reported as missed', async () => {
  const behind = scriptedRecogniser({
    name: 'first',
    utterances: [{ text: 'never said', start: 1, end: 200 }],
    failure: { at: 100, code: 'engine' },
  });
  const second = scriptedRecogniser({ name: 'second', utterances: [] });
  const session = fallbackRecogniser([behind, second], silentLog).open({ language: 'en' });
  const listening = collect(session);
  for (let seconds = 0; seconds < 101; seconds += 1) {
    await setImmediate();
    session.write(silence(1));
  }
  await session.finish();
  const events = await listening;
  const missed = events.find((event) => event.type === 'missed');
  assert.ok(missed && missed.start <= 1 && Math.abs(missed.end - 40) < 1.5, JSON.stringify(missed));
});

test('a fallback must know the language in any region', async () => {
  const english = scriptedRecogniser({ name: 'second', utterances: said });
  const second = { ...english, capabilities: { ...english.capabilities, languages: ['en'] } };
  const heard = async (language: string) => {
    const recogniser = fallbackRecogniser([failing({ at: 0.5 }), second], silentLog);
    return finalsOf(await hear(recogniser, silence(8), { language })).length;
  };
  assert.equal(await heard('en-US'), 3);
  assert.equal(await heard('pt-PT'), 0);
  // The recogniser would transcribe other languages as English.
  assert.equal(await heard('multi'), 0);
});

test('an unavailable recogniser is skipped', async () => {
  const first = scriptedRecogniser({ utterances: said, unavailable: 'It has no model.' });
  const second = scriptedRecogniser({ name: 'second', utterances: said });
  const recogniser = fallbackRecogniser([first, second], silentLog);
  assert.deepEqual(await recogniser.available(), { ok: true });
  assert.equal(finalsOf(await hear(recogniser, silence(8))).length, 3);
});

test('when none is available, all reasons are given', async () => {
  const [one, two] = ['It has no model.', 'It has no key.'].map((unavailable) =>
    scriptedRecogniser({ utterances: [], unavailable }),
  );
  const recogniser = fallbackRecogniser([one!, two!], silentLog);
  assert.deepEqual(await recogniser.available(), {
    ok: false,
    reason: 'It has no model. It has no key.',
  });
});

test('all recognisers are disposed of together', async () => {
  const disposed: string[] = [];
  const [one, two] = ['first', 'second'].map((name) => ({
    ...scriptedRecogniser({ name, utterances: [] }),
    [Symbol.asyncDispose]: async () => void disposed.push(name),
  }));
  await fallbackRecogniser([one!, two!], silentLog)[Symbol.asyncDispose]();
  assert.deepEqual(disposed, ['first', 'second']);
});

test('the preferred recogniser is tried again when less than half a second waits for words', async () => {
  let opened = 0;
  const broken = failing({ at: 0.1 });
  const first: Recogniser = {
    ...broken,
    open(options) {
      opened += 1;
      return broken.open(options);
    },
  };
  let backlog = 0.5;
  const second = scriptedRecogniser({ name: 'second', utterances: [] });
  const busy: Recogniser = {
    ...second,
    open: (options) => Object.assign(second.open(options), { backlogSeconds: () => backlog }),
  };
  const recogniser = fallbackRecogniser([first, busy], silentLog, { returnAfterMs: 0 });
  const session = recogniser.open({ language: 'en' });
  const events = collect(session);
  const write = async () => {
    session.write(silence(0.2));
    await setImmediate();
  };
  for (let i = 0; i < 9; i++) await write();
  assert.equal(opened, 1);
  backlog = 0.49;
  await write();
  assert.equal(opened, 2);
  session.close();
  await events;
});

test('a recogniser that does not know the language is not a fallback', async () => {
  const second = scriptedRecogniser({ utterances: said, capabilities: { languages: ['pt'] } });
  const recogniser = fallbackRecogniser([failing({ at: 0.5 }), second], silentLog);
  const last = (await hear(recogniser, silence(8))).at(-1);
  assert.ok(last?.type === 'failed' && last.code === 'unsupported');
});

test('when all recognisers have failed, the last reason is reported', async () => {
  const recogniser = fallbackRecogniser([failing({ at: 1 }), failing({ at: 2 })], silentLog);
  const events = await hear(recogniser, silence(8));
  assert.deepEqual(events.at(-1), { type: 'failed', code: 'network', detail: 'cut at 2' });
});

test('the session of a recogniser that failed is closed', async () => {
  const closed: string[] = [];
  const watched = (recogniser: Recogniser): Recogniser => ({
    ...recogniser,
    open(options) {
      const session = recogniser.open(options);
      const close = session.close.bind(session);
      session.close = () => {
        closed.push(recogniser.name);
        close();
      };
      return session;
    },
  });
  const second = watched(scriptedRecogniser({ name: 'second', utterances: [] }));
  const first = watched(failing({ at: 1 }));
  const session = fallbackRecogniser([first, second], silentLog).open({ language: 'en' });
  session.write(silence(2));
  for await (const event of session.events) if (event.type === 'state') break;
  assert.deepEqual(closed, ['first']);
  session.close();
});

test('ids from different recognisers do not collide', async () => {
  const second = scriptedRecogniser({ name: 'second', utterances: earlier(said.slice(1), 1.9) });
  const events = await hear(
    fallbackRecogniser([failing({ at: 3.5 }), second], silentLog),
    silence(8),
  );
  assert.equal(new Set(finalsOf(events).map(({ id }) => id)).size, 3);
});

test('an exception in a recogniser counts as a failure, and both are logged', async () => {
  const error = new Error('no');
  const first: Recogniser = {
    ...scriptedRecogniser({ name: 'first', utterances: [] }),
    open() {
      throw error;
    },
  };
  const second = scriptedRecogniser({ name: 'second', utterances: said });
  const logged: unknown[] = [];
  const note = (...line: unknown[]) => void logged.push(line);
  const log = { ...silentLog, warn: note, error: note };
  const events = await hear(fallbackRecogniser([first, second], log), silence(8));
  assert.equal(finalsOf(events).length, 3);
  const failure = { code: 'engine', detail: 'first broke.' };
  assert.deepEqual(logged, [
    [{ recogniser: 'first', error }, 'a recogniser threw'],
    [{ recogniser: 'first', ...failure }, 'a recogniser gave up'],
  ]);
});

test('after a failure during finish, the next recogniser still finishes', async () => {
  const first = scriptedRecogniser({
    utterances: said,
    delaySeconds: 100,
    failure: { at: 8, code: 'network' },
  });
  const second = scriptedRecogniser({ name: 'second', utterances: said });
  const events = await hear(fallbackRecogniser([first, second], silentLog), silence(8));
  assert.equal(finalsOf(events).length, 3);
});

test('after a while the preferred recogniser is tried again without losing a word', async () => {
  const zero = { text: 'zero', start: 0.1, end: 0.9 };
  // The second session gets the sound from shortly before the end of "zero": from 0.9 - 0.1
  // seconds.
  const healthy = scriptedRecogniser({ name: 'first', utterances: earlier(said, 0.8) });
  let opened = 0;
  const first: Recogniser = {
    ...healthy,
    open: (options) => (opened++ === 0 ? failing({ at: 0.8 }) : healthy).open(options),
  };
  const second = scriptedRecogniser({ name: 'second', utterances: [zero] });
  const recogniser = fallbackRecogniser([first, second], silentLog, { returnAfterMs: 0 });
  const session = recogniser.open({ language: 'en' });
  const events = collect(session);
  for (let i = 0; i < 80; i++) {
    await setImmediate();
    session.write(silence(0.1));
  }
  await session.finish();
  assert.deepEqual(summary(await events), [
    'reconnecting',
    'zero 0.1-0.9 second',
    'reconnecting',
    'one two 1-2 first',
    'three four 3-4 first',
    'five six 5-6 first',
  ]);
  assert.equal(new Set(finalsOf(await events).map(({ id }) => id)).size, 4);
});

test('each failed return doubles the wait up to half an hour, and a word resets it', async (t) => {
  let minute = 0;
  t.mock.method(performance, 'now', () => minute * 60_000);
  // All sessions of the first recogniser fail at once, except the sixth, which fails after a word.
  const broken = scriptedRecogniser({
    name: 'first',
    utterances: (session) => (session === 5 ? [{ text: 'one', start: 0, end: 0.01 }] : []),
    failure: { at: 0.01, code: 'network' },
  });
  const tried: number[] = [];
  const first: Recogniser = {
    ...broken,
    open(options) {
      tried.push(minute);
      return broken.open(options);
    },
  };
  const second = scriptedRecogniser({ name: 'second', utterances: [] });
  const recogniser = fallbackRecogniser([first, second], silentLog, { returnAfterMs: 5 * 60_000 });
  const session = recogniser.open({ language: 'en' });
  const events = collect(session);
  for (; minute < 112; minute += 1) {
    await setImmediate();
    session.write(silence(0.1));
    await setImmediate();
  }
  await session.finish();
  await events;
  assert.deepEqual(tried, [0, 5, 15, 35, 65, 95, 100, 110]);
});

test('speech that waits for its words is replayed, however much silence followed it', async () => {
  const failed = scriptedRecogniser({ utterances: [], failure: { at: 12, code: 'network' } });
  const first: Recogniser = {
    ...failed,
    open: (options) => Object.assign(failed.open(options), { backlogSeconds: () => 1 }),
  };
  const said = [{ text: 'one two', start: 1, end: 2 }];
  const second = scriptedRecogniser({ name: 'second', utterances: said });
  const session = fallbackRecogniser([first, second], silentLog).open({ language: 'en' });
  const events = collect(session);
  for (let seconds = 0; seconds < 15; seconds += 1) {
    await setImmediate();
    session.write(silence(1));
  }
  await session.finish();
  assert.deepEqual(summary(await events), ['reconnecting', 'one two 1-2 second']);
});

test('a long silent session keeps little sound for replay', async () => {
  const first = scriptedRecogniser({ utterances: [], failure: { at: 50, code: 'network' } });
  const given: number[] = [];
  const second = scriptedRecogniser({ name: 'second', utterances: [] });
  const counting: Recogniser = {
    ...second,
    open(options) {
      const session = second.open(options);
      const write = session.write.bind(session);
      session.write = (pcm) => {
        given.push(pcm.length);
        write(pcm);
      };
      return session;
    },
  };
  const session = fallbackRecogniser([first, counting], silentLog).open({ language: 'en' });
  const events = collect(session);
  for (let i = 0; i < 501; i++) {
    await setImmediate();
    session.write(silence(0.1));
  }
  await session.finish();
  await events;
  const seconds = given.reduce((sum, length) => sum + length, 0) / SAMPLE_RATE;
  assert.ok(seconds > 1 && seconds < 3, `${seconds}`);
});

function failing({ at }: { at: number }) {
  const failure = { at, code: 'network', detail: `cut at ${at}` } as const;
  return scriptedRecogniser({ name: 'first', utterances: said, failure });
}

/** Converts utterances to the clock of a session that began this many seconds later. */
function earlier(utterances: readonly ScriptedUtterance[], seconds: number): ScriptedUtterance[] {
  return utterances.map((u) => ({ ...u, start: u.start - seconds, end: u.end - seconds }));
}

function summary(events: readonly RecognitionEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'state') return [event.state];
    if (event.type !== 'final') return [];
    const { text, start, end, provider } = event.utterance;
    return [`${text} ${round(start)}-${round(end)} ${provider}`];
  });
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
