// Both databases: an account and its passkey are made in one transaction.
/** People create accounts with a passkey instead of a password. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import type { Answer, Json } from '../../../testing/clients/api-user.ts';
import { Authenticator } from '../../../testing/clients/authenticator.ts';
import { spawnService } from '../../../testing/service-process.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../../testing/template.ts';

const SITE = 'https://me.example.org';
const SIGN_UP = '/v1/auth/sign-up/passkey';
let service: TestService;
let now = new Date();

before(async () => {
  service = await startService({
    clock: { now: () => now },
    environment: { SVC_BASE_URL: SITE },
  });
});
after(() => service[Symbol.asyncDispose]());

const post = (path: string, body: object, url = service.url): Promise<Answer> =>
  request(url, 'POST', path, { body });

async function invite(): Promise<string> {
  const { body } = await service.owner.call('POST', '/v1/users/invitations', {});
  return body.link.split('#')[1];
}

let people = 0;
const newPerson = () => ({
  email: `Person${(people += 1)}@example.org`,
  name: 'Ana',
  timezone: 'Asia/Tokyo',
});

async function start(given: object, url?: string): Promise<Json> {
  const { status, body } = await post(`${SIGN_UP}/options`, given, url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Returns the body that creates the account. */
async function answered(given: object, device: Authenticator, url?: string): Promise<Json> {
  const { user_id, options } = await start(given, url);
  const credential = device.create(options);
  return { ...given, user_id, passkey_name: 'Phone', credential };
}

async function signIn(device: Authenticator, url?: string): Promise<Answer> {
  const { options } = (await post('/v1/auth/passkey/options', {}, url)).body;
  return post('/v1/auth/passkey', { credential: device.get(options) }, url);
}

test('an invited person creates an account with a passkey, and is signed in', async () => {
  const invitation = await invite();
  const person = newPerson();
  const device = new Authenticator(SITE);
  const body = await answered({ ...person, invitation }, device);
  const made = await post(SIGN_UP, body);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.match(made.headers.getSetCookie()[0]!, /^svc_session=svc_ses_/);
  const user = new ApiUser(service.url, made.body.token, made.body.user.id);
  const me = (await user.call('GET', '/v1/users/me')).body;
  assert.deepEqual(
    [me.email, me.name, me.timezone],
    [person.email.toLowerCase(), 'Ana', 'Asia/Tokyo'],
  );
  const methods = (await user.call('GET', '/v1/users/me/sign-in-methods')).body;
  assert.deepEqual(methods, { has_password: false, passkeys: 1, oidc: null });
  const again = await signIn(device);
  assert.deepEqual([again.status, again.body.user.id], [200, user.id]);
  const [{ id, name }] = (await user.call('GET', '/v1/users/me/passkeys')).body;
  assert.equal(name, 'Phone');
  const last = await user.call('DELETE', `/v1/users/me/passkeys/${id}`);
  assert.equal(last.status, 409, 'the only way to sign in stays');
  const log = (await user.call('GET', '/v1/users/me/security-log')).body;
  assert.deepEqual(
    log.map(({ event, by }: Json) => `${event} ${by}`),
    ['signed_in passkey', 'signed_in passkey', 'passkey_added passkey'],
  );
  const password = { new_password: 'nine quiet herons at dusk' };
  assert.equal((await user.call('POST', '/v1/users/me/password', password)).status, 200);
  assert.equal((await user.call('DELETE', `/v1/users/me/passkeys/${id}`)).status, 204);
  // Neither the invitation nor the answer of the device works again.
  assert.equal((await post(SIGN_UP, body)).status, 403);
  assert.equal((await post(`${SIGN_UP}/options`, { ...newPerson(), invitation })).status, 403);
});

test('a taken address and a bad invitation look the same, and use up no invitation', async () => {
  const invitation = await invite();
  const refusals = [
    await post(`${SIGN_UP}/options`, newPerson()),
    await post(`${SIGN_UP}/options`, { ...newPerson(), invitation: 'svc_inv_made-up' }),
  ];
  const taken = { ...newPerson(), email: OWNER.email.toUpperCase(), invitation };
  refusals.push(await post(SIGN_UP, await answered(taken, new Authenticator(SITE))));
  const { invitation: _, ...without } = await answered(taken, new Authenticator(SITE));
  refusals.push(await post(SIGN_UP, without));
  const answers = refusals.map(({ status, body }) => JSON.stringify([status, body]));
  assert.equal(new Set(answers).size, 1, answers.join('\n'));
  assert.match(answers[0]!, /^\[403/);
  const valid = await answered({ ...newPerson(), invitation }, new Authenticator(SITE));
  assert.equal((await post(SIGN_UP, valid)).status, 200);
});

test('the answer of a device belongs to one account, and to five minutes', async () => {
  const invitation = await invite();
  const device = new Authenticator(SITE);
  const body = await answered({ ...newPerson(), invitation }, device);
  const other = await start({ ...newPerson(), invitation });
  for (const wrong of [
    { user_id: other.user_id },
    { user_id: service.owner.id },
    { credential: new Authenticator('https://evil.example.org').create(other.options) },
    { credential: device.create(other.options, { isUserVerified: false }) },
  ]) {
    const { status } = await post(SIGN_UP, { ...body, ...wrong });
    assert.equal(status, 422, JSON.stringify(wrong));
  }
  const used = new Authenticator(SITE);
  const first = await answered({ ...newPerson(), invitation: await invite() }, used);
  assert.equal((await post(SIGN_UP, first)).status, 200);
  const second = await answered({ ...newPerson(), invitation }, used);
  assert.equal((await post(SIGN_UP, second)).status, 403, 'the passkey has an account');
  now = new Date(now.getTime() + 5 * 60_000);
  const late = await post(SIGN_UP, body);
  assert.deepEqual([late.status, /five minutes/.test(late.body.detail)], [422, true]);
});

test('two answers with one invitation make one account', async () => {
  const invitation = await invite();
  const bodies = [];
  for (let count = 0; count < 2; count += 1) {
    bodies.push(await answered({ ...newPerson(), invitation }, new Authenticator(SITE)));
  }
  const made = await Promise.all(bodies.map((body) => post(SIGN_UP, body)));
  assert.deepEqual(made.map(({ status }) => status).toSorted(), [200, 403]);
});

test('sign-ups of strangers count towards the limit of their network, and invited ones do not', async () => {
  const create = async (url: string, more = {}): Promise<number> => {
    const made = await answered({ ...newPerson(), ...more }, new Authenticator(SITE), url);
    return (await post(SIGN_UP, made, url)).status;
  };
  for (let count = 0; count < 12; count += 1) {
    assert.equal(await create(service.url, { invitation: await invite() }), 200, `${count}`);
  }
  await using open = await startService({
    clock: new ManualClock(new Date().toISOString()),
    environment: { SVC_BASE_URL: SITE, SVC_SIGN_UP: 'open' },
  });
  const statuses = [];
  for (let count = 0; count < 12; count += 1) statuses.push(await create(open.url));
  assert.deepEqual(statuses, [...Array.from({ length: 11 }, () => 200), 429]);
});

test('a closed service takes no passkeys of new people, and an open one takes them', async () => {
  const environment = { SVC_BASE_URL: SITE, SVC_SIGN_UP: 'closed' };
  await using closed = await startService({ environment });
  const { status, body } = await post(`${SIGN_UP}/options`, newPerson(), closed.url);
  assert.deepEqual([status, body.detail], [403, 'This service takes no new accounts.']);
  await using open = await startService({ environment: { ...environment, SVC_SIGN_UP: 'open' } });
  const made = await answered(newPerson(), new Authenticator(SITE), open.url);
  assert.equal((await post(SIGN_UP, made, open.url)).status, 200);
});

test('the owner sets up the service with a passkey, once', async () => {
  const folder = copyTemplate();
  try {
    await using first = await spawnService({
      folder,
      environment: {
        SVC_OWNER_EMAIL: '',
        SVC_OWNER_PASSWORD: '',
        SVC_RECOGNISER: 'none',
        SVC_BASE_URL: SITE,
        SVC_SIGN_UP: 'open',
      },
    });
    const { url } = first;
    const setup_token = /welcome\?token=(\S+)/.exec(first.output())![1]!;
    const open = await post(`${SIGN_UP}/options`, newPerson(), url);
    assert.equal(open.status, 403, 'a stranger does not become the owner');
    const guess = { ...newPerson(), setup_token: 'guessed' };
    assert.equal((await post(`${SIGN_UP}/options`, guess, url)).status, 403);
    const device = new Authenticator(SITE);
    const bodies = [
      await answered({ ...newPerson(), setup_token }, device, url),
      await answered({ ...newPerson(), setup_token }, new Authenticator(SITE), url),
    ];
    const forged = await post(SIGN_UP, { ...bodies[0], setup_token: 'guessed' }, url);
    assert.equal(forged.status, 403);
    assert.equal((await post(SIGN_UP, bodies[0], url)).status, 200);
    assert.equal((await post(SIGN_UP, bodies[1], url)).status, 409);
    const { status, body } = await signIn(device, url);
    assert.equal(status, 200);
    const owner = new ApiUser(url, body.token, body.user.id);
    assert.equal((await owner.call('GET', '/v1/users/invitations')).status, 200);
  } finally {
    removeFolder(folder);
  }
});
