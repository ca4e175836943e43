/** Tests the limits of what callers can hold: bodies, connections, requests and live sockets. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Listener } from '../../src/testing/clients/listener.ts';
import { ApiUser, request } from '../../src/testing/clients/api-user.ts';
import { RawConnection } from '../../src/testing/clients/raw-connection.ts';
import { describedRoutes } from '../../src/testing/described-routes.ts';
import { eventually, soon } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

const MIB = 1024 * 1024;
const BODY_MS = 400;
let service: TestService;
let url: string;

before(async () => {
  service = await startService({
    bodyMs: BODY_MS,
    environment: { SVC_SIGN_UP: 'open', SVC_MAX_CONNECTIONS_PER_ADDRESS: '100' },
  });
  ({ url } = service.service);
});
after(() => service[Symbol.asyncDispose]());

const json = (length: number, more: Record<string, string> = {}) => ({
  'Content-Type': 'application/json',
  'Content-Length': length,
  ...more,
});
const credential = () => ({ Authorization: `Bearer ${service.owner.token}` });

test('no route reads the body of a stranger before it refuses him', async () => {
  const routes = describedRoutes()
    .filter(({ method, credential: needed }) => method !== 'GET' && needed !== 'none')
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, randomUUID())}`);
  assert.ok(routes.length > 100);
  const others = ['POST /mcp', 'POST /v1/mcp/sse', 'POST /v1/auth/sign-out'];
  const asked = [...routes, ...others, 'POST /nowhere', 'PUT /v3/memories'];
  const seen = new Map<string, number>();
  // A few at a time, because the number of connections is limited.
  const next = asked.values();
  const work = async () => {
    for (const each of next) {
      await using raw = await RawConnection.send(url, each, {
        headers: json(MIB),
        body: '{"content":"',
      });
      seen.set(each, (await raw.statuses())[0]!);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const withoutRoute = new Map([
    ['POST /nowhere', 404],
    ['PUT /v3/memories', 405],
  ]);
  assert.deepEqual(
    asked.filter((each) => seen.get(each) !== (withoutRoute.get(each) ?? 401)),
    [],
  );
});

test('a piece of an upload, a form and a device are refused before their bodies too', async () => {
  const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' };
  for (const [line, headers] of [
    [
      'PATCH /v1/conversations/upload/x',
      { ...tus, 'Content-Type': 'application/offset+octet-stream' },
    ],
    ['POST /v1/conversations/upload', { ...tus, 'Upload-Length': '100' }],
    ['POST /v1/conversations/upload', { 'Content-Type': 'multipart/form-data; boundary=b' }],
    ['POST /v1/conversations/upload', { ...json(MIB), Authorization: 'Bearer svc_dvc_wrong' }],
  ] as const) {
    await using raw = await RawConnection.send(url, line, {
      headers: { 'Content-Length': MIB, ...headers },
      body: 'x',
    });
    assert.deepEqual(await raw.statuses(), [401], line);
  }
});

test('a stranger who goes on sending is disconnected soon after the answer', async () => {
  const raw = await RawConnection.send(url, 'POST /v3/memories', {
    headers: json(MIB),
    body: 'x'.repeat(100_000),
  });
  assert.deepEqual(await raw.statuses(), [401]);
  await soon('the end of the connection', raw.closed);
});

test('a route without a credential takes at most 64 KiB', async () => {
  const body = { email: 'a@example.org', password: 'x'.repeat(70_000) };
  const answer = await request(url, 'POST', '/v1/auth/sign-in', { body });
  assert.equal(answer.status, 413);
  assert.match(answer.body.detail, /64 KiB/);
  const usual = await service.owner.call('POST', '/v3/memories', { content: 'x'.repeat(70_000) });
  assert.equal(usual.status, 422);
});

test('a body that does not arrive in time is a 408, with and without a credential', async () => {
  for (const [line, headers] of [
    ['POST /v3/memories', json(100, credential())],
    ['POST /v1/auth/sign-in', json(100)],
    [
      'PATCH /v3/memories/x',
      { ...credential(), 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    ],
  ] as const) {
    const raw = await RawConnection.send(url, line, { headers, body: '400\r\n{"con' });
    const drip = setInterval(() => raw.socket.write(' '), 50);
    try {
      assert.deepEqual(await raw.statuses(), [408], line);
      await soon('the end of the connection', raw.closed);
    } finally {
      clearInterval(drip);
    }
  }
});

test('a file may take longer while it makes progress, and not when it stops', async () => {
  const raw = await RawConnection.send(url, 'POST /v1/conversations/upload', {
    headers: {
      ...credential(),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': 10_000,
    },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
  });
  const began = performance.now();
  const drip = setInterval(() => raw.socket.write('x'), 50);
  await eventually('three times the limit', () => performance.now() - began > 3 * BODY_MS);
  assert.equal(raw.received, '');
  clearInterval(drip);
  assert.deepEqual(await raw.statuses(), [408]);
});

test('the requests of a connection are answered in order, one after another', async () => {
  const ids = Array.from({ length: 60 }, (_, number) => number);
  const lists = ids.map(
    (number) =>
      `GET /v3/memories?limit=1&unknown${number}=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.owner.token}\r\n\r\n`,
  );
  await using raw = await RawConnection.open(url);
  raw.socket.write(lists.join(''));
  const statuses = await raw.statuses(ids.length);
  assert.deepEqual(
    statuses,
    ids.map(() => 200),
  );
  const order = [...raw.received.matchAll(/x-unknown-parameters: unknown(\d+)/gi)];
  assert.deepEqual(
    order.map(([, number]) => Number(number)),
    ids,
  );
});

test('the bodies of requests that were sent together belong to their requests', async () => {
  const contents = ['Keeps a red bicycle', 'Plays the piano', 'Was born in Évora'];
  const posts = contents.map((content) => {
    const body = JSON.stringify({ content });
    return [
      'POST /v3/memories HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${service.owner.token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  });
  await using raw = await RawConnection.open(url);
  const bytes = Buffer.from(posts.join(''));
  // The last body arrives in two pieces.
  raw.socket.write(bytes.subarray(0, -5));
  setTimeout(() => raw.socket.write(bytes.subarray(-5)), 50);
  assert.deepEqual(await raw.statuses(3), [200, 200, 200]);
  const { body } = await service.owner.call('GET', '/v3/memories');
  const stored = body.map(({ content }: { content: string }) => content);
  assert.deepEqual(
    contents.filter((content) => !stored.includes(content)),
    [],
  );
});

test('a connection on which too many requests wait is closed', async () => {
  const list = `GET /v3/memories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.owner.token}\r\n\r\n`;
  const raw = await RawConnection.open(url);
  raw.socket.write(list.repeat(400));
  await soon('the end of the connection', raw.closed);
  assert.equal((await service.owner.call('GET', '/v3/memories')).status, 200);
});

test('the connections of one address are limited', async () => {
  await using small = await startService({
    environment: { SVC_MAX_CONNECTIONS_PER_ADDRESS: '20', SVC_MAX_CONNECTIONS: '30' },
  });
  const here = small.service.url;
  const open = await Promise.all(Array.from({ length: 25 }, () => RawConnection.open(here)));
  const refused = await eventually('refusals', () => {
    const closed = open.filter(({ received }) => received !== '');
    return closed.length >= 5 && closed;
  });
  for (const { received } of refused) assert.match(received, /^HTTP\/1\.1 429 .*network address/s);
  await Promise.all(open.map((each) => each[Symbol.asyncDispose]()));
  await eventually('a free connection', async () => (await fetch(`${here}/healthz`)).ok);
});

test('through a trusted proxy, the requests of each caller are limited', async () => {
  const limits = { SVC_MAX_CONNECTIONS_PER_ADDRESS: '5', SVC_MAX_CONNECTIONS: '40' };
  await using behind = await startService({
    environment: { SVC_TRUSTED_PROXIES: '127.0.0.1', ...limits },
  });
  const { key } = await behind.owner.key(['memories:read']);
  const here = behind.service.url;
  const watch = async (caller: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': caller };
    const raw = await RawConnection.send(here, 'GET /v1/dev/user/events', { headers });
    return { raw, status: (await raw.statuses())[0] };
  };
  const statuses: unknown[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await watch('203.0.113.5')).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.equal((await watch('203.0.113.6')).status, 200);
  // Neighbours in one IPv6 network count together.
  const six: unknown[] = [];
  for (const host of ['1', '2', '3', '4', '5', '6']) {
    six.push((await watch(`2001:db8:1:2::${host}`)).status);
  }
  assert.deepEqual(six, [200, 200, 200, 200, 200, 429]);
  // All connections together.
  const all = await Promise.all(Array.from({ length: 40 }, () => RawConnection.open(here)));
  await eventually('a refusal', () =>
    all.some(({ received }) => received.startsWith('HTTP/1.1 503 ')),
  );
  for (const each of all) each.socket.destroy();
});

test('a user may have 30 live sockets, and others are not concerned', async () => {
  const user = await ApiUser.signUp(service.url, `${randomUUID()}@example.org`);
  const open = ({ token }: ApiUser, device: string) =>
    Listener.open(url, { token, custom_stt: 'enabled', device_id: device });
  const sockets = await Promise.all(
    Array.from({ length: 40 }, (_, number) => open(user, `d${number}`)),
  );
  const refused = await eventually('ten refusals', () => {
    const closed = sockets.filter(({ socket }) => socket.readyState === socket.CLOSED);
    return closed.length >= 10 && closed;
  });
  assert.equal(refused.length, 10);
  const { code, reason } = await refused[0]!.closed;
  assert.equal(code, 1013);
  assert.match(reason, /at most 30 listening sockets/);
  await using other = await open(service.owner, 'phone');
  await other.event('service_status', ({ status }) => status === 'ready');

  const [leaving] = sockets.filter((each) => !refused.includes(each));
  await leaving!.event('service_status', ({ status }) => status === 'ready');
  await leaving![Symbol.asyncDispose]();
  await using again = await open(user, 'again');
  await again.event('service_status', ({ status }) => status === 'ready');
  await Promise.all(sockets.map((each) => each[Symbol.asyncDispose]()));
});
