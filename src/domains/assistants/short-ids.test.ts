/** Tools accept the short ids that their answers contain. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shortId } from '../../core/ids.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await startService();
  ({ key } = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'all' })).body);
});
after(() => service[Symbol.asyncDispose]());

/** Calls a tool; returns its structured answer. */
async function call(name: string, given: object): Promise<Json> {
  const params = { name, arguments: given };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await request(service.service.url, 'POST', '/mcp', { token: key, body });
  return answer.body.result.structuredContent;
}
const remember = async (content: string): Promise<string> =>
  (await service.owner.call('POST', '/v3/memories', { content })).body.id;
async function say(text: string, person_id?: string): Promise<string> {
  const writer = await service.owner.key(['conversations:write']);
  const { body } = await writer.call('POST', '/v1/dev/user/conversations/from-segments', {
    started_at: '2026-03-05T09:00:00Z',
    transcript_segments: [{ text, person_id, start: 0, end: 5 }],
  });
  await writer.call('PATCH', `/v1/dev/user/conversations/${body.id}`, { discarded: false });
  return body.id;
}

test('a record is fetched by its short id, with its kind and without it', async () => {
  const memory = shortId(await remember('Collects old maps'));
  const conversation = shortId(await say('The lamp of the lighthouse needs oil.'));
  for (const [id, kind, text] of [
    [memory, 'memory', /Collects old maps/],
    [conversation, 'conversation', /The lamp of the lighthouse/],
  ] as const) {
    for (const given of [id, `${kind}:${id}`]) {
      const whole = await call('fetch', { id: given });
      assert.equal(whole.id, `${kind}:${id}`, given);
      assert.match(whole.text, text);
    }
  }
  const beyond = await call('fetch', { id: `conversation:${conversation}#7` });
  assert.match(beyond.text, /^\[From line 7 of 1 on\./, 'the place in the text stays');
});

test('an argument that names a record takes its short id', async () => {
  const id = await remember('Keeps a parrot');
  await call('edit_memory', { memory_id: shortId(id), content: 'Keeps two parrots' });
  assert.match((await call('fetch', { id: `memory:${id}` })).text, /^Keeps two parrots/);
});

test('a filter takes short ids', async () => {
  const { id } = (await service.owner.call('POST', '/v1/users/people', { name: 'Rui' })).body;
  const talk = await say('We paint the boat and mend the sails of the boat.', id);
  const filter = `person_id=${shortId(id)}`;
  const { conversations } = await call('get_conversations', { filter });
  assert.deepEqual(
    conversations.map((each: Json) => each.id),
    [shortId(talk)],
  );
});

test('a short id without a record is not found', async () => {
  const unknown = '0123456789abcdef';
  for (const [name, given] of [
    ['fetch', { id: unknown }],
    ['fetch', { id: `memory:${unknown}` }],
    ['delete_memory', { memory_id: unknown }],
  ] as const) {
    assert.equal((await call(name, given)).error.code, 'not_found', JSON.stringify(given));
  }
});

test('a short id that fits several records is refused with their whole ids', async () => {
  const ids = ['1111', '2222'].map((middle) => `01a209fd-${middle}-7000-8000-0000fd29652e`);
  const { db } = service.service.parts;
  for (const id of ids) {
    const made = await remember(`Has a twin ${id.slice(9, 13)}`);
    await db.updateTable('memories').set({ id }).where('id', '=', made).execute();
  }
  const { error } = await call('delete_memory', { memory_id: shortId(ids[0]!) });
  assert.match(error.message, new RegExp(`${ids.join(', ')}. Use one of these ids`));
  assert.equal((await call('fetch', { id: `memory:${ids[1]}` })).text, 'Has a twin 2222');
});
