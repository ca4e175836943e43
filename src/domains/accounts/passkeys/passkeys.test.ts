/** A user adds passkeys and signs in with them; strangers, copies and repeated answers cannot. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import type { Answer, Json } from '../../../testing/clients/api-user.ts';
import { Authenticator } from '../../../testing/clients/authenticator.ts';
import { eventually } from '../../../testing/eventually.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const PASSKEYS = '/v1/users/me/passkeys';
const SITE = 'https://me.example.org';
const PASSWORD = 'a long enough passphrase';

let service: TestService;
let now = new Date();
before(async () => {
  service = await startService({
    clock: { now: () => now },
    environment: { SVC_BASE_URL: SITE, SVC_SIGN_UP: 'open' },
  });
});
after(() => service[Symbol.asyncDispose]());

let users = 0;
const newUser = () => ApiUser.signUp(service.url, `passkey${(users += 1)}@example.org`);

async function optionsFor(user: ApiUser): Promise<Json> {
  const { status, body } = await user.call('POST', `${PASSKEYS}/options`, {
    current_password: PASSWORD,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.options;
}

async function added(user: ApiUser, device: Authenticator, name = 'Phone'): Promise<Json> {
  const credential = device.create(await optionsFor(user));
  const { status, body } = await user.call('POST', PASSKEYS, { name, credential });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const signInOptions = async (): Promise<Json> =>
  (await request(service.url, 'POST', '/v1/auth/passkey/options', { body: {} })).body.options;
const signIn = (credential: object): Promise<Answer> =>
  request(service.url, 'POST', '/v1/auth/passkey', { body: { credential } });
const listed = async (user: ApiUser): Promise<Json[]> => (await user.call('GET', PASSKEYS)).body;

test('a passkey signs its user in without a password', async () => {
  const user = await newUser();
  const device = new Authenticator(SITE);
  const passkey = await added(user, device);
  assert.deepEqual(
    [passkey.name, passkey.is_backed_up, passkey.last_used_at],
    ['Phone', true, null],
  );
  const { status, body, headers } = await signIn(device.get(await signInOptions()));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.user.id, user.id);
  assert.match(headers.getSetCookie().join(), /svc_session=svc_ses_.*HttpOnly.*Secure/);
  const session = new ApiUser(service.url, body.token, body.user.id);
  const [shown] = await listed(session);
  assert.equal(shown.last_used_at, now.toISOString());
  assert.deepEqual(Object.keys(shown).toSorted(), [
    'created_at',
    'id',
    'is_backed_up',
    'last_used_at',
    'name',
  ]);
  const log = (await session.call('GET', '/v1/users/me/security-log')).body;
  assert.deepEqual(
    log.slice(0, 2).map(({ event, by, subject }: Json) => [event, by, subject]),
    [
      ['signed_in', 'passkey', 'Phone'],
      ['passkey_added', 'session', 'Phone'],
    ],
  );
});

test('an answer works once', async () => {
  const user = await newUser();
  const device = new Authenticator(SITE);
  const credential = device.create(await optionsFor(user));
  const add = () => user.call('POST', PASSKEYS, { name: 'Phone', credential });
  assert.equal((await add()).status, 200);
  assert.equal((await add()).status, 422);
  const answer = device.get(await signInOptions());
  const outcomes = await Promise.all([signIn(answer), signIn(answer), signIn(answer)]);
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), [200, 401, 401]);
  const { status, body } = await signIn(answer);
  assert.equal(status, 401);
  assert.match(body.detail, /refused/);
  assert.equal((await listed(user)).length, 1);
});

test('answers for another page, another site, another purpose or without a check are refused', async () => {
  const user = await newUser();
  const device = new Authenticator(SITE);
  for (const wrong of [
    { origin: 'https://evil.example' },
    { origin: 'http://me.example.org' },
    { rpId: 'evil.example' },
    { isUserVerified: false },
  ]) {
    const credential = new Authenticator(SITE).create(await optionsFor(user), wrong);
    const { status, body } = await user.call('POST', PASSKEYS, { name: 'x', credential });
    assert.equal(status, 422, JSON.stringify(wrong));
    assert.match(body.detail, /could not be verified/);
  }
  await added(user, device);
  for (const wrong of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isUserVerified: false },
  ]) {
    const { status } = await signIn(device.get(await signInOptions(), wrong));
    assert.equal(status, 401, JSON.stringify(wrong));
  }
  const creation = await optionsFor(user);
  const crossed = device.get({ ...(await signInOptions()), challenge: creation.challenge });
  assert.equal((await signIn(crossed)).status, 401, 'a challenge for adding signs nobody in');
  const forged = { ...(await signInOptions()), challenge: 'A'.repeat(72) };
  assert.equal((await signIn(device.get(forged))).status, 401);
  // Failures at the same moment may have entries of their own.
  await eventually('three failures', async () => {
    const { body } = await user.call('GET', '/v1/users/me/security-log?event=sign_in_failed');
    return body.reduce((sum: number, { count }: Json) => sum + count, 0) === 3;
  });
});

test('a copy of a device that counts its signatures is refused', async () => {
  const user = await newUser();
  const device = new Authenticator(SITE, { counter: 7 });
  await added(user, device);
  assert.equal((await signIn(device.get(await signInOptions()))).status, 200);
  device.counter = 6;
  assert.equal((await signIn(device.get(await signInOptions()))).status, 401);
});

test('adding a passkey needs the password or a recent sign-in', async () => {
  const user = await newUser();
  const start = (body: object) => user.call('POST', `${PASSKEYS}/options`, body);
  assert.equal((await start({})).status, 200);
  const earlier = now;
  try {
    now = new Date(Date.now() + 11 * 60_000);
    const { status, body } = await start({});
    assert.equal(status, 403);
    assert.match(body.detail, /current_password/);
    assert.equal((await start({ current_password: 'wrong' })).status, 403);
    assert.equal((await start({ current_password: PASSWORD })).status, 200);
  } finally {
    now = earlier;
  }
});

test('passkeys are renamed and removed by their user alone', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const device = new Authenticator(SITE);
  const { id } = await added(user, device);
  const path = `${PASSKEYS}/${id}`;
  assert.equal((await other.call('PATCH', path, { name: 'Mine' })).status, 404);
  assert.equal((await other.call('DELETE', path)).status, 404);
  assert.equal((await user.call('PATCH', path, { name: ' ' })).status, 422);
  assert.equal((await user.call('PATCH', path, { name: 'Laptop' })).body.name, 'Laptop');
  assert.equal((await user.call('DELETE', path)).status, 204);
  assert.equal((await user.securityEvents())[0], 'passkey_removed');
  assert.equal((await user.call('DELETE', path)).status, 404);
  assert.equal((await signIn(device.get(await signInOptions()))).status, 401);
  assert.deepEqual(await listed(user), []);
});

test('a device is added once, and an account has twenty passkeys at most', async () => {
  const user = await newUser();
  const device = new Authenticator(SITE);
  await added(user, device);
  const options = await optionsFor(user);
  assert.equal(options.excludeCredentials.length, 1);
  const again = { name: 'x', credential: device.create(options) };
  assert.equal((await user.call('POST', PASSKEYS, again)).status, 409);
  // Two requests have valid challenges when only one place is left.
  const late = [new Authenticator(SITE), new Authenticator(SITE)];
  for (let count = 1; count < 19; count += 1) await added(user, new Authenticator(SITE));
  const bodies = [];
  for (const each of late) {
    bodies.push({ name: 'late', credential: each.create(await optionsFor(user)) });
  }
  const outcomes = await Promise.all(bodies.map((body) => user.call('POST', PASSKEYS, body)));
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), [200, 409]);
  const { status, body } = await user.call('POST', `${PASSKEYS}/options`, {
    current_password: PASSWORD,
  });
  assert.equal(status, 409);
  assert.match(body.detail, /20 passkeys/);
});

test('a challenge belongs to one user and expires', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const credential = new Authenticator(SITE).create(await optionsFor(user));
  const body = { name: 'x', credential };
  assert.equal((await other.call('POST', PASSKEYS, body)).status, 422);
  const device = new Authenticator(SITE);
  await added(user, device);
  const answer = device.get(await signInOptions());
  now = new Date(now.getTime() + 5 * 60_000);
  assert.equal((await signIn(answer)).status, 401);
  assert.equal((await user.call('POST', PASSKEYS, body)).status, 422);
});

test('refused passkeys of one network are slowed down', async () => {
  await using other = await startService();
  const statuses: number[] = [];
  const credential = new Authenticator(SITE).get({ rpId: 'localhost', challenge: 'x' });
  for (let count = 0; count < 34; count += 1) {
    const { status } = await request(other.url, 'POST', '/v1/auth/passkey', {
      body: { credential },
    });
    statuses.push(status);
  }
  assert.ok(
    statuses.slice(0, 31).every((status) => status === 401),
    statuses.join(),
  );
  assert.ok(statuses.includes(429), statuses.join());
  assert.equal((await ApiUser.signIn(other.url, OWNER)).id, other.owner.id);
});

test('an address at which browsers permit no passkeys is explained', async () => {
  await using other = await startService({ environment: { SVC_BASE_URL: 'http://192.0.2.7' } });
  for (const [path, body] of [
    [`${PASSKEYS}/options`, { current_password: OWNER.password }],
    ['/v1/auth/passkey/options', {}],
  ] as const) {
    const { status, body: answer } = await other.owner.call('POST', path, body);
    assert.equal(status, 409);
    assert.match(answer.detail, /SVC_BASE_URL/);
  }
});
