// Both databases: statements for many records at once store and compare them.
/**
 * Tests the import of records with original times, external ids and free data, singly and in bulk.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const DEV = '/v1/dev/user';
const AT = '2021-03-04T05:06:07.123Z';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  const nouns = ['memories', 'action_items', 'conversations'];
  key = await service.owner.key(nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]));
});
after(() => service[Symbol.asyncDispose]());

const ok = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await key.call(method, `${DEV}${path}`, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

test('a memory keeps its own time, and lists place it there', async () => {
  await ok('POST', '/memories', { content: 'Sings in a choir.' });
  const old = await ok('POST', '/memories', { content: 'Won a regatta.', created_at: AT });
  assert.equal(old.created_at, AT);
  assert.match(old.scoring, /_1614834367$/);
  const listed = await ok('GET', '/memories?limit=1000');
  assert.equal(listed.at(-1).id, old.id);
  assert.ok(old.updated_at > '2024', 'programs that ask for later changes find it');
});

test('a task keeps the times at which it was made and done', async () => {
  const first = await ok('POST', '/action-items', { description: 'Later task' });
  const done = { completed: true, created_at: AT, completed_at: '2021-03-05T00:00:00.000Z' };
  const item = await ok('POST', '/action-items', { description: 'Paint the hull', ...done });
  assert.equal(item.created_at, AT);
  assert.equal(item.completed_at, '2021-03-05T00:00:00.000Z');
  const ids = (await ok('GET', '/action-items')).map(({ id }: Json) => id);
  assert.ok(ids.indexOf(item.id) > ids.indexOf(first.id));
  assert.equal((await ok('GET', '/action-items?end_date=2021-12-31')).length, 1);
});

test('a conversation keeps its own time and begins then', async () => {
  const { id } = await ok('POST', '/conversations', {
    text: 'We met at the pier.',
    created_at: AT,
  });
  const read = await ok('GET', `/conversations/${id}`);
  assert.equal(read.created_at, AT);
  assert.equal(read.started_at, AT);
});

test('a time in the future or before 1970 is refused', async () => {
  for (const created_at of ['2999-01-01T00:00:00Z', '1969-12-31T00:00:00Z']) {
    for (const [path, body] of [
      ['/memories', { content: 'x' }],
      ['/action-items', { description: 'x' }],
      ['/conversations', { text: 'x' }],
    ] as const) {
      const { status, body: answer } = await key.call('POST', `${DEV}${path}`, {
        ...body,
        created_at,
      });
      assert.equal(status, 422, JSON.stringify(answer));
      assert.deepEqual(answer.detail[0].loc, ['body', 'created_at']);
    }
  }
});

test('sending an external id again changes nothing and answers with the stored record', async () => {
  for (const [path, field, shown] of [
    ['/memories', 'content', 'content'],
    ['/action-items', 'description', 'description'],
    ['/conversations', 'text', 'id'],
  ] as const) {
    const external = { external_id: 'note-1', source: 'notes', metadata: { page: 3, tags: ['a'] } };
    const made = await ok('POST', path, { [field]: 'Owns a red boat.', ...external });
    const again = await ok('POST', path, { [field]: 'Owns a blue boat.', ...external });
    assert.equal(again.id, made.id, path);
    assert.equal(again[shown], made[shown], path);
    const plain = await ok('GET', `${path}/${made.id}`);
    assert.equal(plain.metadata, undefined, 'the specified shape stays');
    const read = await ok('GET', `${path}/${made.id}?include=external`);
    const { external_id, source, metadata } = read;
    assert.deepEqual({ external_id, source, metadata }, external);
    const listed = await ok('GET', `${path}?include=external`);
    assert.deepEqual(listed.find(({ id }: Json) => id === made.id).metadata, external.metadata);
    // The same external id in another source is another record.
    const other = await ok('POST', path, { [field]: `Green ${path}`, ...external, source: 'mail' });
    assert.notEqual(other.id, made.id);
  }
});

test('simultaneous requests with one external id store one record', async () => {
  for (const [path, field] of [
    ['/memories', 'content'],
    ['/action-items', 'description'],
    ['/conversations', 'text'],
  ] as const) {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ok('POST', path, { [field]: `Version ${index}`, external_id: 'race' }),
      ),
    );
    assert.equal(new Set(made.map(({ id }) => id)).size, 1, path);
  }
});

test('a known fact takes the id of its source, and keeps it', async () => {
  const known = await ok('POST', '/memories', { content: 'Plays the lute.', tags: ['music'] });
  const first = { content: 'plays the lute', external_id: 'lute', metadata: { from: 'a' } };
  assert.equal((await ok('POST', '/memories', first)).id, known.id);
  const other = await ok('POST', '/memories', { content: 'Plays the lute', external_id: 'other' });
  assert.equal(other.known, true);
  const read = await ok('GET', `/memories/${known.id}?include=external`);
  assert.deepEqual(
    [read.external_id, read.metadata, read.tags],
    ['lute', { from: 'a' }, ['music']],
  );
  const repeated = await ok('POST', '/memories', {
    content: 'Plays the lute',
    external_id: 'other',
  });
  assert.equal(repeated.updated_at, other.updated_at, 'nothing changes');
});

test('metadata can be changed and removed, and has bounds', async () => {
  const { id } = await ok('POST', '/memories', { content: 'Has a dog.', metadata: { age: 3 } });
  await ok('PATCH', `/memories/${id}`, { metadata: { age: 4 } });
  assert.deepEqual((await ok('GET', `/memories/${id}?include=external`)).metadata, { age: 4 });
  await ok('PATCH', `/memories/${id}`, { metadata: null });
  assert.equal((await ok('GET', `/memories/${id}?include=external`)).metadata, null);
  const item = await ok('POST', '/action-items', { description: 'Walk', metadata: { a: 1 } });
  await ok('PATCH', `/action-items/${item.id}`, { metadata: { a: 2 } });
  const read = await ok('GET', `/action-items/${item.id}?include=external`);
  assert.deepEqual(read.metadata, { a: 2 });
  const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } };
  for (const metadata of [[1], 'x', deep, { long: 'x'.repeat(8_000) }, { 'a\0b': 1 }]) {
    const answer = await key.call('POST', `${DEV}/memories`, { content: 'Never kept.', metadata });
    assert.equal(answer.status, 422, JSON.stringify(metadata).slice(0, 50));
  }
});

test('a change takes the tag of a record that was read with its external fields', async () => {
  const { id } = await ok('POST', '/action-items', { description: 'Sand', external_id: 'tag' });
  const path = `${DEV}/action-items/${id}`;
  const { headers } = await key.call('GET', `${path}?include=external`);
  const patch = (completed: boolean) =>
    request(service.url, 'PATCH', path, {
      token: key.key,
      headers: { 'If-Match': headers.get('etag')! },
      body: { completed },
    });
  assert.equal((await patch(true)).status, 200);
  assert.equal((await patch(false)).status, 412);
});

test('an import reports each item, and one that is refused does not affect the others', async () => {
  const items = [
    { content: 'Grows figs.', external_id: '1', created_at: AT },
    { content: '' },
    'nonsense',
    { content: 'Grows plums.', external_id: '2', tags: ['garden'] },
    { content: 'Grows pears.', external_id: '1' },
    { content: 'grows figs', external_id: '3' },
    { content: 'Grows kiwis.', created_at: '2999-01-01T00:00:00Z', external_id: '4' },
  ];
  const answer = await ok('POST', '/memories/import', { items });
  const outcomes = answer.results.map(({ outcome }: Json) => outcome);
  assert.deepEqual(outcomes, [
    'created',
    'refused',
    'refused',
    'created',
    'unchanged',
    'unchanged',
    'refused',
  ]);
  assert.equal(answer.created_count, 2);
  assert.equal(answer.refused_count, 3);
  assert.deepEqual(answer.results[1].error.detail[0].loc, ['body', 'items', 1, 'content']);
  assert.deepEqual(answer.results[6].error.detail[0].loc, ['body', 'items', 6, 'created_at']);
  assert.equal(answer.results[6].external_id, '4');
  const figs = await ok('GET', `/memories/${answer.results[0].id}`);
  assert.equal(figs.created_at, AT);
  const again = await ok('POST', '/memories/import', { items });
  assert.deepEqual(
    [again.created_count, again.updated_count, again.unchanged_count, again.refused_count],
    [0, 0, 4, 3],
  );
  assert.deepEqual(await ok('GET', `/memories/${answer.results[0].id}`), figs);
});

test('500 tasks are imported in one request, and again without effect', async () => {
  const items = Array.from({ length: 500 }, (_, index) => ({
    description: `Task ${index}`,
    external_id: `task-${index}`,
    source: 'tasks',
    metadata: { index },
  }));
  const first = await ok('POST', '/action-items/import', { items });
  assert.equal(first.created_count, 500);
  const half = items.map((item, index) =>
    index % 2 ? item : { ...item, external_id: `x${index}` },
  );
  const second = await ok('POST', '/action-items/import', { items: half });
  assert.deepEqual([second.created_count, second.unchanged_count], [250, 250]);
  assert.equal(second.results[1].id, first.results[1].id);
  const more = await key.call('POST', `${DEV}/action-items/import`, {
    items: [...items, { description: 'One too many' }],
  });
  assert.equal(more.status, 422);
});

test('texts and transcripts are imported as conversations and then processed', async () => {
  const segment = { text: 'The ferry leaves at nine.', start: 0, end: 3, is_user: true };
  const items = [
    { text: 'We sail to Horta on Friday.', external_id: 'c1', source: 'diary', created_at: AT },
    { transcript_segments: [segment], external_id: 'c2', started_at: AT },
    { transcript_segments: [{ ...segment, end: -1 }], external_id: 'c3' },
    { text: 'x', finished_at: '2020-01-01T00:00:00Z', started_at: AT },
    { text: 'The same again.', external_id: 'c1', source: 'diary' },
  ];
  const answer = await ok('POST', '/conversations/import', { items });
  assert.deepEqual(
    answer.results.map(({ outcome }: Json) => outcome),
    ['created', 'created', 'refused', 'refused', 'unchanged'],
  );
  assert.equal(answer.results[4].id, answer.results[0].id);
  assert.match(JSON.stringify(answer.results[2].error), /end time must be after start time/);
  const { id } = answer.results[0];
  const read: Json = await eventually('the conversation', async () => {
    const conversation = await ok('GET', `/conversations/${id}?include=status,external`);
    return conversation.status === 'completed' ? conversation : undefined;
  });
  assert.deepEqual(
    [read.created_at, read.started_at, read.source, read.external_id],
    [AT, AT, 'diary', 'c1'],
  );
  // An imported memory has the same routes for the signed-in user.
  const own = await service.owner.call('POST', '/v3/memories/import', { items: [] });
  assert.equal(own.status, 200);
});

test('the feed has the external fields when it is asked for them', async () => {
  const read = async (kind: string) =>
    (await ok('GET', `/changes?kinds=${kind}&include=external,status`)).items[0].record;
  const conversation = await read('conversation');
  assert.ok('external_id' in conversation && 'status' in conversation);
  assert.ok('metadata' in (await read('memory')));
});
