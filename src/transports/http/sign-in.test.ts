/** Tests signing in and out, and requests that a client may send twice or only once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { updateReadiness } from '../../domains/accounts/accounts.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { soon } from '../../testing/eventually.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { limitConnections } from './connections/connection-limits.ts';
import { closeApp } from './app.ts';
import { Deadlines } from './deadlines.ts';

const MEMORIES = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;
before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  request(service.url, method, path, { token: key.key, headers, body });

test('signing in sets a cookie of the session and one of the device, signing out clears the first', async () => {
  const signIn = (headers: Record<string, string> = {}) =>
    request(service.url, 'POST', '/v1/auth/sign-in', { body: OWNER, headers });
  const { status, headers, body } = await signIn();
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  const [session, device] = headers.getSetCookie();
  assert.match(
    session!,
    new RegExp(`^svc_session=${body.token}; Path=/; Expires=.*; HttpOnly; Same`),
  );
  const expires = new Date(/Expires=([^;]*)/.exec(session!)![1]!).getTime();
  assert.ok(Math.abs(expires - Date.parse(body.expires_at)) < 1_000);
  assert.match(device!, /^svc_device=[^;]+; Max-Age=\d{7,}; Path=\/; HttpOnly; SameSite=Lax$/);
  const out = await request(service.url, 'POST', '/v1/auth/sign-out', {
    body: {},
    token: body.token,
  });
  assert.equal(out.status, 200);
  assert.match(out.headers.getSetCookie()[0]!, /^svc_session=; .*Expires=Thu, 01 Jan 1970/);
  const { status: after } = await request(service.url, 'GET', '/v1/conversations', {
    token: body.token,
  });
  assert.equal(after, 401);
});

test('a change applies to the version that was read, in any of its forms', async () => {
  const { body } = await key.call('POST', MEMORIES, { content: 'Keeps bees' });
  const path = `${MEMORIES}/${body.id}`;
  const tag = (await key.call('GET', path)).headers.get('etag')!;
  const change = (content: string) => send('PATCH', path, { 'If-Match': tag }, { content });
  assert.equal((await change('Keeps ten hives of bees')).status, 200);
  const late = await change('Keeps no bees');
  assert.equal(late.status, 412, JSON.stringify(late.body));
  assert.equal((await key.call('GET', path)).body.content, 'Keeps ten hives of bees');
});

test('a repeated request gets the first answer, but not while its data is closed', async () => {
  const create = () => send('POST', MEMORIES, { 'Idempotency-Key': 'k1' }, { content: 'Rows' });
  const first = await create();
  assert.equal(first.headers.get('idempotent-replayed'), null);
  const again = await create();
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  await updateReadiness(service.service.parts.db, service.owner.id, 'held_by_operator');
  const closed = await create();
  assert.ok(closed.status >= 400, JSON.stringify(closed.body));
  assert.equal(closed.body.id, undefined);
});

test('when the service stops, connections that stay open are cut after eight seconds', async (t) => {
  const app = fastify();
  app.decorate('sockets', limitConnections(app, { total: 9, perAddress: 9 }, []));
  await app.register(websocket);
  const asked = Promise.withResolvers<void>();
  app.get('/hangs', () => {
    asked.resolve();
    return new Promise(() => {});
  });
  app.get('/socket', { websocket: true }, () => {});
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${text}\r\nHost: x\r\n`);
    return socket;
  };
  const hanging = await open('/hangs HTTP/1.1');
  hanging.write('\r\n');
  await asked.promise;
  // This client does not answer when the service closes its WebSocket.
  const silent = await open('/socket HTTP/1.1');
  silent.write(
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(silent, 'data');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ends = Promise.all([once(hanging.resume(), 'close'), once(silent.resume(), 'close')]);
  let isClosed = false;
  const closing = closeApp(app, { deadlines: new Deadlines() } as never).then(
    () => (isClosed = true),
  );
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  assert.equal(isClosed, false);
  t.mock.timers.tick(8_000);
  t.mock.timers.reset();
  await soon('the end of both connections', ends);
  await soon('the end of the service', closing);
});
