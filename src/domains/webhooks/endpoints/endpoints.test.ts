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
