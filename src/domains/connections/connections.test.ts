import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { KEY, startLimitless } from '../../testing/servers/recorder-servers.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/connections';
const MINUTE = 60_000;
const clock = new ManualClock('2026-03-02T10:00:00Z');
let service: TestService;
let owner: ApiUser;

before(async () => {
  service = await startService({
    clock,
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on', SVC_SIGN_UP: 'open' },
  });
  ({ owner } = service);
});
after(() => service[Symbol.asyncDispose]());

const listed = async (id: string, user = owner): Promise<Json> =>
  (await user.call('GET', PATH)).body.find((each: Json) => each.id === id);

async function connect(address: string, user = owner): Promise<Json> {
  const { status, body } = await user.call('POST', PATH, {
    kind: 'limitless',
    address,
    secret: KEY,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const once = (id: string, wanted: (connection: Json) => boolean, user = owner): Promise<Json> =>
  eventually('the connection', async () => {
    const connection = await listed(id, user);
    return wanted(connection) && connection;
  });

test('a connection says what it needs, tries the key, and never shows it again', async () => {
  await using server = await startLimitless();
  const kinds = (await owner.call('GET', '/v1/connection-kinds')).body;
  const { title, fields } = kinds.find(({ kind }: Json) => kind === 'limitless');
  assert.deepEqual([title, fields], ['Limitless', ['secret']]);
  const wrong = { kind: 'limitless', address: server.url, secret: 'another' };
  const refused = await owner.call('POST', PATH, wrong);
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [422, 'Limitless: The key is refused (401). Enter a new one.'],
  );
  const made = await connect(server.url);
  assert.deepEqual([made.name, made.kind, made.came], ['Limitless', 'limitless', 0]);
  const one = await once(made.id, ({ last_success_at }) => last_success_at !== null);
  assert.deepEqual([one.status, one.problem, one.failures], ['waiting', null, 0]);
  const everything = JSON.stringify([(await owner.call('GET', PATH)).body, made]);
  assert.ok(!everything.includes(KEY));
});

test('addresses are public https addresses, and kinds are known', async () => {
  await using closed = await startService();
  const tries = [
    { kind: 'limitless', address: 'http://127.0.0.1:1/' },
    { kind: 'limitless', address: 'http://api.example.org/' },
    { kind: 'limitless', address: 'https://10.0.0.1/' },
    { kind: 'limitless', address: 'https://user:word@example.org/' },
    { kind: 'limitless', address: 'ftp://example.org/' },
    { kind: 'limitless', settings: { other: 1 } },
    { kind: 'telex', address: 'https://example.org/' },
  ];
  for (const each of tries) {
    const { status } = await closed.owner.call('POST', PATH, { secret: 'x', ...each });
    assert.ok(status === 422 || status === 400, `${JSON.stringify(each)}: ${status}`);
  }
  // A name that leads to this machine is refused when it is called.
  const local = { kind: 'limitless', address: 'https://localhost/', secret: 'x' };
  const { body } = await closed.owner.call('POST', PATH, local);
  assert.match(body.detail, /The address is not public/);
});

test('a refused key stops the connection until the key is changed', async () => {
  await using server = await startLimitless();
  const { id } = await connect(server.url);
  await once(id, ({ last_success_at }) => last_success_at !== null);
  // A firewall before the service says nothing about the key.
  server.instead = (response) =>
    Boolean(response.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>Wait</h1>'));
  await owner.call('POST', `${PATH}/${id}/run`);
  await once(id, ({ status, failures }) => status === 'waiting' && failures === 1);
  server.instead = (response) => Boolean(response.writeHead(401).end());
  await owner.call('POST', `${PATH}/${id}/run`);
  const stopped = await once(id, ({ status }) => status === 'stopped');
  assert.deepEqual(
    [stopped.problem, stopped.next_run_at],
    ['The key is refused (401). Enter a new one.', null],
  );
  const count = server.asked.length;
  clock.advance(24 * 60 * MINUTE);
  const path = `${PATH}/${id}`;
  assert.equal((await owner.call('PATCH', path, { secret: 'wrong' })).status, 422);
  assert.equal(server.asked.length, count + 1, 'only the new key was tried');
  server.instead = () => false;
  assert.equal((await owner.call('PATCH', path, { secret: KEY })).status, 200);
  const again = await once(id, ({ status, failures }) => status === 'waiting' && failures === 0);
  assert.equal(again.problem, null);
});

test('a key goes to another host only if it is entered again', async () => {
  await using server = await startLimitless();
  await using other = await startLimitless();
  const { id } = await connect(server.url);
  const path = `${PATH}/${id}`;
  const refused = await owner.call('PATCH', path, { address: other.url });
  assert.equal(refused.status, 422);
  assert.match(JSON.stringify(refused.body), /secret is required/);
  assert.equal(other.asked.length, 0);
  assert.equal((await owner.call('PATCH', path, { address: other.url, secret: KEY })).status, 200);
  await owner.call('PATCH', path, { name: 'My pendant' });
  await owner.call('DELETE', path);
  const log = (await owner.call('GET', '/v1/users/me/security-log')).body as Json[];
  const host = (server: { url: string }) => new URL(server.url).host;
  assert.deepEqual(
    log
      .filter(({ subject_id }) => subject_id === id)
      .map(({ event, subject }) => `${event}: ${subject}`),
    [
      `connection_removed: My pendant (${host(other)})`,
      `connection_key_changed: Limitless (${host(other)})`,
      `connection_added: Limitless (${host(server)})`,
    ],
  );
});

test('a paused connection does not run, and a deleted one is gone', async () => {
  await using server = await startLimitless();
  const { id } = await connect(server.url);
  await once(id, ({ last_success_at }) => last_success_at !== null);
  const path = `${PATH}/${id}`;
  const { body } = await owner.call('PATCH', path, { paused: true, name: 'My pendant' });
  assert.deepEqual([body.status, body.name], ['paused', 'My pendant']);
  assert.equal((await owner.call('POST', `${path}/run`)).status, 409);
  const count = server.asked.length;
  clock.advance(24 * 60 * MINUTE);
  await owner.call('PATCH', path, { paused: false });
  await server.until(count + 1);
  assert.equal((await owner.call('DELETE', path)).status, 204);
  assert.equal(await listed(id), undefined);
  assert.equal((await owner.call('DELETE', path)).status, 404);
});

test('a service that limits requests is asked again when it says, by its own clock', async () => {
  await using server = await startLimitless();
  const { id } = await connect(server.url);
  await once(id, ({ last_success_at }) => last_success_at !== null);
  // The clock of the service is in the year 2020, and it wants an hour.
  const headers = {
    Date: 'Wed, 01 Jan 2020 00:00:00 GMT',
    'Retry-After': 'Wed, 01 Jan 2020 01:00:00 GMT',
  };
  server.instead = (response) => {
    response.sendDate = false;
    return Boolean(response.writeHead(429, headers).end());
  };
  await owner.call('POST', `${PATH}/${id}/run`);
  const limited = await once(id, ({ failures }) => failures === 1);
  assert.match(limited.problem, /answered 429/);
  const wait = Date.parse(limited.next_run_at) - clock.now().getTime();
  assert.equal(wait, 60 * MINUTE);
  const count = server.asked.length;
  server.instead = () => false;
  clock.advance(61 * MINUTE);
  await server.until(count + 1);
  await once(id, ({ failures }) => failures === 0);
});

test('other users and keys without the scope see nothing', async () => {
  await using server = await startLimitless();
  const { id } = await connect(server.url);
  const other = await ApiUser.signUp(service.url, 'connections@example.org');
  assert.deepEqual((await other.call('GET', PATH)).body, []);
  for (const [method, path] of [
    ['PATCH', `${PATH}/${id}`],
    ['DELETE', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/run`],
  ] as const) {
    const { status } = await other.call(method, path, { paused: true });
    assert.equal(status, 404, method);
  }
  const reader = await owner.key(['webhooks:read']);
  const own = '/v1/dev/user/connections';
  assert.equal((await reader.call('GET', own)).body.at(-1).id, id);
  assert.equal((await reader.call('POST', `${own}/${id}/run`)).status, 403);
});
