import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../../../testing/clients/api-user.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const MEMORIES = '/v1/dev/user/memories';
const FRIEND = 'https://app.example.org';
const STRANGER = 'https://evil.example';
let service: TestService;
let key: string;
before(async () => {
  service = await startService({
    environment: { SVC_ALLOWED_ORIGINS: `${FRIEND}/, http://localhost:5173` },
  });
  ({ key } = await service.owner.key(['memories:read', 'memories:write']));
});
after(() => service[Symbol.asyncDispose]());

function ask(method: string, path: string, headers: Record<string, string>, token?: string) {
  return request(service.service.url, method, path, { headers, ...(token && { token }) });
}

function preflight(path: string, origin: string, headers = 'authorization,if-match') {
  return ask('OPTIONS', path, {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': headers,
  });
}

const listOf = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').toLowerCase().split(/, */);

test('a page of an allowed origin may read answers and their headers', async () => {
  for (const origin of [FRIEND, 'http://localhost:5173']) {
    const { status, headers } = await ask('GET', MEMORIES, { Origin: origin }, key);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin]);
    assert.ok(listOf(headers, 'vary').includes('origin'));
    const exposed = listOf(headers, 'access-control-expose-headers');
    for (const name of ['x-next-cursor', 'link', 'etag', 'retry-after', 'x-ratelimit-remaining']) {
      assert.ok(exposed.includes(name), name);
    }
  }
});

test('a page of an allowed origin may read refusals', async () => {
  for (const [path, expected] of [
    [MEMORIES, 401],
    ['/v1/nothing', 404],
  ] as const) {
    const { status, headers } = await ask('GET', path, { Origin: FRIEND });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [expected, FRIEND]);
  }
});

test('the answer to a preflight of an allowed origin may be cached', async () => {
  const { status, headers } = await preflight(`${MEMORIES}/some-id`, FRIEND);
  assert.equal(status, 204);
  assert.equal(headers.get('access-control-allow-origin'), FRIEND);
  assert.ok(listOf(headers, 'access-control-allow-methods').includes('patch'));
  assert.ok(Number(headers.get('access-control-max-age')) >= 3600);
  const allowed = listOf(headers, 'access-control-allow-headers');
  for (const name of ['authorization', 'content-type', 'if-match', 'idempotency-key']) {
    assert.ok(allowed.includes(name), name);
  }
});

test('pages of other origins get no permission', async () => {
  for (const origin of [
    STRANGER,
    'null',
    'https://app.example.org.evil',
    'http://app.example.org',
  ]) {
    const answer = await ask('GET', MEMORIES, { Origin: origin }, key);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.ok(listOf(answer.headers, 'vary').includes('origin'));
    const asked = await preflight(MEMORIES, origin);
    const { headers } = asked;
    assert.deepEqual([asked.status, headers.get('access-control-allow-origin')], [404, null]);
  }
});

test('a cookie gives no permission to a page of an allowed origin', async () => {
  const cookie = `svc_session=${service.owner.token}`;
  const headers = { Origin: FRIEND, Cookie: cookie };
  for (const answer of [
    await ask('GET', '/v1/users/me', headers),
    await preflight('/v1/users/me', FRIEND),
  ]) {
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
  assert.equal((await ask('POST', '/v1/auth/sign-out', headers)).status, 403);
});

test('a page of an allowed origin follows events', async () => {
  const leave = new AbortController();
  const answer = await fetch(new URL('/v1/dev/user/events', service.service.url), {
    headers: { Origin: FRIEND, Authorization: `Bearer ${key}` },
    signal: leave.signal,
  });
  assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
  assert.equal(answer.headers.get('access-control-allow-origin'), FRIEND);
  leave.abort();
});

test('a page of an allowed origin sends a file in pieces', async () => {
  const upload = (origin: string) =>
    ask(
      'POST',
      '/v1/conversations/upload',
      { Origin: origin, 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' },
      service.owner.token,
    );
  const { status, headers } = await upload(FRIEND);
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [201, FRIEND]);
  assert.ok(listOf(headers, 'access-control-expose-headers').includes('location'));
  const foreign = await upload(STRANGER);
  assert.equal(foreign.headers.get('access-control-allow-origin'), null);
  const asked = await preflight('/v1/conversations/upload', FRIEND);
  assert.ok(listOf(asked.headers, 'access-control-allow-headers').includes('upload-length'));
});

test('a page of an allowed origin may use the MCP endpoint', async () => {
  const { key: token } = await service.owner.key(['memories:read'], 'mcp');
  const ping = async (origin: string) => {
    const { status } = await request(service.service.url, 'POST', '/v1/mcp', {
      token,
      headers: { Origin: origin },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });
    return status;
  };
  assert.deepEqual([await ping(FRIEND), await ping(STRANGER)], [200, 403]);
  const { headers } = await preflight('/v1/mcp', FRIEND);
  assert.match(headers.get('access-control-allow-headers')!, /Mcp-Session-Id/);
});

test('no page of another origin gets a permission by default', async () => {
  await using usual = await startService();
  const { status, headers } = await request(usual.service.url, 'GET', MEMORIES, {
    headers: { Origin: FRIEND },
  });
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [401, null]);
  assert.equal(headers.get('vary'), null);
});
