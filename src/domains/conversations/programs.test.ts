import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

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

test('a conversation can be processed again after a correction', async () => {
  const { id } = await create('I live in Faro.');
  const [segment] = (await get(id)).transcript_segments;
  await own('PATCH', `${id}/segments/text`, {
    segment_id: segment.id,
    text: 'I need to book the ferry to Tavira.',
  });
  const { status, body } = await own('POST', `${id}/reprocess`, {});
  assert.equal(status, 200);
  assert.match(body.structured.action_items[0].description, /ferry/);
});

test("processing again keeps the user's changes to tasks and does not multiply memories", async () => {
  const { id } = await create(
    'I need to renew my passport. I need to book the ferry to Tavira. I have to call the ' +
      'bank. I live in Faro. I work as a nurse. I have two cats. I am allergic to peanuts. I ' +
      'speak Danish.',
  );
  const tasks = async () =>
    (await get(id)).structured.action_items.map(({ description, completed }: Json) => ({
      description,
      completed,
    }));
  const memories = async () => {
    const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
    return body.filter(({ conversation_id }: Json) => conversation_id === id).length;
  };
  const [learnt, [passport, ferry]] = [await memories(), await tasks()];
  await own('PATCH', `${id}/action-items`, { items_idx: [0], values: [true] });
  await own('PATCH', `${id}/action-items/1`, {
    old_description: ferry.description,
    description: `${ferry.description} and back`,
  });
  assert.equal((await own('POST', `${id}/reprocess`, {})).status, 200);
  const after = await tasks();
  assert.equal(after.length, 3, JSON.stringify(after));
  assert.ok(
    after.some(
      ({ description, completed }: Json) => completed && description === passport.description,
    ),
  );
  assert.ok(after.some(({ description }: Json) => description.endsWith('and back')));
  assert.equal(await memories(), learnt);
});

test('unknown conversations and those of other users are 404 on every route', async () => {
  for (const id of ['nonsense', crypto.randomUUID()]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '/title?title=x', {}],
      ['PATCH', '/starred?starred=true', {}],
      ['PATCH', '/events', { events_idx: [], values: [] }],
      ['PATCH', '/assign-speaker/0?assign_type=is_user&value=true', {}],
      ['POST', '/reprocess', {}],
      ['GET', '/transcript', undefined],
      ['GET', '/shared', undefined],
    ] as const) {
      const { status } = await own(method, `${id}${path}`, body);
      assert.equal(status, 404, `${method} ${path}`);
    }
  }
});
