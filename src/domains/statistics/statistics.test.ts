/** Tests the totals, and the activity of each day. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const EVENING =
  'We went sailing to Horta with the whole choir, and on the second evening the engine of the boat stopped.';
const CAPTAIN =
  'Nobody was worried, because the wind was good and the old captain knew every rock along the coast.';
const HARBOUR =
  'The boat needs a new sail before the summer, and the harbour wants nine hundred euros for the mooring.';

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
  const { categories, people_heard, model_calls, model_tokens, ...totals } = body;
  assert.equal(totals.conversations, 2);
  assert.equal(totals.minutes, 3);
  assert.deepEqual([model_calls, model_tokens], [0, 0]);
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
