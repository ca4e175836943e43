/** A fact that is no longer true is closed, and keeps its history. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
/** A clock whose every reading is a millisecond later. */
let now = Date.parse('2026-03-10T12:00:00Z');
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({ clock: { now: () => new Date(now++) } });
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

const ok = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await key.call(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const create = (content: string): Promise<Json> => ok('POST', PATH, { content });
const listed = async (query = ''): Promise<string[]> =>
  (await ok('GET', `${PATH}${query}`)).map(({ content }: Json) => content);
const found = async (query: string): Promise<string[]> =>
  (await ok('POST', `${PATH}/search`, { query })).items.map(({ memory }: Json) => memory.content);

test('a closed fact leaves lists and searches, and can be listed and opened again', async () => {
  const { id } = await create('Lives in Lisbon near the river');
  assert.deepEqual(await found('Lisbon'), ['Lives in Lisbon near the river']);
  const closed = await ok('PATCH', `${PATH}/${id}`, { until: '2026-02-28' });
  assert.equal(closed.until, '2026-02-28T23:59:00.000Z');
  assert.deepEqual(await found('Lisbon'), []);
  assert.deepEqual(await listed(), []);
  assert.deepEqual(await listed('?closed=true'), ['Lives in Lisbon near the river']);
  assert.equal((await ok('GET', `${PATH}/${id}`)).until, closed.until);
  const opened = await ok('PATCH', `${PATH}/${id}`, { until: null });
  assert.equal(opened.until, null);
  assert.deepEqual(await found('Lisbon'), ['Lives in Lisbon near the river']);
  assert.deepEqual(await listed('?closed=true'), []);
});

test('the history has every wording and every end, the newest first', async () => {
  const { id } = await create('Works at a bakery');
  await ok('PATCH', `${PATH}/${id}`, { content: 'Works at the bakery in Horta' });
  await ok('PATCH', `${PATH}/${id}`, { tags: ['work'] });
  await ok('PATCH', `${PATH}/${id}`, { until: '2026-03-01' });
  const { items } = await ok('GET', `${PATH}/${id}/history`);
  assert.deepEqual(
    items.map(({ content, until }: Json) => [content, until]),
    [
      ['Works at the bakery in Horta', '2026-03-01T23:59:00.000Z'],
      ['Works at the bakery in Horta', null],
      ['Works at a bakery', null],
    ],
  );
  assert.deepEqual(
    items.map(({ changed_at }: Json) => changed_at === null),
    [true, false, false],
  );
  assert.equal((await key.call('GET', `${PATH}/${crypto.randomUUID()}/history`)).status, 404);
});

test('only the newest 100 changes are kept', async () => {
  const { id } = await create('Counts 0 sheep');
  const other = await create('Counts no cows');
  for (let sheep = 1; sheep <= 103; sheep += 1) {
    await ok('PATCH', `${PATH}/${id}`, { content: `Counts ${sheep} sheep` });
    if (sheep === 50) await ok('PATCH', `${PATH}/${other.id}`, { content: 'Counts a cow' });
  }
  await ok('PATCH', `${PATH}/${id}`, { tags: ['night'] });
  const { items } = await ok('GET', `${PATH}/${id}/history`);
  assert.equal(items.length, 101);
  assert.deepEqual([items[0].content, items[100].content], ['Counts 103 sheep', 'Counts 3 sheep']);
});

test('adding a closed fact again opens it, and its history tells when it was closed', async () => {
  const { id } = await create('Drinks coffee');
  await ok('PATCH', `${PATH}/${id}`, { until: '2025-12-31' });
  const again = await create('Drinks coffee.');
  assert.deepEqual([again.id, again.known], [id, true]);
  assert.ok((await listed()).includes('Drinks coffee'));
  const { items } = await ok('GET', `${PATH}/${id}/history`);
  assert.deepEqual(
    items.map(({ until }: Json) => until),
    [null, '2025-12-31T23:59:00.000Z', null],
  );
});

test('a fact ends today at the latest', async () => {
  const { id } = await create('Owns a canoe');
  const refused = { '2026-03-11': 422, '2026-03-10T13:00:00Z': 422, soon: 400 };
  for (const [until, code] of Object.entries(refused)) {
    const { status, body } = await key.call('PATCH', `${PATH}/${id}`, { until });
    assert.deepEqual([status, typeof body.detail], [code, 'string'], until);
  }
  const closed = await ok('PATCH', `${PATH}/${id}`, { until: '2026-03-10' });
  assert.match(closed.until, /^2026-03-10T12:00:0/);
  // Programs without null values send an empty text.
  assert.equal((await ok('PATCH', `${PATH}/${id}`, { until: '' })).until, null);
});

test('conversations do not add a closed fact again', async () => {
  const { id } = await create('Allergic to peanuts');
  await ok('PATCH', `${PATH}/${id}`, { until: '2026-01-01' });
  const writer = await service.owner.key(['conversations:write']);
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', {
    text: 'I am allergic to peanuts. I told the kitchen about it yesterday evening.',
  });
  assert.equal(body.status, 'completed');
  assert.ok(!(await listed()).some((content) => /peanut/i.test(content)));
});
