// Both databases: simultaneous changes meet at a lock of the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { request } from '../../testing/clients/api-user.ts';
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

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  request(service.url, method, path, { token: key.key, headers, body });

test('a change with If-Match applies only to the version that was read', async () => {
  const { body } = await key.call('POST', MEMORIES, { content: 'Lives in Faro' });
  const path = `${MEMORIES}/${body.id}`;
  const tag = (await key.call('GET', path)).headers.get('etag')!;
  const change = (content: string) => send('PATCH', path, { 'If-Match': tag }, { content });
  assert.equal((await change('Lives in Porto')).status, 200);
  const lost = await change('Lives in Braga');
  assert.equal(lost.status, 412);
  assert.match(lost.body.detail, /changed since you read it/);
  assert.equal((await send('DELETE', path, { 'If-Match': tag })).status, 412);
  assert.equal((await key.call('GET', path)).body.content, 'Lives in Porto');
  assert.equal((await send('DELETE', path, { 'If-Match': '*' })).status, 200);
  assert.equal((await send('DELETE', path, { 'If-Match': '*' })).status, 404);
});

test('of several changes to the same version, one succeeds', async () => {
  const { body } = await key.call('POST', MEMORIES, { content: 'Counts sheep' });
  const path = `${MEMORIES}/${body.id}`;
  const tag = (await key.call('GET', path)).headers.get('etag')!;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send('PATCH', path, { 'If-Match': tag }, { content: `Counts ${index} sheep` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)]);
});

test('a change of a part is refused if the part has changed since', async () => {
  const writer = await service.owner.key(['goals:read', 'goals:write']);
  const goals = '/v1/dev/user/goals';
  const made = { title: 'Swim', goal_type: 'numeric', target_value: 9 };
  const { body: goal } = await writer.call('POST', goals, made);
  const { headers } = await writer.call('GET', `${goals}/${goal.id}`);
  const progress = (value: number, tag: string | null) =>
    request(service.url, 'PATCH', `${goals}/${goal.id}/progress?current_value=${value}`, {
      token: writer.key,
      headers: { 'If-Match': tag! },
    });
  assert.equal((await progress(1, headers.get('etag'))).status, 200);
  assert.equal((await progress(2, headers.get('etag'))).status, 412);
});
