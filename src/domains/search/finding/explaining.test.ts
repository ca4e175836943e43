/** Every fact, task and event tells the words and the rules or the model that it comes from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../../testing/clients/api-user.ts';
import { updateReadiness } from '../../accounts/accounts.ts';
import { ManualClock } from '../../../core/clock.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const PATH = '/v1/dev/user/explanations';
const TURNS: readonly (readonly [string, boolean])[] = [
  ['Shall we meet for lunch on Thursday at 1 pm?', false],
  ['Thursday at 1 pm is perfect, see you then.', true],
  ['Can you send me the report by Friday?', false],
  ["Sure, I'll send you the report tomorrow.", true],
  ['I live in Lisbon and I work as a nurse.', true],
];
const clock = new ManualClock('2026-03-10T10:00:00Z');
let service: TestService;
let key: ApiKey;
let conversation: string;

async function talk(turns: typeof TURNS): Promise<string> {
  clock.advance(3_600_000);
  const transcript_segments = turns.map(([text, is_user], at) => ({
    text,
    is_user,
    speaker_id: Number(is_user),
    start: at * 5,
    end: at * 5 + 4,
  }));
  const started_at = clock.now().toISOString();
  const input = { started_at, language: 'en', transcript_segments };
  const { body } = await key.call('POST', '/v1/dev/user/conversations/from-segments', input);
  return body.id;
}

before(async () => {
  service = await startService({ clock });
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
  ]);
  conversation = await talk(TURNS);
});
after(() => service[Symbol.asyncDispose]());

const explained = async (id: string, by = key): Promise<Json[]> => {
  const { status, body } = await by.call('GET', `${PATH}/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
};

test('a conversation explains its facts, tasks and events', async () => {
  const items = await explained(conversation);
  const found = items.map(({ kind, found_by, segments }) => [
    kind,
    /^(?:rules|reader): \p{L}/u.test(found_by),
    segments.length,
  ]);
  for (const kind of ['action_item', 'event', 'memory']) {
    assert.ok(
      found.some((one) => one[0] === kind && one[1] && one[2] === 1),
      JSON.stringify(items),
    );
  }
  const task = items.find(({ kind }) => kind === 'action_item');
  assert.match(task.segments[0].text, /report/);
  const event = items.find(({ kind }) => kind === 'event');
  assert.equal(event.id, null);
  assert.equal(typeof event.segments[0].second, 'number');
  assert.deepEqual(await explained(task.id), [task]);
});

test('a closed fact explains which words closed it', async () => {
  const [memory] = (await explained(conversation)).filter(({ kind }) => kind === 'memory');
  await talk([['We moved to Porto.', true]]);
  const [after] = await explained(memory.id);
  assert.deepEqual(
    after.changes.map(({ kind, rule, segments }: Json) => [kind, rule, segments[0].text]),
    [['closed', 'home-moved', 'We moved to Porto.']],
  );
});

test('a record that was added by hand says so', async () => {
  const { body } = await key.call('POST', '/v1/dev/user/memories', { content: 'Owns a canoe' });
  const [item] = await explained(body.id);
  assert.deepEqual([item.found_by, item.added_by_hand, item.segments], [null, true, []]);
});

test('a key gets only the kinds that it may read, and no words without that scope', async () => {
  const narrow = await service.owner.key(['memories:read']);
  const items = await explained(conversation, narrow);
  assert.deepEqual([...new Set(items.map(({ kind }) => kind))], ['memory']);
  assert.ok(items.every(({ segments }) => segments.length === 0));
});

test('unknown ids are not found, and an empty conversation has nothing to explain', async () => {
  for (const id of [crypto.randomUUID(), 'nothing']) {
    assert.equal((await key.call('GET', `${PATH}/${id}`)).status, 404, id);
  }
  assert.deepEqual(await explained(await talk([['It rained the whole night again.', true]])), []);
});

test('while memories are closed, the other kinds are explained', async () => {
  const { db } = service.service.parts;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const kinds = (await explained(conversation)).map(({ kind }) => kind);
    assert.ok(kinds.includes('event') && !kinds.includes('memory'), kinds.join());
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
});

test('a conversation does not explain the facts that the user rejected', async () => {
  const id = await talk([['I play the violin in the town orchestra.', true]]);
  const [memory] = (await explained(id)).filter(({ kind }) => kind === 'memory');
  await key.call('POST', `/v1/dev/user/memories/${memory.id}/review`, { value: false });
  assert.deepEqual(
    (await explained(id)).filter(({ kind }) => kind === 'memory'),
    [],
  );
  assert.equal((await explained(memory.id)).length, 1);
});
