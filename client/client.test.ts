import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openBadNetwork } from '../src/testing/servers/bad-network.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';
import { ApiError, createClient, Interrupted, Unreachable } from './src/index.ts';
import type { Client } from './src/index.ts';

let service: TestService;
let client: Client;

before(async () => {
  service = await startService();
  const { key } = await service.owner.key([
    'memories:read',
    'memories:write',
    'conversations:read',
  ]);
  client = createClient({ baseUrl: service.url, token: key });
});
after(() => service[Symbol.asyncDispose]());

test('each operation is a method with the input and output of the OpenAPI document', async () => {
  const made = await client.createMemory({ content: 'Is allergic to peanuts', tags: ['health'] });
  const found = await client.getMemory({ memory_id: made.id });
  assert.equal(found.content, 'Is allergic to peanuts');
  const { conversation_id }: { conversation_id: string | null } = found;
  assert.equal(conversation_id, null);
  await client.updateMemory({ memory_id: made.id, visibility: 'public' });
  assert.equal((await client.listMemories({ limit: 1 }))[0]!.visibility, 'public');
  assert.deepEqual(await client.deleteMemory({ memory_id: made.id }), { success: true });
});

test('paging yields every item of a list once', async () => {
  const memories = Array.from({ length: 12 }, (_, index) => ({ content: `Number ${index}` }));
  await client.createMemories({ memories });
  const seen = [];
  for await (const { content } of client.all.listMemories({ limit: 5 })) seen.push(content);
  assert.deepEqual(seen.toSorted(), memories.map(({ content }) => content).toSorted());
});

test('a change with an outdated etag is refused', async () => {
  const { id } = await client.createMemory({ content: 'Sleeps late' });
  const { etag } = await client.read('getMemory', { memory_id: id });
  await client.updateMemory({ memory_id: id, content: 'Sleeps early' }, { ifMatch: etag });
  await assert.rejects(
    client.updateMemory({ memory_id: id, content: 'Never sleeps' }, { ifMatch: etag }),
    (error) => error instanceof ApiError && error.status === 412,
  );
});

test('without options the client uses the address from the environment', async () => {
  const { key } = await service.owner.key(['goals:read']);
  Object.assign(process.env, { SVC_API_BASE_URL: service.url, SVC_API_KEY: key });
  assert.deepEqual((await createClient().getOwnKey()).scopes, ['goals:read']);
});

test('an error contains the reason from the service', async () => {
  await assert.rejects(client.createMemory({ content: '' }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 422);
    assert.match(error.message, /^body\.content: String should have at least 1 character/);
    return true;
  });
});

test('the client waits as long as the service asks, and repeats a POST with the same idempotency key', async () => {
  const keys: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    const attempt = keys.length;
    if (attempt === 1) response.writeHead(429, { 'Retry-After': '7' });
    else if (attempt === 2) response.writeHead(503);
    response.end('{"id":"1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const waits: number[] = [];
  const patient = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wait: async (seconds) => void waits.push(seconds),
  });
  assert.equal((await patient.createMemory({ content: 'x' })).id, '1');
  assert.deepEqual(waits, [7, 0.5]);
  assert.equal(new Set(keys).size, 1);
  server.close();
  server.closeAllConnections();
  await assert.rejects(patient.getMe(), Unreachable);
});

test('a list inside an object with a cursor is paged through too', async () => {
  const writer = await service.owner.key(['conversations:read', 'conversations:write']);
  const program = createClient({ baseUrl: service.url, token: writer.key });
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) {
    const text = `We walked along the river on ${day}.`;
    await program.createConversation({ text, started_at: `${day}T12:00:00Z` });
    await service.owner.call('POST', `/v1/users/daily-summaries/${day}/refresh`);
  }
  const days = [];
  for await (const { date } of program.all.listDaySummaries({ limit: 2 })) days.push(date);
  assert.deepEqual(days, ['2026-03-03', '2026-03-02', '2026-03-01']);
});

test('the list of changes ends, although its last page has a cursor, too', async () => {
  const seen = new Set<string>();
  for await (const { cursor } of client.all.listChanges({ limit: 5 })) {
    assert.ok(!seen.has(cursor));
    seen.add(cursor);
  }
  assert.ok(seen.size > 5);
});

test('a request whose answer was lost is repeated safely', async () => {
  await using network = await openBadNetwork(service.url);
  const { key } = await service.owner.key(['memories:read', 'memories:write']);
  const far = createClient({ baseUrl: network.url, token: key, wait: async () => {} });
  const { id } = await far.createMemory({ content: 'Sails on Sundays' });
  const { etag } = await far.read('getMemory', { memory_id: id });
  network.loseNextAnswer();
  await assert.rejects(
    far.updateMemory({ memory_id: id, content: 'Sails on Mondays' }, { ifMatch: etag }),
    Unreachable,
  );
  assert.equal((await far.getMemory({ memory_id: id })).content, 'Sails on Mondays');
  network.loseNextAnswer();
  assert.deepEqual(await far.deleteMemory({ memory_id: id }), { success: true });
  await assert.rejects(far.deleteMemory({ memory_id: id }), /not found/);
  await assert.rejects(far.getMemory({ memory_id: '' }), /needs memory_id/);
});

/** Answers each request with the next stream; returns the received requests. */
async function streamsFrom(...streams: string[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(streams[asked.length - 1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
  const client = createClient({ baseUrl, wait: async () => {} });
  return { asked, client, [Symbol.dispose]: () => server.close() };
}

test('events continue after a lost connection where they ended, until the service refuses', async () => {
  const change = 'event: change\ndata: {"kind":"memory",\ndata: "id":"é"}\n\n';
  using place = await streamsFrom(
    `retry: 2000\n\nid: a\n\n:\n\nid: b\n${change}`,
    'event: words\ndata: {"conversation_id":"1"}\n\nevent: half',
    'event: error\ndata: {"status":503,"detail":"restarting"}\n\n',
    'event: error\ndata: {"status":401,"detail":"The key was revoked."}\n\n',
  );
  const seen: unknown[] = [];
  const all = async () => {
    for await (const event of place.client.watchEvents({ kinds: 'memory' })) seen.push(event);
  };
  await assert.rejects(all(), (error) => error instanceof ApiError && error.status === 401);
  assert.deepEqual(seen, [
    { type: 'position', value: { cursor: 'a' } },
    { type: 'change', value: { kind: 'memory', id: 'é' } },
    { type: 'words', value: { conversation_id: '1' } },
  ]);
  assert.deepEqual(place.asked, [
    '/below/v1/dev/user/events?kinds=memory',
    ...Array.from({ length: 3 }, () => '/below/v1/dev/user/events?kinds=memory&cursor=b'),
  ]);
});

test('an answer arrives in parts, and an incomplete one is an error', async () => {
  const record = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  using place = await streamsFrom(
    `think: Looking\n\ndata: Bees__CRLF__ü\n\ndone: ${record({ text: 'ü' })}\n\n`,
    'data: Bees\n\n',
    'data: Bees\n\nerror: No more.\n\n',
  );
  const ask = async () => {
    const parts = [];
    for await (const part of place.client.sendMessage({ text: 'Who?' })) parts.push(part);
    return parts;
  };
  assert.deepEqual(await ask(), [
    { type: 'think', value: 'Looking' },
    { type: 'data', value: 'Bees\nü' },
    { type: 'done', value: { text: 'ü' } },
  ]);
  await assert.rejects(ask(), /ended before the answer was complete/);
  await assert.rejects(
    ask(),
    (error) => error instanceof Interrupted && /No more/.test(error.message),
  );
});

test('a live session takes audio and yields segments', async () => {
  const own = createClient({ baseUrl: service.url, token: service.owner.token });
  await using session = await own.listen({ codec: 'pcm16', sample_rate: 16_000 });
  await session.send(new Uint8Array(3200));
  for await (const message of session) {
    if (!Array.isArray(message) && message.type === 'service_status') break;
  }
  await session.close();
  const stranger = createClient({ baseUrl: service.url, token: 'svc_ses_nobody' });
  await assert.rejects(stranger.listen(), ApiError);
});
