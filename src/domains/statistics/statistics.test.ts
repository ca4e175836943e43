/** Tests the totals, and the activity of each day. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  complete,
  endStream,
  startLanguageModel,
  streamPiece,
} from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const EVENING =
  'We went sailing to Horta with the whole choir, and on the second evening the engine of the boat stopped.';
const CAPTAIN =
  'Nobody was worried, because the wind was good and the old captain knew every rock along the coast.';
const HARBOUR =
  'The boat got a new sail in the spring, and the harbour is full of people from the island.';

let service: TestService;
before(async () => {
  service = await startService();
  const { owner } = service;
  const key = await owner.key(['conversations:write']);
  const ana = (await owner.call('POST', '/v1/users/people', { name: 'Ana' })).body.id;
  const say = (started_at: string, ...texts: string[]) =>
    key.call('POST', '/v1/dev/user/conversations/from-segments', {
      started_at,
      transcript_segments: texts.map((text, place) => ({
        text,
        start: place * 60,
        end: place * 60 + 60,
        person_id: ana,
        is_user: false,
      })),
    });
  await say('2026-03-02T23:30:00Z', EVENING, CAPTAIN);
  // In Lisbon, this time is also on the third of March.
  await say('2026-03-03T00:30:00Z', HARBOUR);
  await owner.call('POST', '/v3/memories', { content: 'Sails a boat.' });
  await owner.call('POST', '/v1/action-items', {
    description: 'Buy a sail',
    due_at: '2026-03-05T12:00:00Z',
  });
  const done = await owner.call('POST', '/v1/action-items', {
    description: 'Clean the boat',
    due_at: '2026-03-05T12:00:00Z',
  });
  await owner.call('PATCH', `/v1/action-items/${done.body.id}`, { completed: true });
});
after(() => service[Symbol.asyncDispose]());

const calendar = (query: string) => service.owner.call('GET', `/v1/calendar?${query}`);

test('the calendar counts conversations, minutes, words and due tasks by the day of the user', async () => {
  const { body } = await calendar('start_date=2026-03-01&end_date=2026-03-31');
  assert.deepEqual(body.days, [
    { date: '2026-03-02', conversations: 1, minutes: 2, words: 38, tasks_due: 0 },
    { date: '2026-03-03', conversations: 1, minutes: 1, words: 19, tasks_due: 0 },
    { date: '2026-03-05', conversations: 0, minutes: 0, words: 0, tasks_due: 1 },
  ]);
  await service.owner.call('PATCH', '/v1/users/me', { timezone: 'Asia/Tokyo' });
  const tokyo = await calendar('start_date=2026-03-03&end_date=2026-03-03');
  await service.owner.call('PATCH', '/v1/users/me', { timezone: 'Europe/Lisbon' });
  assert.deepEqual(tokyo.body.days, [
    { date: '2026-03-03', conversations: 2, minutes: 3, words: 57, tasks_due: 0 },
  ]);
});

test('a period is bounded, and ends today unless the caller says otherwise', async () => {
  assert.equal((await calendar('')).status, 200);
  assert.equal((await calendar('start_date=2026-03-02&end_date=2026-03-01')).status, 422);
  assert.equal((await calendar('start_date=2025-11-01&end_date=2026-03-01')).status, 422);
  assert.equal((await calendar('start_date=2026-02-30')).status, 422);
});

test('the statistics count what the account holds', async () => {
  const { body } = await service.owner.call('GET', '/v1/statistics');
  const { categories, people_heard, model_calls, model_tokens, model_usage, ...totals } = body;
  assert.equal(totals.conversations, 2);
  assert.equal(totals.minutes, 3);
  assert.deepEqual([model_calls, model_tokens, model_usage], [0, 0, []]);
  assert.deepEqual([totals.memories >= 1, totals.completed_action_items], [true, 1]);
  assert.ok(totals.open_action_items >= 1);
  assert.equal(
    categories.reduce(
      (sum: number, each: { conversations: number }) => sum + each.conversations,
      0,
    ),
    2,
  );
  assert.deepEqual(
    people_heard.map(({ name, minutes }: { name: string; minutes: number }) => [name, minutes]),
    [['Ana', 3]],
  );
});

test('the statistics count what the models cost, by purpose', async () => {
  await using model = await startLanguageModel(({ messages, input, stream }, response) => {
    if (input !== undefined) {
      const data = (input as string[]).map((_, index) => ({ index, embedding: [1, 0] }));
      return void response.end(JSON.stringify({ data, usage: { total_tokens: 5 } }));
    }
    if (/You translate/.test(messages[0].content)) {
      return complete(response, JSON.stringify({ translations: [{ line: 1, text: 'O mar.' }] }));
    }
    if (!stream) return complete(response, '{}');
    streamPiece(response, 'The sea was calm [1].');
    endStream(response);
  });
  const { baseUrl } = model;
  await using priced = await startService({
    environment: {
      SVC_LLM_BASE_URL: baseUrl,
      SVC_LLM_MODEL: 'test',
      SVC_EMBEDDINGS_BASE_URL: baseUrl,
      SVC_EMBEDDINGS_MODEL: 'tiny',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const { owner } = priced;
  const { body: talk } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: EVENING, start: 0, end: 9 }],
  });
  await owner.call('POST', `/v1/conversations/${talk.id}/translate`, { language: 'pt' });
  await owner.call('POST', '/v1/ask', { question: 'What happened to the boat?' });
  const usage = async () => (await owner.call('GET', '/v1/statistics')).body;
  await eventually('all purposes', async () => (await usage()).model_usage.length === 4);
  const { model_usage, model_calls, model_tokens } = await usage();
  assert.deepEqual(
    model_usage.map(({ purpose }: Json) => purpose),
    ['conversations', 'chat', 'search', 'translations'],
  );
  for (const { calls, tokens } of model_usage) assert.ok(calls > 0 && tokens > 0);
  const sum = (of: string) => model_usage.reduce((all: number, each: Json) => all + each[of], 0);
  assert.deepEqual([model_calls, model_tokens], [sum('calls'), sum('tokens')]);
});
