/** Clients of revision 2026-07-28 are notified when a resource changes that they subscribed to. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shortId } from '../../core/ids.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { changesAreFinal, eventually } from '../../testing/eventually.ts';
import { subscribeToResources } from '../../testing/mcp/subscriber.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;

before(async () => {
  service = await startService({ mcp: { keepAliveMs: 3_600_000 } });
});
after(() => service[Symbol.asyncDispose]());

const keyFor = async (scopes?: string[]): Promise<{ id: string; key: string }> =>
  (await service.owner.call('POST', '/v1/mcp/keys', { name: 'Laptop', ...(scopes && { scopes }) }))
    .body;

const subscribe = (token: string, addresses: string[]) =>
  subscribeToResources(service, token, addresses);
const remember = async (content: string): Promise<string> =>
  (await service.owner.call('POST', '/v3/memories', { content })).body.id;

test('a client hears of the records that it watches, and of no others', async () => {
  const watched = await remember('Keeps a parrot');
  const other = await remember('Keeps a canary');
  const addresses = [
    `commonplace://memories/${shortId(watched)}-keeps-a-parrot`,
    'commonplace://memories/%%%',
    'https://example.org/other',
  ];
  await changesAreFinal(service);
  const { client, heard } = await subscribe((await keyFor()).key, addresses);
  await service.owner.call('PATCH', `/v3/memories/${other}`, { content: 'Keeps two canaries' });
  await service.owner.call('PATCH', `/v3/memories/${watched}`, { content: 'Keeps two parrots' });
  await eventually('the change to be told', () => heard.length > 0);
  await service.owner.call('DELETE', `/v3/memories/${watched}`);
  await eventually('the deletion to be told', () => heard.length > 1);
  assert.deepEqual(heard, [addresses[0], addresses[0]]);
  await client.close();
});

test('conversations, days and the profile are watched too', async () => {
  const writer = await service.owner.key(['conversations:write', 'conversations:read']);
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', {
    text: 'We paint the boat next week. Rui brings the paint and I bring the brushes.',
    started_at: '2026-03-02T10:00:00Z',
  });
  const addresses = [
    `commonplace://conversations/${body.id}`,
    'commonplace://days/2026-03-02',
    'commonplace://profile',
  ];
  const { client, heard } = await subscribe((await keyFor()).key, addresses);
  await remember('Owns a wooden boat');
  await service.owner.call('PATCH', `/v1/conversations/${body.id}/title?title=Paint`);
  await service.owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  await eventually('all three to be told', () =>
    addresses.every((address) => heard.includes(address)),
  );
  await client.close();
});

test('a client hears only of what it may read', async () => {
  const id = await remember('Keeps a heron');
  const address = `commonplace://memories/${id}`;
  const { key } = await keyFor(['action_items.read']);
  const { client, heard, subscription } = await subscribe(key, [address]);
  // There is nothing that it may hear.
  await subscription.closed;
  assert.deepEqual(heard, []);
  await client.close();
});

test('the stream ends when the key is revoked', { timeout: 20_000 }, async () => {
  const { id, key } = await keyFor();
  const { client, subscription } = await subscribe(key, ['commonplace://profile']);
  await service.owner.call('DELETE', `/v1/mcp/keys/${id}`);
  await subscription.closed;
  await client.close();
});

test('a credential has a limited number of streams', async () => {
  const { key } = await keyFor();
  const open = await Promise.all(
    Array.from({ length: 20 }, () => subscribe(key, ['commonplace://profile'])),
  );
  const { status, body } = await request(service.service.url, 'POST', '/mcp', {
    token: key,
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    body: LISTEN,
  });
  assert.equal(status, 429, JSON.stringify(body));
  await Promise.all(open.map(({ client }) => client.close()));
  await eventually('the streams to end', async () => {
    const { client } = await subscribe(key, ['commonplace://profile']);
    await client.close();
    return true;
  });
});

test('refused requests leave no streams behind', async () => {
  const { key } = await keyFor();
  for (let count = 0; count < 21; count += 1) {
    const { status } = await request(service.service.url, 'POST', '/mcp', {
      token: key,
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
      body: LISTEN,
    });
    assert.equal(status, 400);
  }
  const { client } = await subscribe(key, ['commonplace://profile']);
  await client.close();
});

test('older clients are not promised what needs a session', async () => {
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token: (await keyFor()).key,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'older', version: '1' },
      },
    },
  });
  assert.deepEqual(body.result.capabilities.resources, {});
});

const LISTEN: Json = {
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { resourceSubscriptions: ['commonplace://profile'] },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
