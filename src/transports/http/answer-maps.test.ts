/** Routes for older clients run the same operation as other routes and convert its answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

test('each kind of client gets the answer to a deletion in its own shape', async () => {
  const { owner } = service;
  const key = await owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
  ]);
  const assistant = await owner.key(['memories.read', 'memories.write'], 'mcp');
  const dev = '/v1/dev/user';
  const made = async (path: string, body: object) =>
    (await key.call('POST', `${dev}/${path}`, body)).body.id as string;
  const folder = () => made('folders', { name: `Folder ${crypto.randomUUID()}` });
  const person = () => made('people', { name: `Ana ${crypto.randomUUID().slice(0, 8)}` });
  const talk = () => made('conversations', { text: 'I live in Porto.' });
  const memory = () => made('memories', { content: `Fact ${crypto.randomUUID()}` });
  const success = [200, { success: true }] as const;
  const cases = [
    [key, `${dev}/folders/${await folder()}`, ...success],
    [owner, `/v1/folders/${await folder()}`, 204, null],
    [key, `${dev}/people/${await person()}`, ...success],
    [owner, `/v1/users/people/${await person()}`, 204, null],
    [key, `${dev}/conversations/${await talk()}`, ...success],
    [owner, `/v1/conversations/${await talk()}`, 200, { status: 'Ok' }],
    [key, `${dev}/memories/${await memory()}`, ...success],
    [assistant, `/v1/mcp/memories/${await memory()}`, 200, { status: 'ok' }],
  ] as const;
  for (const [client, path, status, body] of cases) {
    const answer = await client.call('DELETE', path);
    assert.deepEqual([answer.status, answer.body || null], [status, body], path);
    assert.equal((await client.call('DELETE', path)).status, 404, `${path} is gone`);
  }
  const withBody = await assistant.call('DELETE', `/v1/mcp/memories/${await memory()}`, { x: 1 });
  assert.deepEqual([withBody.status, withBody.body], [200, { status: 'ok' }]);
});

test("the reference's search returns the same results in its own shape", async () => {
  const key = await service.owner.key(['memories:read', 'memories:write']);
  const path = '/v1/dev/user/memories';
  await key.call('POST', path, { content: 'Owns a boathouse in Aveiro' });
  const { body } = await key.call('POST', `${path}/search`, { query: 'boathouse' });
  const [{ memory, relevance_score }] = body.items;
  const older = await key.call('GET', `${path}/vector/search?query=boathouse&categories=other`);
  assert.deepEqual(older.body, {
    items: [{ ...memory, relevance_score }],
    returned_count: 1,
    archive_default_visible: false,
    policy: { filtered_below_threshold: body.filtered_below_threshold },
  });
});
