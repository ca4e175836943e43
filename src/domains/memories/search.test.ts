import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;
before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

const create = async (content: string) => (await key.call('POST', PATH, { content })).body;
async function search(query: string, more = {}): Promise<string[]> {
  const { status, body } = await key.call('POST', `${PATH}/search`, { query, ...more });
  assert.equal(status, 200);
  assert.equal(body.returned_count, body.items.length);
  return body.items.map(({ memory }: { memory: { content: string } }) => memory.content);
}

test('new memories are found immediately, and changed ones by their new words', async () => {
  const { id } = await create('Plays the cello');
  assert.deepEqual(await search('cello'), ['Plays the cello']);
  await key.call('PATCH', `${PATH}/${id}`, { content: 'Plays the oboe' });
  assert.deepEqual(await search('cello'), []);
  assert.deepEqual(await search('oboe'), ['Plays the oboe']);
  await key.call('DELETE', `${PATH}/${id}`);
  assert.deepEqual(await search('oboe'), []);
});

test('a rejected memory is found again only after the review is removed', async () => {
  const { id } = await create('Collects stamps');
  await key.call('POST', `${PATH}/${id}/review`, { value: false });
  assert.deepEqual(await search('stamps'), []);
  await key.call('POST', `${PATH}/${id}/review`, { value: true });
  assert.deepEqual(await search('stamps'), ['Collects stamps']);
});

test('a search filters by category, including old category names', async () => {
  await key.call('POST', PATH, { content: 'Swam with sharks once', category: 'interesting' });
  assert.equal((await search('sharks', { categories: ['interesting'] })).length, 1);
  assert.equal((await search('sharks', { categories: ['hobbies', 'system'] })).length, 0);
  assert.equal((await search('sharks', { categories: [] })).length, 1);
  const { status, body } = await key.call('POST', `${PATH}/search`, {
    query: 'x',
    categories: ['weird'],
    limit: 'many',
    sort: 'up',
  });
  assert.equal(status, 422);
  assert.deepEqual(body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')).toSorted(), [
    'body.categories.0',
    'body.limit',
    'body.sort',
  ]);
});

test("the reference's search route answers in the reference's shape", async () => {
  await create('Drives an old Volvo');
  const { status, body } = await key.call('GET', `${PATH}/vector/search?query=volvo&limit=5`);
  assert.equal(status, 200);
  assert.equal(body.items[0].content, 'Drives an old Volvo');
  assert.ok(body.items[0].relevance_score > 0);
  assert.equal(body.archive_default_visible, false);
  assert.equal((await key.call('GET', `${PATH}/vector/search`)).status, 422);
});

test("a search does not find other users' memories", async () => {
  await create('Hides gold under the oak');
  await using other = await startService();
  const stranger = await other.owner.key(['memories:read']);
  const { body } = await stranger.call('POST', `${PATH}/search`, { query: 'gold' });
  assert.deepEqual(body.items, []);
});

test('a nearly equal fact is stored, and the answer names the similar memory', async () => {
  const first = await create('Works as a nurse in Porto');
  assert.ok(!('resembles' in first));
  const second = await create('Works as nurse in Porto');
  assert.notEqual(second.id, first.id);
  assert.equal(second.resembles.id, first.id);
  assert.equal(second.resembles.content, 'Works as a nurse in Porto');
  const same = await create('works as a nurse in Porto.');
  assert.equal(same.id, first.id);
  assert.ok(!('resembles' in same), 'it is the same memory, not one like it');
});

test('a writer does not wait for what its fact resembles', async () => {
  await using impatient = await startService({ hintPatienceMs: 0 });
  const key = await impatient.owner.key(['memories:read', 'memories:write']);
  const create = (content: string) => key.call('POST', '/v1/dev/user/memories', { content });
  await create('Works as a nurse in Porto');
  const { status, body } = await create('Works as a nurse in Porto now');
  assert.deepEqual([status, 'resembles' in body], [200, false]);
});

test('a batch reports similar memories within the batch', async () => {
  const { body } = await key.call('POST', `${PATH}/batch`, {
    memories: [
      { content: 'Speaks fluent Hungarian' },
      { content: 'Grew up on a farm' },
      { content: 'Speaks a fluent Hungarian' },
    ],
  });
  assert.deepEqual(
    body.memories.map((each: { resembles?: { id: string } }) => each.resembles?.id),
    [undefined, undefined, body.memories[0].id],
  );
});

test('an idempotent create finds similar memories without a deadlock', async () => {
  await create('Repairs old radios at home');
  const post = (path: string, body: object) =>
    request(service.url, 'POST', path, {
      body,
      token: key.key,
      headers: { 'Idempotency-Key': 'radios' },
    });
  const similar = { content: 'Repairs old radios at homes' };
  const [one, other] = await Promise.all([post(PATH, similar), post(PATH, similar)]);
  assert.deepEqual(one.body, other.body);
  assert.equal(one.body.resembles.content, 'Repairs old radios at home');
});
