/** Tests where a sign-in with an OpenID Connect provider leads the browser, and its cookies. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import { FormBrowser } from '../../../testing/clients/oauth-browser.ts';
import {
  environmentOf,
  follow,
  link,
  newPerson,
  pathOf,
  signIn,
} from '../../../testing/clients/openid-browser.ts';
import { startOpenIdProvider } from '../../../testing/servers/openid-provider.ts';
import type { OpenIdProvider } from '../../../testing/servers/openid-provider.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const stack = new AsyncDisposableStack();
let provider: OpenIdProvider;
let service: TestService;
let start: string;

before(async () => {
  provider = stack.use(await startOpenIdProvider());
  const environment = environmentOf(provider, { SVC_SIGN_UP: 'open' });
  service = stack.use(await startService({ environment }));
  start = `${service.service.url}/v1/auth/oidc/start`;
});
after(() => stack.disposeAsync());

const signUp = (email: string) => ApiUser.signUp(service.url, email);
const connectedAt = async (user: ApiUser) =>
  (await user.call('GET', '/v1/users/me/sign-in-methods')).body.oidc.connected_at;

test('the browser is signed in and opens the page that it asked for', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  assert.equal(pathOf(await signIn(service, { browser, query: '?return_to=/tasks' })), '/tasks');
  const token = browser.cookie('svc_session');
  const { body } = await request(service.url, 'GET', '/v1/users/me', { token: token! });
  assert.equal(body.email, provider.person.email);
});

test('a user connects the own account and returns to the settings', async () => {
  provider.person = newPerson();
  const user = await signUp('connects@example.org');
  assert.equal(pathOf(await link(service, user)), '/settings');
  assert.notEqual(await connectedAt(user), null);
});

test('the session that began to connect an account must end it', async () => {
  provider.person = newPerson();
  const [user, other] = [await signUp('one@example.org'), await signUp('other@example.org')];
  for (const session of [other.token, 'ended']) {
    const page = await link(service, user, { session });
    assert.equal(pathOf(page), '/sign-in?oidc_error=other_user&to=%2Fsettings');
  }
  for (const each of [user, other]) assert.equal(await connectedAt(each), null);
});

test('two tabs sign in at the same time', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  const [first, second] = [await browser.fetch(start), await browser.fetch(start)];
  const pages = await Promise.all(
    [first, second].map(async (tab) =>
      (await follow(browser, tab.headers.get('location')!)).at(-1)!,
    ),
  );
  assert.deepEqual(pages.map(pathOf), ['/', '/']);
});

test('a browser holds the cookies of its last four sign-ins, and gives each up at its end', async () => {
  const jar = new Map<string, string>();
  const ask = async (url: string | URL, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (!name!.startsWith('svc_oidc_')) continue;
      assert.match(line, /Path=\/v1\/auth\/oidc; .*HttpOnly; SameSite=Lax/);
      if (value === '') assert.ok(jar.delete(name!), `${name} is a cookie of this browser`);
      else jar.set(name!, value!);
    }
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return response;
  };
  for (let count = 1; count <= 6; count += 1) {
    const before = [...jar.keys()];
    await ask(start, { method: count % 2 === 0 ? 'POST' : 'GET' });
    assert.equal(jar.size, Math.min(count, 4));
    assert.deepEqual([...jar.keys()].slice(0, -1), before.slice(-3), 'the oldest go first');
  }
  provider.person = null;
  const begun = await ask(start);
  const callback = (await follow(new FormBrowser(), begun.headers.get('location')!)).find(
    ({ pathname }) => pathname.endsWith('/callback'),
  )!;
  await ask(callback);
  assert.equal(jar.size, 3);
});

test('a cancelled sign-in is explained where it began, and the page that was asked for is kept', async () => {
  provider.person = null;
  const errorAfter = async (query: string) => pathOf(await signIn(service, { query }));
  assert.equal(await errorAfter(''), '/sign-in?oidc_error=cancelled');
  assert.equal(await errorAfter('?return_to=/tasks'), '/sign-in?oidc_error=cancelled&to=%2Ftasks');
  const user = await signUp('cancels@example.org');
  assert.equal(pathOf(await link(service, user)), '/settings?oidc_error=cancelled');
});

test('the browser returns to pages of this service only', async () => {
  provider.person = newPerson();
  for (const path of [
    'https://evil.example.org',
    '//evil.example.org',
    '/\\evil.example.org',
    '/\t/evil.example.org',
    '/.//evil.example.org',
    'tasks',
    'javascript:alert(1)',
    '/v1/auth/oidc/start',
    '',
  ]) {
    const { status } = await request(service.url, 'POST', '/v1/auth/oidc/start', {
      body: { return_to: path },
    });
    assert.equal(status, 422, path);
    const query = `?return_to=${encodeURIComponent(path)}`;
    assert.equal(pathOf(await signIn(service, { query })), '/sign-in?oidc_error=refused', path);
  }
});

test('without a provider the sign-in page says so', async () => {
  await using other = await startService();
  assert.equal(pathOf(await signIn(other)), '/sign-in?oidc_error=not_configured');
});

test('a provider that is away is reported as such', async () => {
  await using away = await startOpenIdProvider();
  away.isAway = true;
  await using at = await startService({ environment: environmentOf(away) });
  assert.equal(pathOf(await signIn(at)), '/sign-in?oidc_error=unavailable');
});

test('a defect of the service is reported as such, and its owner sees the error', async () => {
  provider.person = newPerson();
  const { db } = service.service.parts;
  await sql`ALTER TABLE credentials RENAME TO credentials_away`.execute(db);
  try {
    assert.equal(pathOf(await signIn(service)), '/sign-in?oidc_error=failed');
  } finally {
    await sql`ALTER TABLE credentials_away RENAME TO credentials`.execute(db);
  }
  const { body } = await service.owner.call('GET', '/v1/installation');
  assert.match(body.errors[0].cause, /credentials/);
});

test('too many refused sign-ins from one network are reported as such', async () => {
  provider.person = newPerson();
  provider.tamper = (claims) => ({ ...claims, nonce: 'another' });
  const pages = new Set<string>();
  for (let count = 0; count < 100 && pages.size < 2; count += 1) {
    pages.add(pathOf(await signIn(service)));
  }
  provider.tamper = null;
  assert.deepEqual([...pages], ['/sign-in?oidc_error=refused', '/sign-in?oidc_error=too_many']);
});
