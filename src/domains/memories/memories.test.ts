import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { updateReadiness } from '../accounts/accounts.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { contentKey } from './memory.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

const create = async (content: string, more = {}) =>
  (await key.call('POST', PATH, { content, ...more })).body;

test('a created memory has exactly the fields of the specification', async () => {
  const { status, body } = await key.call('POST', PATH, { content: 'Lives in Lisbon' });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).toSorted(), [
    'category',
    'content',
    'created_at',
    'id',
    'manually_added',
    'scoring',
    'tags',
    'updated_at',
    'visibility',
  ]);
  assert.equal(body.visibility, 'private');
  assert.equal(body.category, 'system');
  assert.deepEqual(body.tags, []);
  assert.equal(body.manually_added, true);
  assert.match(body.scoring, /^01_999_\d{10}$/);
});

test('a listed memory shows whether it was reviewed and edited', async () => {
  await create('Is allergic to peanuts');
  const { body } = await key.call('GET', PATH);
  assert.deepEqual(Object.keys(body[0]).toSorted(), [
    'category',
    'content',
    'created_at',
    'edited',
    'id',
    'manually_added',
    'reviewed',
    'scoring',
    'tags',
    'updated_at',
    'user_review',
    'visibility',
  ]);
});

test('an updated memory is marked as edited', async () => {
  const { id, updated_at } = await create('Has a dog');
  const { status, body } = await key.call('PATCH', `${PATH}/${id}`, {
    content: '  Has two dogs\n',
    visibility: 'public',
  });
  assert.equal(status, 200);
  assert.equal(body.content, 'Has two dogs');
  assert.equal(body.visibility, 'public');
  assert.equal(body.edited, true);
  assert.ok(body.updated_at > updated_at);
  assert.ok(!('scoring' in body) && !('reviewed' in body));
});

test("a change of category changes a memory's position in lists", async () => {
  const { id, scoring } = await create('Knows the tides', { category: 'system' });
  await key.call('PATCH', `${PATH}/${id}`, { category: 'interesting' });
  const { body } = await key.call('GET', `${PATH}/${id}`);
  assert.equal(body.category, 'interesting');
  assert.equal(body.scoring, scoring.replace('_999_', '_998_'));
});

test('a deleted memory no longer exists', async () => {
  const { id } = await create('Used to smoke');
  assert.deepEqual((await key.call('DELETE', `${PATH}/${id}`)).body, { success: true });
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await key.call(method, `${PATH}/${id}`);
    assert.deepEqual([status, body], [404, { detail: 'Memory not found' }]);
  }
});

test('a single memory can be read, with its conversation', async () => {
  const { id } = await create('Plays chess');
  const { body } = await key.call('GET', `${PATH}/${id}`);
  assert.equal(body.content, 'Plays chess');
  assert.equal(body.conversation_id, null);
});

test('a list can have only the memories of one conversation', async () => {
  const { owner } = service;
  const { body: created } = await owner.call('POST', '/v1/conversations/from-text', {
    text: 'I have lived in Coimbra for eleven years, and I work as a ferry pilot.',
  });
  const heard = await eventually('the facts of the conversation', async () => {
    const { body } = await owner.call('GET', `/v3/memories?conversation_id=${created.id}`);
    return body.length > 0 && body;
  });
  const all = (await owner.call('GET', '/v3/memories?limit=100')).body;
  assert.ok(heard.length < all.length);
  for (const { id } of heard) {
    const { body } = await owner.call('GET', `/v3/memories/${id}`);
    assert.equal(body.conversation_id, created.id);
  }
});

test('malformed, unknown and foreign memory ids get the same 404', async () => {
  for (const id of ['nonsense', crypto.randomUUID(), '%00', "' OR 1=1"]) {
    const path = `${PATH}/${encodeURIComponent(id)}`;
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { content: 'x' }]] as const) {
      const answer = await key.call(method, path, body);
      assert.deepEqual([answer.status, answer.body], [404, { detail: 'Memory not found' }]);
    }
  }
});

test('a fact is stored once, without regard to case, spaces and final punctuation', async () => {
  const first = await create('Owns a red bicycle');
  const second = await create('  owns a Red   bicycle. ');
  assert.equal(second.id, first.id);
  assert.equal(second.content, 'Owns a red bicycle');
});

test('many clients that create the same fact at once store it once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('Was born in Évora')));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
});

test('lists have a stable order and filter by category, including old category names', async () => {
  await key.call('POST', `${PATH}/batch`, {
    memories: Array.from({ length: 12 }, (_, index) => ({
      content: `Fact number ${index}`,
      category: index % 2 ? 'interesting' : 'system',
    })),
  });
  const all = (await key.call('GET', `${PATH}?limit=1000`)).body;
  const pages = [];
  for (let offset = 0; offset < all.length; offset += 5) {
    pages.push(...(await key.call('GET', `${PATH}?limit=5&offset=${offset}`)).body);
  }
  assert.deepEqual(pages, all);
  const scores = all.map(({ scoring }: { scoring: string }) => scoring);
  assert.deepEqual(scores, scores.toSorted().toReversed());
  for (const [filter, wanted] of [
    ['interesting', 'interesting'],
    ['core,hobbies', 'system'],
  ]) {
    const { body } = await key.call('GET', `${PATH}?categories=${filter}&limit=1000`);
    assert.ok(body.length > 0);
    assert.ok(body.every(({ category }: { category: string }) => category === wanted));
  }
});

test('paging by cursor has no gaps or repetitions while others write', async () => {
  const all = (await key.call('GET', `${PATH}?limit=1000`)).body;
  const seen = [];
  let path: string | undefined = `${PATH}?limit=4`;
  while (path) {
    const { body, headers } = await key.call('GET', path);
    seen.push(...body);
    await create(`Written in between, ${seen.length}`);
    const next = headers.get('link');
    assert.equal(next !== null, headers.has('x-next-cursor'));
    path = next?.match(/^<(.+)>; rel="next"$/)?.[1];
  }
  assert.deepEqual(seen, all);
  const madeUp = await key.call('GET', `${PATH}?cursor=bm9uc2Vuc2U`);
  assert.equal(madeUp.status, 400);
  assert.match(madeUp.body.detail, /Invalid cursor/);
});

test('an unchanged answer is not sent again', async () => {
  const first = await key.call('GET', PATH);
  const tag = first.headers.get('etag')!;
  const ask = (tags: string) =>
    request(service.url, 'GET', PATH, { token: key.key, headers: { 'If-None-Match': tags } });
  const same = await ask(`"other", W/${tag.replace(/^W\//, '')}`);
  assert.deepEqual([same.status, same.body], [304, null]);
  await create('Something new');
  assert.equal((await ask(tag)).status, 200);
});

test('a rejected memory leaves the list and is not extracted again until it is kept', async () => {
  const { id } = await create('Was born on Mars');
  const review = (value: unknown) => key.call('POST', `${PATH}/${id}/review`, { value });
  const listed = async () =>
    (await key.call('GET', `${PATH}?limit=1000`)).body.some(
      (each: { id: string }) => each.id === id,
    );
  const rejected = (await review(false)).body;
  assert.deepEqual([rejected.user_review, rejected.reviewed], [false, true]);
  assert.equal(await listed(), false);
  await review(null);
  assert.equal(await listed(), true);
  assert.equal((await review('perhaps')).status, 422);
  assert.equal((await review(undefined)).status, 422);
  assert.equal((await key.call('POST', `${PATH}/nonsense/review`, { value: true })).status, 404);
});

test('many memories are deleted by id, and unknown ids are ignored', async () => {
  const made = await Promise.all(
    ['One rose', 'Two roses', 'Three roses'].map((each) => create(each)),
  );
  const memory_ids = [made[0].id, made[1].id, 'nonsense', crypto.randomUUID()];
  const { body } = await key.call('POST', `${PATH}/batch-delete`, { memory_ids });
  assert.deepEqual(body, { success: true, deleted_count: 2 });
  assert.equal((await key.call('GET', `${PATH}/${made[2].id}`)).status, 200);
  assert.equal((await key.call('POST', `${PATH}/batch-delete`, { memory_ids: [] })).status, 422);
});

test('only a signed-in user can delete all memories', async () => {
  await using other = await startService();
  const { owner } = other;
  const { body } = await owner.call('POST', '/v3/memories', { content: 'Sings in a choir' });
  assert.equal((await owner.call('GET', '/v3/memories')).body[0].id, body.id);
  await owner.call('PATCH', `/v3/memories/${body.id}/visibility?value=public`);
  await owner.call('POST', `/v3/memories/${body.id}/review?value=true`);
  const { visibility, user_review } = (await owner.call('GET', `/v3/memories/${body.id}`)).body;
  assert.deepEqual([visibility, user_review], ['public', true]);
  const unsure = await owner.call('DELETE', '/v3/memories');
  assert.equal(unsure.status, 422);
  assert.match(unsure.body.detail, /to confirm this/);
  const all = await owner.call('DELETE', '/v3/memories?confirm=delete-all-my-memories');
  assert.deepEqual(all.body, { success: true, deleted_count: 1 });
});

test('page sizes outside the range are set to the nearest limit', async () => {
  for (const limit of [0, -5, 100_000]) {
    assert.equal((await key.call('GET', `${PATH}?limit=${limit}`)).status, 200);
  }
  assert.equal((await key.call('GET', `${PATH}?limit=0`)).body.length, 1);
});

test('an unknown category is refused by name in filters and in bodies', async () => {
  const filtered = await key.call('GET', `${PATH}?categories=interesting,bogus`);
  assert.equal(filtered.status, 400);
  assert.match(filtered.body.detail, /Invalid category 'bogus'/);
  const created = await key.call('POST', PATH, { content: 'x', category: 'bogus' });
  assert.equal(created.status, 422);
  assert.deepEqual(created.body.detail[0].loc, ['body', 'category']);
});

test('old category names are accepted and converted', async () => {
  assert.equal((await create('Speaks Dutch', { category: 'skills' })).category, 'system');
  assert.equal((await create('Ran a marathon', { category: 'auto' })).category, 'interesting');
});

test('the length of a memory is its number of visible characters', async () => {
  const family = '👨‍👩‍👧‍👦';
  assert.equal((await key.call('POST', PATH, { content: family.repeat(500) })).status, 200);
  const over = await key.call('POST', PATH, { content: family.repeat(501) });
  assert.equal(over.status, 422);
  assert.equal(over.body.detail[0].type, 'string_too_long');
});

test('all problems of a body are reported together, with their locations', async () => {
  const { status, body } = await key.call('POST', `${PATH}/batch`, {
    memories: [
      { content: 'fine' },
      { content: 7, visibility: 'secret', colour: 'red' },
      { tags: 'a' },
    ],
  });
  assert.equal(status, 422);
  const places = body.detail.map(({ loc, type }: { loc: string[]; type: string }) =>
    [...loc, type].join(' '),
  );
  assert.deepEqual(places.toSorted(), [
    'body memories 1 colour extra_forbidden',
    'body memories 1 content string_type',
    'body memories 1 visibility enum',
    'body memories 2 content missing',
    'body memories 2 tags array_type',
  ]);
  const list = (await key.call('GET', `${PATH}?limit=1000`)).body;
  assert.ok(!list.some(({ content }: { content: string }) => content === 'fine'), 'all or nothing');
});

test('a batch creates up to 25 memories, and an empty batch none', async () => {
  const batch = (count: number) =>
    key.call('POST', `${PATH}/batch`, {
      memories: Array.from({ length: count }, (_, index) => ({ content: `Batch fact ${index}` })),
    });
  assert.equal((await batch(25)).body.created_count, 25);
  assert.equal((await batch(26)).status, 422);
  assert.deepEqual((await batch(0)).body, { memories: [], created_count: 0 });
});

test('blank content, empty changes, NUL and unpaired surrogates are refused with a message', async () => {
  const { id } = await create('Drinks tea');
  const refused: [string, string, unknown, RegExp][] = [
    ['POST', PATH, { content: '   ' }, /content cannot be empty/],
    ['POST', `${PATH}/batch`, { memories: [{ content: ' ' }] }, /non-empty content/],
    [
      'POST',
      `${PATH}/batch`,
      { memories: [{ content: 'fine' }, { content: ' ' }, { content: 7 }] },
      /"memories",1,"content".*non-empty content.*"memories",2,"content"/,
    ],
    ['POST', PATH, { content: ' ', visibility: 'some' }, /cannot be empty.*must be 'public' or/],
    ['PATCH', `${PATH}/${id}`, {}, /At least one field/],
    ['POST', PATH, { content: 'a\0b' }, /NUL/],
    ['POST', PATH, '{"content":"\\ud800"}', /valid Unicode/],
    ['POST', PATH, { content: '' }, /at least 1 character/],
    ['PATCH', `${PATH}/${id}`, { content: 'Was born in Évora' }, /already says this/],
  ];
  for (const [method, path, body, sentence] of refused) {
    const answer = await key.call(method, path, body);
    assert.ok([409, 422].includes(answer.status), `${method} ${JSON.stringify(body)}`);
    assert.match(JSON.stringify(answer.body.detail), sentence);
  }
});

test('while the account is not ready, reads of memories return the readiness error', async () => {
  const db = service.service.parts.db;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const { status, body } = await key.call('GET', PATH);
    assert.equal(status, 403);
    assert.equal(body.detail.enabled, false);
    assert.equal(body.detail.code, 'developer_memory_access_not_ready');
    assert.equal(body.detail.reason, 'held_by_operator');
    assert.equal(typeof body.detail.message, 'string');
    assert.equal((await key.call('POST', PATH, { content: 'Still writable' })).status, 200);
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
});

test('while the account is not ready, writes neither reveal nor change stored memories', async () => {
  const { id } = await create('Sleeps until ten', { tags: ['home'] });
  const replayed = { 'Idempotency-Key': 'held' };
  const body = { content: 'Wakes at noon' };
  await request(service.url, 'POST', PATH, { token: key.key, headers: replayed, body });
  const before = (await key.call('GET', `${PATH}/${id}`)).body;
  const all = (await key.call('GET', `${PATH}?limit=1000`)).body;
  const db = service.service.parts.db;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const refused = [
      await key.call('POST', `${PATH}/${id}/review`, { value: false }),
      await key.call('PATCH', `${PATH}/${id}`, { tags: ['work'] }),
      await service.owner.call('PATCH', `/v3/memories/${id}/visibility?value=public`),
      await key.call('POST', PATH, { content: 'sleeps until ten.', tags: ['late'] }),
      await key.call('POST', `${PATH}/batch`, {
        memories: [{ content: 'Snores at times' }, { content: 'sleeps until ten.' }],
      }),
      await request(service.url, 'POST', PATH, { token: key.key, headers: replayed, body }),
    ];
    for (const [index, answer] of refused.entries()) {
      assert.deepEqual(
        [answer.status, answer.body.detail?.code, answer.body.detail?.reason],
        [403, 'developer_memory_access_not_ready', 'held_by_operator'],
        `${index}: ${JSON.stringify(answer.body)}`,
      );
    }
    const alike = await key.call('POST', PATH, { content: 'Sleeps until ten now' });
    assert.deepEqual([alike.status, alike.body.resembles], [200, undefined]);
    assert.equal((await key.call('DELETE', `${PATH}/${alike.body.id}`)).status, 200);
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
  assert.deepEqual((await key.call('GET', `${PATH}/${id}`)).body, before);
  assert.deepEqual((await key.call('GET', `${PATH}?limit=1000`)).body, all);
  const again = await key.call('POST', PATH, { content: 'Sleeps until ten now' });
  assert.equal(again.body.resembles.id, id);
});

test('the key of a fact ignores only differences without meaning', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      const same = contentKey(`  ${content.toUpperCase().toLowerCase()} `);
      return contentKey(content.toUpperCase().toLowerCase()).equals(same);
    }),
  );
});

test('many simultaneous creates are all stored, and the same fact only once', async () => {
  const key = await service.owner.key(['memories:read', 'memories:write']);
  const said = Array.from({ length: 40 }, (_, number) => `Owns ${number % 30} umbrellas`);
  const answers = await Promise.all(
    said.map((content) => key.call('POST', '/v1/dev/user/memories', { content })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(
    answers.map(({ body }) => body.content),
    said,
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 30);
});
