import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makerInThread } from './understand.ts';
import type { Maker, Transcript, TranscriptSegment } from './maker.ts';
import { withoutDoubtfulWords } from './without-doubtful-words.ts';
import { withheld, withoutSecrets } from './without-secrets.ts';

const { signal } = new AbortController();

/** Marks the words between asterisks as doubtful. */
function transcriptOf(...lines: string[]): Transcript {
  const segments = lines.map((line, at): TranscriptSegment => {
    const doubtful: { start: number; end: number }[] = [];
    let text = '';
    for (const [part, words] of line.split('*').entries()) {
      if (part % 2 === 1) doubtful.push({ start: text.length, end: text.length + words.length });
      text += words;
    }
    const speaker = { speaker_id: 0, speaker_name: 'Owner', is_user: true };
    return {
      id: String(at),
      text,
      ...speaker,
      start: at * 5,
      end: at * 5 + 4,
      confidence: 0.9,
      doubtful,
    };
  });
  const user = { timezone: 'UTC', language: 'en', user_name: 'Owner' };
  const started_at = new Date('2026-03-02T10:00:00Z');
  return { started_at, ...user, segments, known_memories: [], rejected_memories: [] };
}

const understand = async (...lines: string[]) =>
  (await withoutDoubtfulWords(makerInThread()).understand(transcriptOf(...lines), { signal }))
    .understanding;

test('a task, an appointment or a fact with a doubtful word is not made', async () => {
  const clear = await understand('I need to call the plumber tomorrow.', 'I work as a nurse.');
  assert.deepEqual(
    clear.action_items.map(({ description }) => description),
    ['Call the plumber'],
  );
  assert.equal(clear.memories.length, 1);
  const made = await understand('I need to call the *plumber* tomorrow.', 'I work as a *nurse.*');
  assert.deepEqual(made.action_items, []);
  assert.deepEqual(made.memories, []);
  assert.doesNotMatch(JSON.stringify(made), /plumber|nurse/i);
  assert.doesNotMatch(made.title, /unclear/i);
});

test('clear sentences beside a doubtful word are understood', async () => {
  const made = await understand('The *plumber* is here.', 'I need to buy milk tomorrow.');
  assert.deepEqual(
    made.action_items.map(({ description }) => description),
    ['Buy milk'],
  );
});

test('an overview quotes no sentence with a doubtful word', async () => {
  const made = await understand(
    'The neighbours painted the *heron* in the hall yesterday.',
    'The lamp in the stairwell is broken again.',
  );
  assert.match(made.overview, /lamp/);
  assert.doesNotMatch(made.overview, /unclear|neighbours/);
});

test('a doubtful article hides nothing', async () => {
  const made = await understand(
    'I promise to send *a* report to my boss on Monday.',
    'I need to call *the plumber* tomorrow.',
  );
  assert.deepEqual(
    made.action_items.map(({ description }) => description),
    ['Send a report to my boss'],
  );
  assert.doesNotMatch(JSON.stringify(made), /plumber/i);
});

test('a title that began with a doubtful word begins with a capital', async () => {
  const maker: Maker = {
    name: 'rules',
    understand: async (transcript, options) => {
      const result = await makerInThread().understand(transcript, options);
      const title = '[unclear] meeting with the doctor';
      return { ...result, understanding: { ...result.understanding, title } };
    },
  };
  const said = transcriptOf('*Ay* meeting with the doctor.');
  const { understanding } = await withoutDoubtfulWords(maker).understand(said, { signal });
  assert.equal(understanding.title, 'Meeting with the doctor');
});

test('what is made of a talk without doubtful words stays as it is', async () => {
  const made = await makerInThread().understand(transcriptOf('I like boats.'), { signal });
  const titled = { ...made, understanding: { ...made.understanding, title: 'eBay' } };
  const maker: Maker = { name: 'rules', understand: async () => titled };
  const result = await withoutDoubtfulWords(maker).understand(transcriptOf('I like boats.'), {
    signal,
  });
  assert.equal(result, titled);
});

test('a task that begins with a doubtful word is not made', async () => {
  const maker: Maker = {
    name: 'rules',
    understand: async (transcript, options) => {
      const result = await makerInThread().understand(transcript, options);
      const task = { due_at: null, segment_id: '0' };
      const action_items = ['[Unclear] the plumber', 'Buy milk'].map((description) => ({
        ...task,
        description,
      }));
      return { ...result, understanding: { ...result.understanding, action_items } };
    },
  };
  const said = transcriptOf('*Ring* the plumber.');
  const { understanding } = await withoutDoubtfulWords(maker).understand(said, { signal });
  assert.deepEqual(
    understanding.action_items.map(({ description }) => description),
    ['Buy milk'],
  );
});

test('doubtful words are found behind a masked secret', async () => {
  let read: string[] = [];
  const spy: Maker = {
    name: 'rules',
    understand: (transcript, options) => {
      read = transcript.segments.map(({ text }) => text);
      return makerInThread().understand(transcript, options);
    },
  };
  const said = transcriptOf('The wifi password is *bluebird42* and the *plumber* comes at *ten*.');
  await withoutSecrets(withoutDoubtfulWords(spy)).understand(said, { signal });
  assert.deepEqual(read, ['The wifi password is [secret] and the [unclear] comes at [unclear].']);
});

test('the doubtful words of a masked text are at their new places, without those of the secret', async () => {
  const said = transcriptOf('The *wifi* password is *bluebird42* and the *plumber* comes.');
  const { transcript } = await withheld(said);
  const [{ text, doubtful }] = transcript.segments as [TranscriptSegment];
  assert.equal(text, 'The wifi password is [secret] and the plumber comes.');
  assert.deepEqual(
    doubtful!.map(({ start, end }) => text.slice(start, end)),
    ['wifi', 'plumber'],
  );
});
