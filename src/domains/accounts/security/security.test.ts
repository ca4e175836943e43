// Both databases: entries are counted and pruned by statements, and revocations take locks.
/** The user sees who came in and what was done to keys, and nobody else does. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import { eventually } from '../../../testing/eventually.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { deleteOldEvents } from './security.sql.ts';

const LOG = '/v1/users/me/security-log';
const clock = new ManualClock();
let service: TestService;
let url: string;

before(async () => {
  service = await startService({
    clock,
    environment: { SVC_SIGN_UP: 'open', SVC_TRUSTED_PROXIES: '127.0.0.1' },
  });
  ({ url } = service.service);
});
after(() => service[Symbol.asyncDispose]());

const logOf = async (user: ApiUser, query = ''): Promise<Json[]> =>
  (await user.call('GET', `${LOG}${query}`)).body;
const eventsOf = async (user: ApiUser): Promise<string[]> =>
  (await logOf(user)).map(({ event }) => event);

let people = 0;
const newUser = (): Promise<ApiUser> => ApiUser.signUp(url, `person${(people += 1)}@example.org`);
const addressOf = async (user: ApiUser) => (await user.call('GET', '/v1/users/me')).body.email;

const signIn = (email: string, password: string, ip = '192.0.2.1', agent = 'A browser') =>
  request(url, 'POST', '/v1/auth/sign-in', {
    body: { email, password },
    headers: { 'X-Forwarded-For': ip, 'User-Agent': agent },
  });

test('a sign-in is logged with its time, address and browser', async () => {
  clock.advance(1_000);
  assert.equal((await signIn(OWNER.email, OWNER.password, '192.0.2.7', 'Firefox/140')).status, 200);
  const [{ id, ...entry }] = (await logOf(service.owner)) as [Json];
  assert.equal(typeof id, 'string');
  assert.deepEqual(entry, {
    at: clock.now().toISOString(),
    event: 'signed_in',
    by: 'password',
    subject: null,
    subject_id: null,
    ip_address: '192.0.2.7',
    user_agent: 'Firefox/140',
    count: 1,
    last_at: clock.now().toISOString(),
  });
});

test('failed sign-ins from one address within an hour are one entry', async () => {
  const user = await newUser();
  const email = await addressOf(user);
  const failures = () => logOf(user, '?event=sign_in_failed');
  const fail = async (ip: string, seen: number) => {
    assert.equal((await signIn(email.toUpperCase(), 'a wrong password', ip)).status, 401);
    await eventually('the entry', async () => {
      const counts = (await failures()).map(({ count }) => count);
      return counts.reduce((sum, count) => sum + count, 0) === seen;
    });
  };
  await fail('192.0.2.8', 1);
  const began = clock.now().toISOString();
  clock.advance(60_000);
  await fail('192.0.2.8', 2);
  await fail('192.0.2.9', 3);
  const [other, same] = await failures();
  assert.deepEqual([other.ip_address, other.count], ['192.0.2.9', 1]);
  assert.deepEqual(
    [same.ip_address, same.count, same.at, same.last_at, same.by],
    ['192.0.2.8', 2, began, clock.now().toISOString(), 'password'],
  );
  clock.advance(3_600_000);
  await fail('192.0.2.8', 4);
  assert.equal((await failures()).length, 3);
});

test('sign-outs and ended sessions are logged', async () => {
  const user = await newUser();
  const email = await addressOf(user);
  const password = 'a long enough passphrase';
  const { body } = await signIn(email, password, '192.0.2.1', 'Old phone');
  const [phone] = (await user.call('GET', '/v1/users/me/sessions')).body.filter(
    ({ user_agent }: Json) => user_agent === 'Old phone',
  );
  await user.call('DELETE', `/v1/users/me/sessions/${phone.id}`);
  const [ended] = (await logOf(user)) as [Json];
  assert.deepEqual(
    [ended.event, ended.subject, ended.by],
    ['session_ended', 'Old phone', 'session'],
  );
  assert.equal((await user.call('DELETE', '/v1/users/me/sessions/unknown')).status, 404);
  await signIn(email, password);
  await signIn(email, password);
  await user.call('DELETE', '/v1/users/me/sessions');
  const [all] = (await logOf(user)) as [Json];
  assert.deepEqual([all.event, all.count], ['sessions_ended', 2]);
  await user.call('DELETE', '/v1/users/me/sessions');
  assert.equal((await logOf(user))[0].id, all.id, 'there was nothing to end');
  const again = await ApiUser.signIn(url, { email, password });
  await user.call('POST', '/v1/auth/sign-out');
  assert.equal((await eventsOf(again))[0], 'signed_out');
  assert.ok(!JSON.stringify(await logOf(again)).includes(body.token));
});

test('a new password, a wrong one and a new address are logged', async () => {
  const user = await newUser();
  const email = await addressOf(user);
  const current_password = 'a long enough passphrase';
  const password = { current_password, new_password: 'another long passphrase' };
  await user.call('POST', '/v1/users/me/password', { ...password, current_password: 'wrong' });
  await eventually('the refusal', async () => (await eventsOf(user))[0] === 'password_refused');
  await signIn(email, current_password);
  await user.call('POST', '/v1/users/me/password', password);
  assert.deepEqual((await eventsOf(user)).slice(0, 2), ['sessions_ended', 'password_changed']);
  const moved = { email: `moved-${email}`, current_password: password.new_password };
  assert.equal((await user.call('PATCH', '/v1/users/me', moved)).status, 200);
  assert.equal((await eventsOf(user))[0], 'address_changed');
  await user.call('PATCH', '/v1/users/me', { name: 'Rui Costa' });
  assert.equal((await eventsOf(user))[0], 'address_changed', 'a name is not logged');
});

test('a key is logged when it is made, first used and revoked', async () => {
  const user = await newUser();
  for (const family of ['dev', 'mcp', 'device']) {
    const path = `/v1/${family}/keys`;
    const { body: key } = await user.call('POST', path, { name: `My ${family}` });
    const entry = async () => {
      const [{ event, subject, subject_id, by }] = (await logOf(user)) as [Json];
      return [event, subject, subject_id, by];
    };
    const about = [`My ${family}`, key.id];
    assert.deepEqual(await entry(), ['key_created', ...about, 'session']);
    if (family !== 'device') {
      const route = family === 'dev' ? '/v1/dev/key' : '/v1/mcp/memories';
      for (const _ of [1, 2]) {
        assert.equal((await request(url, 'GET', route, { token: key.key })).status, 200);
        await service.service.flush();
      }
      assert.deepEqual(await entry(), ['key_first_used', ...about, 'program']);
      const uses = await logOf(user, '?event=key_first_used');
      assert.equal(uses.filter(({ subject_id }) => subject_id === key.id).length, 1);
    }
    await user.call('DELETE', `${path}/${key.id}`);
    assert.deepEqual(await entry(), ['key_revoked', ...about, 'session']);
    assert.ok(!JSON.stringify(await logOf(user)).includes(key.key));
  }
});

test('an assistant is logged when it is connected and disconnected', async () => {
  const { owner } = service;
  const client = new OAuthClient(url);
  const browser = new FormBrowser();
  const newest = async () => {
    const [{ event, subject, by }] = (await logOf(owner)) as [Json];
    return [event, subject, by];
  };
  await client.connect(OWNER, { browser });
  assert.deepEqual(await newest(), ['assistant_connected', 'Claude', 'session']);
  const [{ id }] = (await owner.call('GET', '/v1/mcp/oauth/grants')).body.grants;
  await owner.call('DELETE', `/v1/mcp/oauth/grants/${id}`);
  assert.deepEqual(await newest(), ['assistant_disconnected', 'Claude', 'session']);
  const { refresh_token } = await client.connect(OWNER, { browser });
  const body = new URLSearchParams({ token: refresh_token, client_id: 'svc-claude' });
  await fetch(`${url}/revoke`, { method: 'POST', body });
  assert.deepEqual(await newest(), ['assistant_disconnected', 'Claude', 'program']);
});

test('new and ended secrets of webhooks and calendars are logged', async () => {
  const user = await newUser();
  const signing = '/v1/users/developer/webhook-signing-secret';
  const { body: made } = await user.call('POST', '/v1/webhooks', {
    url: 'https://hooks.example.org/private-path',
    types: ['*'],
  });
  const { body: renewed } = await user.call('POST', `/v1/webhooks/${made.id}/secret`);
  const [entry] = (await logOf(user)) as [Json];
  assert.deepEqual(
    [entry.event, entry.subject, entry.subject_id],
    ['webhook_secret_changed', 'hooks.example.org', made.id],
  );
  const { body: own } = await user.call('POST', signing);
  await user.call('DELETE', signing);
  await user.call('DELETE', signing);
  const { body: address } = await user.call('POST', '/v1/calendar-address');
  await user.call('DELETE', '/v1/calendar-address');
  assert.equal((await user.call('DELETE', '/v1/calendar-address')).status, 404);
  assert.deepEqual((await eventsOf(user)).slice(0, 5), [
    'calendar_address_ended',
    'calendar_address_made',
    'webhook_secret_deleted',
    'webhook_secret_changed',
    'webhook_secret_changed',
  ]);
  const text = JSON.stringify(await logOf(user));
  for (const secret of [made.secret, renewed.secret, own.secret, address.url, 'private-path']) {
    assert.ok(secret && !text.includes(secret), secret);
  }
});

test('the log is paged, and only its user reads it', async () => {
  const user = await newUser();
  for (const name of ['one', 'two', 'three']) await user.call('POST', '/v1/dev/keys', { name });
  const all = await logOf(user);
  assert.deepEqual(await eventsOf(user), [...Array(3).fill('key_created'), 'signed_in']);
  const first = await user.call('GET', `${LOG}?limit=2`);
  const cursor = first.headers.get('x-next-cursor');
  const second = await user.call('GET', `${LOG}?limit=2&cursor=${cursor}`);
  assert.deepEqual([...first.body, ...second.body], all);
  assert.equal(second.headers.get('x-next-cursor'), null);
  const stranger = await newUser();
  const others = JSON.stringify(await logOf(stranger));
  assert.ok(all.every(({ id }) => !others.includes(id)));
  const { key } = (await user.call('POST', '/v1/dev/keys', { name: 'key' })).body;
  assert.equal((await request(url, 'GET', LOG, { token: key })).status, 401);
});

test('old and surplus entries are deleted, failures separately from the others', async () => {
  const user = await newUser();
  const email = await addressOf(user);
  for (const ip of ['192.0.2.21', '192.0.2.22', '192.0.2.23']) {
    await signIn(email, 'a wrong password', ip);
  }
  await eventually('three entries', async () => (await logOf(user)).length === 4);
  const { db } = service.service.parts;
  const failures = ['sign_in_failed'];
  const none = new Date(0);
  await deleteOldEvents(db, { before: none, most: 1, failures, mostFailures: 2 });
  assert.deepEqual(await eventsOf(user), ['sign_in_failed', 'sign_in_failed', 'signed_in']);
  await deleteOldEvents(db, { before: none, most: 1, failures, mostFailures: 0 });
  assert.deepEqual(await eventsOf(user), ['signed_in']);
  const now = new Date(clock.now().getTime() + 1);
  await deleteOldEvents(db, { before: now, most: 1, failures, mostFailures: 2 });
  assert.deepEqual(await eventsOf(user), []);
});

test('the log ends with its account', async () => {
  const user = await newUser();
  const deletion = { current_password: 'a long enough passphrase' };
  assert.equal((await user.call('POST', '/v1/users/me/delete', deletion)).status, 200);
  const { db } = service.service.parts;
  const rows = db.selectFrom('security_events').selectAll().where('user_id', '=', user.id);
  assert.deepEqual(await rows.execute(), []);
});
