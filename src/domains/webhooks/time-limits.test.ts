// Long: it waits for the time limits of requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { startService } from '../../testing/start-service.ts';

const BASE = '/v1/users/developer/webhook';

test('live words and sound have 15 seconds to be confirmed, other deliveries 30', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  receiver.answer = () => new Promise<number>(() => {});
  const press = async (type: string) => {
    await service.owner.call('POST', `${BASE}/${type}`, { url: receiver.url });
    const { body } = await service.owner.call('POST', `${BASE}/${type}/test`);
    return [body.status, body.response_status, body.error];
  };
  const types = ['memory_created', 'realtime_transcript', 'audio_bytes', 'day_summary'];
  assert.deepEqual(
    await Promise.all(types.map(press)),
    [30, 15, 15, 30].map((seconds) => ['failed', null, `No answer within ${seconds} s.`]),
  );
});
