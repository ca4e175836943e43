import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript } from './maker.ts';
import { RulesWorker } from './rules-worker.ts';

const transcript = (text: string): Transcript => ({
  started_at: new Date('2026-03-10T14:00:00Z'),
  timezone: 'Europe/Lisbon',
  language: 'en',
  user_name: null,
  known_memories: [],
  rejected_memories: [],
  segments: [
    {
      id: 's',
      text,
      speaker_id: 0,
      speaker_name: null,
      is_user: true,
      start: 0,
      end: 4,
      confidence: null,
    },
  ],
});
const signal = new AbortController().signal;

/**
 * A thread for tests: it loops on "loop", dies on "die", dies once on "die once", and otherwise
 * answers with the text as title.
 */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    import { existsSync, writeFileSync } from 'node:fs';
    parentPort.on('message', ({ segments: [{ text }] }) => {
      const [word, mark] = text.split('|');
      if (word === 'loop') for (;;);
      if (word === 'die') process.exit(1);
      if (word === 'die once' && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(1); }
      parentPort.postMessage({ type: 'answer', answer: { title: text } });
    });
    parentPort.postMessage({ type: 'ready' });`)}`,
);

const fragile = { entry, backOffMs: () => 0 };

test('a transcript is understood outside the event loop', async () => {
  await using rules = new RulesWorker();
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const long = transcript('I need to send the quarterly report to Ana by Friday. '.repeat(2_000));
  const { understanding, made_by } = await rules.understand(long, { signal });
  clearInterval(ticking);
  assert.equal(made_by, 'rules');
  assert.equal(understanding.action_items[0]!.description, 'Send the quarterly report to Ana');
  assert.ok(understanding.action_items[0]!.due_at instanceof Date);
  assert.ok(turns > 20, 'the loop went on turning');
});

test('a job whose thread dies is retried once, and later jobs wait', async () => {
  const mark = `${process.env['TMPDIR'] ?? '/tmp'}/rules-worker-${process.pid}-${Date.now()}`;
  await using rules = new RulesWorker(fragile);
  const results = await Promise.all([
    rules.understand(transcript(`die once|${mark}`), { signal }),
    rules.understand(transcript('calm'), { signal }),
  ]);
  assert.equal(results[1].understanding.title, 'calm');
  assert.match(results[0].understanding.title, /^die once/);
});

test('a job that kills its thread twice fails, and the next is answered', async () => {
  await using rules = new RulesWorker(fragile);
  const deadly = rules.understand(transcript('die'), { signal });
  const calm = rules.understand(transcript('calm'), { signal });
  await assert.rejects(deadly, /crashed the rules/);
  assert.equal((await calm).understanding.title, 'calm');
});

test('a job that loops ends its thread, and the next is answered', async () => {
  await using rules = new RulesWorker({ ...fragile, budgetMs: 100 });
  const looping = rules.understand(transcript('loop'), { signal });
  const calm = rules.understand(transcript('calm'), { signal });
  await assert.rejects(looping, /crashed the rules/);
  assert.equal((await calm).understanding.title, 'calm');
});

test('too many waiting jobs are an error, and aborted ones leave the queue', async () => {
  await using rules = new RulesWorker(fragile);
  const leaving = new AbortController();
  const asked = Array.from({ length: 101 }, (_, index) =>
    rules.understand(transcript(`calm ${index}`), { signal: leaving.signal }),
  );
  await assert.rejects(rules.understand(transcript('one more'), { signal }), /More than 100/);
  leaving.abort(new Error('left'));
  await Promise.allSettled(asked);
  assert.equal(
    (await rules.understand(transcript('calm'), { signal })).understanding.title,
    'calm',
  );
});

test('closing ends waiting jobs', async () => {
  const rules = new RulesWorker(fragile);
  const asked = rules.understand(transcript('calm'), { signal });
  const ended = assert.rejects(asked, /closed/);
  await rules[Symbol.asyncDispose]();
  await ended;
});
