/**
 * Tests that open streams end with their credential, at once: the regular checks of this service
 * come only once an hour.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { EventStream } from '../../src/testing/clients/event-stream.ts';
import { Listener } from '../../src/testing/clients/listener.ts';
import { soon } from '../../src/testing/eventually.ts';
import { createTestDatabase } from '../../src/testing/postgres.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../src/testing/template.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'a long enough passphrase';
const EVENTS = '/v1/dev/user/events';
const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const replaced = {
  heartbeatMs: HOUR_MS,
  mcp: { keepAliveMs: HOUR_MS },
  recogniser: scriptedRecogniser({ utterances: [] }),
};
let service: TestService;

before(async () => {
  service = await startService({ ...replaced, environment: { SVC_SIGN_UP: 'open' } });
});
after(() => service[Symbol.asyncDispose]());

const newUser = async () => {
  const email = `${randomUUID()}@example.org`;
  const user = await ApiUser.signUp(service.service.url, email);
  return { user, again: () => ApiUser.signIn(service.service.url, { email, password: PASSWORD }) };
};

async function keyOf(user: ApiUser, family: 'dev' | 'mcp' | 'device') {
  const given = { name: 'test', ...(family === 'dev' && { scopes: ['memories:read'] }) };
  const { body } = await user.call('POST', `/v1/${family}/keys`, given);
  return { ...(body as { id: string; key: string }), family };
}

/** Opens the stream of events, and reads its first position. */
async function watch(url: string, token: string): Promise<EventStream> {
  const stream = await EventStream.open(url, EVENTS, { token });
  assert.equal(stream.response.status, 200);
  return stream;
}

async function listen(url: string, token: string, device = 'phone'): Promise<Listener> {
  const socket = await Listener.open(url, {
    token,
    custom_stt: 'enabled',
    ...(!token.startsWith('svc_dvc_') && { device_id: device }),
  });
  await socket.event('service_status', ({ status }) => status === 'ready');
  return socket;
}

/** Returns the reason with which the stream ends; it must end soon. */
async function endOf(stream: EventStream): Promise<unknown> {
  const end = await soon('the end of the stream', stream.next());
  assert.equal(await soon('the end of the stream', stream.next()), null);
  return [end?.event, end?.data.status];
}

test('a stream of events ends with its key, and those of other keys go on', async () => {
  const { user } = await newUser();
  const [revoked, other] = [await keyOf(user, 'dev'), await keyOf(user, 'dev')];
  await using ending = await watch(user.url, revoked.key);
  await using staying = await watch(user.url, other.key);
  await user.call('DELETE', `/v1/dev/keys/${revoked.id}`);
  assert.deepEqual(await endOf(ending), ['error', 401]);
  await user.call('POST', '/v3/memories', { content: 'Plays the piano' });
  const event = await soon('the change', staying.next());
  assert.equal(event?.event, 'change');
});

test('no change after the revocation is told, however soon it comes', async () => {
  const { user } = await newUser();
  for (let round = 0; round < 5; round += 1) {
    const key = await keyOf(user, 'dev');
    await using stream = await watch(user.url, key.key);
    await user.call('DELETE', `/v1/dev/keys/${key.id}`);
    await user.call('POST', '/v3/memories', { content: `Secret number ${round} of the garden` });
    assert.deepEqual(await endOf(stream), ['error', 401]);
  }
});

test('the stream of events of a session ends with it', async () => {
  const { user, again } = await newUser();
  const page = await again();
  await using stream = await EventStream.open(user.url, '/v1/events', page);
  await page.call('POST', '/v1/auth/sign-out', {});
  assert.deepEqual(await endOf(stream), ['error', 401]);
});

test('a device socket ends with its key, and is not heard afterwards', async () => {
  const { user } = await newUser();
  const key = await keyOf(user, 'device');
  await using socket = await listen(user.url, key.key);
  await using phone = await listen(user.url, user.token);
  await user.call('DELETE', `/v1/device/keys/${key.id}`);
  const { code, reason } = await soon('the end of the socket', socket.closed);
  assert.deepEqual([code, reason], [1008, 'Invalid API Key']);
  assert.equal(phone.socket.readyState, phone.socket.OPEN);
});

const endings: Record<string, (user: ApiUser, own: ApiUser) => Promise<unknown>> = {
  'signing out': (_user, own) => own.call('POST', '/v1/auth/sign-out', {}),
  'ending that session': async (user) => {
    const { body } = await user.call('GET', '/v1/users/me/sessions');
    const other = body.find(({ is_current }: { is_current: boolean }) => !is_current);
    return user.call('DELETE', `/v1/users/me/sessions/${other.id}`);
  },
  'ending all other sessions': (user) => user.call('DELETE', '/v1/users/me/sessions'),
  'a new password': (user) =>
    user.call('POST', '/v1/users/me/password', {
      current_password: PASSWORD,
      new_password: 'another long enough passphrase',
    }),
};
for (const [name, end] of Object.entries(endings)) {
  test(`the socket of a session ends with ${name}`, async () => {
    const { user, again } = await newUser();
    const other = await again();
    await using socket = await listen(user.url, other.token, 'page');
    await using staying = await listen(user.url, user.token, 'phone');
    const answer = (await end(user, other)) as { status: number };
    assert.ok(answer.status < 300, JSON.stringify(answer));
    const { code, reason } = await soon('the end of the socket', socket.closed);
    assert.equal(code, 1008);
    assert.match(reason, /session has ended/);
    assert.equal(staying.socket.readyState, staying.socket.OPEN);
  });
}

test('all streams of an account end when it is deleted', async () => {
  const { user } = await newUser();
  const [dev, device, mcp] = [
    await keyOf(user, 'dev'),
    await keyOf(user, 'device'),
    await keyOf(user, 'mcp'),
  ];
  await using events = await watch(user.url, dev.key);
  await using socket = await listen(user.url, device.key);
  const old = await fetch(new URL('/v1/mcp/sse', user.url), {
    headers: { Authorization: `Bearer ${mcp.key}`, Accept: 'text/event-stream' },
  });
  assert.equal(old.status, 200);
  const { status } = await user.call('POST', '/v1/users/me/delete', { current_password: PASSWORD });
  assert.equal(status, 200);
  assert.deepEqual(await endOf(events), ['error', 401]);
  await soon('the end of the socket', socket.closed);
  const drain = async () => {
    for await (const _ of old.body!);
  };
  await soon('the end of the stream for old assistants', drain());
});

test(
  'a stream ends when another process revokes its key or its session',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using stack = new AsyncDisposableStack();
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!, 'fresh'));
    const folder = temporaryFolder();
    stack.defer(() => removeFolder(folder));
    const start = async (name: string) => {
      const SVC_DATA_DIR = join(folder, name);
      const SVC_SECRET = 'the secret that both processes share';
      const environment = { DATABASE_URL, SVC_DATA_DIR, SVC_SECRET, SVC_SIGN_UP: 'open' };
      return stack.use(await startService({ ...replaced, environment }));
    };
    const [one, two] = [await start('one'), await start('two')];
    const email = `${randomUUID()}@example.org`;
    const user = await ApiUser.signUp(one.service.url, email);
    const other = await ApiUser.signIn(two.service.url, { email, password: PASSWORD });
    const key = await keyOf(user, 'dev');
    await using events = await watch(two.service.url, key.key);
    await using socket = await listen(two.service.url, other.token);
    const began = performance.now();
    await user.call('DELETE', `/v1/dev/keys/${key.id}`);
    await user.call('DELETE', '/v1/users/me/sessions');
    // The content after the revocation is told by no process.
    await user.call('POST', '/v3/memories', { content: 'Hides the key under the mat' });
    assert.deepEqual(await endOf(events), ['error', 401]);
    assert.equal((await soon('the end of the socket', socket.closed)).code, 1008);
    assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`);
  },
);
