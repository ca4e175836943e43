import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApiKey } from '../../../testing/clients/api-user.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;
let id: string;
before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
  const { body } = await key.call('POST', PATH, { content: 'Walks to the sea' });
  id = body.id;
  for (let count = 0; count < 30; count += 1) {
    await key.call('POST', PATH, { content: `Bought ${count} apples at market number ${count}` });
  }
});
after(() => service[Symbol.asyncDispose]());

type Headers = Record<string, string>;

/** Sends a request without decompression, which `fetch` would apply. */
async function ask(
  method: string,
  path: string,
  {
    headers = {},
    body,
    token = key.key,
  }: { headers?: Headers; body?: unknown; token?: string } = {},
) {
  const asked = request(new URL(path, service.url), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>));
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

const accepting = (encoding: string) => ({ headers: { 'Accept-Encoding': encoding } });

test('a list over 2 kB is sent in the encoding that the client prefers', async () => {
  const plain = await ask('GET', PATH);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.bytes.length > 2048);
  for (const [accepted, encoding, decompress] of [
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0.5, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await ask('GET', PATH, accepting(accepted));
    assert.equal(headers['content-encoding'], encoding);
    assert.match(headers.vary ?? '', /accept-encoding/i);
    assert.ok(bytes.length < plain.bytes.length / 2);
    assert.deepEqual(decompress(bytes), plain.bytes);
  }
  const refused = await ask('GET', PATH, accepting('identity, gzip;q=0'));
  assert.deepEqual(refused.bytes, plain.bytes);
});

test('a small answer is not compressed', async () => {
  const { headers, bytes } = await ask('GET', `${PATH}?limit=1`, accepting('gzip'));
  assert.equal(headers['content-encoding'], undefined);
  assert.ok(bytes.length < 2048);
});

test('the tag of a compressed answer is weak and works in If-None-Match', async () => {
  const plain = await ask('GET', PATH);
  const compressed = await ask('GET', PATH, accepting('gzip'));
  assert.equal(compressed.headers.etag, `W/${plain.headers.etag}`);
  for (const tag of [plain.headers.etag!, compressed.headers.etag!]) {
    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': tag };
    const again = await ask('GET', PATH, { headers });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.equal(again.headers['content-encoding'], undefined);
  }
  const { headers } = await ask('GET', `${PATH}/${id}`);
  const change = { headers: { 'If-Match': `W/${headers.etag}` }, body: { visibility: 'public' } };
  assert.equal((await ask('PATCH', `${PATH}/${id}`, change)).status, 200);
  assert.equal((await ask('PATCH', `${PATH}/${id}`, change)).status, 412);
});

test('HEAD has the headers of the answer without a body', async () => {
  const { status, headers, bytes } = await ask('HEAD', PATH, accepting('gzip'));
  assert.deepEqual([status, bytes.length], [200, 0]);
  assert.ok(headers.etag);
});

test('an answer of the MCP endpoint over 2 kB is compressed, and a small one is not', async () => {
  const { key: token } = await service.owner.key(['memories:read'], 'mcp');
  const call = (method: string) =>
    ask('POST', `${service.service.url}/v1/mcp`, {
      token,
      headers: { 'Accept-Encoding': 'gzip', Accept: 'application/json' },
      body: { jsonrpc: '2.0', id: 1, method, params: {} },
    });
  const tools = await call('tools/list');
  assert.equal(tools.headers['content-encoding'], 'gzip');
  assert.ok(JSON.parse(gunzipSync(tools.bytes).toString()).result.tools.length > 0);
  const ping = await call('ping');
  assert.equal(ping.headers['content-encoding'], undefined);
  assert.deepEqual(JSON.parse(ping.bytes.toString()).result, {});
});

test('an event stream is not compressed', async () => {
  const { key: token } = await service.owner.key(['memories:read']);
  const asked = request(new URL('/v1/dev/user/events', service.url), {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, br' },
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  assert.match(answer.headers['content-type']!, /^text\/event-stream/);
  assert.equal(answer.headers['content-encoding'], undefined);
  const [first] = (await once(answer, 'data')) as [Buffer];
  assert.match(first.toString(), /^retry:/);
  asked.destroy();
});

test('an HTML page is not compressed', async () => {
  const { headers } = await ask('GET', '/docs', accepting('gzip'));
  assert.match(headers['content-type']!, /^text\/html/);
  assert.equal(headers['content-encoding'], undefined);
});
