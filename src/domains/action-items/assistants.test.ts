import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/mcp/action-items';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['action_items.read', 'action_items.write'], 'mcp');
});
after(() => service[Symbol.asyncDispose]());

const create = async (description: string, more = {}): Promise<Json> =>
  (await key.call('POST', PATH, { description, ...more })).body;

test('an item is created, changed, completed, reopened and deleted', async () => {
  const item = await create('Call the bank');
  assert.deepEqual(Object.keys(item).toSorted(), [
    'completed',
    'completed_at',
    'conversation_id',
    'created_at',
    'description',
    'due_at',
    'id',
    'known',
  ]);
  const one = `${PATH}/${item.id}`;
  const changed = (await key.call('PATCH', one, { description: 'Call both banks' })).body;
  assert.deepEqual([changed.description, changed.due_at], ['Call both banks', null]);
  const done = (await key.call('POST', `${one}/complete`)).body;
  assert.ok(done.completed && done.completed_at);
  const open = (await key.call('POST', `${one}/complete?completed=false`)).body;
  assert.deepEqual([open.completed, open.completed_at], [false, null]);
  assert.equal((await key.call('GET', one)).body.description, 'Call both banks');
  assert.deepEqual((await key.call('DELETE', one)).body, { success: true });
  for (const [method, path] of [
    ['GET', one],
    ['DELETE', one],
    ['POST', `${one}/complete`],
  ] as const) {
    const { status, body } = await key.call(method, path);
    assert.deepEqual([status, body], [404, { detail: 'Action item not found' }]);
  }
});

test('creating the same description many times at once stores one item', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      create(index % 2 ? 'Paint the oars' : ' paint  the OARS '),
    ),
  );
  assert.equal(new Set(all.map(({ id }) => id)).size, 1);
  assert.equal(all.filter(({ known }) => !known).length, 1);
  const { id } = all[0];
  await key.call('POST', `${PATH}/${id}/complete`);
  const again = await create('Paint the oars');
  assert.notEqual(again.id, id, 'what is done may have to be done again');
  assert.equal((await create('Paint the oars', { completed: true })).id, id);
});

test('a deadline may be a day, a local time or an instant', async () => {
  const due = async (due_at: string) => (await create(`Due ${due_at}`, { due_at })).due_at;
  assert.equal(await due('2026-07-01'), '2026-07-01T22:59:00.000Z');
  assert.equal(await due('2026-07-01T09:00:00'), '2026-07-01T08:00:00.000Z');
  assert.equal(await due('2026-07-01T09:00:00Z'), '2026-07-01T09:00:00.000Z');
  const { id } = await create('Move me', { due_at: '2026-07-01' });
  const change = (due_at: unknown) => key.call('PATCH', `${PATH}/${id}`, { due_at });
  assert.equal((await change('2026-01-05')).body.due_at, '2026-01-05T23:59:00.000Z');
  assert.equal((await change(null)).body.due_at, null);
  const odd = await change('tomorrow');
  assert.deepEqual([odd.status, odd.body.detail.slice(0, 23)], [400, "Invalid date 'tomorrow'"]);
  await change('2026-01-05');
  assert.equal((await change('')).body.due_at, null, 'empty is none');
  assert.equal(await due(' '), null);
  const idle = await key.call('PATCH', `${PATH}/${id}`, {});
  assert.equal(idle.status, 422);
  assert.match(idle.body.detail, /At least one field \(description, due_at, .*completed/);
  assert.equal((await key.call('POST', PATH, { description: ' ' })).status, 422);
});

test('a list filters by due date and completion, and is paged by cursor', async () => {
  await using other = await startService();
  const own = await other.owner.key(['action_items.read', 'action_items.write'], 'mcp');
  for (const day of ['2026-07-01', '2026-07-02', '2026-07-03']) {
    await own.call('POST', PATH, { description: `On ${day}`, due_at: day });
  }
  await own.call('POST', PATH, { description: 'Some day' });
  await own.call('POST', PATH, { description: 'Done', completed: true });
  const list = async (query: string) =>
    (await own.call('GET', `${PATH}?${query}`)).body.map(({ description }: Json) => description);
  assert.deepEqual(await list('completed=true'), ['Done']);
  assert.deepEqual(await list('due_start_date=2026-07-02&due_end_date=2026-07-02'), [
    'On 2026-07-02',
  ]);
  assert.deepEqual(await list('due_end_date=2026-07-02'), ['On 2026-07-02', 'On 2026-07-01']);
  const first = await own.call('GET', `${PATH}?limit=2`);
  const cursor = first.headers.get('x-next-cursor');
  assert.equal(first.body.length, 2);
  assert.deepEqual(await list(`cursor=${cursor}`), [
    'On 2026-07-03',
    'On 2026-07-02',
    'On 2026-07-01',
  ]);
});

test('a search returns the best match first', async () => {
  const { id } = await create('Order hazelnuts for the cake');
  const { body } = await key.call('GET', `${PATH}/search?query=hazelnuts`);
  assert.equal(body[0].id, id);
  assert.ok(body[0].relevance_score > 0);
});
