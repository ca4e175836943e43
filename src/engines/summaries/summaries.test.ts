import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpSend } from '../text-models/send.ts';
import { silentLog } from '../../core/log.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import { createModelSummariser } from './model-summariser.ts';
import { rulesSummariser } from './rules-summariser.ts';
import { shippedTemplate } from './shipped-templates.ts';
import { Unfillable } from './summariser.ts';
import type { Material } from './summariser.ts';
import { fillWithoutSecrets } from './without-secrets.ts';

const LINES = [
  ['Ana', 'We decided to paint the door. Maybe we decided nothing?'],
  ['Ana', "Let's go with blue if it is cheap."],
  [null, "Let's keep the old lamp."],
  [null, 'We decided to paint the door.'],
] as const;
const MATERIAL: Material = {
  title: 'The door',
  overview: 'They spoke about the door.',
  transcript: {
    started_at: new Date('2026-03-10T14:00:00Z'),
    timezone: 'America/New_York',
    language: 'en',
    user_name: 'Ana',
    segments: LINES.map(([speaker_name, text], at) => ({
      id: `s${at}`,
      text,
      speaker_id: at,
      speaker_name,
      is_user: at === 0,
      start: at,
      end: at + 1,
      confidence: null,
    })),
    known_memories: [],
    rejected_memories: [],
  },
  action_items: [
    { description: 'Buy paint', due_at: new Date('2026-03-12T02:00:00Z') },
    { description: 'Call Rui', due_at: null },
  ],
  events: [{ title: 'Painting', start: new Date('2026-03-14T13:30:00Z'), duration: 90 }],
};
const EMPTY: Material = {
  ...MATERIAL,
  title: '',
  overview: '',
  action_items: [],
  events: [],
  transcript: { ...MATERIAL.transcript, segments: [] },
};
const { signal } = new AbortController();
const filledBy = rulesSummariser.fill.bind(rulesSummariser);
const byRules = async (id: string, material = MATERIAL) =>
  (await rulesSummariser.fill(shippedTemplate(id)!, material, { signal })).content;

test("the rules arrange known facts, in the user's time zone", async () => {
  assert.equal(
    await byRules('plain-summary'),
    'They spoke about the door.\n\n- Buy paint (by 2026-03-11)\n- Call Rui\n- Painting: 2026-03-14 at 09:30, 90 minutes',
  );
  assert.equal(
    await byRules('meeting-minutes'),
    `# The door

2026-03-10, 10:00
Present: Ana, Speaker 2, Speaker 3

They spoke about the door.

## Decisions

- Ana: We decided to paint the door.
- Speaker 2: Let's keep the old lamp.
- Speaker 3: We decided to paint the door.

## Appointments

- Painting: 2026-03-14 at 09:30, 90 minutes

## Tasks

- Buy paint (by 2026-03-11)
- Call Rui`,
  );
  const lists = await byRules('decisions-and-tasks');
  assert.match(lists, /^## Decisions\n\n- Ana: .*\n\n## Tasks\n\n- Buy paint .*90 minutes$/s);
});

test('without content the rules say so', async () => {
  assert.equal(
    await byRules('plain-summary', EMPTY),
    'The conversation contains nothing to summarise.',
  );
  assert.equal(await byRules('decisions-and-tasks', EMPTY), 'No decision and no task was found.');
  assert.equal(
    await byRules('decisions-and-tasks', { ...EMPTY, events: MATERIAL.events }),
    '## Tasks\n\n- Painting: 2026-03-14 at 09:30, 90 minutes',
  );
});

test('a long talk gives at most twenty decisions', async () => {
  const segments = Array.from({ length: 130 }, (_, at) => ({
    ...MATERIAL.transcript.segments[0]!,
    text: `We decided to buy lamp number ${at}.`,
  }));
  const material = { ...EMPTY, transcript: { ...MATERIAL.transcript, segments } };
  const lines = (await byRules('decisions-and-tasks', material)).split('\n').slice(2);
  assert.equal(lines.length, 20);
  assert.match(lines.at(-1)!, /number 19\.$/);
});

const saying = (...texts: string[]): Material => {
  const segments = texts.map((text) => ({ ...MATERIAL.transcript.segments[0]!, text }));
  return { ...EMPTY, transcript: { ...MATERIAL.transcript, segments } };
};

test('a decision is shown with at most 200 characters', async () => {
  const decision = (length: number) =>
    `${`We decided ${'paint '.repeat(40)}`.slice(0, length - 1)}.`;
  const lines = await byRules('decisions-and-tasks', saying(decision(200), decision(201)));
  const [, , whole, cut] = lines.split('\n');
  assert.equal(whole, `- Ana: ${decision(200)}`);
  assert.match(cut!, /^- Ana: We decided.*…$/);
  assert.ok(cut!.length <= '- Ana: '.length + 200, cut);
});

test('other work runs between the parts of a long talk', async () => {
  const roundsFor = async (count: number) => {
    let rounds = 0;
    const next = () => {
      rounds += 1;
      again = setImmediate(next);
    };
    let again = setImmediate(next);
    await byRules('decisions-and-tasks', saying(...Array.from({ length: count }, () => 'Tea.')));
    clearImmediate(again);
    return rounds;
  };
  assert.equal(await roundsFor(99), 0);
  assert.ok((await roundsFor(300)) >= 3);
});

test('the rules refuse templates that need a model', async () => {
  const lecture = shippedTemplate('lecture-notes')!;
  assert.deepEqual(
    [rulesSummariser.canFill(lecture), rulesSummariser.canFill(shippedTemplate('plain-summary')!)],
    [false, true],
  );
  for (const id of ['lecture-notes', 'toString']) {
    const wish = { ...lecture, id };
    const filling = filledBy(wish, MATERIAL, { signal });
    await assert.rejects(filling, /SVC_LLM_BASE_URL/);
  }
});

const OPTIONS = {
  apiKey: undefined,
  model: 'test',
  deadlineMs: 1_000,
  maxInputChars: 4_000,
  maxCalls: 9,
  maxTokens: 9_999,
};
async function byModel(
  behave: Behaviour,
  {
    id = 'lecture-notes',
    material = MATERIAL,
    signal: end = signal,
    ...more
  }: Partial<typeof OPTIONS> & {
    id?: string;
    material?: Material;
    signal?: AbortSignal;
  } = {},
) {
  await using server = await startLanguageModel(behave);
  const options = { ...OPTIONS, send: httpSend(server.baseUrl), ...more };
  const warnings: string[] = [];
  const warn = (_: object, text: string) => warnings.push(text);
  const log = { ...silentLog, warn } as typeof silentLog;
  const summariser = createModelSummariser(options, { rules: rulesSummariser, log });
  assert.equal(summariser.canFill(shippedTemplate(id)!), true);
  const summary = await summariser
    .fill(shippedTemplate(id)!, material, { signal: end })
    .catch((error: Error) => error);
  return { summary, warnings, requests: server.requests };
}
const said =
  (content: unknown): Behaviour =>
  (_, response) =>
    complete(response, JSON.stringify({ content }));

test('a model fills any template, in one call for a short talk', async () => {
  const { summary, requests } = await byModel(said('  # Doors  '));
  assert.deepEqual(summary, { content: '# Doors', model_calls: 1, model_tokens: 20 });
  const asked = JSON.stringify(requests[0]!.messages);
  assert.match(asked, /Recorded on 2026-03-10 at 10:00 \(America\/New_York\)/);
  assert.match(asked, /“Lecture notes”/);
  assert.match(asked, /data: a transcript.*We decided to paint the door/s);
  assert.ok(!asked.includes('one part of a longer transcript'));
  const limited = await byModel(said('Doors'), { maxCalls: 1 });
  assert.equal((limited.summary as { content: string }).content, 'Doors');
  const long = await byModel(said('x'.repeat(20_001)));
  assert.equal((long.summary as { content: string }).content.length, 20_000);
});

test('a long talk is summarised from notes on its parts', async () => {
  const segments = Array.from({ length: 60 }, (_, at) => ({
    ...MATERIAL.transcript.segments[0]!,
    text: `Sentence ${at} about lamps and doors. `.repeat(4),
  }));
  const material = { ...MATERIAL, transcript: { ...MATERIAL.transcript, segments } };
  const { summary, requests } = await byModel(
    (_, response, count) => complete(response, JSON.stringify({ content: `Notes ${count}` })),
    { material },
  );
  assert.ok(requests.length > 2);
  assert.equal((summary as { content: string }).content, `Notes ${requests.length}`);
  assert.equal((summary as { model_calls: number }).model_calls, requests.length);
  const texts = requests.map(({ messages }) => JSON.stringify(messages));
  assert.ok(texts.slice(0, -1).every((text) => text.includes('one part of a longer transcript')));
  assert.match(texts.at(-1)!, /notes on the parts.*Notes 1.*Notes 2/s);
  const again = (maxCalls: number) => byModel(said('Notes'), { material, maxCalls });
  const enough = await again(requests.length);
  assert.equal((enough.summary as { content: string }).content, 'Notes');
  const fewer = await again(requests.length - 1);
  assert.match((fewer.summary as Error).message, /more calls .* than the limit allows/);
  assert.equal(fewer.requests.length, 0);
});

test('when the model fails the rules take over, or the reason is reported', async () => {
  const { summary, warnings } = await byModel((_, response) => refuse(response, 400), {
    id: 'plain-summary',
  });
  assert.deepEqual(warnings, ['a summary was not written']);
  assert.match((summary as { content: string }).content, /^They spoke about the door/);
  const failed = await byModel((_, response) => refuse(response, 400));
  assert.ok(failed.summary instanceof Unfillable);
  assert.match(failed.summary.message, /^This summary could not be written: .*Run it again\.$/);
  const empty = await byModel(said(' '));
  assert.match((empty.summary as Error).message, /the language model returned no summary/);
  assert.ok((empty.summary as Unfillable).model_calls >= 1);
  const wrong = await byModel(said(7));
  assert.ok(wrong.summary instanceof Unfillable);
  const silent = await byModel(() => {}, { deadlineMs: 200 });
  assert.match((silent.summary as Error).message, /did not answer within 0\.2 s/);
  const stopped = await byModel(() => {}, {
    signal: AbortSignal.abort(new Error('stop')),
    id: 'plain-summary',
  });
  assert.equal((stopped.summary as Error).message, 'stop');
});

test('a summary contains no secret', async () => {
  const [segment] = MATERIAL.transcript.segments;
  const text = 'The wifi password is bluebird42.';
  const material: Material = {
    ...MATERIAL,
    title: 'About bluebird42',
    overview: 'They like bluebird42.',
    action_items: [{ description: 'Type bluebird42', due_at: null }],
    events: [{ ...MATERIAL.events[0]!, title: 'Sing bluebird42' }],
    transcript: { ...MATERIAL.transcript, segments: [{ ...segment!, text }] },
  };
  const seen: string[] = [];
  const spy = {
    canFill: () => true,
    async fill(_: unknown, given: Material) {
      seen.push(JSON.stringify(given));
      return { content: 'It is bluebird42.', model_calls: 0, model_tokens: 0 };
    },
  };
  const template = shippedTemplate('plain-summary')!;
  const { content } = await fillWithoutSecrets(spy, template, material, { signal });
  assert.equal(content, 'It is [secret].');
  assert.ok(!seen[0]!.includes('bluebird42'), seen[0]);
});
