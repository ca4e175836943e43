import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../../testing/start-service.ts';

test('only conversations are completed or fail', async () => {
  await using service = await startService({
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
  });
  const listen = async (...types: string[]) => {
    const body = { url: 'http://127.0.0.1:1/', types };
    return (await service.owner.call('POST', '/v1/webhooks', body)).status;
  };
  assert.equal(await listen('conversation.completed', 'conversation.failed', 'memory.*'), 200);
  for (const type of ['memory.completed', 'goal.failed', 'conversation.begun', 'weather.*'])
    assert.equal(await listen(type), 422, type);
});

test('a key manages only the endpoints that it created, and the user all', async () => {
  await using service = await startService({
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
  });
  const { owner } = service;
  const scopes = ['webhooks:read', 'webhooks:write', 'memories:read'];
  const [one, other] = [await owner.key(scopes), await owner.key(scopes)];
  const path = '/v1/dev/user/webhooks';
  const endpoint = { url: 'http://127.0.0.1:1/', types: ['memory.*'] };
  const { id } = (await one.call('POST', path, endpoint)).body;
  assert.equal((await one.call('GET', path)).body.length, 1);
  assert.deepEqual((await other.call('GET', path)).body, []);
  for (const [method, place] of [
    ['GET', `${path}/${id}`],
    ['POST', `${path}/${id}/secret`],
    ['DELETE', `${path}/${id}`],
  ] as const) {
    assert.equal((await other.call(method, place)).status, 404, method);
  }
  assert.equal((await one.call('GET', `${path}/${id}`)).status, 200);
  assert.equal((await owner.call('GET', '/v1/webhooks')).body[0].id, id);
  assert.match((await one.call('POST', `${path}/${id}/secret`)).body.secret, /^whsec_/);
  assert.equal((await owner.securityEvents())[0], 'webhook_secret_changed');
  assert.equal((await owner.call('DELETE', `/v1/webhooks/${id}`)).status, 204);
  assert.equal((await one.call('GET', `${path}/${id}`)).status, 404);
});
