import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Invalid, NotReady } from '../../core/errors.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { contextOf } from '../../testing/context-of.ts';
import { updateReadiness } from '../accounts/accounts.ts';
import {
  assistantCorrectMemory,
  assistantListMemoriesForTool,
  assistantCreateMemories,
  assistantCreateMemory,
} from './assistants.ts';

const PATH = '/v1/mcp/memories';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['memories.read', 'memories.write'], 'mcp');
});
after(() => service[Symbol.asyncDispose]());

const create = async (content: string, more = {}): Promise<Json> =>
  (await key.call('POST', PATH, { content, ...more })).body;
const idsOf = (list: Json[]) => list.map(({ id }) => id);

test("the reference's local client can create, list, edit and delete memories", async () => {
  const { status, body } = await key.call('POST', PATH, {
    content: 'Speaks Dutch',
    category: 'skills',
  });
  assert.deepEqual([status, body.category, body.manually_added], [200, 'system', true]);
  const listed = await key.call('GET', `${PATH}?offset=0&limit=100&categories=core,skills`);
  assert.equal(listed.status, 200);
  const found = listed.body.find(({ id }: Json) => id === body.id);
  assert.equal(found.content, 'Speaks Dutch');
  assert.equal(found.conversation_id, null);
  const text = encodeURIComponent('Speaks Dutch & some Frisian');
  const edited = await request(service.url, 'PATCH', `${PATH}/${body.id}?value=${text}`, {
    token: key.key,
  });
  assert.deepEqual([edited.status, edited.body], [200, { status: 'ok' }]);
  const read = (await key.call('GET', `${PATH}/${body.id}`)).body;
  assert.deepEqual([read.content, read.edited], ['Speaks Dutch & some Frisian', true]);
  const deleted = await key.call('DELETE', `${PATH}/${body.id}`);
  assert.deepEqual([deleted.status, deleted.body], [200, { status: 'ok' }]);
});

test('unknown ids get the same 404, and invalid input gets an explanation', async () => {
  const { id } = await create('Keeps a parrot');
  for (const unknown of ['nonsense', crypto.randomUUID()]) {
    for (const [method, query] of [
      ['PATCH', '?value=x'],
      ['DELETE', ''],
      ['GET', ''],
    ] as const) {
      const { status, body } = await key.call(method, `${PATH}/${unknown}${query}`);
      assert.deepEqual([status, body], [404, { detail: 'Memory not found' }]);
    }
  }
  const refused: [number, string, string, RegExp][] = [
    [422, 'PATCH', `${PATH}/${id}`, /value.*Field required/],
    [422, 'PATCH', `${PATH}/${id}?value=%20`, /content cannot be empty/],
    [400, 'GET', `${PATH}?categories=system,bogus`, /Invalid category 'bogus'. Available/],
    [400, 'GET', `${PATH}?sort=random`, /Invalid sort 'random'. Available: created_desc/],
    [400, 'GET', `${PATH}?updated_after=yesterday`, /Invalid date 'yesterday'/],
    [400, 'GET', `${PATH}?cursor=bm9uc2Vuc2U`, /Invalid cursor/],
    [422, 'GET', `${PATH}/search`, /query.*Field required/],
  ];
  for (const [expected, method, path, sentence] of refused) {
    const { status, body } = await key.call(method, path);
    assert.equal(status, expected, path);
    assert.match(JSON.stringify(body.detail), sentence);
  }
});

test('every order is paged without gaps or repetitions, and refuses cursors of other orders', async () => {
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.push(
      (await create(`Order of fact ${index}`, index % 2 ? { category: 'interesting' } : {})).id,
    );
  }
  await key.call('PATCH', `${PATH}/${made[2]}?value=Order%20of%20fact%20two`);
  const newest = (await key.call('GET', `${PATH}?limit=7`)).body;
  assert.deepEqual(idsOf(newest), made.toReversed());
  assert.equal((await key.call('GET', `${PATH}?limit=1&sort=updated_desc`)).body[0].id, made[2]);
  let cursor: string | null = null;
  for (const sort of ['created_desc', 'scoring_desc', 'updated_desc', 'manual_first']) {
    const all = (await key.call('GET', `${PATH}?limit=500&sort=${sort}`)).body;
    const other = await key.call('GET', `${PATH}?sort=${sort}&cursor=${cursor ?? 'x'}`);
    assert.equal(other.status, 400, 'the cursor of another order');
    const seen: Json[] = [];
    let next = '';
    do {
      const page: Json = await key.call('GET', `${PATH}?limit=3&sort=${sort}${next}`);
      seen.push(...page.body);
      cursor = page.headers.get('x-next-cursor') ?? cursor;
      next = page.headers.has('x-next-cursor') ? `&cursor=${cursor}` : '';
    } while (next !== '');
    assert.deepEqual(seen, all);
  }
});

test('lists filter by review, origin and time of change', async () => {
  const count = async (query: string) =>
    (await key.call('GET', `${PATH}?limit=500&${query}`)).body.length;
  const all = await count('');
  assert.equal(await count('manually_added=true'), all);
  assert.equal(await count('reviewed=false'), 0);
  assert.equal(await count('updated_after=2020-01-01'), all);
  assert.equal(await count('updated_after=2999-01-01T00:00:00'), 0);
  assert.equal(await count('cursor=&sort='), all, 'what is empty is left out');
  assert.equal(await count('include_activity=true&include_sensitive=false'), all);
  assert.equal(await count('categories=interesting&categories=system'), all);
});

test('a search returns the best match first, each with its relevance', async () => {
  const { id } = await create('Is allergic to hazelnuts');
  const { body } = await key.call('GET', `${PATH}/search?query=hazelnuts&limit=900`);
  assert.equal(body[0].id, id);
  assert.ok(body[0].relevance_score > 0 && body[0].relevance_score <= 1);
});

test('the answer of the tool says how much it contains', async () => {
  const context = contextOf(service, ['memories:read']);
  const { memories, ...rest } = await assistantListMemoriesForTool(context, {
    limit: 2,
    offset: 1,
  });
  assert.equal(memories.length, 2);
  assert.equal(typeof rest.next_cursor, 'string');
  assert.deepEqual(
    { ...rest, next_cursor: null },
    {
      returned_count: 2,
      has_more: true,
      offset: 1,
      limit: 2,
      sort: 'created_desc',
      next_cursor: null,
    },
  );
  const bounds = async (given: object) => {
    const { limit, offset } = await assistantListMemoriesForTool(context, given);
    return [limit, offset];
  };
  assert.deepEqual(await bounds({ limit: 9999, offset: 5_000_000 }), [500, 100_000]);
  assert.deepEqual(await bounds({ limit: '7', offset: ' 3 ' }), [7, 3], 'numbers as text');
  assert.deepEqual(await bounds({}), [100, 0]);
  for (const limit of ['', 'seven', '7.5', true]) {
    await assert.rejects(assistantListMemoriesForTool(context, { limit }), Invalid);
  }
  const categories = ['interesting,system'];
  await assert.rejects(
    assistantListMemoriesForTool(context, { categories }),
    /Invalid category 'interesting,system'/,
  );
});

test('in a batch, each memory has its own outcome', async () => {
  const context = contextOf(service, ['memories:write']);
  const { memory } = await assistantCreateMemory(context, { content: 'Rows on Sundays' });
  const { results, created_count } = await assistantCreateMemories(context, {
    memories: [
      { content: 'Rides a unicycle', category: 'hobbies' },
      { content: '  ' },
      { content: 'rows on sundays.' },
      { content: 'Rides a unicycle', category: 'interesting' },
      { content: 'Paints', category: 'bogus' },
      { content: 'x'.repeat(501) },
    ],
  });
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'refused', 'known', 'known', 'refused', 'refused'],
  );
  assert.equal(created_count, 1);
  assert.equal(results[2]!.id, memory.id);
  assert.equal(results[0]!.id, results[3]!.id);
  const said = (await key.call('GET', `${PATH}/${results[0]!.id}`)).body;
  assert.equal(said.category, 'system', 'as it was said first');
  assert.match(results[1]!.error!, /content: content cannot be empty/);
  assert.match(results[4]!.error!, /category: Input should be 'interesting' or/);
  await assert.rejects(assistantCreateMemories(context, { memories: [] }));
});

test('the log of an assistant contains the memories that it added, but not those that were known', async () => {
  const call = (name: string, given: object) =>
    request(service.service.url, 'POST', '/mcp', {
      token: key.key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
  const added = async (): Promise<Json[]> =>
    (await service.owner.call('GET', '/v1/mcp/activity')).body
      .filter(({ action }: Json) => action === 'added')
      .map(({ records }: Json) => records);
  const before = (await added()).length;
  const newest = async () => {
    const entries = await added();
    return entries.slice(0, entries.length - before);
  };
  const last = async (): Promise<Json> => (await key.call('GET', `${PATH}?limit=1`)).body[0];
  await call('create_memory', { content: 'Builds kites' });
  const builds = await last();
  assert.deepEqual(await newest(), [[builds.id]]);
  await call('create_memory', { content: 'builds kites.' });
  assert.deepEqual(await newest(), [[builds.id]]);
  await call('create_memories', {
    memories: [{ content: 'Builds kites' }, { content: 'Flies kites' }, { content: ' ' }],
  });
  assert.deepEqual(await newest(), [[(await last()).id], [builds.id]]);
});

test('an assistant closes a memory on a day, and opens it again', async () => {
  const context = contextOf(service, ['memories:write']);
  const { id: memory_id } = await create('Is on a diet');
  const closed = await assistantCorrectMemory(context, { memory_id, until: '2026-01-31' });
  assert.match(String(closed.until), /^2026-0[12]/);
  const same = await assistantCorrectMemory(context, { memory_id, content: 'Is on a strict diet' });
  assert.equal(same.until, closed.until);
  const opened = await assistantCorrectMemory(context, { memory_id, until: 'open' });
  assert.equal(opened.until, null);
});

test('while the account is not ready, only new facts can be stored', async () => {
  const context = contextOf(service, ['memories:write']);
  const { id } = await create('Collects stamps');
  const { db } = service.service.parts;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const { results } = await assistantCreateMemories(context, {
      memories: [{ content: 'collects stamps' }, { content: 'Collects coins' }],
    });
    assert.deepEqual(
      results.map(({ status }) => status),
      ['refused', 'created'],
    );
    assert.match(results[0]!.error!, /cannot be read right now/);
    await assert.rejects(assistantCreateMemory(context, { content: 'Collects stamps' }), NotReady);
    await assert.rejects(
      assistantCorrectMemory(context, { memory_id: id, content: 'Collects beetles' }),
      NotReady,
    );
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
  assert.equal((await key.call('GET', `${PATH}/${id}`)).body.content, 'Collects stamps');
});

test('a key gives no more access than its scopes and its family', async () => {
  const reader = await service.owner.key(['memories.read'], 'mcp');
  const { status, body } = await reader.call('POST', PATH, { content: 'x' });
  assert.deepEqual(
    [status, body.detail],
    [403, 'Insufficient permissions. Required scope: memories.write'],
  );
  const developer = await service.owner.key(['memories:read']);
  const wrong = await developer.call('GET', PATH);
  assert.equal(wrong.status, 401);
  assert.match(wrong.body.detail, /developer key.*needs an MCP key/);
  assert.equal((await reader.call('GET', '/v1/dev/user/memories')).status, 401);
});
