import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const MEMORIES = '/v1/dev/user/memories';
const SCOPES = ['memories:read', 'memories:write'];
const clock = new ManualClock('2026-03-01T12:00:10Z');
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({ clock, environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  key = await service.owner.key(SCOPES);
});
after(() => service[Symbol.asyncDispose]());

test('text that no database stores is refused everywhere, and so are made-up cursors', async () => {
  const cursor = (...key: string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
  const id = crypto.randomUUID();
  const refused: [number, () => Promise<{ status: number; body: unknown }>][] = [
    [422, () => service.owner.call('GET', '/v1/conversations?sources=%00')],
    [422, () => service.owner.call('POST', '/v1/dev/keys', { name: 'a\0b' })],
    [422, () => service.owner.call('POST', '/v1/dev/keys', '{"name":"\\ud800"}')],
    [404, () => key.call('GET', `${MEMORIES}/%00`)],
    [400, () => key.call('GET', `${MEMORIES}?cursor=${cursor('\0', id)}`)],
    [
      400,
      () =>
        service.owner.call('GET', `/v1/conversations?cursor=${cursor('0000-01-01T00:00:00Z', id)}`),
    ],
    [400, () => service.owner.call('GET', '/v1/conversations?start_date=2026-02-30')],
    [400, () => service.owner.call('GET', '/v1/conversations?start_date=March%207')],
  ];
  for (const [status, send] of refused) {
    const answer = await send();
    assert.equal(answer.status, status, `${send}: ${JSON.stringify(answer.body)}`);
  }
});
