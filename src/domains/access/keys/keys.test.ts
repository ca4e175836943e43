import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Log } from '../../../core/log.ts';
import { request } from '../../../testing/clients/api-user.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { LastUses } from './last-uses.ts';
import type { Use } from './last-uses.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

for (const [family, prefix, path] of [
  ['dev', 'svc_dev_', '/v1/dev/keys'],
  ['mcp', 'svc_mcp_', '/v1/mcp/keys'],
] as const) {
  test(`a ${family} key is shown once, and listed by its first characters`, async () => {
    const { owner } = service;
    const { status, body } = await owner.call('POST', path, { name: ' laptop ' });
    assert.equal(status, 200);
    assert.ok(body.key.startsWith(prefix));
    assert.equal(Buffer.from(body.key.slice(prefix.length), 'base64url').length, 32);
    assert.equal(body.name, 'laptop');
    const { scopes } = body;
    if (family === 'dev') assert.ok(scopes.every((scope: string) => scope.endsWith(':read')));
    else assert.ok(scopes.includes('memories.read') && scopes.includes('memories.write'));
    const listed = (await owner.call('GET', path)).body;
    assert.ok(!JSON.stringify(listed).includes(body.key));
    const own = listed.find(({ id }: { id: string }) => id === body.id);
    assert.ok(body.key.startsWith(own.key_prefix) && own.key_prefix.length < 20);
    assert.equal(own.last_used_at, null);
  });

  test(`a ${family} key is read by its id, but not as a key of another family`, async () => {
    const { owner } = service;
    const { body } = await owner.call('POST', path, { name: 'one' });
    const read = (id: string, where = path) => owner.call('GET', `${where}/${id}`);
    const { status, body: one } = await read(body.id);
    assert.deepEqual([status, one.name, one.key], [200, 'one', undefined]);
    const other = path === '/v1/dev/keys' ? '/v1/mcp/keys' : '/v1/dev/keys';
    assert.equal((await read(body.id, other)).status, 404);
    for (const id of ['nonsense', crypto.randomUUID()])
      assert.equal((await read(id)).status, 404, id);
  });

  test(`a revoked ${family} key no longer exists`, async () => {
    const { owner } = service;
    const { body } = await owner.call('POST', path, { name: 'old' });
    assert.equal((await owner.securityEvents())[0], 'key_created');
    const revoked = await owner.call('DELETE', `${path}/${body.id}`);
    assert.equal((await owner.securityEvents())[0], 'key_revoked');
    assert.deepEqual([revoked.status, revoked.body], [204, null]);
    assert.equal((await owner.call('DELETE', `${path}/${body.id}`)).status, 404);
    assert.equal((await owner.call('DELETE', `${path}/nonsense`)).status, 404);
  });
}

test('a revoked developer key gives no access', async () => {
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/dev/keys', { name: 'old' });
  const own = () => request(service.url, 'GET', '/v1/dev/key', { token: body.key });
  assert.equal((await own()).body.id, body.id);
  await owner.call('DELETE', `/v1/dev/keys/${body.id}`);
  assert.deepEqual((await own()).body, { detail: 'Invalid API Key' });
});

test('a key of the wrong family gets a 401 that names the right family', async () => {
  const mcp = await service.owner.key(['memories:read'], 'mcp');
  const { status, body } = await mcp.call('GET', '/v1/dev/user/memories');
  assert.equal(status, 401);
  assert.match(body.detail, /This is an MCP key .*needs a developer key \(svc_dev_…\)/);
});

test('the error says whether a credential is missing, malformed or unknown', async () => {
  const ask = (headers: Record<string, string>) =>
    request(service.url, 'GET', '/v1/dev/user/memories', { headers });
  const missing = "Missing or invalid Authorization header. Must be 'Bearer API_KEY'";
  assert.equal((await ask({})).body.detail, missing);
  assert.equal((await ask({ Authorization: 'Basic abc' })).body.detail, missing);
  const unknown = { Authorization: `Bearer svc_dev_${'A'.repeat(43)}` };
  assert.equal((await ask(unknown)).body.detail, 'Invalid API Key');
});

test('blank names, names that contain a key, and unknown scopes are refused', async () => {
  const { owner } = service;
  const create = (body: unknown) => owner.call('POST', '/v1/dev/keys', body);
  const blank = await create({ name: '  ' });
  assert.deepEqual([blank.status, blank.body.detail], [422, 'Key name cannot be empty']);
  const { key } = await owner.key([]);
  assert.equal((await create({ name: `mine ${key}` })).status, 422);
  const scopes = await create({ name: 'x', scopes: ['memories:admin'] });
  assert.equal(scopes.status, 400);
  assert.match(scopes.body.detail, /^Invalid scopes\. Available: \[conversations:read, /);
});

test('the last use of a key is recorded without a write for each request', async () => {
  const { owner } = service;
  const key = await owner.key(['memories:read']);
  await key.call('GET', '/v1/dev/user/memories');
  const listed = async () =>
    (await owner.call('GET', '/v1/dev/keys')).body.find(({ key_prefix }: { key_prefix: string }) =>
      key.key.startsWith(key_prefix),
    ).last_used_at;
  assert.equal(await listed(), null, 'not written yet');
  await service.service.flush();
  assert.ok(await listed());
  assert.equal((await owner.securityEvents())[0], 'key_first_used');
});

test('last uses that cannot be written are logged, and later ones are written', async () => {
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => void warnings.push(text) } as unknown as Log;
  const written: string[] = [];
  let isBroken = true;
  const write = async (uses: readonly Use[]) => {
    if (isBroken) throw new Error('the database is away');
    written.push(...uses.map(({ id }) => id));
  };
  await using uses = new LastUses(write, { log, requireRoom() {} });
  const note = (id: string) => uses.note({ user_id: 'user', id, at: new Date() });
  note('first');
  await uses.flush();
  assert.deepEqual([warnings, written], [['last uses not written'], []]);
  isBroken = false;
  note('second');
  await uses.flush();
  assert.deepEqual(written, ['second']);
});
