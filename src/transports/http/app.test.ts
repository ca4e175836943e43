/** Tests the HTTP server with test routes: answers, methods, conditions and refusals. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { z } from 'zod';
import { ManualClock } from '../../core/clock.ts';
import { InsufficientScope, NotFound } from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { buildApp, closeApp } from './app.ts';
import { Deadlines } from './deadlines.ts';
import { mountHealth } from './health.ts';
import type { Door } from './route-mounting.ts';

const actor = { kind: 'session', user_id: 'ana', session_id: 's' } as const satisfies Actor;
const logged: string[] = [];
const BYTES = Uint8Array.from({ length: 10 }, (_, at) => at);
let allowance: object | null = null;
const begun = Promise.withResolvers<AbortSignal>();

type Handler = (input: Record<string, unknown>) => unknown;
const of = (name: string, run: Handler, { effect = 'read', waits = false } = {}) =>
  defineOperation({
    name,
    summary: name,
    scope: null,
    effect: effect as 'read',
    ...(waits && { waits }),
    input: z.object({
      id: z.string().optional(),
      name: z.string().max(5).optional(),
      offset: z.int().optional(),
      cursor: z.string().optional(),
    }),
    output: z.any(),
    run: async (context, input) =>
      run({ ...input, ip: context.ip, note: context.device_note, signal: context.signal }),
  });
const at = (path: string, credential: Route['credential'] = 'session') =>
  ({ path, credential }) as const;

const ROUTES: Route[] = [
  route(
    of('thing', ({ id, ip, note }) => ({ id, ip, note })),
    { method: 'GET', ...at('/things/{id}') },
  ),
  route(
    of('rename', ({ name }) => ({ name }), { effect: 'write' }),
    { method: 'PATCH', ...at('/things/{id}') },
  ),
  route(
    of('remove', () => null, { effect: 'destroy' }),
    {
      method: 'DELETE',
      ...at('/things/{id}'),
      status: 204,
    },
  ),
  route(
    of('part', () => 'done', { effect: 'write' }),
    { method: 'PATCH', ...at('/things/{id}/part') },
  ),
  route(
    of('things', ({ offset }) => ({
      items: [offset ?? 0],
      next_cursor: offset === 9 ? null : 'c+/1',
    })),
    { method: 'GET', ...at('/things'), answer: 'page' },
  ),
  route(
    of('add', ({ name }) => ({ name }), { effect: 'write' }),
    { method: 'POST', ...at('/things') },
  ),
  route(
    of('bytes', () => ({ content_type: 'image/png', content: BYTES })),
    {
      method: 'GET',
      ...at('/bytes'),
      answer: 'bytes',
    },
  ),
  route(
    of('file', () => ({ file_name: 'a.txt', content_type: 'text/plain', content: 'hello' })),
    { method: 'GET', ...at('/file'), answer: 'file' },
  ),
  route(
    of('tools', () => ({})),
    { method: 'GET', ...at('/tools', 'assistant') },
  ),
  route(
    of('denied', () => {
      throw new InsufficientScope('goals.read');
    }),
    { method: 'GET', ...at('/denied', 'assistant') },
  ),
  route(
    of('defect', () => {
      throw new Error('inside');
    }),
    { method: 'GET', ...at('/defect', 'none') },
  ),
  route(
    of('gone', () => {
      throw new NotFound('None.');
    }),
    { method: 'GET', ...at('/gone', 'none') },
  ),
  route(
    of(
      'waiting',
      ({ signal }) =>
        new Promise((resolve) => {
          begun.resolve(signal as AbortSignal);
          setTimeout(resolve, 5_000, {}).unref();
        }),
      { waits: true },
    ),
    { method: 'GET', ...at('/waiting', 'none') },
  ),
];

let app: FastifyInstance;
let url: string;
const door = {
  parts: {
    clock: new ManualClock(),
    requireRoom() {},
    gates: {},
    db: { isTransaction: false },
    changed() {},
  },
  authenticator: {
    session: async (token: string) => (token === 'svc_ses_1' ? actor : null),
    key: async (key: string) => (key === 'svc_mcp_1' ? actor : null),
    accessToken: async () => null,
    site: () => 'http://home.example',
  },
  rateLimiter: { count: async () => allowance },
  deadlines: new Deadlines(),
  site: () => 'http://home.example',
} as unknown as Door;

before(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  app = await buildApp({ door, routes: ROUTES, logger, trustedProxies: ['127.0.0.1'] });
  await app.register(websocket);
  mountHealth(app, {
    fault: () => (logged.includes('fault') ? 'It stopped.' : null),
    readiness: async () => ({ ready: !logged.includes('fault') }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
after(() => closeApp(app, door));

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      Authorization: 'Bearer svc_ses_1',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

test('an answer has a tag, and is not sent again to a client that has it', async () => {
  const first = await ask('GET', '/things/a', { Cookie: 'svc_device=n1' });
  assert.deepEqual(JSON.parse(first.text), { id: 'a', ip: '127.0.0.1', note: 'n1' });
  assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8');
  const tag = first.headers.get('etag')!;
  const headers = { Cookie: 'svc_device=n1', 'If-None-Match': tag };
  const again = await ask('GET', '/things/a', headers);
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag]);
  assert.equal((await ask('GET', '/things/b', headers)).status, 200);
  assert.equal((await ask('PATCH', '/things/a', {}, { name: 'x' })).headers.get('etag'), null);
  assert.equal((await ask('GET', '/things/a/')).status, 200);
  const proxied = await ask('GET', '/things/a', { 'X-Forwarded-For': '9.9.9.9' });
  assert.equal(JSON.parse(proxied.text).ip, '9.9.9.9');
});

test('a page points to the next one', async () => {
  const { text, headers } = await ask('GET', '/things?offset=3&name=a%20b');
  assert.equal(text, '[3]');
  assert.equal(headers.get('x-next-cursor'), 'c+/1');
  assert.equal(headers.get('link'), '</things?name=a+b&cursor=c%2B%2F1>; rel="next"');
  const last = await ask('GET', '/things?offset=9');
  assert.deepEqual([last.headers.get('x-next-cursor'), last.headers.get('link')], [null, null]);
});

test('files are downloaded whole or in part, with their names and types', async () => {
  const file = await ask('GET', '/file');
  assert.equal(file.text, 'hello');
  assert.match(file.headers.get('content-type')!, /^text\/plain/);
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="a.txt"');
  assert.ok(file.headers.get('etag'));
  const whole = await ask('GET', '/bytes');
  assert.deepEqual([whole.status, whole.text.length], [200, 10]);
  const told = ['content-type', 'accept-ranges'].map((name) => whole.headers.get(name));
  assert.deepEqual(told, ['image/png', 'bytes']);
  const part = await ask('GET', '/bytes', { Range: 'bytes=2-4' });
  assert.deepEqual([part.status, [...Buffer.from(part.text)]], [206, [2, 3, 4]]);
  assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
  const tag = whole.headers.get('etag')!;
  assert.equal((await ask('GET', '/bytes', { 'If-None-Match': tag })).status, 304);
});

test('a conditional change applies only to the version that was read, and a part uses the tag of its object', async () => {
  const tag = (await ask('GET', '/things/a')).headers.get('etag')!;
  assert.ok(tag);
  const created = await ask('POST', '/things', { 'If-Match': '"other"' }, { name: 'x' });
  assert.equal(created.status, 200);
  const empty = await ask('DELETE', '/things/a');
  assert.deepEqual([empty.status, empty.text], [204, '']);
});

test('an idempotency key has 1 to 255 characters, and reads need none', async () => {
  const create = (key: string) => ask('POST', '/things', { 'Idempotency-Key': key }, { name: 'x' });
  assert.match((await create('x'.repeat(256))).text, /1 to 255 characters/);
  assert.equal((await ask('GET', '/things/a', { 'Idempotency-Key': 'x'.repeat(256) })).status, 200);
});

test('invalid input is reported with its location, and a body must be UTF-8 JSON', async () => {
  const wrong = await ask('PATCH', '/things/a', {}, { name: 'too long' });
  assert.equal(wrong.status, 422);
  assert.deepEqual(JSON.parse(wrong.text).detail[0].loc, ['body', 'name']);
  const empty = await ask('PATCH', '/things/a', { 'Content-Type': 'application/json' });
  assert.equal(empty.status, 200);
  const broken = await ask('POST', '/things', {}, '{');
  assert.equal(JSON.parse(broken.text).detail[0].type, 'json_invalid');
  const large = await ask('POST', '/things', {}, `{"name":"${'x'.repeat(1024 * 1024)}"}`);
  assert.deepEqual(
    [large.status, JSON.parse(large.text).detail],
    [413, 'The body is too large: at most 1 MiB.'],
  );
  const form = await ask('POST', '/things', { 'Content-Type': 'text/plain' }, 'x');
  assert.equal(form.status, 415);
});

test('a known path lists its methods, and an unknown path is not found', async () => {
  const methods = async (method: string, path: string) => {
    const { status, headers, text } = await ask(method, path);
    return `${status} ${headers.get('allow') ?? JSON.parse(text).detail}`;
  };
  assert.equal(await methods('PUT', '/things'), '405 GET, HEAD, POST');
  assert.equal(await methods('POST', '/things/a'), '405 GET, HEAD, PATCH, DELETE');
  assert.equal(await methods('GET', '/things/a/part'), '405 PATCH');
  assert.equal(await methods('GET', '/nothing'), '404 Not Found');
  assert.match(await methods('GET', '/%zz'), /^400 /);
});

test('assistants get a challenge, and credentials in the address are refused', async () => {
  const asked = (path: string, authorization: string) =>
    ask('GET', path, { Authorization: authorization });
  assert.equal((await asked('/tools', 'svc_mcp_1')).status, 200);
  const refused = await asked('/tools', 'svc_mcp_2');
  assert.match(
    refused.headers.get('www-authenticate')!,
    /^Bearer resource_metadata=.*invalid_token/,
  );
  const denied = await asked('/denied', 'svc_mcp_1');
  assert.equal(denied.status, 403);
  assert.match(denied.headers.get('www-authenticate')!, /insufficient_scope/);
  assert.equal((await asked('/tools?token=x', 'svc_mcp_1')).status, 400);
  const stranger = await asked('/things/a', 'Bearer svc_ses_2');
  assert.deepEqual([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer']);
  assert.equal((await ask('GET', '/things/a?token=x')).status, 200);
});

test('defects are logged but not sent, and refusals are sent but not logged', async () => {
  logged.length = 0;
  const gone = await ask('GET', '/gone');
  assert.deepEqual([gone.status, gone.text, logged.length], [404, '{"detail":"None."}', 0]);
  const defect = await ask('GET', '/defect');
  assert.deepEqual([defect.status, defect.text.includes('inside')], [500, false]);
  assert.equal(logged.length, 1);
  assert.match(logged[0]!, /unexpected error/);
});

test('rate limits are reported in the headers', async () => {
  assert.equal((await ask('GET', '/things/a')).headers.get('x-ratelimit-limit'), null);
  allowance = { limit: 5, remaining: 4, resetsAt: new Date(60_000) };
  const { headers } = await ask('GET', '/things/a');
  allowance = null;
  assert.equal(headers.get('x-ratelimit-remaining'), '4');
});

test('pages are protected against framing and foreign scripts', async () => {
  const policy = (await ask('GET', '/things/a')).headers.get('content-security-policy')!;
  assert.match(policy, /frame-ancestors 'none'/);
  assert.ok(!policy.includes('upgrade-insecure-requests'));
});

test('work is aborted when its client disconnects', async () => {
  const gone = new AbortController();
  const asking = fetch(`${url}/waiting`, { signal: gone.signal }).catch(() => {});
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The work was not told in time.')), 3_000).unref();
  });
  const signal = await Promise.race([begun.promise, late]);
  const told = once(signal, 'abort');
  gone.abort();
  await asking;
  await Promise.race([told, late]);
});

test('invalid HTTP and too large headers get a JSON error', async () => {
  const raw = async (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(text);
    const answer = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
    return `${answer.split('\r\n')[0]} ${JSON.parse(answer.slice(answer.indexOf('{'))).detail}`;
  };
  assert.match(
    await raw('rubbish\r\n\r\n'),
    /^HTTP\/1\.1 400 Bad Request This is not a valid HTTP request/,
  );
  const header = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`;
  assert.match(await raw(header), /^HTTP\/1\.1 431 .* The headers are too large\.$/);
});

test('the health routes report whether the process lives and can serve', async () => {
  const [alive, ready] = [await ask('GET', '/healthz'), await ask('GET', '/readyz')];
  assert.deepEqual([alive.status, alive.text, ready.status], [200, '{"status":"ok"}', 200]);
  logged.push('fault');
  const [dead, away] = [await ask('GET', '/healthz'), await ask('GET', '/readyz')];
  assert.deepEqual([dead.status, away.status], [503, 503]);
  assert.match(dead.text, /It stopped\./);
});
