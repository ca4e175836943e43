import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { ApiUser, request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { contextOf } from '../../testing/context-of.ts';
import { signInOperation } from './accounts.ts';
import { upsertPassword } from './accounts.sql.ts';
import { prepareFirstOwner, setUpOwnerOperation } from './first-owner.ts';
import { openIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { knownDevices } from './known-devices.ts';

const signIn = ({ url }: TestService, body: unknown) =>
  request(url, 'POST', '/v1/auth/sign-in', { body });

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

test('signing in returns a token and the user, and sets a cookie that scripts cannot read', async () => {
  const { status, body, headers } = await signIn(service, OWNER);
  assert.equal(status, 200);
  assert.match(body.token, /^svc_ses_[\w-]{43}$/);
  assert.deepEqual(Object.keys(body.user), ['id', 'email', 'name', 'timezone']);
  assert.equal(body.user.timezone, 'Europe/Lisbon');
  assert.ok(Date.parse(body.expires_at) > Date.now());
  const cookie = headers.get('set-cookie') ?? '';
  assert.match(cookie, /^svc_session=svc_ses_.*HttpOnly.*SameSite=Lax/);
  const me = await request(service.url, 'GET', '/v1/auth/me', {
    headers: { Cookie: cookie.split(';')[0]! },
  });
  assert.equal(me.body.email, OWNER.email);
});

test('a session ends when its user signs out', async () => {
  const owner = await ApiUser.signIn(service.url, OWNER);
  assert.deepEqual((await owner.call('POST', '/v1/auth/sign-out')).body, { success: true });
  assert.equal((await owner.call('GET', '/v1/auth/me')).status, 401);
  const again = await ApiUser.signIn(service.url, OWNER);
  assert.deepEqual((await again.securityEvents()).slice(0, 2), ['signed_in', 'signed_out']);
});

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn(service, { ...OWNER, password: 'not this one at all' });
  const unknown = await signIn(service, { email: 'nobody@example.org', password: 'whatever' });
  assert.equal(wrong.status, 401);
  assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body]);
});

test('password guessing is slowed down, even when another user signs in correctly', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using slowed = await startService({ clock });
  const guess = () => signIn(slowed, { ...OWNER, password: 'a wrong password' });
  const statuses = [];
  for (let tries = 0; tries < 8; tries += 1) statuses.push((await guess()).status);
  assert.deepEqual(statuses.slice(0, 5), [401, 401, 401, 401, 401]);
  const refused = await guess();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal((await signIn(slowed, OWNER)).status, 429, 'the right password waits as well');
  clock.advance(3_600_000);
  assert.equal((await signIn(slowed, OWNER)).status, 200);
});

test('another site cannot use the cookie to change anything', async () => {
  const cookie = (await signIn(service, OWNER)).headers.get('set-cookie')!.split(';')[0]!;
  const create = (Origin: string) =>
    request(service.url, 'POST', '/v1/dev/keys', {
      body: { name: 'x' },
      headers: { Cookie: cookie, Origin },
    });
  assert.equal((await create('https://evil.example')).status, 403);
  assert.equal((await create(service.url)).status, 200);
});

test('the set-up link creates the owner account only once', async () => {
  const link = service.service.setUpLink;
  assert.equal(link, null, 'with an owner there is no link');
  const account = { name: 'A', email: 'a@example.org', password: 'x'.repeat(12), timezone: 'UTC' };
  const setUp = await request(service.url, 'POST', '/v1/auth/set-up', {
    body: { ...account, setup_token: 'guessed' },
  });
  assert.equal(setUp.status, 403);
  const state = await request(service.url, 'GET', '/v1/auth/set-up');
  assert.deepEqual(state.body, { has_owner: true });
});

test('the first start creates the configured account, and later starts create no other', async () => {
  await using first = await startService({ environment: { SVC_TIMEZONE: 'Asia/Tokyo' } });
  const { body } = await first.owner.call('GET', '/v1/auth/me');
  assert.partialDeepStrictEqual(body, { email: 'owner@example.org', timezone: 'Asia/Tokyo' });
  assert.equal(first.service.setUpLink, null);
});

test('the set-up secret is valid until an account exists', async () => {
  const { db } = service.service.parts;
  // An account already exists, so the identity is not used.
  const identity = null as unknown as Identity;
  const account = { name: 'A', email: 'a@example.org', password: 'x'.repeat(12), timezone: 'UTC' };
  const setUp = (token: string | null, setup_token: string) =>
    setUpOwnerOperation(identity, { token })(contextOf(service, []), { ...account, setup_token });
  await assert.rejects(setUp('secret', 'secres'), /not valid/);
  await assert.rejects(setUp('secret', 'secret'), /account already exists/);
  await assert.rejects(setUp(null, 'null'), /not valid/);
  const settings = { ownerEmail: 'b@example.org', ownerPassword: 'x'.repeat(12), timezone: 'UTC' };
  assert.deepEqual(await prepareFirstOwner({ db, identity, settings }), { token: null });
});

test('of two processes that start for the first time at once, both accept the one account', async () => {
  await using fresh = await startService({
    environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
  });
  const { db } = fresh.service.parts;
  const own = openIdentity({ db, secret: 'x'.repeat(32), baseUrl: fresh.url });
  const identity: Identity = {
    ...own,
    async createAccount(account) {
      await own.createAccount(account);
      return own.createAccount(account);
    },
  };
  const settings = { ownerEmail: 'ana.reis@example.org', timezone: 'UTC' };
  const short = prepareFirstOwner({ db, identity, settings: { ...settings, ownerPassword: 'x' } });
  await assert.rejects(short, /too short/i, 'other errors stop the start');
  const ownerPassword = 'x'.repeat(12);
  const made = await prepareFirstOwner({
    db,
    identity,
    settings: { ...settings, ownerPassword },
  });
  assert.deepEqual(made, { token: null });
  const { body } = await signIn(fresh, { email: settings.ownerEmail, password: ownerPassword });
  assert.equal(body.user.name, 'Ana');
});

test('a session that starts without a password is listed with its program', async () => {
  const { db } = service.service.parts;
  const identity = openIdentity({ db, secret: 'x'.repeat(32), baseUrl: service.url });
  const about = { ip: '192.0.2.1', user_agent: 'Phone' };
  const { token } = await identity.startSession(service.owner.id, about);
  const user = new ApiUser(service.url, token, service.owner.id);
  const { body } = await user.call('GET', '/v1/users/me/sessions');
  assert.equal(body.find(({ is_current }: Json) => is_current).user_agent, 'Phone');
});

test('a sign-in starts no session when the password changes meanwhile', async () => {
  const { db } = service.service.parts;
  const own = openIdentity({ db, secret: 'x'.repeat(32), baseUrl: service.url });
  let token = '';
  const identity: Identity = {
    ...own,
    async signIn(credentials) {
      const session = await own.signIn(credentials);
      token = session!.token;
      await upsertPassword(db, session!.user_id, await own.hashOf('a quite different password'));
      return session;
    },
  };
  const late = signInOperation(identity, knownDevices('secret'));
  await assert.rejects(late(contextOf(service, []), OWNER), /address or the password is wrong/);
  const { status } = await request(service.url, 'GET', '/v1/auth/me', { token });
  assert.equal(status, 401);
  await upsertPassword(db, service.owner.id, await own.hashOf(OWNER.password));
});
