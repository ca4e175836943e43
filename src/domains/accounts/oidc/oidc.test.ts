// Both databases: links and accounts are made in transactions with locks.
/** Users sign in with the provider of the operator, and connect it with their accounts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Replacements } from '../../../assembly/replacements.ts';
import { readConfig } from '../../../config.ts';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import {
  environmentOf,
  follow,
  link,
  newPerson,
  pathOf,
  signIn,
} from '../../../testing/clients/openid-browser.ts';
import { addPasskey } from '../../../testing/clients/passkeys.ts';
import { startOpenIdProvider } from '../../../testing/servers/openid-provider.ts';
import type { OpenIdProvider } from '../../../testing/servers/openid-provider.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const METHODS = '/v1/users/me/sign-in-methods';
const stack = new AsyncDisposableStack();
let provider: OpenIdProvider;

const serviceWith = (
  more: Record<string, string>,
  { at = provider, ...replaced }: Replacements & { at?: OpenIdProvider } = {},
) => startService({ ...replaced, environment: environmentOf(at, more) });

/** The default: people need an invitation. */
let service: TestService;
let open: TestService;

before(async () => {
  provider = stack.use(await startOpenIdProvider());
  [service, open] = await Promise.all([serviceWith({}), serviceWith({ SVC_SIGN_UP: 'open' })]);
  stack.use(service);
  stack.use(open);
});
after(() => stack.disposeAsync());

const userOf = async ({ url }: TestService, browser: FormBrowser): Promise<ApiUser> => {
  const token = browser.cookie('svc_session')!;
  const { body } = await request(url, 'GET', '/v1/users/me', { token });
  return new ApiUser(url, token, body.id);
};

async function invite({ owner }: TestService): Promise<string> {
  const { body } = await owner.call('POST', '/v1/users/invitations', {});
  return body.link.split('#')[1];
}

const signUp = (at: TestService, email: string) => ApiUser.signUp(at.url, email);

test('the provider is shown with its name, and without one there is nothing to show', async () => {
  const shown = await request(service.url, 'GET', '/v1/auth/oidc');
  assert.deepEqual([shown.status, shown.body], [200, { name: 'Home' }]);
  await using other = await startService();
  assert.deepEqual((await request(other.url, 'GET', '/v1/auth/oidc')).body, { name: null });
  assert.equal((await request(other.url, 'POST', '/v1/auth/oidc/start', { body: {} })).status, 404);
  assert.equal((await other.owner.call('POST', '/v1/users/me/oidc/link', {})).status, 404);
  assert.equal((await other.owner.call('DELETE', '/v1/users/me/oidc')).status, 404);
  const page = await fetch(`${other.service.url}/v1/auth/oidc/start`, { redirect: 'manual' });
  assert.equal(page.headers.get('location'), '/sign-in?oidc_error=not_configured');
});

test('an open service makes an account of the facts from the provider', async () => {
  provider.person = newPerson({ email: 'Mixed.Case@Example.net', name: ' Ana\0 ' });
  const browser = new FormBrowser();
  const query = '?return_to=/tasks&timezone=Asia/Tokyo';
  assert.equal(pathOf(await signIn(open, { browser, query })), '/tasks');
  const user = await userOf(open, browser);
  const { body } = await user.call('GET', '/v1/users/me');
  assert.deepEqual(
    [body.email, body.name, body.timezone],
    ['mixed.case@example.net', 'Ana', 'Asia/Tokyo'],
  );
  const methods = (await user.call('GET', METHODS)).body;
  assert.deepEqual([methods.has_password, methods.passkeys], [false, 0]);
  assert.equal(typeof methods.oidc.connected_at, 'string');
  const again = new FormBrowser();
  provider.requests.length = 0;
  assert.equal(pathOf(await signIn(open, { browser: again })), '/');
  assert.equal((await userOf(open, again)).id, user.id);
  assert.ok(!provider.requests.includes('/userinfo'), 'a known person needs no facts');
  const log = (await user.call('GET', '/v1/users/me/security-log')).body;
  assert.deepEqual(
    log.map(({ event, by, subject }: { event: string; by: string; subject: string }) => [
      event,
      by,
      subject,
    ]),
    [
      ['signed_in', 'oidc', 'Home'],
      ['signed_in', 'oidc', 'Home'],
      ['oidc_linked', 'oidc', 'Home'],
    ],
  );
});

test('the facts may also be in the ID token of a provider with a public client', async () => {
  await using other = await startOpenIdProvider({ inIdToken: true, isPublic: true });
  const { SVC_OIDC_CLIENT_SECRET: _, ...environment } = environmentOf(other);
  await using at = await startService({ environment: { ...environment, SVC_SIGN_UP: 'open' } });
  other.person = newPerson();
  const browser = new FormBrowser();
  await signIn(at, { browser });
  const { body } = await (await userOf(at, browser)).call('GET', '/v1/users/me');
  assert.equal(body.email, other.person['email']);
  assert.ok(!other.requests.includes('/userinfo'));
});

test('a stranger gets no account without an invitation, and none in a closed service', async () => {
  provider.person = newPerson();
  assert.equal(pathOf(await signIn(service)), '/sign-in?oidc_error=no_account');
  const made = 'svc_inv_made-up';
  assert.equal(
    pathOf(await signIn(service, { invitation: made })),
    '/sign-in?oidc_error=no_account',
  );
  await using closed = await serviceWith({ SVC_SIGN_UP: 'closed' });
  assert.equal(pathOf(await signIn(closed)), '/sign-in?oidc_error=no_account');
  const body = { current_password: OWNER.password };
  assert.equal(pathOf(await link(closed, closed.owner, { body })), '/settings');
  assert.equal(pathOf(await signIn(closed)), '/');
});

test('an invitation makes one account', async () => {
  const invitation = await invite(service);
  provider.person = newPerson({ email: undefined });
  assert.equal(pathOf(await signIn(service, { invitation })), '/sign-in?oidc_error=no_address');
  provider.person = newPerson();
  const browser = new FormBrowser();
  assert.equal(pathOf(await signIn(service, { browser, invitation })), '/');
  const { body } = await (await userOf(service, browser)).call('GET', '/v1/users/me');
  assert.equal(body.email, provider.person['email']);
  provider.person = newPerson();
  const second = await signIn(service, { invitation });
  assert.equal(pathOf(second), '/sign-in?oidc_error=no_account');
});

test('a user connects the own account, signs in with it, and disconnects it', async () => {
  const user = await signUp(open, 'rui@example.org');
  provider.person = newPerson();
  assert.equal((await user.call('GET', METHODS)).body.oidc.connected_at, null);
  assert.equal(
    pathOf(await link(open, user, { body: { return_to: '/settings?a=1' } })),
    '/settings?a=1',
  );
  const methods = (await user.call('GET', METHODS)).body;
  assert.deepEqual([methods.has_password, methods.oidc.name], [true, 'Home']);
  const browser = new FormBrowser();
  await signIn(open, { browser });
  assert.equal((await userOf(open, browser)).id, user.id);
  // A second click changes nothing.
  assert.equal(pathOf(await link(open, user)), '/settings');
  const other = await signUp(open, 'eva@example.org');
  assert.equal(pathOf(await link(open, other)), '/settings?oidc_error=taken');
  assert.equal((await user.call('DELETE', '/v1/users/me/oidc')).status, 204);
  assert.equal((await user.call('DELETE', '/v1/users/me/oidc')).status, 404);
  assert.equal((await user.call('GET', METHODS)).body.oidc.connected_at, null);
  const log = (await user.call('GET', '/v1/users/me/security-log?limit=1')).body;
  assert.deepEqual([log[0].event, log[0].by], ['oidc_unlinked', 'session']);
});

test('connecting needs the password or a recent sign-in', async () => {
  let later = new Date();
  await using at = await serviceWith({}, { clock: { now: () => later } });
  provider.person = newPerson();
  later = new Date(Date.now() + 11 * 60_000);
  const start = (body: object) => at.owner.call('POST', '/v1/users/me/oidc/link', body);
  assert.equal((await start({})).status, 403);
  assert.equal((await start({ current_password: 'wrong' })).status, 403);
  const body = { current_password: OWNER.password };
  assert.equal(pathOf(await link(at, at.owner, { body })), '/settings');
});

test('without a password, a new one needs a recent sign-in', async () => {
  let later = new Date();
  await using at = await serviceWith({ SVC_SIGN_UP: 'open' }, { clock: { now: () => later } });
  provider.person = newPerson();
  const browser = new FormBrowser();
  await signIn(at, { browser });
  const user = await userOf(at, browser);
  later = new Date(Date.now() + 11 * 60_000);
  for (const [method, path, body] of [
    ['POST', '/v1/users/me/password', { new_password: 'nine quiet herons at dusk' }],
    ['PATCH', '/v1/users/me', { email: 'moved@example.net' }],
    ['POST', '/v1/users/me/delete', {}],
  ] as const) {
    const { status, body: answer } = await user.call(method, path, body);
    assert.deepEqual([status, /sign in again/.test(answer.detail)], [403, true], path);
  }
});

test('the last way to sign in stays', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  await signIn(open, { browser });
  const user = await userOf(open, browser);
  const { status, body } = await user.call('DELETE', '/v1/users/me/oidc');
  assert.deepEqual([status, /only way/.test(body.detail)], [409, true]);
  const password = { new_password: 'nine quiet herons at dusk' };
  assert.equal((await user.call('POST', '/v1/users/me/password', password)).status, 200);
  assert.equal((await user.call('POST', '/v1/users/me/password', password)).status, 422);
  assert.equal((await user.call('DELETE', '/v1/users/me/oidc')).status, 204);
  const { email } = (await user.call('GET', '/v1/users/me')).body;
  await ApiUser.signIn(open.url, { email, password: password.new_password });
});

test('an account without a password moves to another address and is deleted', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  await signIn(open, { browser });
  const user = await userOf(open, browser);
  const moved = await user.call('PATCH', '/v1/users/me', { email: 'moved@example.net' });
  assert.equal(moved.body.email, 'moved@example.net');
  assert.equal((await user.call('POST', '/v1/users/me/delete', {})).status, 200);
  assert.equal((await user.call('GET', '/v1/users/me')).status, 401);
  // The person has no account now, so the next sign-in makes a new one.
  const again = new FormBrowser();
  await signIn(open, { browser: again });
  assert.notEqual((await userOf(open, again)).id, user.id);
});

test('an address that has an account is not taken over', async () => {
  const email = 'ana@example.org';
  const user = await signUp(open, email);
  provider.person = newPerson({ email });
  assert.equal(pathOf(await signIn(open)), '/sign-in?oidc_error=address_taken');
  provider.person = newPerson({ email, email_verified: false });
  assert.equal(pathOf(await signIn(open)), '/sign-in?oidc_error=no_account');
  assert.equal((await user.call('GET', METHODS)).body.oidc.connected_at, null);
});

test('a person without a password connects an assistant', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  const client = new OAuthClient(open.service.url);
  const page = await browser.open(client.authorizeUrl());
  const [, link] = /href="([^"]+)">Continue with Home</.exec(page.text)!;
  const back = (await follow(browser, new URL(link!, page.url))).at(-1)!;
  assert.equal(back.pathname, page.url.pathname);
  const consent = await browser.open(back);
  const { url } = await browser.submit(consent, { action: 'allow', scope: 'memories.read' });
  assert.equal(url.origin, 'https://claude.ai');
  assert.ok(url.searchParams.get('code'));
  const fresh = await new FormBrowser().open(client.authorizeUrl({ prompt: 'login' }));
  assert.match(fresh.text, /<h1>Sign in/);
  assert.doesNotMatch(fresh.text, /Continue with Home|passkey/);
});

test('an account on hold signs in, and its memories stay closed as with a password', async () => {
  const user = await signUp(open, 'held@example.org');
  provider.person = newPerson();
  await link(open, user);
  const { db } = open.service.parts;
  await db
    .updateTable('users')
    .set({ readiness: 'held_by_operator' })
    .where('id', '=', user.id)
    .execute();
  const browser = new FormBrowser();
  assert.equal(pathOf(await signIn(open, { browser })), '/');
  const held = await (await userOf(open, browser)).call('GET', '/v3/memories');
  const byPassword = await ApiUser.signIn(open.url, {
    email: 'held@example.org',
    password: 'a long enough passphrase',
  });
  const same = await byPassword.call('GET', '/v3/memories');
  assert.deepEqual([held.status, held.body], [same.status, same.body]);
});

test('an answer of the provider works once, in the browser that asked, for ten minutes', async () => {
  provider.person = newPerson();
  const browser = new FormBrowser();
  const chain = await follow(browser, `${open.service.url}/v1/auth/oidc/start`);
  const callback = chain.find(({ pathname }) => pathname.endsWith('/callback'))!;
  assert.equal(pathOf(chain.at(-1)!), '/');
  const errorOf = async (visitor: FormBrowser, url: URL = callback) =>
    pathOf((await follow(visitor, url)).at(-1)!);
  assert.equal(await errorOf(browser), '/sign-in?oidc_error=expired', 'the cookie is cleared');
  assert.equal(await errorOf(new FormBrowser()), '/sign-in?oidc_error=expired');
  const other = new FormBrowser();
  await other.fetch(`${open.service.url}/v1/auth/oidc/start`);
  assert.equal(await errorOf(other), '/sign-in?oidc_error=expired', 'the state of another browser');
});

test('a sign-in at the provider may take ten minutes', async () => {
  let later = new Date();
  await using at = await serviceWith({ SVC_SIGN_UP: 'open' }, { clock: { now: () => later } });
  provider.person = newPerson();
  for (const [minutes, path] of [
    [9, '/'],
    [11, '/sign-in?oidc_error=expired'],
  ] as const) {
    const browser = new FormBrowser();
    const started = await browser.fetch(`${at.service.url}/v1/auth/oidc/start`);
    later = new Date(later.getTime() + minutes * 60_000);
    const page = (await follow(browser, started.headers.get('location')!)).at(-1)!;
    assert.equal(pathOf(page), path);
  }
});

test('a copied cookie cannot repeat an answer, even if the provider accepts the code again', async () => {
  provider.person = newPerson();
  for (const acceptsTwice of [false, true]) {
    provider.acceptsTwice = acceptsTwice;
    const browser = new FormBrowser();
    const started = await browser.fetch(`${open.service.url}/v1/auth/oidc/start`);
    const thief = new FormBrowser();
    for (const line of started.headers.getSetCookie()) thief.keep(line);
    const chain = await follow(browser, started.headers.get('location')!);
    assert.equal(pathOf(chain.at(-1)!), '/');
    const callback = chain.find(({ pathname }) => pathname.endsWith('/callback'))!;
    const again = (await follow(thief, callback)).at(-1)!;
    assert.equal(pathOf(again), `/sign-in?oidc_error=${acceptsTwice ? 'expired' : 'refused'}`);
    assert.equal(thief.cookie('svc_session'), undefined);
  }
  provider.acceptsTwice = false;
});

test('a false ID token and a cancelled sign-in are explained', async () => {
  provider.person = newPerson();
  const changes = [
    { nonce: 'another' },
    { nonce: undefined },
    { aud: 'another-client' },
    { iss: 'https://evil.example.org' },
    { exp: 1 },
    { sub: undefined },
    { sub: 'x'.repeat(256) },
    { sub: 'Ana\0' },
  ];
  for (const change of changes) {
    provider.tamper = (claims) => ({ ...claims, ...change });
    const page = pathOf(await signIn(open));
    assert.equal(page, '/sign-in?oidc_error=refused', JSON.stringify(change));
  }
  provider.tamper = null;
  provider.person = null;
  const cancelled = await signIn(open, { query: '?return_to=/tasks' });
  assert.equal(pathOf(cancelled), '/sign-in?oidc_error=cancelled&to=%2Ftasks');
  const user = await signUp(open, 'cancels@example.org');
  assert.equal(pathOf(await link(open, user)), '/settings?oidc_error=cancelled');
});

test('a provider that is away stops nothing else, and is asked again', async () => {
  await using other = await startOpenIdProvider();
  other.isAway = true;
  await using at = await serviceWith({ SVC_SIGN_UP: 'open' }, { at: other });
  assert.deepEqual((await request(at.url, 'GET', '/v1/auth/oidc')).body, { name: 'Home' });
  assert.equal(pathOf(await signIn(at)), '/sign-in?oidc_error=unavailable');
  const { status, body } = await request(at.url, 'POST', '/v1/auth/oidc/start', { body: {} });
  assert.deepEqual([status, /does not answer/.test(body.detail)], [503, true]);
  await ApiUser.signIn(at.url, OWNER);
  other.isAway = false;
  other.person = newPerson();
  const browser = new FormBrowser();
  const started = await browser.fetch(`${at.service.url}/v1/auth/oidc/start`);
  const { pathname, search } = new URL(
    (await follow(browser, started.headers.get('location')!)).at(-1)!,
  );
  assert.equal(pathname + search, '/');
});

test('a provider that is no longer configured does not count as a way to sign in', async () => {
  await using at = await serviceWith({});
  const { owner } = at;
  const { db } = at.service.parts;
  await addPasskey(owner, 'Phone');
  const [{ id }] = (await owner.call('GET', '/v1/users/me/passkeys')).body;
  const replaceSignIns = async (provider_id: string) => {
    await db.deleteFrom('credentials').where('user_id', '=', owner.id).execute();
    const row = { id: provider_id, account_id: 'ana', provider_id, user_id: owner.id };
    await db.insertInto('credentials').values(row).execute();
  };
  const remove = () => owner.call('DELETE', `/v1/users/me/passkeys/${id}`);
  await replaceSignIns('https://old.example.org/');
  const { status, body } = await remove();
  assert.deepEqual([status, /only way/.test(body.detail)], [409, true]);
  await replaceSignIns(new URL(provider.issuer).href);
  assert.equal((await remove()).status, 204);
});

test('settings that contradict each other are refused at the start', async () => {
  for (const [more, problem] of [
    [{ SVC_OIDC_CLIENT_ID: '' }, /also set the client id/],
    [{ SVC_OIDC_ISSUER: '' }, /SVC_OIDC_CLIENT_SECRET is set without SVC_OIDC_ISSUER/],
    [{ SVC_OIDC_ISSUER: 'http://id.example.org' }, /https, or http on this machine/],
    [{ SVC_OIDC_SCOPES: 'email' }, /a list with openid/],
  ] as const) {
    assert.throws(() => readConfig(environmentOf(provider, more)), problem);
  }
});
