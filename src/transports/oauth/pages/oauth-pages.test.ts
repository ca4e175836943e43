/** Tests the pages for sign-in and consent, as users and as attackers would use them. */
import { ASSISTANT_SCOPES, dotted } from '../../../core/scopes.ts';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const SCOPES = ASSISTANT_SCOPES.map(dotted).join(' ');
/** A page that asks for a sign-in itself. */
const LOOK_UP = '/connect/unknown?client_id=https%3A%2F%2Fassistant.example%2Fclient.json';
let service: TestService;
let url: string;
let client: OAuthClient;
/** A signed-in browser. */
let browser: FormBrowser;

before(async () => {
  service = await startService({
    environment: {
      SVC_OAUTH_UNKNOWN_CLIENTS: 'on',
      SVC_OAUTH_CLIENTS: JSON.stringify([
        {
          id: 'notes',
          name: 'Notes <b>',
          redirect_uris: ['notes://callback'],
          scopes: ['goals.read'],
        },
      ]),
    },
  });
  ({ url } = service.service);
  browser = new FormBrowser();
  await new OAuthClient(url).allow(OWNER, { browser });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => void (client = new OAuthClient(url)));

test('the user may give fewer permissions than requested, or choose if none are requested', async () => {
  const page = await browser.open(client.authorizeUrl());
  assert.doesNotMatch(page.text, /It may already/);
  assert.match(page.text, /Connect Claude\?[^]*claude\.ai[^]*owner@example\.org/);
  const more = await browser.submit(page, {
    action: 'allow',
    scope: ['memories.read', 'goals.read'],
  });
  const { body } = await client.exchange(more.url.searchParams.get('code')!);
  assert.equal(body.scope, 'memories.read', 'what was not asked for is not given');
  const again = await browser.open(client.authorizeUrl());
  assert.match(again.text, /It may already do this[^]*<li>Read what is remembered about you<\/li>/);

  const open = await browser.open(client.authorizeUrl({ scope: null }));
  const offered = boxes(open.text);
  assert.deepEqual(Object.keys(offered).toSorted(), SCOPES.split(' ').toSorted());
  assert.deepEqual(
    Object.keys(offered).filter((scope) => offered[scope]),
    ['memories.read'],
  );
  const none = await browser.submit(open, { action: 'allow', scope: [] });
  assert.equal(none.response.status, 422);
  assert.match(none.text, /Choose at least one permission/);

  const notes = new OAuthClient(url, { client_id: 'notes', redirect_uri: 'notes://callback' });
  const own = await browser.open(notes.authorizeUrl({ scope: null }));
  assert.deepEqual(boxes(own.text)['goals.read'], true);
  assert.match(own.text, /Notes &lt;b&gt;/);
  const sent = await browser.submit(own, { action: 'allow', scope: 'goals.read' });
  assert.match(sent.url.href, /^notes:\/\/callback\?code=svc_code_/);
});

test('the user ticks what changes data, unless the assistant may do it already', async () => {
  const client = new OAuthClient(url, {
    client_id: 'svc-chatgpt',
    redirect_uri: 'https://chatgpt.com/connector_platform_oauth_redirect',
  });
  const scope = 'memories.read goals.read memories.write';
  const first = await browser.open(client.authorizeUrl({ scope }));
  assert.match(first.text, /It may read[^]*It may change: tick what it shall do/);
  const ticked = { 'memories.read': true, 'goals.read': true };
  assert.deepEqual(boxes(first.text), { ...ticked, 'memories.write': false });
  const { url: sent } = await browser.submit(first, { action: 'allow', scope: scope.split(' ') });
  await client.exchange(sent.searchParams.get('code')!);
  // An assistant that connects again keeps what the user ticked before.
  const again = await browser.open(client.authorizeUrl({ scope: `${scope} goals.write` }));
  assert.deepEqual(boxes(again.text), { ...ticked, 'memories.write': true, 'goals.write': false });
  const onlyWrites = await browser.open(client.authorizeUrl({ scope: 'goals.write' }));
  const none = await browser.submit(onlyWrites, { action: 'allow', scope: [] });
  assert.match(none.text, /Choose at least one permission/);
});

function boxes(page: string): Record<string, boolean> {
  const found = page.matchAll(/name="scope"\s+value="([\w.]+)"\s+(checked)?/g);
  return Object.fromEntries([...found].map(([, scope, checked]) => [scope, checked !== undefined]));
}

test('a denial is returned to the client', async () => {
  const page = await browser.open(client.authorizeUrl());
  const { url: sent } = await browser.submit(page, { action: 'deny' });
  assert.equal(sent.searchParams.get('error'), 'access_denied');
  assert.equal(sent.searchParams.get('state'), 'the state');
  assert.deepEqual(sent.searchParams.getAll('iss'), [url]);
  const again = await browser.submit(page, { action: 'allow', scope: 'memories.read' });
  assert.match(again.text, /This request has ended/);
});

test('a client that requires a fresh password gets it', async () => {
  const page = await browser.open(client.authorizeUrl({ prompt: 'login' }));
  assert.match(page.text, /<h1>Sign in/);
  const forced = await browser.submit(page, { action: 'allow', scope: 'memories.read' });
  assert.match(forced.text, /<h1>Sign in/);
  const before = browser.cookie('svc_session');
  const signed = await browser.submit(forced, { action: 'sign-in', ...OWNER });
  assert.match(signed.text, /Connect Claude\?/);
  assert.notEqual(browser.cookie('svc_session'), before);
  const { url: sent } = await browser.submit(signed, { action: 'allow', scope: 'memories.read' });
  assert.ok(sent.searchParams.get('code'));
});

test('a form is valid only on our site, in its browser and for its request', async () => {
  const mine = new FormBrowser();
  const opened = await mine.open(client.authorizeUrl());
  const page = await mine.submit(opened, { action: 'sign-in', ...OWNER });
  const allow = { action: 'allow', scope: 'memories.read' };
  const refused: [string, Promise<{ response: Response; text: string }>][] = [
    ['no proof', mine.open(page.url, { method: 'POST', body: new URLSearchParams(allow) })],
    ['the proof of before', mine.submit({ ...page, text: opened.text }, allow)],
    ['another origin', mine.submit(page, allow, { Origin: 'https://evil.example' })],
    ['another site', mine.submit(page, allow, { 'Sec-Fetch-Site': 'cross-site' })],
    ['a sibling', mine.submit(page, allow, { 'Sec-Fetch-Site': 'same-site' })],
  ];
  for (const [what, outcome] of refused) {
    const { response, text } = await outcome;
    assert.equal(response.status, 403, what);
    assert.match(text, /another site|too old/, what);
  }
  const victim = new FormBrowser();
  await victim.open(client.authorizeUrl());
  const elsewhere = await victim.submit(page, allow);
  assert.match(elsewhere.text, /This request has ended/);

  // Signing another person's browser in to one's own account is also an attack.
  const attacker = await new FormBrowser().open(url + LOOK_UP);
  const lured = new FormBrowser();
  await lured.open(attacker.url);
  const planted = await lured.submit(attacker, { action: 'sign-in', ...OWNER });
  assert.equal(planted.response.status, 403);
  assert.equal(lured.cookie('svc_session'), undefined);

  const cookie = ['svc_oauth', 'svc_oauth.sig', 'svc_session']
    .map((name) => `${name}=${mine.cookie(name)}`)
    .join('; ');
  const end = page.url.href.endsWith('_') ? '-' : '_';
  const swapped = await fetch(page.url.href.slice(0, -1) + end, { headers: { cookie } });
  assert.match(await swapped.text(), /This request has ended/);

  const other = await mine.open(client.authorizeUrl());
  assert.equal((await mine.submit({ ...other, text: page.text }, allow)).response.status, 403);
  const { url: sent } = await mine.submit(other, allow, {
    Origin: 'null',
    'Sec-Fetch-Site': 'same-origin',
  });
  assert.ok(sent.searchParams.get('code'), 'what a browser itself sends is fine');
});

test('pages with decisions cannot be framed or cached, and send no referrer', async () => {
  for (const page of [
    await new FormBrowser().open(client.authorizeUrl()),
    await browser.open(client.authorizeUrl()),
    await browser.open(url + LOOK_UP),
    await new FormBrowser().open(url + LOOK_UP),
  ]) {
    const { headers } = page.response;
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(
      headers.get('content-security-policy')!,
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.ok(!page.text.includes('<script'));
  }
  const cookies = (await fetch(client.authorizeUrl(), { redirect: 'manual' })).headers;
  for (const cookie of cookies.getSetCookie()) assert.match(cookie, /httponly/i);
});

test('errors on a page are shown on a page, without unverified details', async () => {
  const json = { 'Content-Type': 'application/json' };
  const wrong = await request(url, 'POST', LOOK_UP, { body: '{}', headers: json });
  assert.equal(wrong.status, 415);
  assert.match(wrong.body.detail, /as a form, with Content-Type: application\/x-www-form/);
  for (const path of [LOOK_UP, '/authorize', '/connect/x']) {
    for (const method of ['PUT', 'OPTIONS', 'DELETE']) {
      const { status, headers } = await fetch(url + path, { method });
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'], path);
    }
  }
  const page = await browser.open(url + LOOK_UP);
  const long = await browser.submit(page, { action: 'look-up', more: 'x'.repeat(9000) });
  assert.equal(long.response.status, 413);
  assert.match(long.text, /<h1>The request failed/);
});

test('a wrong password is reported, and attempts are limited', async () => {
  const guesser = new FormBrowser();
  let page = await guesser.open(client.authorizeUrl());
  const guess = { action: 'sign-in', email: 'nobody@example.org', password: 'a wrong password' };
  const empty = await guesser.submit(page, { action: 'sign-in', email: 'no', password: '' });
  assert.equal(empty.response.status, 422);
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    page = await guesser.submit(page, guess);
    statuses.push(page.response.status);
    assert.match(page.text, /wrong|Too many/);
    assert.equal(guesser.cookie('svc_session'), undefined);
  }
  assert.equal(statuses[0], 401);
  assert.equal(statuses.at(-1), 429);
  assert.match(page.response.headers.get('retry-after')!, /^\d+$/);
});

test('signing in creates a new session, whatever session the browser had', async () => {
  const planted = new FormBrowser();
  const one = await planted.open(client.authorizeUrl());
  await planted.submit(one, { action: 'sign-in', ...OWNER });
  const held = planted.cookie('svc_session')!;
  const consent = await planted.open(client.authorizeUrl());
  const switched = await planted.submit(consent, { action: 'switch' });
  assert.match(switched.text, /<h1>Sign in/);
  await planted.submit(switched, { action: 'sign-in', ...OWNER });
  assert.notEqual(planted.cookie('svc_session'), held);
});

test('who signs out on a page has no session any more', async () => {
  const visitor = new FormBrowser();
  const asked = await visitor.open(url + LOOK_UP);
  const page = await visitor.submit(asked, { action: 'sign-in', ...OWNER });
  const token = visitor.cookie('svc_session')!;
  const use = async () => (await request(url, 'GET', '/v1/users/me', { token })).status;
  assert.equal(await use(), 200);
  const left = await visitor.submit(page, { action: 'sign-out' });
  assert.match(left.text, /<h1>Sign in/);
  assert.deepEqual([visitor.cookie('svc_session'), await use()], [undefined, 401]);
});

test('the user chooses when a connection ends, and may keep its end', async () => {
  const notes = new OAuthClient(url, { client_id: 'notes', redirect_uri: 'notes://callback' });
  const connect = async (ends: string) => {
    const page = await browser.open(notes.authorizeUrl({ scope: 'goals.read' }));
    const { url: sent } = await browser.submit(page, {
      action: 'allow',
      scope: 'goals.read',
      ends,
    });
    assert.equal((await notes.exchange(sent.searchParams.get('code')!)).status, 200);
    const { grants } = (await service.owner.call('GET', '/v1/mcp/oauth/grants')).body;
    const { ends_at } = grants.find((grant: { client_id: string }) => grant.client_id === 'notes');
    return { text: page.text, ends_at };
  };
  const first = await connect('keep');
  assert.equal(first.ends_at, null);
  assert.match(
    first.text,
    /<option value="1">\s*in 1 day\s*<[^]*<option value="7">\s*in 7 days\s*</,
  );
  assert.doesNotMatch(first.text, /as now/);
  const { ends_at } = await connect('7');
  const days = (Date.parse(ends_at) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, ends_at);
  const kept = await connect('keep');
  assert.equal(kept.ends_at, ends_at);
  assert.match(kept.text, /<option value="keep">\s*on [^<]*, as now/);
  assert.equal((await connect('never')).ends_at, null);
});

test('users can neither see nor end the connections of others', async () => {
  const { access_token: token } = await client.connect(OWNER, { browser });
  const [{ id }] = (await service.owner.call('GET', '/v1/mcp/oauth/grants')).body.grants;
  const rui = await secondUser();
  assert.deepEqual((await rui.call('GET', '/v1/mcp/oauth/grants')).body, { grants: [] });
  assert.equal((await rui.call('DELETE', `/v1/mcp/oauth/grants/${id}`)).status, 404);
  assert.equal((await request(url, 'GET', '/v1/mcp/memories', { token })).status, 200);
});

/** Inserts an account with a session into the database, because there is no sign-up. */
async function secondUser(): Promise<ApiUser> {
  const { tokenHash } = await import('../../../domains/accounts/identity.ts');
  const { db } = service.service.parts;
  const id = 'rui';
  await db.insertInto('users').values({ id, email: 'rui@example.org', name: 'Rui' }).execute();
  const token = `svc_ses_${'R'.repeat(43)}`;
  const expires_at = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('sessions')
    .values({ id: 's', user_id: id, token: tokenHash(token), expires_at })
    .execute();
  return new ApiUser(service.url, token, id);
}
