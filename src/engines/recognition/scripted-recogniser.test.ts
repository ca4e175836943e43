import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silence, tone } from '../audio/testing.ts';
import { collect, finalsOf, hear, recogniserSuite } from './recogniser.suite.ts';
import { scriptedRecogniser } from './scripted-recogniser.ts';

const utterances = [
  { text: 'Good morning.', start: 1, end: 2 },
  { text: 'How are you?', start: 3, end: 4 },
];

recogniserSuite('scripted', {
  make: async (sound) =>
    scriptedRecogniser({
      utterances: sound === 'speech' ? utterances : [],
      partials: sound === 'speech',
    }),
  speech: async () => tone({ frequency: 200, seconds: 6 }),
});

test('an utterance is returned after its end and the delay', async () => {
  const session = scriptedRecogniser({ utterances, delaySeconds: 0.5 }).open({ language: 'en' });
  const events = session.events[Symbol.asyncIterator]();
  const finals: number[] = [];
  for (let seconds = 1; seconds <= 5; seconds++) {
    session.write(silence(1));
    finals.push(session.backlogSeconds());
  }
  assert.deepEqual(finals, [0, 1, 0, 1, 0]);
  session.close();
  await events.return?.();
});

test('the scripted failure comes after the earlier utterances', async () => {
  const failure = { at: 2.5, code: 'network', detail: 'The line is cut.' } as const;
  const events = await hear(scriptedRecogniser({ utterances, failure }), silence(5));
  assert.deepEqual(
    finalsOf(events).map(({ text }) => text),
    ['Good morning.'],
  );
  assert.deepEqual(events.at(-1), { type: 'failed', code: 'network', detail: 'The line is cut.' });
});

test('each session can have different utterances', async () => {
  const recogniser = scriptedRecogniser({
    utterances: (session) => [{ text: `Session ${session}.`, start: 0, end: 1 }],
  });
  for (const expected of ['Session 0.', 'Session 1.']) {
    const events = await hear(recogniser, silence(2));
    assert.equal(finalsOf(events)[0]?.text, expected);
  }
});

test('a session without a reader ends with a reason instead of growing', async () => {
  const endless = Array.from({ length: 5_000 }, (_, i) => ({
    text: 'Word.',
    start: i,
    end: i + 1,
  }));
  const session = scriptedRecogniser({ utterances: endless }).open({ language: 'en' });
  for (let i = 0; i < 5_000; i++) session.write(silence(1));
  const events = await collect(session);
  assert.equal(events.at(-1)?.type, 'failed');
  assert.ok(events.length <= 2_000);
});
