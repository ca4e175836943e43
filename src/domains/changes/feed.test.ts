// Both databases: the order of changes depends on the transactions of the database.
/** Tests the feed of changes and the events, as programs and the user's own apps read them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { EventStream } from '../../testing/clients/event-stream.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { changesAreFinal, soon } from '../../testing/eventually.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { transaction } from '../../storage/transaction.ts';
import { updateReadiness } from '../accounts/accounts.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];

/** A service takes longer to start than most tests, so they share one and have a user each. */
let service: TestService;

before(async () => {
  service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
});
after(() => service[Symbol.asyncDispose]());

const newUser = () => ApiUser.signUp(service.url, `${randomUUID()}@example.org`);

type Caller = Pick<TestService['owner'], 'call'>;

/** Reads the feed to its present end; returns the changes and the last cursor. */
async function readAvailable(
  caller: Caller,
  { cursor = '', path = '/v1/changes', query = '', limit = 7 } = {},
): Promise<{ items: Json[]; cursor: string }> {
  const items: Json[] = [];
  for (;;) {
    const page = `${path}?cursor=${encodeURIComponent(cursor)}&limit=${limit}${query}`;
    const { status, body } = await caller.call('GET', page);
    assert.equal(status, 200, JSON.stringify(body));
    items.push(...body.items);
    cursor = body.next_cursor;
    if (!body.has_more) return { items, cursor };
  }
}

/** Reads all changes of the shared service that were made before. */
const readAll: typeof readAvailable = async (caller, request) => {
  await changesAreFinal(service);
  return readAvailable(caller, request);
};

const named = (items: readonly Json[]) =>
  items.map(({ kind, deleted, record }) => [kind, deleted ? 'deleted' : Object.values(record)[1]]);

test('the feed begins with every record and continues with changes and deletions', async () => {
  const owner = await newUser();
  const { id: kept } = (await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' })).body;
  const { id } = (await owner.call('POST', '/v3/memories', { content: 'Sings.' })).body;
  const first = await readAll(owner);
  const memories = first.items.filter(({ kind }) => kind === 'memory');
  assert.deepEqual(named(memories).toSorted(), [
    ['memory', 'Keeps bees.'],
    ['memory', 'Sings.'],
  ]);
  assert.ok(memories.every(({ changed_at }) => changed_at === null));

  const quiet = await readAll(owner, { cursor: first.cursor });
  assert.deepEqual(quiet.items, []);
  await owner.call('PATCH', `/v3/memories/${kept}`, { content: 'Keeps three hives.' });
  await owner.call('PATCH', `/v3/memories/${kept}`, { content: 'Keeps four hives.' });
  await owner.call('DELETE', `/v3/memories/${id}`);
  const later = await readAll(owner, { cursor: quiet.cursor });
  assert.deepEqual(named(later.items), [
    ['memory', 'Keeps four hives.'],
    ['memory', 'deleted'],
  ]);
  assert.equal(later.items[1].id, id);
  assert.ok(Math.abs(Date.parse(later.items[0].changed_at) - Date.now()) < 60_000);
  // A program that stopped in the middle continues after the last change that it received.
  const middle = await readAll(owner, { cursor: later.items[0].cursor });
  assert.deepEqual(named(middle.items), [['memory', 'deleted']]);
});

test('pages of one record have every kind, and a deleted segment changes its person', async () => {
  const owner = await newUser();
  const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body;
  for (const name of ['One', 'Two']) {
    await post('/v1/folders', { name });
    await post('/v1/summary-templates', { name, prompt: 'In one line.', runs: 'on_demand' });
    await post('/v1/goals', { title: name });
    await post('/v1/action-items', { description: name });
    await post('/v3/memories', { content: `Number ${name}` });
    await post('/v2/chat-sessions', { title: name });
  }
  const person = await post('/v1/users/people', { name: 'Ana' });
  await owner.call('GET', '/v2/messages');
  const key = await owner.key(['conversations:write']);
  const { body: talk } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    started_at: '2026-03-02T10:00:00Z',
    transcript_segments: [
      { text: 'The key is under the red stone.', start: 0, end: 5, person_id: person.id },
    ],
  });
  await owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  const { items, cursor } = await readAll(owner, { limit: 1 });
  const kinds = new Set(items.map(({ kind }) => kind));
  assert.ok(kinds.has('summary_template') && kinds.has('goal') && kinds.has('chat_message'));
  const listed = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  const all = await readAll(owner, { limit: 500 });
  assert.deepEqual(listed, new Set(all.items.map(({ kind, id }) => `${kind} ${id}`)));
  const known = items.find(({ id }) => id === person.id);
  assert.deepEqual(known.record.speech_sample_transcripts, ['The key is under the red stone.']);
  await owner.call('DELETE', `/v1/conversations/${talk.id}`);
  const later = await readAll(owner, { cursor });
  const changed = later.items.find(({ id }) => id === person.id);
  assert.deepEqual(changed.record.speech_sample_transcripts, []);
});

test('a reader may begin now, and choose the kinds of records', async () => {
  const owner = await newUser();
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  await changesAreFinal(service);
  const { body } = await owner.call('GET', '/v1/changes?from=now');
  assert.deepEqual([body.items, body.has_more], [[], false]);
  await owner.call('POST', '/v3/memories', { content: 'Sings.' });
  await owner.call('POST', '/v1/folders', { name: 'Choir' });
  const all = await readAll(owner, { cursor: body.next_cursor });
  assert.deepEqual(named(all.items), [
    ['memory', 'Sings.'],
    ['folder', 'Choir'],
  ]);
  const folders = await readAll(owner, { cursor: body.next_cursor, query: '&kinds=folder' });
  assert.deepEqual(named(folders.items), [['folder', 'Choir']]);
  const unknown = await owner.call('GET', '/v1/changes?kinds=memory,dream');
  assert.equal(unknown.status, 400);
  assert.match(unknown.body.detail, /no kind 'dream'. Available: folder, person/);
});

test('a key sees only the kinds of its scopes', async () => {
  const owner = await newUser();
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  await owner.call('POST', '/v1/folders', { name: 'Choir' });
  await owner.call('GET', '/v2/messages');
  const path = '/v1/dev/user/changes';
  const kindsOf = async (scopes: string[]) => {
    const { items } = await readAll(await owner.key(scopes), { path });
    return [...new Set(items.map(({ kind }) => kind))];
  };
  assert.deepEqual(await kindsOf(['memories:read']), ['memory']);
  assert.deepEqual(await kindsOf(['conversations:read']), ['folder']);
  assert.deepEqual(await kindsOf(['goals:write']), []);
  const key = await owner.key(['memories:read']);
  const { status, body } = await key.call('GET', `${path}?kinds=memory,folder`);
  assert.deepEqual(
    [status, body.detail],
    [403, 'Insufficient permissions. Required scope: conversations:read'],
  );
  const own = await owner.call('GET', '/v1/changes?kinds=chat_message');
  assert.equal(own.body.items[0].record.sender, 'ai');
});

test('while memories are closed, the feed refuses instead of leaving them out', async () => {
  const owner = await newUser();
  const { body } = await owner.call('GET', '/v1/changes?from=now');
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  await owner.call('POST', '/v1/folders', { name: 'Choir' });
  await updateReadiness(service.service.parts.db, owner.id, 'held_by_operator');
  await changesAreFinal(service);
  const held = await owner.call('GET', `/v1/changes?cursor=${body.next_cursor}`);
  assert.equal(held.status, 403);
  assert.equal(held.body.detail.code, 'developer_memory_access_not_ready');
  const rest = await readAll(owner, { cursor: body.next_cursor, query: '&kinds=folder' });
  assert.deepEqual(named(rest.items), [['folder', 'Choir']]);
});

test('a cursor that is too old or of another database is answered 410', async () => {
  const owner = await newUser();
  const { body } = await owner.call('GET', '/v1/changes?from=now');
  const [name, , xid] = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString());
  const cursorOf = (position: unknown[]) =>
    Buffer.from(JSON.stringify(position)).toString('base64url');
  for (const position of [
    [name, 'changes', xid + 1_000, '', ''],
    ['deadbeef', 'changes', xid, '', ''],
    [name, 'changes', 1, '', ''],
    [name, 'records', 1, 'memory', ''],
  ]) {
    const { status, body } = await owner.call('GET', `/v1/changes?cursor=${cursorOf(position)}`);
    assert.equal(status, 410, JSON.stringify(position));
    assert.match(body.detail, /Start again without a cursor/);
  }
  const { status } = await owner.call('GET', '/v1/changes?cursor=made-up');
  assert.equal(status, 400);
});

test('no cursor depends on a transaction that was rolled back, because its number may come again', async () => {
  await using service = await startService();
  const { owner } = service;
  const { db } = service.service.parts;
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  const position = async (cursor = '') => {
    const { body } = await owner.call('GET', `/v1/changes?from=now&cursor=${cursor}`);
    return body.next_cursor as string;
  };
  await changesAreFinal(service);
  const before = await position();
  const undone = transaction(db, async (tx) => {
    await tx.updateTable('memories').set({ content: 'Keeps wasps.' }).execute();
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.equal(await position(), before);
  assert.equal(await position(before), before);
});

test(
  'a transaction that commits late is not missed',
  { skip: serverUrl ? false : 'the embedded database has one session' },
  async () => {
    await using own = await createTestDatabase(serverUrl!);
    await using service = await startService({ environment: { DATABASE_URL: own.url } });
    const { owner } = service;
    const rival = new pg.Client(own.url);
    await rival.connect();
    try {
      const start = (await owner.call('GET', '/v1/changes?from=now')).body.next_cursor;
      await rival.query('BEGIN');
      await rival.query(
        `INSERT INTO folders (user_id, id, name, name_key, color, icon, "order", created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'Late', 'late', '#000000', 'x', 1, now(), now())`,
        [owner.id],
      );
      await owner.call('POST', '/v1/folders', { name: 'Early' });
      const before = await readAvailable(owner, { cursor: start });
      await rival.query('COMMIT');
      await changesAreFinal(service);
      const after = await readAvailable(owner, { cursor: before.cursor });
      const names = named([...before.items, ...after.items]).map(([, name]) => name);
      assert.deepEqual([...new Set(names)].toSorted(), ['Early', 'Late']);
    } finally {
      await rival.end();
    }
  },
);

test('a copy that follows the feed is equal to the records', async () => {
  const owner = await newUser();
  let seed = 4711;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const copy = new Map<string, Json>();
  let cursor = '';
  const follow = async () => {
    const read = await readAll(owner, { cursor, query: '&include_transcript=true' });
    cursor = read.cursor;
    for (const { kind, id, deleted, record } of read.items) {
      if (deleted) copy.delete(`${kind} ${id}`);
      else copy.set(`${kind} ${id}`, record);
    }
  };
  const ids: Record<string, string[]> = { memories: [], folders: [], people: [] };
  let folder = '';
  let number = 0;
  const create = async (path: string, body: object) =>
    (await owner.call('POST', path, body)).body.id as string;
  const key = await owner.key(['conversations:read', 'conversations:write', 'action_items:write']);
  const steps: (() => Promise<unknown>)[] = [
    async () =>
      ids['memories']!.push(await create('/v3/memories', { content: `Fact ${++number}` })),
    async () => ids['people']!.push(await create('/v1/users/people', { name: `Ana ${++number}` })),
    async () => {
      folder = await create('/v1/folders', { name: `Folder ${++number}` });
      ids['folders']!.push(folder);
    },
    () =>
      owner.call('PATCH', `/v3/memories/${pick(ids['memories']!)}`, { content: `New ${++number}` }),
    () => owner.call('DELETE', `/v3/memories/${pick(ids['memories']!)}`),
    () => owner.call('PATCH', `/v1/folders/${folder}`, { name: `Renamed ${++number}` }),
    async () => {
      const text = `I have to call the plumber ${++number} on Friday.`;
      const { body } = await key.call('POST', '/v1/dev/user/conversations', { text });
      if (folder)
        await owner.call('PATCH', `/v1/conversations/${body.id}/folder`, { folder_id: folder });
    },
    () => key.call('POST', '/v1/dev/user/action-items', { description: `Task ${++number}` }),
    follow,
  ];
  for (let step = 0; step < 60; step++) await pick(steps)().catch(() => {});
  // Conversations are processed in the background.
  await follow();
  await follow();
  const fresh = new Map<string, Json>();
  for (const { kind, id, record } of (await readAll(owner, { query: '&include_transcript=true' }))
    .items) {
    fresh.set(`${kind} ${id}`, record);
  }
  assert.ok(fresh.size > 10);
  const uncounted = (records: Map<string, Json>) =>
    [...records].map(([name, record]) => [name, { ...record, conversation_count: 0 }]).toSorted();
  assert.deepEqual(uncounted(copy), uncounted(fresh));
});

test('conversations tell their state of processing to those who ask', async () => {
  const owner = await newUser();
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const path = '/v1/dev/user/conversations';
  const { id } = (await key.call('POST', path, { text: 'We sail.' })).body;
  const state = { status: 'completed', discarded: false, failure: null, understood_by: 'rules' };
  const stateOf = ({ status, discarded, failure, understood_by }: Json) => ({
    status,
    discarded,
    failure,
    understood_by,
  });
  const one = `${path}/${id}`;
  assert.deepEqual(stateOf((await key.call('GET', `${one}?include=status`)).body), state);
  assert.ok(!('status' in (await key.call('GET', one)).body));
  const list = `${path}?include_discarded=true`;
  assert.deepEqual(stateOf((await key.call('GET', `${list}&include=status`)).body[0]), state);
  assert.ok(!('discarded' in (await key.call('GET', list)).body[0]));
  const feed = { path: '/v1/dev/user/changes', query: '&kinds=conversation' };
  const told = await readAll(key, { ...feed, query: `${feed.query}&include=status` });
  assert.deepEqual(stateOf(told.items[0].record), state);
  assert.ok(!('failure' in (await readAll(key, feed)).items[0].record));
  assert.equal((await key.call('GET', `${one}?include=everything`)).status, 422);
});

test('events arrive as they happen and continue after the last one', async () => {
  const owner = await newUser();
  const add = (content: string) => owner.call('POST', '/v3/memories', { content });
  const open = (lastEventId?: string) =>
    EventStream.open(service.url, '/v1/events', {
      token: owner.token,
      ...(lastEventId && { lastEventId }),
    });
  let last: string;
  {
    await using events = await open();
    assert.equal(events.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    await add('Keeps bees.');
    const event = await soon('a change', events.next());
    assert.equal(event!.event, 'change');
    assert.equal(event!.data.record.content, 'Keeps bees.');
    assert.equal(event!.id, event!.data.cursor);
    last = event!.id!;
    // A client that loses the connection before the first change continues from the beginning.
    assert.equal(events.ids.length, 2);
    await using again = await open(events.ids[0]);
    assert.equal((await soon('the change', again.next()))!.id, last);
  }
  await add('Sings.');
  await using events = await open(last);
  const event = await soon('the missed change', events.next());
  assert.equal(event!.data.record.content, 'Sings.');
});

test('the words of a live recording arrive in every stream of the user', async () => {
  const owner = await newUser();
  const key = await owner.key(['conversations:read']);
  const other = await owner.key(['memories:read']);
  await using own = await EventStream.open(service.url, '/v1/events', owner);
  await using program = await EventStream.open(service.url, '/v1/dev/user/events', {
    token: key.key,
  });
  await using memories = await EventStream.open(service.url, '/v1/dev/user/events', {
    token: other.key,
  });
  await using listener = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
  });
  const { conversation_id } = await listener.event('conversation_session');
  listener.say({
    type: 'suggested_transcript',
    segments: [{ text: 'We sail to Horta.', start: 0, end: 2, speaker_id: 0, is_user: false }],
  });
  for (const stream of [own, program]) {
    const words = await soon(
      'words',
      stream.next(({ event }) => event === 'words'),
    );
    assert.equal(words!.data.conversation_id, conversation_id);
    assert.equal(words!.data.segments[0].text, 'We sail to Horta.');
  }
  await owner.call('POST', '/v3/memories', { content: 'Sails.' });
  const first = await soon('a change', memories.next());
  assert.equal(first!.data.record.content, 'Sails.');
});

test('a stream ends when its key is revoked, its cursor too old, or its memories closed', async () => {
  await using service = await startService({ heartbeatMs: 50 });
  const { owner } = service;
  const path = '/v1/dev/user/events';
  const { body: key } = await owner.call('POST', '/v1/dev/keys', { name: 'test' });
  await using events = await EventStream.open(service.url, path, { token: key.key });
  const ended = events.next();
  await owner.call('DELETE', `/v1/dev/keys/${key.id}`);
  const error = await soon('the end of the stream', ended);
  assert.deepEqual([error!.event, error!.data.status], ['error', 401]);

  const cursor = Buffer.from('["deadbeef","changes",1,"",""]').toString('base64url');
  await using old = await EventStream.open(service.url, `/v1/events?cursor=${cursor}`, owner);
  assert.equal(old.response.status, 410);

  await using own = await EventStream.open(service.url, '/v1/events', owner);
  const closed = own.next();
  await updateReadiness(service.service.parts.db, service.owner.id, 'held_by_operator');
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  const refusal = await soon('the refusal', closed);
  assert.deepEqual([refusal!.event, refusal!.data.status], ['error', 403]);
});

test('a stream ends with the reason when the service stops', async () => {
  const service = await startService();
  await using events = await EventStream.open(service.url, '/v1/events', service.owner);
  const ended = events.next(({ event }) => event === 'error');
  await service.service[Symbol.asyncDispose]?.();
  const error = await soon('the end of the stream', ended);
  assert.deepEqual(error!.data, {
    status: 503,
    detail: 'The service is being restarted. Send the request again.',
  });
  await service[Symbol.asyncDispose]();
});
