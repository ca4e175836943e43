// Both databases: connections end by comparisons of times, and transactions take locks.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../../core/clock.ts';
import { request } from '../../../testing/clients/api-user.ts';
import { deleteExpiredGrants } from './retention.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const clock = new ManualClock();
const GRANTS = '/v1/mcp/oauth/grants';
let service: TestService;
let url: string;
/** A browser that is already signed in, as most are. */
let browser: FormBrowser;
let client: OAuthClient;

before(async () => {
  service = await startService({ clock });
  ({ url } = service.service);
  browser = new FormBrowser();
  await new OAuthClient(url).allow(OWNER, { browser });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => void (client = new OAuthClient(url)));

const connect = () => client.connect(OWNER, { browser });
const newCode = async () => (await client.allow(OWNER, { browser })).searchParams.get('code')!;
/** Returns the status of a route for assistants, which shows whether a token is accepted. */
const open = async (token: string) =>
  (await request(url, 'GET', '/v1/mcp/memories', { token })).status;
const grants = async () => (await service.owner.call('GET', GRANTS)).body.grants;

async function forgetAll(): Promise<void> {
  for (const { id } of await grants()) await service.owner.call('DELETE', `${GRANTS}/${id}`);
}

test('a grant shows its permissions in plain words and its last use', async () => {
  await forgetAll();
  const { access_token, scope } = await connect();
  assert.equal(scope, 'memories.read memories.write');
  const [grant] = await grants();
  assert.deepEqual(
    { ...grant, id: null },
    {
      id: null,
      client_id: 'svc-claude',
      client_name: 'Claude',
      redirect_host: 'claude.ai',
      resource: `${url}/v1/mcp/sse`,
      scopes: ['memories.read', 'memories.write'],
      permissions: ['Read what is remembered about you', 'Add, change and delete memories'],
      created_at: clock.now().toISOString(),
      last_used_at: null,
      ends_at: null,
    },
  );
  clock.advance(60_000);
  assert.equal(await open(access_token), 200);
  await service.service.flush();
  assert.equal((await grants())[0].last_used_at, clock.now().toISOString());
});

test('further permissions for a client extend its grant, and other clients have separate grants', async () => {
  await forgetAll();
  await client.connect(OWNER, { browser, scope: ['memories.read'] });
  const later = await client.connect(OWNER, {
    browser,
    changes: { scope: 'goals.read' },
    scope: ['goals.read'],
  });
  assert.equal(later.scope, 'goals.read', 'a token has what this sign-in was allowed');
  const redirect_uri = 'https://chatgpt.com/connector_platform_oauth_redirect';
  const other = new OAuthClient(url, { client_id: 'svc-chatgpt', redirect_uri });
  await other.connect(OWNER, { browser });
  const listed = await grants();
  assert.deepEqual(
    listed.map(({ client_name, scopes }: { client_name: string; scopes: string[] }) => [
      client_name,
      scopes,
    ]),
    [
      ['ChatGPT', ['memories.read', 'memories.write']],
      ['Claude', ['memories.read', 'goals.read']],
    ],
  );
  await client.revoke(later.refresh_token);
  const left = (await grants()).find(
    ({ client_name }: { client_name: string }) => client_name === 'Claude',
  );
  assert.deepEqual(left.scopes, ['memories.read'], 'what no token may do is not said');
});

test('revoking a grant invalidates all its tokens and codes immediately', async () => {
  await forgetAll();
  const tokens = await connect();
  const code = await newCode();
  const [{ id }] = await grants();
  const revoke = () => service.owner.call('DELETE', `${GRANTS}/${id}`);
  assert.equal((await service.owner.securityEvents())[0], 'assistant_connected');
  assert.equal((await revoke()).status, 204);
  assert.equal((await service.owner.securityEvents())[0], 'assistant_disconnected');
  assert.equal(await open(tokens.access_token), 401);
  assert.equal((await client.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await client.exchange(code)).body.error, 'invalid_grant');
  assert.deepEqual(await grants(), []);
  assert.deepEqual((await revoke()).body, { detail: 'Grant not found' });
  assert.equal((await service.owner.call('DELETE', `${GRANTS}/nonsense`)).status, 404);
});

const DAY = 86_400_000;
const setEnd = async (ends_after_days: number | null) => {
  const [{ id }] = await grants();
  return service.owner.call('PATCH', `${GRANTS}/${id}`, { ends_after_days });
};

test('a connection ends at the time that the user chose on the consent page', async () => {
  await forgetAll();
  const asked = await browser.open(client.authorizeUrl());
  const { url: sent } = await browser.submit(asked, {
    action: 'allow',
    scope: 'memories.read',
    ends: '1',
  });
  const { body: tokens } = await client.exchange(sent.searchParams.get('code')!);
  const end = new Date(clock.now().getTime() + DAY);
  assert.equal((await grants())[0].ends_at, end.toISOString());

  // The present end stays when the user allows more, unless the user chooses another.
  const again = await browser.open(client.authorizeUrl());
  assert.match(again.text, /<option value="keep">\s*on [^<]+, as now\s*<\/option>/);
  const more = await browser.submit(again, {
    action: 'allow',
    scope: 'memories.read',
    ends: 'keep',
  });
  await client.exchange(more.url.searchParams.get('code')!);
  assert.equal((await grants())[0].ends_at, end.toISOString());

  clock.advance(DAY - 1_800_000);
  const last = (await client.refresh(tokens.refresh_token)).body;
  assert.equal(last.expires_in, 1_800, 'a token ends with its connection');
  assert.equal(await open(last.access_token), 200);
  clock.advance(1_800_000);
  assert.equal(await open(last.access_token), 401);
  const refused = await client.refresh(last.refresh_token);
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
  assert.match(refused.body.error_description, /has ended/);
  assert.deepEqual(await grants(), []);
});

test('the user chooses, moves and removes the end of a connection later', async () => {
  await forgetAll();
  const tokens = await connect();
  const { status, body } = await setEnd(7);
  assert.deepEqual(
    [status, body.ends_at, body.client_name],
    [200, new Date(clock.now().getTime() + 7 * DAY).toISOString(), 'Claude'],
  );
  clock.advance(6 * DAY);
  await setEnd(30);
  clock.advance(6 * DAY);
  const next = (await client.refresh(tokens.refresh_token)).body;
  assert.equal((await setEnd(null)).body.ends_at, null);
  clock.advance(90 * DAY);
  const later = (await client.refresh(next.refresh_token)).body;
  assert.equal(await open(later.access_token), 200);
  assert.equal((await setEnd(0)).status, 422);
  const gone = `${GRANTS}/00000000-0000-4000-8000-000000000000`;
  assert.equal((await service.owner.call('PATCH', gone, { ends_after_days: 1 })).status, 404);
});

test('an ended connection cannot be prolonged, and a new permission does not revive its tokens', async () => {
  await forgetAll();
  const old = await connect();
  const [{ id }] = await grants();
  await setEnd(1);
  const code = await newCode();
  clock.advance(2 * DAY);
  const late = await service.owner.call('PATCH', `${GRANTS}/${id}`, { ends_after_days: 7 });
  assert.equal(late.status, 404);
  assert.equal((await client.exchange(code)).body.error, 'invalid_grant');
  const fresh = await connect();
  assert.equal(await open(fresh.access_token), 200);
  assert.equal((await client.refresh(old.refresh_token)).body.error, 'invalid_grant');

  await setEnd(1);
  clock.advance(2 * DAY);
  await deleteExpiredGrants({ ...service.service.parts, clock });
  const { db } = service.service.parts;
  assert.deepEqual(await db.selectFrom('grants').select('id').execute(), []);
});

test('a code works once, and its second use revokes the tokens from the first', async () => {
  const code = await newCode();
  const { body } = await client.exchange(code);
  assert.equal(await open(body.access_token), 200);
  const { status, body: replay } = await client.exchange(code);
  assert.deepEqual([status, replay.error], [400, 'invalid_grant']);
  assert.equal(await open(body.access_token), 401);
  assert.equal((await client.refresh(body.refresh_token)).body.error, 'invalid_grant');
});

test('two simultaneous exchanges of one code do not both get working tokens', async () => {
  const code = await newCode();
  const answers = await Promise.all([client.exchange(code), client.exchange(code)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  const { body } = answers.find(({ status }) => status === 200)!;
  assert.equal(await open(body.access_token), 401, 'used twice: revoked');
});

test('a code expires after ten minutes', async () => {
  const code = await newCode();
  clock.advance(601_000);
  assert.equal((await client.exchange(code)).body.error, 'invalid_grant');
});

test('a wrong client or address leaves a code valid, but a wrong verifier invalidates it', async () => {
  const code = await newCode();
  const wrong: Record<string, string>[] = [
    { redirect_uri: 'https://claude.com/api/mcp/auth_callback' },
    { client_id: 'svc-chatgpt' },
    { resource: 'https://elsewhere.example.org/mcp' },
  ];
  for (const changes of wrong) {
    const { status, body } = await client.exchange(code, changes);
    const error = changes['resource'] ? 'invalid_target' : 'invalid_grant';
    assert.deepEqual([status, body.error], [400, error]);
  }
  for (const code_verifier of [null, 'too short', 'ü'.repeat(43)]) {
    const { status, body } = await client.exchange(code, { code_verifier });
    assert.deepEqual([status, body.error], [400, 'invalid_request']);
  }
  assert.equal((await client.exchange(code)).status, 200);

  const another = await newCode();
  const guess = await client.exchange(another, { code_verifier: 'A'.repeat(43) });
  assert.equal(guess.body.error, 'invalid_grant');
  assert.equal((await client.exchange(another)).body.error, 'invalid_grant');
});

test('a refresh token is replaced by the next, and immediate reuse still gets a working pair', async () => {
  const first = await connect();
  const second = (await client.refresh(first.refresh_token)).body;
  assert.notEqual(second.refresh_token, first.refresh_token);
  clock.advance(29_000);
  const again = (await client.refresh(first.refresh_token)).body;
  for (const pair of [second, again]) {
    assert.equal(await open(pair.access_token), 200);
    assert.equal((await client.refresh(pair.refresh_token)).status, 200);
  }
});

test('late reuse of a refresh token revokes its sign-in and no other', async () => {
  await forgetAll();
  const first = await connect();
  const elsewhere = await new OAuthClient(url).connect(OWNER, { browser });
  const second = (await client.refresh(first.refresh_token)).body;
  clock.advance(31_000);
  const reuse = await client.refresh(first.refresh_token);
  assert.deepEqual([reuse.status, reuse.body.error], [400, 'invalid_grant']);
  for (const token of [first.access_token, second.access_token]) {
    assert.equal(await open(token), 401);
  }
  assert.equal((await client.refresh(second.refresh_token)).body.error, 'invalid_grant');
  assert.equal(await open(elsewhere.access_token), 200);
  assert.equal((await grants()).length, 1);
});

test('only the last but one refresh token may be reused', async () => {
  const first = await connect();
  const second = (await client.refresh(first.refresh_token)).body;
  const third = (await client.refresh(second.refresh_token)).body;
  assert.equal((await client.refresh(first.refresh_token)).body.error, 'invalid_grant');
  assert.equal(await open(third.access_token), 401);
});

test('eight simultaneous refreshes all get working pairs', async () => {
  const { refresh_token } = await connect();
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.refresh(refresh_token)));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.equal(await open(body.access_token), 200);
    assert.equal((await client.refresh(body.refresh_token)).status, 200);
  }
});

test('repeated refreshes beyond the limit get no more pairs and revoke none', async () => {
  const { refresh_token } = await connect();
  const pairs = [];
  for (let round = 0; round < 8; round += 1) pairs.push((await client.refresh(refresh_token)).body);
  const { status, body } = await client.refresh(refresh_token);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  for (const { access_token } of pairs) assert.equal(await open(access_token), 200);
});

test('a refresh may request fewer scopes but not more, and only for its own client and resource', async () => {
  const { refresh_token } = await connect();
  const refused = async (changes: Record<string, string>) =>
    (await client.refresh(refresh_token, changes)).body.error;
  assert.equal(await refused({ scope: 'memories.read goals.read' }), 'invalid_scope');
  assert.equal(await refused({ scope: 'nonsense' }), 'invalid_scope');
  assert.equal(await refused({ resource: 'https://elsewhere.example.org' }), 'invalid_target');
  assert.equal(await refused({ client_id: 'svc-chatgpt' }), 'invalid_grant');
  const less = (await client.refresh(refresh_token, { scope: 'memories.read offline_access' }))
    .body;
  assert.equal(less.scope, 'memories.read');
  const write = await request(url, 'POST', '/v1/mcp/memories', {
    token: less.access_token,
    body: { content: 'Likes tea' },
  });
  assert.equal(write.status, 403);
  const all = (await client.refresh(less.refresh_token, { resource: `${url}/mcp/` })).body;
  assert.equal(all.scope, 'memories.read memories.write');
});

test('revoking a refresh token revokes the whole sign-in, and revoking an access token only that token', async () => {
  await forgetAll();
  const tokens = await connect();
  for (const [token, by] of [
    ['svc_ort_nonsense', 'svc-claude'],
    [tokens.refresh_token, 'svc-chatgpt'],
  ] as const) {
    const { status, body } = await client.revoke(token, { client_id: by });
    assert.deepEqual([status, body], [200, null]);
  }
  assert.equal(await open(tokens.access_token), 200, "another client's token stays");
  await client.revoke(tokens.access_token, { token_type_hint: 'refresh_token' });
  assert.equal(await open(tokens.access_token), 401);
  const next = (await client.refresh(tokens.refresh_token)).body;
  await client.revoke(next.refresh_token);
  assert.equal(await open(next.access_token), 401);
  assert.deepEqual(await grants(), [], 'nothing is left of it');
});

test('a token is valid only for its scopes, this address and its own routes', async () => {
  const { access_token: token, refresh_token } = await connect();
  for (const [path, status] of [
    ['/v1/mcp/memories', 200],
    ['/v1/dev/user/memories', 401],
    ['/v1/auth/me', 401],
    [GRANTS, 401],
  ] as const) {
    assert.equal((await request(url, 'GET', path, { token })).status, status, path);
  }
  assert.equal(await open(refresh_token), 401);
  assert.equal((await client.refresh(token)).body.error, 'invalid_grant');
  const { db } = service.service.parts;
  const moved = (to: string) => db.updateTable('grants').set({ resource: to }).execute();
  await moved('https://elsewhere.example.org/v1/mcp/sse');
  assert.equal(await open(token), 401, 'made for another service');
  await moved(`${url}/v1/mcp/sse`);
  assert.equal(await open(token), 200);
});

test('the database contains neither codes nor tokens', async () => {
  const code = await newCode();
  const tokens = (await client.exchange(code)).body;
  const { db } = service.service.parts;
  for (const table of ['grants', 'grant_codes', 'grant_tokens', 'authorization_requests']) {
    const { rows } = await sql`SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(db);
    const all = JSON.stringify(rows);
    for (const secret of [code, tokens.access_token, tokens.refresh_token, client.verifier]) {
      const bare = secret.replace(/^svc_[a-z]+_/, '');
      for (const form of [bare, Buffer.from(secret).toString('hex')]) {
        assert.ok(!all.includes(form), `${table} holds a secret`);
      }
    }
  }
});

// This test must be last, because the session of the owner expires in it.
test('an access token expires after an hour, a refresh token after a year, a sign-in after three', async () => {
  const tokens = await connect();
  clock.advance(3_599_000);
  assert.equal(await open(tokens.access_token), 200);
  clock.advance(2_000);
  assert.equal(await open(tokens.access_token), 401);
  const next = (await client.refresh(tokens.refresh_token)).body;
  assert.equal(await open(next.access_token), 200);
  let newest = next.refresh_token;
  for (let months = 0; months < 35; months += 1) {
    clock.advance(30 * 86_400_000);
    newest = (await client.refresh(newest)).body.refresh_token;
  }
  clock.advance(45 * 86_400_000 - 5_401_000);
  const last = (await client.refresh(newest)).body;
  assert.ok(last.expires_in < 3600, `${last.expires_in}: not longer than three years in all`);
  clock.advance(1_800_000);
  assert.equal(await open(last.access_token), 401);
  assert.equal((await client.refresh(last.refresh_token)).body.error, 'invalid_grant');
  const { db } = service.service.parts;
  const left = async () => {
    const tables = ['grants', 'grant_codes', 'grant_tokens', 'authorization_requests'] as const;
    const counts = tables.map((table) =>
      db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow(),
    );
    return (await Promise.all(counts)).map(({ rows }) => rows);
  };
  assert.ok((await left())[2]! > 0);
  await deleteExpiredGrants({ db, clock });
  assert.deepEqual(await left(), [0, 0, 0, 0], 'what is over is deleted');
});
