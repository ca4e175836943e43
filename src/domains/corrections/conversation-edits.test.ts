import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { contextOf } from '../../testing/context-of.ts';
import { joinSpeakers } from './speaker-edits.ts';

const PATH = '/v1/dev/user/conversations';
const OWN = '/v1/conversations';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

const NOTE = 'I live in Porto and I work as a nurse. I need to call the bank tomorrow.';
const create = async (text = NOTE, more = {}) =>
  (await key.call('POST', PATH, { text, ...more })).body;
const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, `${OWN}/${path}`, body);
const get = async (id: string): Promise<Json> => (await own('GET', id)).body;
const segments = (...texts: string[]) =>
  texts.map((text, index) => ({
    text,
    speaker: `SPEAKER_0${index % 2}`,
    is_user: index % 2 === 0,
    start: index * 3,
    end: index * 3 + 3,
  }));
const fromSegments = (body: object) => key.call('POST', `${PATH}/from-segments`, body);

test('a conversation is renamed, discarded, restored and deleted', async () => {
  const { id } = await create();
  const patch = (body: object) => key.call('PATCH', `${PATH}/${id}`, body);
  const listed = async () =>
    (await key.call('GET', `${PATH}?limit=100`)).body.some((each: Json) => each.id === id);
  assert.equal((await patch({ title: ' At the bank ' })).body.structured.title, 'At the bank');
  await patch({ discarded: true });
  assert.equal(await listed(), false);
  await patch({ discarded: false });
  assert.equal(await listed(), true);
  const empty = await patch({});
  assert.deepEqual(
    [empty.status, empty.body.detail],
    [422, 'At least one field (title or discarded) must be provided'],
  );
  assert.equal((await patch({ status: 'failed' })).status, 422);
  await key.call('DELETE', `${PATH}/${id}`);
  assert.equal((await key.call('DELETE', `${PATH}/${id}`)).status, 404);
  assert.equal((await patch({ title: 'x' })).status, 404);
});

test('deleting a conversation keeps its memories unless cascade is set', async () => {
  const { id } = await create('I was born in Coimbra. I need to water the roses tomorrow.');
  const learnt = async (path: string) =>
    (await key.call('GET', `/v1/dev/user/${path}?limit=1000`)).body as Json[];
  const rose = (items: Json[]) => items.find(({ description }) => /roses/.test(description));
  assert.equal(rose(await learnt('action-items'))!.conversation_id, id);
  assert.deepEqual((await own('DELETE', id)).body, { status: 'Ok' });
  assert.equal(rose(await learnt('action-items'))!.conversation_id, null);
  assert.ok((await learnt('memories')).some(({ content }) => /Coimbra/.test(content)));

  const second = await create('I was born in Setúbal. I need to prune the vines tomorrow.');
  await own('DELETE', `${second.id}?cascade=true`);
  assert.ok(!(await learnt('memories')).some(({ content }) => /Setúbal/.test(content)));
  assert.ok(!(await learnt('action-items')).some(({ description }) => /vines/.test(description)));
});

test("the user's own apps can list, count, star, share and correct conversations", async () => {
  const { id } = await create('I bought a blue kayak. It is made of wood.');
  assert.equal(
    (await own('PATCH', `${id}/title?title=Kayak`)).body.conversation.structured.title,
    'Kayak',
  );
  assert.deepEqual((await own('PATCH', `${id}/starred?starred=true`)).body, { status: 'Ok' });
  const starred = (await service.owner.call('GET', `${OWN}?starred=true`)).body;
  assert.deepEqual(
    starred.map((each: Json) => each.id),
    [id],
  );
  assert.deepEqual((await own('GET', 'count?starred=true')).body, { count: 1 });
  assert.equal((await service.owner.call('GET', `${OWN}?statuses=odd`)).status, 400);
  const wrongOrder = 'start_date=2026-02-02&end_date=2026-01-01';
  assert.equal((await service.owner.call('GET', `${OWN}?${wrongOrder}`)).status, 400);

  const shared = () => request(service.url, 'GET', `${OWN}/${id}/shared`);
  const hidden = await shared();
  assert.deepEqual([hidden.status, hidden.body.detail], [404, 'Conversation is private']);
  await own('PATCH', `${id}/visibility?value=shared`);
  assert.match((await shared()).body.transcript_segments[0].text, /kayak/);
  assert.equal((await own('PATCH', `${id}/visibility?value=everybody`)).status, 422);

  const segment = (await get(id)).transcript_segments[0];
  const correct = (segment_id: string) =>
    own('PATCH', `${id}/segments/text`, { segment_id, text: 'I bought a green kayak.' });
  assert.equal((await correct(segment.id)).status, 200);
  assert.equal((await correct(crypto.randomUUID())).status, 404);
  assert.match((await get(id)).transcript_segments[0].text, /green/);
  await own('PATCH', `${id}/summary`, { content: 'A kayak was bought.' });
  assert.equal((await get(id)).structured.overview, 'A kayak was bought.');
  await own('PATCH', `${id}/summary`, { app_id: 'poet', content: 'O kayak!' });
  assert.deepEqual((await get(id)).apps_results, [{ app_id: 'poet', content: 'O kayak!' }]);
});

test('speakers are assigned by segment, by number and in bulk', async () => {
  const { id } = (await fromSegments({ transcript_segments: segments('Hi.', 'Hello.', 'Bye.') }))
    .body;
  const users = (conversation: Json) =>
    conversation.transcript_segments.map(({ is_user }: Json) => is_user);
  const path = `${id}/segments`;
  const single = await own('PATCH', `${path}/1/assign?assign_type=is_user&value=true`);
  assert.deepEqual(users(single.body), [true, true, true]);
  const speaker = await own('PATCH', `${id}/assign-speaker/0?assign_type=is_user&value=false`);
  assert.deepEqual(users(speaker.body), [false, true, false]);
  const ids = single.body.transcript_segments.map((each: Json) => each.id);
  const bulk = (segment_ids: string[], assign_type = 'is_user') =>
    own('PATCH', `${path}/assign-bulk`, { segment_ids, assign_type, value: true });
  assert.deepEqual(users((await bulk([ids[0], ids[2]])).body), [true, true, true]);
  assert.equal((await bulk([ids[0], 'nobody'])).status, 409);
  assert.equal((await bulk(ids, 'mood')).status, 400);
  assert.equal((await own('PATCH', `${path}/9/assign?assign_type=is_user&value=true`)).status, 404);
  assert.equal((await own('PATCH', `${path}/x/assign?assign_type=is_user&value=true`)).status, 422);
});

test('events and action items are addressed by their position in the conversation', async () => {
  const { id } = (
    await fromSegments({
      transcript_segments: segments(
        'Can we meet on Friday at 3 pm for the budget review?',
        'Friday at 3 works for me. See you then.',
        'Great. I need to call the bank tomorrow.',
      ),
    })
  ).body;
  const { structured } = await get(id);
  assert.equal(structured.events.length, 1);
  await own('PATCH', `${id}/events`, { events_idx: [0], values: [true] });
  assert.equal((await get(id)).structured.events[0].created, true);
  const uneven = await own('PATCH', `${id}/events`, { events_idx: [0], values: [] });
  assert.equal(uneven.status, 422);
  const old_description = structured.action_items[0].description;
  await own('PATCH', `${id}/action-items/0`, { old_description, description: 'Ring the bank' });
  await own('PATCH', `${id}/action-items`, { items_idx: [0], values: [true] });
  const [item] = (await get(id)).structured.action_items;
  assert.deepEqual([item.description, item.completed], ['Ring the bank', true]);
  const remove = () =>
    own('DELETE', `${id}/action-items`, { description: 'Ring the bank', completed: true });
  assert.equal((await remove()).status, 200);
  assert.equal((await remove()).status, 404);
});

test('conversations are merged in chronological order without loss', async () => {
  const first = await create('I live in Lagos.', { started_at: '2026-03-06T10:00:00Z' });
  const second = await create('I have a sister called Rita.', {
    started_at: '2026-03-06T10:10:00Z',
  });
  const { status, body } = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [second.id, first.id],
  });
  assert.equal(status, 200);
  const { conversation } = body;
  assert.deepEqual(
    conversation.transcript_segments.map(({ text, start, speaker_id }: Json) => [
      text,
      start,
      speaker_id,
    ]),
    [
      ['I live in Lagos.', 0, 0],
      ['I have a sister called Rita.', 600, 1],
    ],
  );
  assert.equal((await own('GET', first.id)).status, 404);
  const memories = (await key.call('GET', '/v1/dev/user/memories?limit=1000')).body as Json[];
  const rita = memories.find(({ content }) => /Rita/.test(content))!;
  const detail = await key.call('GET', `/v1/dev/user/memories/${rita.id}`);
  assert.equal(detail.body.conversation_id, conversation.id);
  const merge = (conversation_ids: string[]) =>
    service.owner.call('POST', `${OWN}/merge`, { conversation_ids });
  assert.equal((await merge([first.id, second.id])).status, 404);
  assert.equal((await merge([conversation.id, conversation.id])).status, 422);
});

test('a task that was deleted before a merge does not come back after it', async () => {
  const first = await create('I need to order new curtains.', {
    started_at: '2026-05-06T10:00:00Z',
  });
  const second = await create('I like tea.', { started_at: '2026-05-06T10:10:00Z' });
  const items = async (id: string): Promise<Json[]> =>
    (await key.call('GET', `/v1/dev/user/action-items?conversation_id=${id}`)).body;
  const [curtains] = await items(first.id);
  assert.match(curtains.description, /curtains/);
  await key.call('DELETE', `/v1/dev/user/action-items/${curtains.id}`);
  const { body } = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [first.id, second.id],
  });
  const { id } = body.conversation;
  assert.deepEqual(await items(id), []);
  await own('POST', `${id}/reprocess`, {});
  assert.deepEqual(await items(id), []);
});

test('a merge keeps the title that the user wrote, and the tasks and events of its parts', async () => {
  const first = await create('I need to call the bank tomorrow.', { source: 'demo' });
  const second = await create('I have a boat.', { source: 'phone' });
  const description = 'Feed the tortoise';
  const task = (await service.owner.call('POST', '/v1/action-items', { description })).body;
  await own('PATCH', `${second.id}/title?title=Of%20boats`);
  const event = {
    title: 'Regatta',
    description: '',
    start: '2026-05-01T10:00:00.000Z',
    duration: 60,
    created: true,
  };
  // Neither is in the words, so the processing of the merged conversation does not find them.
  const { db } = service.service.parts;
  await db
    .updateTable('action_items')
    .set({ conversation_id: second.id })
    .where('id', '=', task.id)
    .execute();
  await db
    .updateTable('conversations')
    .set({ events: JSON.stringify([event]) } as object)
    .where('id', '=', second.id)
    .execute();
  const { body } = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [first.id, second.id],
  });
  const { id, source, structured } = body.conversation;
  const told = ({ title, events, action_items }: Json) => [
    title,
    events.map((each: Json) => [each.title, each.created]),
    action_items.map((each: Json) => each.description).toSorted(),
  ];
  const expected = ['Of boats', [['Regatta', true]], ['Call the bank', description]];
  assert.deepEqual(told(structured), expected);
  // The sample is removed with its source, and the user's own words stay.
  assert.equal(source, 'phone');
  await own('POST', `${id}/reprocess`);
  assert.deepEqual(told((await get(id)).structured), expected);
});

test('a merged conversation has the folder, the gaps and the full duration of its parts', async () => {
  const first = await create('I live in Lagos.', { started_at: '2026-04-06T10:00:00Z' });
  const second = await create('I have a boat.', {
    started_at: '2026-04-06T10:10:00Z',
    finished_at: '2026-04-06T10:12:00Z',
  });
  const path = '/v1/folders';
  const made = await service.owner.call('POST', path, { name: 'Boats' });
  const folder_id = made.body.id;
  await own('PATCH', `${second.id}/folder`, { folder_id });
  const { db } = service.service.parts;
  const gap = { journal: null, start: 3, end: 5, reason: 'lost' };
  await db
    .updateTable('conversations')
    .set({ gaps: JSON.stringify([gap]) } as object)
    .where('id', '=', second.id)
    .execute();
  await db
    .updateTable('conversations')
    .set({ folder_id: null })
    .where('id', '=', first.id)
    .execute();
  const { body } = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [second.id, first.id],
  });
  const { conversation } = body;
  assert.deepEqual(
    [conversation.folder_id, conversation.started_at, conversation.finished_at],
    [folder_id, '2026-04-06T10:00:00.000Z', '2026-04-06T10:12:00.000Z'],
  );
  assert.deepEqual(conversation.gaps, [{ start: 603, end: 605, reason: 'lost' }]);
  const busy = await create('I like tea.');
  await db
    .updateTable('conversations')
    .set({ status: 'processing' })
    .where('id', '=', busy.id)
    .execute();
  const refused = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [conversation.id, busy.id],
  });
  assert.deepEqual([refused.status, /is processing/.test(refused.body.detail)], [409, true]);
});

test('positions of items and events must exist, and the last value for a position is used', async () => {
  const { id } = await create('I need to call the bank tomorrow. I need to buy milk on Friday.');
  const items = async () => (await get(id)).structured.action_items as Json[];
  const mark = (items_idx: number[], values: boolean[]) =>
    own('PATCH', `${id}/action-items`, { items_idx, values });
  assert.equal((await mark([0, 1], [true])).status, 422);
  assert.equal((await mark([0, 9], [true, true])).status, 404);
  assert.ok(
    (await items()).every(({ completed }) => !completed),
    'all or nothing',
  );
  assert.equal((await mark([0, 0], [true, false])).status, 200);
  assert.equal((await items())[0]!.completed, false);
  const [first] = await items();
  const reword = (old_description: string) =>
    own('PATCH', `${id}/action-items/0`, { old_description, description: 'Ring them' });
  assert.equal((await reword('Something else')).status, 404);
  assert.equal((await reword(first!.description)).status, 200);
  assert.ok((await items()).some(({ description }) => description === 'Ring them'));
  const remove = (description: string, completed?: boolean) =>
    own('DELETE', `${id}/action-items`, { description, completed });
  assert.equal((await remove('Ring them', true)).status, 404);
  assert.equal((await remove('Ring them', false)).status, 200);
});

test('voice data from a conversation is deleted only with cascade', async () => {
  const { db } = service.service.parts;
  const { body: person } = await service.owner.call('POST', '/v1/users/people', { name: 'Ana' });
  for (const [query, left] of [
    ['', 1],
    ['?cascade=true', 0],
  ] as const) {
    const { id } = await create('I like the sea.');
    const taught = {
      user_id: service.owner.id,
      person_id: person.id,
      conversation_id: id,
      speaker_id: 1,
      model: 'm',
      print_seconds: 4,
      statistics: Buffer.alloc(8),
      created_at: new Date(),
    };
    await db.insertInto('person_prints').values(taught).execute();
    await own('DELETE', `${id}${query}`);
    const rows = db.selectFrom('person_prints').selectAll().where('conversation_id', '=', id);
    assert.equal((await rows.execute()).length, left, query);
  }
});

test('two numbers of one voice become one speaker, who keeps the name', async () => {
  const { id } = (
    await fromSegments({ transcript_segments: segments('Hello.', 'Good day.', 'It rains.') })
  ).body;
  const speakers = async () =>
    (await get(id)).transcript_segments.map(({ speaker_id, is_user }: Json) => [
      speaker_id,
      is_user,
    ]);
  assert.deepEqual(await speakers(), [
    [0, true],
    [1, false],
    [0, true],
  ]);
  await joinSpeakers(contextOf(service, []), id, { from: 1, into: 0 });
  assert.deepEqual(await speakers(), [
    [0, true],
    [0, true],
    [0, true],
  ]);
});
