/** Tests the authorization server, as clients use it. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { ASSISTANT_SCOPES, dotted } from '../../core/scopes.ts';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../core/clock.ts';
import { request } from '../../testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const NAMES = ['/v1/mcp/sse', '/v1/mcp', '/mcp'];
const SCOPES = ASSISTANT_SCOPES.map(dotted).join(' ');
/** The scopes that clients are told to ask for first. */
const READING =
  'memories.read conversations.read action_items.read goals.read people.read chat.read';
let service: TestService;
let url: string;
let client: OAuthClient;
/** A signed-in browser. */
let browser: FormBrowser;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  browser = new FormBrowser();
  await new OAuthClient(url).allow(OWNER, { browser });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => void (client = new OAuthClient(url)));

test('the metadata is at every address where clients look, for GET and HEAD', async () => {
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
      scopes_supported: READING.split(' '),
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

test('foreign pages may request tokens and documents, which need no cookie', async () => {
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

test('without a credential the challenge has no error, and with a bad one it has', async () => {
  const challenge = async (path: string, method: string, authorization?: string) => {
    const { status, headers } = await fetch(url + path, {
      method,
      headers: { ...(authorization && { Authorization: authorization }) },
    });
    return [status, headers.get('www-authenticate')];
  };
  const way = (name: string) =>
    `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource${name}", scope="${READING}"`;
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

test('credentials that give no access are named, and addresses are not searched for them', async () => {
  for (const [token, word] of [
    [`svc_ort_${'A'.repeat(43)}`, /This is a refresh token: exchange it at \/token/],
    [`svc_code_${'A'.repeat(43)}`, /This is an authorization code/],
  ] as const) {
    const { status, body } = await request(url, 'GET', '/v1/mcp/memories', { token });
    assert.equal(status, 401);
    assert.match(body.detail, word);
  }
  for (const [door, path] of [
    [service.url, '/v1/mcp/memories'],
    [url, '/v1/mcp/sse'],
  ] as const) {
    const { status, body } = await request(door, 'GET', `${path}?access_token=x`);
    assert.equal(status, 400);
    assert.match(body.detail, /in the header Authorization, never in the address \(access_token\)/);
  }
});

test('a missing scope is requested together with the existing ones', async () => {
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

test('the client is verified before any redirect', async () => {
  for (const [changes, error] of [
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_id: null }, 'invalid_request'],
    [{ redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
    [{ redirect_uri: 'https://claude.ai/api/mcp/auth_callback/' }, 'invalid_redirect_uri'],
    [{ redirect_uri: null }, 'invalid_request'],
    // If the redirect address is wrong, no other failure turns the answer into a redirect.
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

test('every other error goes back to the client, with its state and one iss', async () => {
  for (const [changes, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: null }, 'invalid_request'],
    [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge: 'A'.repeat(44) }, 'invalid_request'],
    [{ response_type: 'token', response_mode: 'fragment' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token', response_mode: 'query' }, 'unsupported_response_type'],
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
    const { origin, pathname, searchParams: told } = new URL(answer.headers.get('location')!);
    assert.equal(origin + pathname, client.redirect_uri);
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

test('no malformed request causes a 5xx or a redirect to an unknown address', async () => {
  const names = [...client.authorizeUrl().searchParams.keys(), 'prompt', 'response_mode', 'nonce'];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.webUrl(),
    fc.constantFrom('', 'none', 'login consent', 'code token', '\0', '%', 'a'.repeat(3000)),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), value, fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const asked = client.authorizeUrl();
      for (const [name, text, twice] of list) {
        if (twice) asked.searchParams.append(name, text);
        else asked.searchParams.set(name, text);
      }
      const answer = await fetch(asked, { redirect: 'manual' });
      assert.ok([303, 400].includes(answer.status), `${answer.status} for ${asked}`);
      const location = answer.headers.get('location');
      if (location?.startsWith('/connect/') === false) {
        assert.ok(location.startsWith(client.redirect_uri), location);
        assert.ok(new URL(location).searchParams.has('error'));
      }
      const form = Object.fromEntries(list.map(([name, text]) => [name, text]));
      const token = await client.post('/token', { grant_type: 'refresh_token', ...form });
      assert.ok([400, 401].includes(token.status), `${token.status} for ${JSON.stringify(form)}`);
    }),
    { numRuns: 150 },
  );
});

test('useless parameters that clients send by habit are accepted', async () => {
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

test('unknown clients can store only limited data', async () => {
  const longest = 'x'.repeat(2000);
  const kept = await fetch(client.authorizeUrl({ state: longest }), { redirect: 'manual' });
  assert.equal(kept.status, 303);
  for (const [name, value] of [
    ['state', `${longest}x`],
    ['ui_locales', 'x'.repeat(8000)],
  ] as const) {
    const asked = client.authorizeUrl({ [name]: value });
    const answer = await fetch(asked, { redirect: 'manual' });
    const { error, error_description } = (await answer.json()) as Record<string, string>;
    assert.deepEqual([answer.status, error], [400, 'invalid_request']);
    assert.match(error_description!, /too long/);
  }
  const body = client.authorizeUrl({ ui_locales: 'x'.repeat(9000) }).searchParams;
  const form = await new FormBrowser().open(`${url}/authorize`, { method: 'POST', body });
  assert.equal(form.response.status, 413);
  assert.match(form.text, /<p role="alert">The form is too large\./);
});

test('too many failed requests from an address are refused, but valid ones are not limited', async () => {
  const environment = {
    SVC_RATE_LIMIT: '9/minute,99/day',
    SVC_TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  };
  const clock = new ManualClock();
  await using limited = await startService({ environment, clock });
  const { url } = limited.service;
  const knocking = new OAuthClient(url);
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const browser = new FormBrowser();
  const asking = () => fetch(knocking.authorizeUrl(), { redirect: 'manual', ...from('192.0.2.1') });
  for (let knocks = 0; knocks < 300; knocks += 1) assert.equal((await asking()).status, 303);
  const refused = await asking();
  assert.equal(refused.status, 429);
  assert.equal(((await refused.json()) as { error: string }).error, 'temporarily_unavailable');
  const page = await browser.open(knocking.authorizeUrl(), from('192.0.2.1'));
  assert.equal(page.response.status, 429);
  assert.match(page.response.headers.get('retry-after')!, /^\d+$/);
  assert.match(page.text, /<h1>The request failed[^]*Too many requests/);
  // Another client behind the same proxy.
  const connected = await knocking.connect(OWNER, { browser });

  const post = (refresh_token: string, address = '192.0.2.1') =>
    knocking.post(
      '/token',
      { grant_type: 'refresh_token', client_id: 'svc-claude', refresh_token },
      from(address).headers,
    );
  let token = connected.refresh_token;
  for (let rounds = 0; rounds < 310; rounds += 1) {
    const { status, body } = await post(token);
    assert.equal(status, 200);
    token = body.refresh_token;
  }
  for (let knocks = 0; knocks < 300; knocks += 1) {
    assert.equal((await post('svc_ort_nonsense')).status, 400);
  }
  const answer = await post(token);
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get('retry-after')!, /^\d+$/);
  assert.equal(answer.body.error, 'temporarily_unavailable');
  assert.match(answer.body.error_description, /^Too many requests/);
  assert.equal((await post(token, '192.0.2.2')).status, 200);
});

test('on the same machine every loopback name works', async () => {
  const { port } = new URL(url);
  const local = `http://localhost:${port}`;
  const document = await request(local, 'GET', '/.well-known/oauth-protected-resource/mcp');
  assert.equal(document.body.resource, `${local}/mcp`);
  assert.deepEqual(document.body.authorization_servers, [url]);
  for (const path of ['/v1/mcp/sse', '/v1/mcp/memories']) {
    const { headers } = await fetch(local + path);
    assert.ok(headers.get('www-authenticate')!.includes(`"${local}/.well-known/`), path);
  }
  const resource = `${local}/v1/mcp/sse`;
  const sent = await client.allow(OWNER, { browser, changes: { resource } });
  const { body } = await client.exchange(sent.searchParams.get('code')!, { resource });
  const token = body.access_token;
  assert.equal((await request(local, 'GET', '/v1/mcp/memories', { token })).status, 200);
  for (const host of ['localhost:1', 'evil.example', `localhost.evil.example:${port}`]) {
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get(`${url}/.well-known/oauth-protected-resource`, { headers: { host } }, resolve),
    );
    assert.equal(((await json(answer)) as { resource: string }).resource, `${url}/v1/mcp/sse`);
  }
});

test('the token endpoint answers with JSON that must not be cached', async () => {
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
  const nameless = { ...good, client_id: null, client_secret: '' };
  const another = await client.post('/token', nameless, basic('svc-chatgpt:'));
  assert.equal(another.body.error, 'invalid_grant', 'a code of somebody else');
  const two = await client.post('/token', good, basic('svc-chatgpt:'));
  assert.equal(two.body.error, 'invalid_request');
  // The code is still valid after these failures. An empty secret is ignored, but its header
  // contains the client id.
  const tokens = await client.post('/token', nameless, basic('svc-claude:'));
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
  const again = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token };
  const named = await client.post(
    '/token',
    { ...again, client_id: 'svc-claude' },
    basic('svc-claude:'),
  );
  assert.equal(named.status, 200);
  const revoked = await client.revoke(tokens.body.access_token, { client_secret: 'a secret' });
  assert.deepEqual([revoked.status, revoked.body.error], [401, 'invalid_client']);
});

test('behind a TLS proxy all addresses have the public name, whatever a client claims', async () => {
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
