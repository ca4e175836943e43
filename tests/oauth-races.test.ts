// One database: the embedded one has one session.
/**
 * Tests a connection that is revoked while it is renewed. On PostgreSQL, statements of two
 * connections really run in parallel, so each race runs often enough to expose an error.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../src/testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../src/testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const ROUNDS = process.env['COMMONPLACE_TEST_DATABASE_URL'] ? 25 : 2;
const GRANTS = '/v1/mcp/oauth/grants';
let service: TestService;
let url: string;
let browser: FormBrowser;
let client: OAuthClient;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  browser = new FormBrowser();
  client = new OAuthClient(url);
  await client.allow(OWNER, { browser });
});
after(() => service[Symbol.asyncDispose]());

const open = async (token: string) =>
  (await request(url, 'GET', '/v1/mcp/memories', { token })).status;
const newCode = async () => (await client.allow(OWNER, { browser })).searchParams.get('code')!;
const grantIds = async (): Promise<string[]> =>
  (await service.owner.call('GET', GRANTS)).body.grants.map(({ id }: { id: string }) => id);
const disconnect = (id: string) => service.owner.call('DELETE', `${GRANTS}/${id}`);

test('a token that is revoked during its refresh leaves no valid token', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refresh_token } = await client.connect(OWNER, { browser });
    const [next, revoked] = await Promise.all([
      client.refresh(refresh_token),
      client.revoke(refresh_token),
    ]);
    assert.equal(revoked.status, 200);
    assert.ok([200, 400].includes(next.status), `${next.status}`);
    if (next.status === 200) assert.equal(await open(next.body.access_token), 401);
  }
});

test('reuse of a stolen token ends the sign-in, even while its owner refreshes', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stolen = await client.connect(OWNER, { browser });
    const second = (await client.refresh(stolen.refresh_token)).body;
    const newest = (await client.refresh(second.refresh_token)).body;
    const [next, reuse] = await Promise.all([
      client.refresh(newest.refresh_token),
      client.refresh(stolen.refresh_token),
    ]);
    assert.deepEqual([reuse.status, reuse.body.error], [400, 'invalid_grant']);
    assert.ok([200, 400].includes(next.status), `${next.status}`);
    if (next.status === 200) assert.equal(await open(next.body.access_token), 401);
  }
});

test('an assistant that is disconnected during a refresh loses access', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refresh_token } = await client.connect(OWNER, { browser });
    const code = await newCode();
    const [id] = await grantIds();
    const [ended, ...refreshed] = await Promise.all([
      disconnect(id!),
      ...Array.from({ length: 4 }, () => client.refresh(refresh_token)),
      client.exchange(code),
    ]);
    assert.equal(ended.status, 204);
    for (const { status, body } of refreshed.slice(0, -1)) {
      assert.ok([200, 400].includes(status), `${status}`);
      if (status === 200) assert.equal(await open(body.access_token), 401);
    }
    const exchanged = refreshed.at(-1)!;
    assert.ok([200, 400].includes(exchanged.status), `${exchanged.status}`);
  }
});

test('a new sign-in is not deleted with the last token of the old one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of await grantIds()) await disconnect(id);
    const { refresh_token } = await client.connect(OWNER, { browser });
    const code = await newCode();
    const [signedIn] = await Promise.all([client.exchange(code), client.revoke(refresh_token)]);
    assert.equal(signedIn.status, 200);
    assert.equal(await open(signedIn.body.access_token), 200);
  }
});
