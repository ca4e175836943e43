// Both databases: undo writes whole rows back, and a deletion and its log entry are one transaction.
/** The user sees what an assistant read and changed, and takes its changes back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { deleteOldActivity } from './activity.sql.ts';

const clock = new ManualClock('2026-03-05T10:00:00Z');
let service: TestService;
let assistant: Assistant;

interface Assistant {
  key: string;
  id: string;
  call(name: string, given?: object): Promise<Json>;
}

before(async () => {
  service = await startService({ clock });
  assistant = await connect('Laptop');
});
after(() => service[Symbol.asyncDispose]());

async function connect(name: string): Promise<Assistant> {
  const { key, id } = (await service.owner.call('POST', '/v1/mcp/keys', { name })).body;
  return {
    key,
    id,
    call: async (tool, given = {}) => {
      clock.advance(1_000);
      const { body } = await request(service.service.url, 'POST', '/mcp', {
        token: key,
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, arguments: given },
        },
      });
      return body.result;
    },
  };
}

const log = async (query = ''): Promise<Json[]> =>
  (await service.owner.call('GET', `/v1/mcp/activity${query}`)).body;
const latest = async (): Promise<Json> => (await log('?limit=1'))[0];
const undo = (id: string) => service.owner.call('POST', `/v1/mcp/activity/${id}/undo`);
const contents = async () =>
  (await service.owner.call('GET', '/v3/memories')).body.map(({ content }: Json) => content);

test('the log names what was searched, read, added, changed and deleted', async () => {
  const made = await assistant.call('create_memory', { content: 'Keeps bees.' });
  const { id } = made.structuredContent.memory;
  await assistant.call('search_memories', { query: 'bees' });
  await eventually('the entry', async () => (await latest()).action === 'searched');
  await assistant.call('get_memories');
  await eventually('the entry', async () => (await latest()).action === 'read');
  await assistant.call('edit_memory', { memory_id: id, content: 'Keeps three hives.' });
  await assistant.call('delete_memory', { memory_id: id });
  const told = (await log()).map((each) => [
    each.action,
    each.kind,
    each.query,
    each.count,
    each.can_undo,
    each.connection,
    each.connection_name,
  ]);
  const by = [`key:${assistant.id}`, 'Laptop'];
  assert.deepEqual(told, [
    ['deleted', 'memory', null, 1, true, ...by],
    ['changed', 'memory', null, 1, true, ...by],
    ['read', 'memory', null, 1, false, ...by],
    ['searched', 'memory', 'bees', 1, false, ...by],
    ['added', 'memory', null, 1, true, ...by],
  ]);
  assert.deepEqual(await contents(), []);
  // The user takes everything back, the latest change first.
  const [deleted, changed, , , added] = await log();
  assert.equal((await undo(deleted.id)).status, 200);
  assert.deepEqual(await contents(), ['Keeps three hives.']);
  const found = await service.owner.call('POST', '/v1/search', { query: 'hives' });
  assert.equal(found.body.items.length, 1, 'the search finds it again');
  const twice = await undo(deleted.id);
  assert.deepEqual([twice.status, twice.body.detail], [409, 'This change is undone already.']);
  assert.equal((await undo(changed.id)).status, 200);
  assert.deepEqual(await contents(), ['Keeps bees.']);
  assert.equal((await undo(added.id)).status, 200);
  assert.deepEqual(await contents(), []);
  assert.ok((await log()).slice(0, 2).every(({ undone_at, can_undo }) => undone_at && !can_undo));
});

test('calls of the REST routes are in the log too', async () => {
  const rest = await connect('Script');
  const call = (method: string, path: string, body?: object) =>
    request(service.service.url, method, path, { token: rest.key, ...(body && { body }) });
  const { body } = await call('POST', '/v1/mcp/memories', { content: 'Plays chess.' });
  await call('PATCH', `/v1/mcp/memories/${body.id}?value=Plays%20go.`);
  await call('DELETE', `/v1/mcp/memories/${body.id}`);
  const entries = await log(`?connection=key:${rest.id}`);
  assert.deepEqual(
    entries.map(({ action, records }) => [action, records]),
    ['deleted', 'changed', 'added'].map((action) => [action, [body.id]]),
  );
  const read = await service.owner.call('GET', '/v3/memories');
  assert.equal(read.status, 200);
  assert.equal((await log(`?connection=key:${rest.id}`)).length, 3, 'the user is not in the log');
});

test('tasks, goals, conversations and names of speakers are undone', async () => {
  const task = (await assistant.call('create_action_item', { description: 'Buy oil' }))
    .structuredContent;
  await assistant.call('complete_action_item', { action_item_id: task.id });
  await undo((await latest()).id);
  const open = async () =>
    (await service.owner.call('GET', '/v1/action-items?completed=false')).body.map(
      ({ description }: Json) => description,
    );
  assert.deepEqual(await open(), ['Buy oil']);
  await assistant.call('delete_action_item', { action_item_id: task.id });
  assert.deepEqual(await open(), []);
  await undo((await latest()).id);
  assert.deepEqual(await open(), ['Buy oil']);

  const goal = (await assistant.call('create_goal', { title: 'Swim', target_value: 40 }))
    .structuredContent;
  await assistant.call('update_goal', { goal_id: goal.id, current_value: 12 });
  await undo((await latest()).id);
  const [stored] = (await service.owner.call('GET', '/v1/goals')).body;
  assert.deepEqual([stored.title, stored.current_value], ['Swim', 0]);

  const saved = await assistant.call('save_conversation', {
    text: 'Rui: The ferry leaves at nine.\nSpeaker 2: I will be there.',
    kind: 'talk',
  });
  const said = await service.owner.call('GET', '/v1/conversations');
  const conversation = said.body[0].id;
  const speakers = async () => {
    const { body } = await service.owner.call('GET', `/v1/conversations/${conversation}`);
    return body.transcript_segments.map(({ speaker_name }: Json) => speaker_name);
  };
  const before = await speakers();
  const { id } = saved.structuredContent;
  const named = await assistant.call('name_speaker', {
    conversation_id: id,
    speaker: before[1],
    name: 'Ana',
  });
  assert.equal(named.structuredContent.segments, 1, named.content[0].text);
  assert.deepEqual(await speakers(), ['Rui', 'Ana']);
  await undo((await latest()).id);
  assert.deepEqual(await speakers(), before);
  const unknown = await assistant.call('name_speaker', {
    conversation_id: id,
    speaker: 'Speaker 9',
    name: 'Ana',
  });
  assert.match(unknown.content[0].text, /^not_found: No speaker "Speaker 9"/);
  const entry = (await log()).find(
    ({ action, kind }) => action === 'added' && kind === 'conversation',
  );
  assert.equal((await undo(entry.id)).status, 200);
  assert.equal((await service.owner.call('GET', `/v1/conversations/${conversation}`)).status, 404);
});

test('an assistant takes back only its own changes', async () => {
  const other = await connect('Phone');
  const nothing = await other.call('undo');
  assert.match(nothing.content[0].text, /^not_found: This connection has made no change/);
  await other.call('create_memory', { content: 'Rows.' });
  await assistant.call('create_memory', { content: 'Sails.' });
  const { structuredContent } = await other.call('undo');
  assert.deepEqual(
    [structuredContent.undone.action, structuredContent.undone.kind],
    ['added', 'memory'],
  );
  assert.deepEqual(await contents(), ['Sails.']);
});

test('a change is not undone over a later change or a record with the same text', async () => {
  const made = await assistant.call('create_memory', { content: 'Reads maps.' });
  const { id } = made.structuredContent.memory;
  await assistant.call('edit_memory', { memory_id: id, content: 'Reads charts.' });
  const changed = await latest();
  clock.advance(1_000);
  await service.owner.call('PATCH', `/v3/memories/${changed.records[0]}`, {
    content: 'Reads sea charts.',
  });
  const refused = await undo(changed.id);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /changed again since then/);
  await assistant.call('delete_memory', { memory_id: id });
  const deleted = await latest();
  await service.owner.call('POST', '/v3/memories', { content: 'Reads sea charts.' });
  const taken = await undo(deleted.id);
  assert.match(taken.body.detail, /added again since then/);
  assert.equal((await undo(crypto.randomUUID())).status, 404);
  assert.equal((await undo('nonsense')).status, 404);
});

test('what the user deletes is gone from the log too', async () => {
  const made = await assistant.call('create_memory', { content: 'Secret hobby.' });
  const { id } = made.structuredContent.memory;
  await assistant.call('edit_memory', { memory_id: id, content: 'Very secret hobby.' });
  const changed = await latest();
  await service.owner.call('DELETE', `/v3/memories/${changed.records[0]}`);
  const { db } = service.service.parts;
  const rows = await db.selectFrom('assistant_activity').select('changes').execute();
  assert.ok(!JSON.stringify(rows).includes('ecret hobby'));
  assert.match((await undo(changed.id)).body.detail, /nothing that can be undone/);
});

test('the log is paged, belongs to its user, and ends after its time', async () => {
  const all = await log('?limit=500');
  const first = await service.owner.call('GET', '/v1/mcp/activity?limit=2');
  const cursor = first.headers.get('x-next-cursor');
  const second = await service.owner.call('GET', `/v1/mcp/activity?limit=2&cursor=${cursor}`);
  assert.deepEqual([...first.body, ...second.body], all.slice(0, 4));
  const stranger = await request(service.service.url, 'GET', '/v1/mcp/activity', {
    token: assistant.key,
  });
  assert.equal(stranger.status, 401, 'only the user reads the log');
  const { db } = service.service.parts;
  const now = clock.now();
  const clean = (entriesBefore: Date, recordsBefore: Date, most = 5_000) =>
    deleteOldActivity(db, { entriesBefore, recordsBefore, most });
  await clean(new Date(0), now);
  assert.ok((await log('?limit=500')).every(({ can_undo }) => !can_undo));
  await clean(new Date(0), new Date(0), 3);
  assert.deepEqual(
    (await log('?limit=500')).map(({ id }) => id),
    all.slice(0, 3).map(({ id }) => id),
  );
  await clean(now, now);
  assert.ok((await log('?limit=500')).length < 3);
});

test('an assistant closes a fact, reads its history and takes the change back', async () => {
  const call = async (name: string, given?: object): Promise<Json> =>
    (await assistant.call(name, given)).structuredContent;
  const { id } = (await call('create_memory', { content: 'Rides a blue bicycle' })).memory;
  await call('edit_memory', { memory_id: id, content: 'Rides a red bicycle' });
  const closed = await call('edit_memory', { memory_id: id, until: '2026-03-04' });
  assert.match(closed['until'], /^2026-03-04T23:59/);
  assert.ok(!(await contents()).includes('Rides a red bicycle'));
  const ended = (await call('get_memories', { closed: true })).memories;
  assert.deepEqual(
    ended.map(({ content }: Json) => content),
    ['Rides a red bicycle'],
  );
  const { text } = await call('fetch', { id: `memory:${id}` });
  assert.deepEqual(text.split('\n'), [
    'Closed, true until 2026-03-04: Rides a red bicycle',
    'Earlier texts:',
    '- to 2026-03-05: Rides a blue bicycle',
  ]);
  await call('undo');
  assert.ok((await contents()).includes('Rides a red bicycle'));
  await call('delete_memory', { memory_id: id });
  await call('undo');
  const restored = await call('fetch', { id: `memory:${id}` });
  assert.match(restored['text'], /\n- to 2026-03-05: Rides a blue bicycle$/);
});

test('an assistant skips its changes that conflict with a later one, if it can undo an earlier one', async () => {
  const other = await connect('Tablet');
  const edited: string[] = [];
  await other.call('create_memory', { content: 'Grows roses.' });
  for (const content of ['Grows lilies.', 'Grows tulips.']) {
    await other.call('create_memory', { content });
    edited.push((await latest()).records[0]);
  }
  for (const id of edited) {
    const change = { content: `Edited by hand: ${id}` };
    assert.equal((await service.owner.call('PATCH', `/v3/memories/${id}`, change)).status, 200);
  }
  const { structuredContent } = await other.call('undo');
  assert.deepEqual(
    [structuredContent.undone.action, structuredContent.undone.kind],
    ['added', 'memory'],
  );
  assert.ok(!(await contents()).includes('Grows roses.'));
  const refused = await other.call('undo');
  assert.match(refused.content[0].text, /^conflict: The record was changed again since then/);
});

test('a fact whose conversation is gone returns without it', async () => {
  const writer = await service.owner.key(['conversations:read', 'conversations:write']);
  const facts = async (): Promise<Json[]> => (await service.owner.call('GET', '/v3/memories')).body;
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', {
    text: 'I have lived in Horta since the spring, near the old harbour.',
  });
  const found = async () => (await facts()).find(({ content }) => /lived in Horta/.test(content));
  const { id } = await found();
  const place = async () =>
    (await service.owner.call('GET', `/v3/memories/${id}`)).body.conversation_id;
  assert.equal(await place(), body.id);
  await assistant.call('delete_memory', { memory_id: id });
  assert.equal(await found(), undefined);
  await undo((await latest()).id);
  assert.equal(await place(), body.id, 'the conversation is still there');
  await assistant.call('delete_memory', { memory_id: id });
  const { status } = await service.owner.call('DELETE', `/v1/conversations/${body.id}`);
  assert.ok(status < 300);
  assert.equal((await undo((await latest()).id)).status, 200);
  assert.ok(await found());
  assert.equal(await place(), null);
});
