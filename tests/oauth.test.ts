/** The authorization server, as clients and browsers use it and as attackers would. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ApiUser, request } from '../src/testing/api-user.ts';
import { FormBrowser, OAuthClient } from '../src/testing/oauth-browser.ts';
import { OWNER, startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const NAMES = ['/v1/mcp/sse', '/v1/mcp', '/mcp'];
const SCOPES =
  'memories.read memories.write conversations.read action_items.read action_items.write goals.read people.read chat.read';
let service: TestService;
let url: string;
let client: OAuthClient;
/** Signed in. */
let browser: FormBrowser;

before(async () => {
  service = await startService({
    environment: {
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

test('the way is signposted wherever clients look, for GET and for HEAD', async () => {
  const read = async (path: string) => {
    const [got, head] = await Promise.all([
      fetch(url + path),
      fetch(url + path, { method: 'HEAD' }),
    ]);
    assert.deepEqual([got.status, head.status, await head.text()], [200, 200, ''], path);
    assert.match(got.headers.get('content-type')!, /^application\/json/);
    assert.equal(got.headers.get('access-control-allow-origin'), '*');
    return got.json();
  };
  for (const name of ['', ...NAMES]) {
    assert.deepEqual(await read(`/.well-known/oauth-authorization-server${name}`), {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: SCOPES.split(' '),
      authorization_response_iss_parameter_supported: true,
    });
    const resource = (await read(`/.well-known/oauth-protected-resource${name}`)) as object;
    assert.deepEqual(resource, {
      resource: url + (name || '/v1/mcp/sse'),
      authorization_servers: [url],
      scopes_supported: SCOPES.split(' '),
      bearer_methods_supported: ['header'],
      resource_name: 'Commonplace',
      resource_documentation: `${url}/docs`,
    });
  }
  for (const path of ['/register', '/.well-known/openid-configuration', '/jwks', '/me']) {
    const { status, body } = await request(url, 'GET', path);
    assert.deepEqual([status, body], [404, { detail: 'Not Found' }], path);
  }
});

test('pages of others may ask for tokens and documents: no cookie is involved', async () => {
  for (const path of ['/token', '/revoke', '/.well-known/oauth-authorization-server']) {
    const answer = await fetch(url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://claude.ai', 'Access-Control-Request-Method': 'POST' },
    });
    assert.deepEqual(
      [answer.status, answer.headers.get('access-control-allow-origin'), await answer.text()],
      [204, '*', ''],
      path,
    );
  }
  const refused = await client.post('/token', {}, { Origin: 'https://claude.ai' });
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  assert.equal(refused.headers.get('access-control-allow-credentials'), null);
});

test('without a credential the challenge only shows the way; with a bad one it says so', async () => {
  const challenge = async (path: string, method: string, authorization?: string) => {
    const { status, headers } = await fetch(url + path, {
      method,
      headers: { ...(authorization && { Authorization: authorization }) },
    });
    return [status, headers.get('www-authenticate')];
  };
  const way = (name: string) =>
    `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource${name}", scope="${SCOPES}"`;
  const { key } = await service.owner.key([]);
  for (const [path, method, name] of [
    ...NAMES.map((name) => [name, 'POST', name] as const),
    ['/v1/mcp/memories', 'GET', NAMES[0]!] as const,
  ]) {
    assert.deepEqual(await challenge(path, method), [401, way(name)], path);
    for (const bad of [`Bearer ${key}`, `Bearer svc_oat_${'A'.repeat(43)}`, 'Basic Og==']) {
      const [status, header] = await challenge(path, method, bad);
      assert.equal(status, 401);
      assert.ok(String(header).startsWith(`${way(name)}, error="invalid_token", error_desc`), bad);
    }
  }
});

test('a scope that is missing is asked for, together with those that are there', async () => {
  const { access_token: token } = await client.connect(OWNER, {
    browser,
    scope: ['memories.read'],
  });
  const refused = await request(url, 'POST', '/v1/mcp/memories', { token, body: { content: 'x' } });
  assert.equal(refused.status, 403);
  const needed =
    /error="insufficient_scope".*scope="memories\.read memories\.write"|scope="memories\.read memories\.write".*error="insufficient_scope"/;
  assert.match(refused.headers.get('www-authenticate')!, needed);
  const tool = await request(url, 'POST', '/v1/mcp/sse', {
    token,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_memory', arguments: { content: 'x' } },
    },
  });
  assert.equal(tool.status, 403);
  assert.match(tool.headers.get('www-authenticate')!, needed);
});

test('who asks is checked before anybody is sent anywhere', async () => {
  for (const [changes, error] of [
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_id: null }, 'invalid_request'],
    [{ redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
    [{ redirect_uri: 'https://claude.ai/api/mcp/auth_callback/' }, 'invalid_redirect_uri'],
    [{ redirect_uri: null }, 'invalid_request'],
    // Other faults do not make it a redirect.
    [{ redirect_uri: 'https://evil.example/', scope: 'nonsense' }, 'invalid_redirect_uri'],
    [{ redirect_uri: 'https://evil.example/', response_type: 'token' }, 'invalid_redirect_uri'],
  ] as const) {
    const address = client.authorizeUrl(changes);
    const json = await fetch(address, { redirect: 'manual' });
    assert.equal(json.status, 400);
    assert.equal(json.headers.get('location'), null);
    assert.equal(((await json.json()) as { error: string }).error, error);
    const page = await new FormBrowser().open(address);
    assert.match(page.response.headers.get('content-type')!, /^text\/html/);
    assert.equal(page.response.status, 400);
  }
  const unknown = await new FormBrowser().open(client.authorizeUrl({ client_id: '<script>' }));
  assert.match(unknown.text, /This assistant is not registered[^]*MCP key/);
  assert.ok(!unknown.text.includes('<script>'));
});

test('every other fault goes back to the client, with its state and one iss', async () => {
  for (const [changes, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: null }, 'invalid_request'],
    [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'memories.read nonsense' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example.org/mcp' }, 'invalid_target'],
    [{ resource: `${url}/v1/mcp/sse#fragment` }, 'invalid_target'],
    [{ prompt: 'none' }, 'interaction_required'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
    [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
    [{ response_mode: 'fragment' }, 'unsupported_response_mode'],
  ] as const) {
    const answer = await browser.fetch(client.authorizeUrl(changes));
    const says = JSON.stringify(changes);
    assert.equal(answer.status, 303, says);
    const { origin, pathname, search, hash } = new URL(answer.headers.get('location')!);
    assert.equal(origin + pathname, client.redirect_uri);
    // Whoever asks for a token in the fragment gets the refusal there.
    const told = new URLSearchParams(search || hash.slice(1));
    assert.equal(told.get('error'), error, says);
    assert.equal(told.get('state'), 'the state');
    assert.deepEqual(told.getAll('iss'), [url]);
    assert.equal(told.get('code'), null);
  }
  const twice = client.authorizeUrl();
  twice.searchParams.append('scope', 'goals.read');
  const answer = await browser.fetch(twice);
  assert.equal(
    new URL(answer.headers.get('location')!).searchParams.get('error'),
    'invalid_request',
  );
});

test('what clients say out of habit is no fault', async () => {
  const habits: Record<string, string | null>[] = [
    { scope: 'openid profile email offline_access memories.read' },
    { nonce: 'n', max_age: '0', ui_locales: 'pt', display: 'page', whatever: 'x' },
    { resource: null },
    { resource: `${url}/v1/mcp/sse/` },
    { resource: `${url}/mcp` },
    { resource: `${url}/v1/mcp` },
    { prompt: 'consent' },
    { prompt: 'select_account' },
    { scope: null, state: null },
  ];
  for (const changes of habits) {
    const sent = await client.allow(OWNER, { browser, changes, scope: ['memories.read'] });
    assert.deepEqual(sent.searchParams.getAll('iss'), [url]);
    assert.equal(sent.searchParams.get('state'), 'state' in changes ? null : 'the state');
    const code = sent.searchParams.get('code');
    assert.match(code ?? '', /^svc_code_[\w-]{43}$/, JSON.stringify(changes));
    const { body } = await client.exchange(code!, { resource: null });
    assert.deepEqual(body.scope, 'memories.read');
  }
  const form = await new FormBrowser().open(`${url}/authorize`, {
    method: 'POST',
    body: client.authorizeUrl().searchParams,
  });
  assert.match(form.text, /<h1>Sign in/);
});

test('its user may give less than a client asks for; to one that asks for nothing, anything', async () => {
  const page = await browser.open(client.authorizeUrl());
  assert.match(page.text, /Connect Claude\?[^]*claude\.ai[^]*owner@example\.org/);
  assert.deepEqual(boxes(page.text), { 'memories.read': true, 'memories.write': true });
  const more = await browser.submit(page, {
    action: 'allow',
    scope: ['memories.read', 'goals.read'],
  });
  const { body } = await client.exchange(more.url.searchParams.get('code')!);
  assert.equal(body.scope, 'memories.read', 'what was not asked for is not given');

  const open = await browser.open(client.authorizeUrl({ scope: null }));
  const offered = boxes(open.text);
  assert.deepEqual(Object.keys(offered), SCOPES.split(' '));
  assert.deepEqual(
    Object.keys(offered).filter((scope) => offered[scope]),
    ['memories.read'],
  );
  const none = await browser.submit(open, { action: 'allow', scope: [] });
  assert.equal(none.response.status, 422);
  assert.match(none.text, /Choose at least one thing/);

  const notes = new OAuthClient(url, { client_id: 'notes', redirect_uri: 'notes://callback' });
  const own = await browser.open(notes.authorizeUrl({ scope: null }));
  assert.deepEqual(boxes(own.text)['goals.read'], true);
  assert.match(own.text, /Notes &lt;b&gt;/);
  assert.match(own.response.headers.get('content-security-policy')!, /form-action 'self' notes:;/);
  const sent = await browser.submit(own, { action: 'allow', scope: 'goals.read' });
  assert.match(sent.url.href, /^notes:\/\/callback\?code=svc_code_/);
});

function boxes(page: string): Record<string, boolean> {
  const found = page.matchAll(/name="scope"\s+value="([\w.]+)"\s+(checked)?/g);
  return Object.fromEntries([...found].map(([, scope, checked]) => [scope, checked !== undefined]));
}

test('who says no sends the client away with that', async () => {
  const page = await browser.open(client.authorizeUrl());
  const { url: sent } = await browser.submit(page, { action: 'deny' });
  assert.equal(sent.searchParams.get('error'), 'access_denied');
  assert.equal(sent.searchParams.get('state'), 'the state');
  assert.deepEqual(sent.searchParams.getAll('iss'), [url]);
  const again = await browser.submit(page, { action: 'allow', scope: 'memories.read' });
  assert.match(again.text, /This request is over/);
});

test('a client that wants the password typed again gets just that', async () => {
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

test('a form is worth nothing on another site, in another browser, for another request', async () => {
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
  assert.match(elsewhere.text, /This request is over/);

  const other = await mine.open(client.authorizeUrl());
  assert.equal((await mine.submit({ ...other, text: page.text }, allow)).response.status, 403);
  const { url: sent } = await mine.submit(other, allow, {
    Origin: 'null',
    'Sec-Fetch-Site': 'same-origin',
  });
  assert.ok(sent.searchParams.get('code'), 'what a browser itself sends is fine');
});

test('pages on which something is decided cannot be framed, kept, or told of', async () => {
  for (const page of [
    await new FormBrowser().open(client.authorizeUrl()),
    await browser.open(client.authorizeUrl()),
    await browser.open(`${url}/connections`),
    await new FormBrowser().open(`${url}/connections`),
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
  const allowed = (await browser.open(client.authorizeUrl())).response.headers;
  assert.match(allowed.get('content-security-policy')!, /form-action 'self' https:\/\/claude\.ai;/);
  const cookies = (await fetch(client.authorizeUrl(), { redirect: 'manual' })).headers;
  for (const cookie of cookies.getSetCookie()) assert.match(cookie, /httponly/i);
});

test('a wrong password is said so, and cannot be tried for ever', async () => {
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
});

test('whoever knocks too often is told to wait, in JSON', async () => {
  await using limited = await startService({ environment: { SVC_RATE_LIMIT: '9/minute,99/day' } });
  const knocking = new OAuthClient(limited.service.url);
  let answer = await knocking.refresh('svc_ort_nonsense');
  for (let knocks = 0; knocks < 700 && answer.status === 400; knocks += 1) {
    answer = await knocking.refresh('svc_ort_nonsense');
  }
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get('retry-after')!, /^\d+$/);
  assert.match(answer.body.detail, /^Too many requests/);
});

test('signing in makes a new session, whatever session the browser came with', async () => {
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

test('the token endpoint answers JSON to everything, and nothing of it is kept', async () => {
  const sent = await client.allow(OWNER, { browser });
  const code = sent.searchParams.get('code')!;
  const good = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirect_uri,
    code_verifier: client.verifier,
    client_id: client.client_id,
  };
  const basic = (words: string) => ({
    Authorization: `Basic ${Buffer.from(words).toString('base64')}`,
  });
  for (const [changes, headers, status, error] of [
    [{ grant_type: null }, {}, 400, 'invalid_request'],
    [{ grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, {}, 400, 'unsupported_grant_type'],
    [{ grant_type: 'implicit' }, {}, 400, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token' }, {}, 400, 'invalid_request'],
    [{ code: null }, {}, 400, 'invalid_request'],
    [{ code: 'svc_code_nonsense' }, {}, 400, 'invalid_grant'],
    [{ redirect_uri: null }, {}, 400, 'invalid_request'],
    [{ client_id: null }, {}, 400, 'invalid_request'],
    [{ client_id: 'nobody' }, {}, 401, 'invalid_client'],
    [{ client_secret: 'a secret' }, {}, 401, 'invalid_client'],
    [{}, basic('svc-claude:a secret'), 401, 'invalid_client'],
    [{}, { Accept: 'text/html', ...basic('svc-claude:a secret') }, 401, 'invalid_client'],
  ] as const) {
    const answer = await client.post('/token', { ...good, ...changes }, headers);
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(changes));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
  }
  for (const [type, body] of [
    ['application/json', JSON.stringify(good)],
    ['text/plain', 'nonsense'],
    ['application/x-www-form-urlencoded', `${new URLSearchParams(good)}&code=again`],
    ['application/x-www-form-urlencoded', 'x'.repeat(200_000)],
  ] as const) {
    const headers = { 'Content-Type': type };
    const { status, body: answer } = await request(url, 'POST', '/token', { body, headers });
    assert.deepEqual([status, answer.error], [400, 'invalid_request']);
  }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await request(url, method, '/token');
    assert.deepEqual([status, body.error], [405, 'invalid_request']);
  }
  // After all that the code is still good; a secret of nothing is no secret.
  const tokens = await client.post('/token', { ...good, client_secret: '' }, basic('svc-claude:'));
  assert.equal(tokens.status, 200);
  assert.deepEqual(Object.keys(tokens.body).sort(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  assert.deepEqual([tokens.body.token_type, tokens.body.expires_in], ['Bearer', 3600]);
  assert.equal(tokens.headers.get('cache-control'), 'no-store');
  assert.equal(tokens.headers.get('pragma'), 'no-cache');
  const revoked = await client.revoke(tokens.body.access_token, { client_secret: 'a secret' });
  assert.deepEqual([revoked.status, revoked.body.error], [401, 'invalid_client']);
});

test('the page of connections shows them after signing in, and ends one with a button', async () => {
  const { access_token: token } = await client.connect(OWNER, { browser });
  const visitor = new FormBrowser();
  const asked = await visitor.open(`${url}/connections`);
  assert.ok(!asked.text.includes('Claude'));
  const page = await visitor.submit(asked, { action: 'sign-in', ...OWNER });
  assert.equal(page.url.pathname, '/connections');
  assert.match(
    page.text,
    /<h2>Claude<\/h2>[^]*<li>Read what is remembered about you<\/li>[^]*claude\.ai[^]*<time/,
  );
  const [{ id }] = (await service.owner.call('GET', '/v1/mcp/oauth/grants')).body.grants.filter(
    ({ client_id }: { client_id: string }) => client_id === 'svc-claude',
  );
  const revoke = { action: 'revoke', grant_id: id };
  const forged = await visitor.open(page.url, {
    method: 'POST',
    body: new URLSearchParams(revoke),
  });
  assert.equal(forged.response.status, 403);
  const use = async () => (await request(url, 'GET', '/v1/mcp/memories', { token })).status;
  assert.equal(await use(), 200);
  const after = await visitor.submit(page, revoke);
  assert.match(after.text, /Disconnected\./);
  assert.ok(!after.text.includes('<h2>Claude</h2>'));
  assert.equal(await use(), 401);
  assert.match((await visitor.submit(page, revoke)).text, /Disconnected\./, 'twice is as good');
});

test('behind a proxy with TLS everything has the public name, whatever a caller claims', async () => {
  const base = 'https://me.example.org';
  await using proxied = await startService({ environment: { SVC_BASE_URL: `${base}/` } });
  const behind = proxied.service.url;
  const document = await request(behind, 'GET', '/.well-known/oauth-authorization-server/mcp');
  assert.equal(document.body.issuer, base);
  const asking = new OAuthClient(behind);
  const claims = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
  const resource = { resource: `${base}/v1/mcp/sse` };
  const visitor = new FormBrowser();
  const page = await visitor.open(asking.authorizeUrl(resource), { headers: claims });
  const set = (await fetch(asking.authorizeUrl(resource), { redirect: 'manual' })).headers;
  for (const cookie of [...set.getSetCookie(), ...page.response.headers.getSetCookie()]) {
    assert.match(cookie, /; secure/i);
  }
  const signed = await visitor.submit(
    page,
    { action: 'sign-in', ...OWNER },
    { Origin: base, ...claims },
  );
  const { url: sent } = await visitor.submit(
    signed,
    { action: 'allow', scope: 'memories.read' },
    claims,
  );
  assert.equal(sent.searchParams.get('iss'), base);
  const { body } = await asking.exchange(sent.searchParams.get('code')!, resource);
  const { access_token: token } = body;
  assert.equal((await request(behind, 'GET', '/v1/mcp/memories', { token })).status, 200);
  const { headers } = await request(behind, 'GET', '/v1/mcp/memories');
  assert.match(
    headers.get('www-authenticate')!,
    /resource_metadata="https:\/\/me\.example\.org\/\.well-known\//,
  );
});

test('nobody sees or ends the connections of another', async () => {
  const { access_token: token } = await client.connect(OWNER, { browser });
  const [{ id }] = (await service.owner.call('GET', '/v1/mcp/oauth/grants')).body.grants;
  const rui = await secondUser();
  assert.deepEqual((await rui.call('GET', '/v1/mcp/oauth/grants')).body, { grants: [] });
  assert.equal((await rui.call('DELETE', `/v1/mcp/oauth/grants/${id}`)).status, 404);
  assert.equal((await request(url, 'GET', '/v1/mcp/memories', { token })).status, 200);
});

/** There is no sign-up at this door: the account is put into the database, with a session. */
async function secondUser(): Promise<ApiUser> {
  const { tokenHash } = await import('../src/domains/accounts/identity.ts');
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
