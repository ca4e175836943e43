/** The embedded database keeps what it knows of a credential. A change applies to the next request. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import { OWNER, startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

const MEMORIES = '/v1/dev/user/memories';
const withKey = (token: string) => request(service.url, 'GET', MEMORIES, { token });

async function newKey() {
  const { body } = await service.owner.call('POST', '/v1/dev/keys', {
    name: 'one',
    scopes: ['memories:read', 'conversations:read'],
  });
  return body as { id: string; key: string };
}

test('a revoked key is refused from the next request on, also beside many others', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, key } = await newKey();
    for (let call = 0; call < 3; call += 1) assert.equal((await withKey(key)).status, 200);
    const beside = Array.from({ length: 20 }, () => withKey(key));
    const revoked = await service.owner.call('DELETE', `/v1/dev/keys/${id}`);
    assert.equal(revoked.status, 204);
    assert.equal((await withKey(key)).status, 401);
    for (const { status } of await Promise.all(beside)) assert.ok([200, 401].includes(status));
    assert.equal((await withKey(key)).status, 401);
  }
});

test('a held account is refused from the next request on, and opens again', async () => {
  const { key } = await newKey();
  assert.equal((await withKey(key)).status, 200);
  const { db } = service.service.parts;
  const hold = (readiness: string) => db.updateTable('users').set({ readiness }).execute();
  await hold('held_by_operator');
  assert.equal((await withKey(key)).status, 403);
  await hold('ready');
  assert.equal((await withKey(key)).status, 200);
});

test('a session that was ended is refused from the next request on', async () => {
  const other = await ApiUser.signIn(service.url, OWNER);
  const me = () => other.call('GET', '/v1/users/me');
  for (let call = 0; call < 3; call += 1) assert.equal((await me()).status, 200);
  assert.equal((await other.call('POST', '/v1/auth/sign-out')).status, 200);
  assert.equal((await me()).status, 401);
});
