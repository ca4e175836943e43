import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/action-items';
const DUE = '2026-12-24T18:00:00.000Z';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['action_items:read', 'action_items:write']);
});
after(() => service[Symbol.asyncDispose]());

const create = async (description: string, more = {}) =>
  (await key.call('POST', PATH, { description, ...more })).body;

test('an action item is created, read, changed and deleted', async () => {
  const made = await create(' Buy candles ', { due_at: '2026-12-24T19:00:00+01:00' });
  assert.deepEqual(Object.keys(made).toSorted(), [
    'completed',
    'completed_at',
    'confidence',
    'conversation_id',
    'created_at',
    'description',
    'due_at',
    'id',
    'updated_at',
  ]);
  assert.deepEqual([made.description, made.due_at, made.completed], ['Buy candles', DUE, false]);
  const one = `${PATH}/${made.id}`;
  assert.deepEqual((await key.call('GET', one)).body, made);
  const done = (await key.call('PATCH', one, { completed: true })).body;
  assert.ok(done.completed_at);
  const again = (await key.call('PATCH', one, { completed: true })).body;
  assert.equal(again.completed_at, done.completed_at, 'the first time counts');
  const open = (await key.call('PATCH', one, { completed: false, due_at: null })).body;
  assert.deepEqual([open.completed_at, open.due_at], [null, null]);
  assert.deepEqual((await key.call('DELETE', one)).body, { success: true });
  const gone = await key.call('GET', one);
  assert.deepEqual([gone.status, gone.body], [404, { detail: 'Action item not found' }]);
});

test('a batch creates up to 50 items, all or none', async () => {
  const batch = (count: number, last: object = {}) =>
    key.call('POST', `${PATH}/batch`, {
      action_items: Array.from({ length: count }, (_, index) => ({
        description: `Task ${index}`,
        ...(index === count - 1 && last),
      })),
    });
  assert.equal((await batch(50)).body.created_count, 50);
  assert.equal((await batch(51)).status, 422);
  assert.deepEqual((await batch(0)).body, { action_items: [], created_count: 0 });
  const before = (await key.call('GET', `${PATH}?limit=1000`)).body.length;
  const bad = await batch(3, { due_at: 'tomorrow' });
  assert.deepEqual(bad.body.detail[0].loc, ['body', 'action_items', 2, 'due_at']);
  assert.equal((await key.call('GET', `${PATH}?limit=1000`)).body.length, before);
});

test('lists filter by state, conversation and day', async () => {
  const { id } = await create('Water the lemon tree', { completed: true });
  const list = async (query: string) => (await key.call('GET', `${PATH}?${query}`)).body;
  const done = await list('completed=true');
  assert.ok(done.some((item: { id: string }) => item.id === id));
  assert.ok(done.every(({ completed }: { completed: boolean }) => completed));
  assert.deepEqual(await list(`conversation_id=${crypto.randomUUID()}`), []);
  assert.deepEqual(await list('conversation_id=nonsense'), []);
  assert.deepEqual(await list('end_date=2020-01-01'), []);
  assert.equal((await key.call('GET', `${PATH}?completed=perhaps`)).status, 422);
});

test('blank descriptions, empty changes and unknown ids are refused', async () => {
  const blank = await key.call('POST', PATH, { description: '  ' });
  assert.deepEqual([blank.status, blank.body.detail], [422, 'description cannot be empty']);
  const { id } = await create('Sweep the yard');
  const empty = await key.call('PATCH', `${PATH}/${id}`, {});
  assert.deepEqual([empty.status, empty.body.detail], [422, 'At least one field must be provided']);
  for (const unknown of ['nonsense', crypto.randomUUID()]) {
    assert.equal((await key.call('PATCH', `${PATH}/${unknown}`, { completed: true })).status, 404);
    assert.equal((await key.call('DELETE', `${PATH}/${unknown}`)).status, 404);
  }
});

test('an import reports an outcome for each item, and stores an external item once', async () => {
  const external = { source: 'tasks', external_id: 't1' };
  const send = async (items: object[]) =>
    (await key.call('POST', `${PATH}/import`, { items })).body.results;
  const future = '2999-01-01T00:00:00Z';
  const [made, refused, plain] = await send([
    { description: 'Water the plants', ...external },
    { description: 'Fly to Mars', completed: true, completed_at: future },
    { description: 'Feed the cat' },
  ]);
  assert.deepEqual(
    [made.outcome, refused.outcome, plain.outcome],
    ['created', 'refused', 'created'],
  );
  assert.match(JSON.stringify(refused), /completed_at/);
  const [again, other] = await send([
    { description: 'Water the plants', ...external },
    { description: 'Sweep the yard', ...external, external_id: 't2' },
  ]);
  assert.deepEqual([again.outcome, again.id], ['unchanged', made.id]);
  assert.equal(other.outcome, 'created');
  const { body } = await key.call('GET', `${PATH}/${other.id}`);
  assert.equal(body.description, 'Sweep the yard');
});

test('a search finds open tasks, completed tasks, or both', async () => {
  const open = await create('Polish the brass compass');
  const { id } = await create('Sell the brass compass');
  await key.call('PATCH', `${PATH}/${id}`, { completed: true });
  const found = async (completed?: boolean | null) => {
    const { body } = await key.call('POST', `${PATH}/search`, { query: 'compass', completed });
    return body.items.map((each: Json) => each.action_item.id).toSorted();
  };
  assert.deepEqual(await found(true), [id]);
  assert.deepEqual(await found(false), [open.id]);
  assert.deepEqual(await found(null), [open.id, id].toSorted());
  assert.deepEqual(await found(), [open.id, id].toSorted());
});

test('the words of an item name when it is due, as they meant it when they were written', async () => {
  const read = async (description: string, more = {}) =>
    (await key.call('POST', `${PATH}/due-time`, { description, ...more })).body.due_at;
  const at = '2026-01-05T10:00:00Z';
  assert.equal(await read('Call Ana tomorrow at 5pm', { at }), '2026-01-06T17:00:00.000Z');
  assert.equal(
    await read('Mit Ana am Freitag', { at, language: 'de' }),
    '2026-01-09T23:59:00.000Z',
  );
  assert.equal(await read('Buy five apples', { at }), null);
  assert.equal(await read('Send the photos of yesterday', { at }), null, 'that is over');
  // The clock of a device may be fast.
  assert.equal(
    await read('Call Ana tomorrow', { at: '2999-01-01T00:00:00Z' }),
    await read('Call Ana tomorrow'),
  );
  const words = { due_words: { at } };
  assert.equal((await create('Pay tomorrow', words)).due_at, '2026-01-06T23:59:00.000Z');
  assert.equal((await create('Pay tomorrow', { ...words, due_at: DUE })).due_at, DUE);
  assert.equal((await create('Pay tomorrow')).due_at, null);
  const items = [{ description: 'Pay tomorrow', ...words }];
  const { results } = (await key.call('POST', `${PATH}/import`, { items })).body;
  const { body: brought } = await key.call('GET', `${PATH}/${results[0].id}`);
  assert.equal(brought.due_at, '2026-01-06T23:59:00.000Z');
});
