import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { createGoal } from './goals.ts';

const PATH = '/v1/dev/user/goals';
const HOUR = 3_600_000;
const clock = new ManualClock('2026-03-07T20:00:00Z');
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({ clock, environment: { SVC_TIMEZONE: 'America/Los_Angeles' } });
  key = await service.owner.key(['goals:read', 'goals:write']);
});
after(() => service[Symbol.asyncDispose]());

const create = async (title: string, more = {}) =>
  (await key.call('POST', PATH, { title, ...more })).body;
const change = (id: string, body: object) => key.call('PATCH', `${PATH}/${id}`, body);
const problemsOf = ({ body }: { body: Json }): string[] =>
  body.detail.map(({ loc, type }: Json) => `${loc.join('.')} ${type}`).toSorted();

test('a goal without a metric is created, read, changed and deleted', async () => {
  const made = await create(' Read more ', {
    why_it_matters: 'Calm',
    horizon_at: '2026-12-31T23:00:00-08:00',
  });
  assert.match(made.id, /^goal_[0-9a-f]{12}$/);
  assert.deepEqual(made, {
    id: made.id,
    goal_id: made.id,
    title: 'Read more',
    desired_outcome: 'Read more',
    why_it_matters: 'Calm',
    success_criteria: [],
    horizon_at: '2027-01-01T07:00:00.000Z',
    status: 'background',
    focus_rank: null,
    metric: null,
    source: 'user',
    goal_type: null,
    target_value: null,
    current_value: null,
    min_value: null,
    max_value: null,
    unit: null,
    is_active: true,
    created_at: made.created_at,
    updated_at: made.created_at,
  });
  const one = `${PATH}/${made.id}`;
  assert.deepEqual((await key.call('GET', one)).body, made);
  clock.advance(1000);
  const { body } = await change(made.id, { status: 'focused', focus_rank: 1, horizon_at: null });
  const updated_at = clock.now().toISOString();
  const now = { status: 'focused', focus_rank: 1, horizon_at: null, updated_at };
  assert.deepEqual(body, { ...made, ...now }, 'nothing else changed');
  assert.deepEqual((await key.call('DELETE', one)).body, { success: true });
  const gone = await key.call('DELETE', one);
  assert.deepEqual([gone.status, gone.body], [404, { detail: 'Goal not found' }]);
});

test('a goal with a metric shows all its fields, and changes must fit the metric', async () => {
  const more = { goal_type: 'numeric', target_value: 21.1, min_value: 0, unit: 'km' };
  const goal = await create('Run a half marathon', more);
  assert.deepEqual(goal.metric, {
    type: 'numeric',
    current: 0,
    target: 21.1,
    min: 0,
    max: null,
    unit: 'km',
  });
  const refused = await change(goal.id, { max_value: -1 });
  assert.deepEqual(problemsOf(refused), ['body.min_value value_error']);
  const moved = (await change(goal.id, { max_value: 50, min_value: null, unit: null })).body;
  assert.deepEqual([moved.max_value, moved.min_value, moved.metric.unit], [50, null, null]);
  const yes = await create('See the aurora', { goal_type: 'boolean' });
  assert.deepEqual([yes.target_value, yes.current_value], [1, 0]);
  const half = await change(yes.id, { current_value: 0.5, target_value: 2, min_value: 1 });
  assert.deepEqual(problemsOf(half), [
    'body.current_value value_error',
    'body.min_value value_error',
    'body.target_value value_error',
  ]);
  const wordy = await create('Be kinder');
  const path = `${PATH}/${wordy.id}/progress?current_value=1`;
  const unmeasured = await key.call('PATCH', path);
  assert.deepEqual(problemsOf(unmeasured), ['query.current_value value_error']);
  assert.equal((await change(wordy.id, { unit: null })).status, 200);
});

test('all problems of a new goal are reported together', async () => {
  const refused = await key.call('POST', PATH, {
    title: '   ',
    success_criteria: [' ', 7],
    horizon_at: 'soon',
    target_value: 'many',
    min_value: 3,
    max_value: 1,
    unit: 'k'.repeat(65),
    mood: 'good',
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(problemsOf(refused), [
    'body.goal_type missing',
    'body.horizon_at value_error',
    'body.min_value value_error',
    'body.mood extra_forbidden',
    'body.success_criteria.0 blank',
    'body.success_criteria.1 string_type',
    'body.target_value number_type',
    'body.title blank',
    'body.unit string_too_long',
  ]);
  const endless = await key.call(
    'POST',
    PATH,
    '{"title":"x","goal_type":"numeric","target_value":1e999}',
  );
  assert.deepEqual(problemsOf(endless), ['body.target_value number_type']);
});

test('an empty change, an invalid null and a change of the type are refused', async () => {
  const { id } = await create('Learn to swim', { goal_type: 'scale', target_value: 5 });
  const empty = await change(id, {});
  assert.deepEqual([empty.status, empty.body.detail], [422, 'At least one field must be provided']);
  const refused = await change(id, {
    title: null,
    desired_outcome: ' ',
    success_criteria: null,
    target_value: null,
    current_value: null,
    status: 'bored',
    goal_type: 'numeric',
  });
  assert.deepEqual(problemsOf(refused), [
    'body.current_value number_type',
    'body.desired_outcome blank',
    'body.goal_type extra_forbidden',
    'body.status enum',
    'body.success_criteria array_type',
    'body.target_value number_type',
    'body.title string_type',
  ]);
  const { body } = await change(id, { why_it_matters: null, focus_rank: null });
  assert.equal(body.title, 'Learn to swim');
});

test('lists leave out ended goals and are paged by cursor', async () => {
  const lister = async (query: string) => key.call('GET', `${PATH}?${query}`);
  const [older, newer] = [await create('Plant a tree'), await create('Write a letter')];
  assert.equal((await change(newer.id, { status: 'achieved' })).body.is_active, false);
  assert.equal((await change(older.id, { status: 'abandoned' })).body.is_active, false);
  const ids = ({ body }: { body: Json }) => body.map(({ id }: Json) => id);
  const active = await lister('limit=1000');
  assert.ok(!ids(active).includes(older.id) && !ids(active).includes(newer.id));
  assert.ok(active.body.every((goal: Json) => goal.is_active));
  const all = ids(await lister('limit=1000&include_inactive=true'));
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await lister(`limit=2&include_inactive=true${cursor && `&cursor=${cursor}`}`);
    paged.push(...ids(page));
    cursor = page.headers.get('x-next-cursor');
  }
  assert.deepEqual(paged, all);
  assert.equal(ids(await lister('limit=1&offset=1&include_inactive=true'))[0], all[1]);
  assert.equal((await change(newer.id, { status: 'paused' })).body.is_active, true);
  assert.equal((await lister('cursor=bm9uc2Vuc2U')).status, 400);
});

test('the history has the last value of each local day, even across a clock change', async () => {
  // Saturday noon in Los Angeles; the night after it is an hour shorter.
  const { id } = await create('Save', {
    goal_type: 'numeric',
    target_value: 100,
    current_value: 5,
  });
  const progress = async (value: string) => {
    const { status, body } = await key.call(
      'PATCH',
      `${PATH}/${id}/progress?current_value=${value}`,
    );
    return status === 200 ? body.current_value : status;
  };
  const history = async (query = '') =>
    (await key.call('GET', `${PATH}/${id}/history${query}`)).body.map(({ date, value }: Json) => [
      date,
      value,
    ]);
  assert.deepEqual(await history(), [['2026-03-07', 5]]);
  clock.advance(11 * HOUR);
  assert.equal(await progress('7.5'), 7.5, 'still Saturday there, Sunday in UTC');
  clock.advance(2 * HOUR);
  assert.equal((await change(id, { current_value: -1 })).body.current_value, -1);
  const sunday = clock.now().toISOString();
  clock.advance(22 * HOUR);
  assert.equal(await progress('9'), 9, 'Monday, 23 hours after Sunday began');
  assert.deepEqual(await history(), [
    ['2026-03-09', 9],
    ['2026-03-08', -1],
    ['2026-03-07', 7.5],
  ]);
  assert.equal((await key.call('GET', `${PATH}/${id}/history`)).body[1].recorded_at, sunday);
  assert.deepEqual(await history('?days=1'), [['2026-03-09', 9]]);
  assert.equal((await change(id, { title: 'Save more' })).status, 200);
  assert.equal((await history()).length, 3, 'only values make history');
  for (const value of ['', 'much', '1e999']) assert.equal(await progress(value), 422, value);
  assert.equal((await key.call('GET', `${PATH}/${id}/history?days=366`)).status, 422);
});

test('unknown and foreign goal ids of any format get the same 404', async () => {
  const { parts } = service.service;
  await parts.db
    .insertInto('users')
    .values({ id: 'stranger', email: 'stranger@example.org', name: 'Rui' })
    .execute();
  const actor = { kind: 'job', user_id: 'stranger' } as const;
  const foreign = await createGoal({ ...parts, actor, ip: null }, { title: 'Not yours' });
  for (const id of ['nonsense', 'goal_0123456789ab', crypto.randomUUID(), '\0', foreign.id]) {
    const one = `${PATH}/${encodeURIComponent(id)}`;
    for (const [method, path, body] of [
      ['GET', one],
      ['PATCH', one, { title: 'x' }],
      ['PATCH', `${one}/progress?current_value=1`],
      ['GET', `${one}/history`],
      ['DELETE', one],
    ] as const) {
      const answer = await key.call(method, path, body);
      assert.deepEqual([answer.status, answer.body], [404, { detail: 'Goal not found' }], path);
    }
  }
});
