import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { KEY, startLimitless } from '../../testing/servers/recorder-servers.ts';
import { spawnService } from '../../testing/service-process.ts';
import { OWNER } from '../../testing/start-service.ts';

const PATH = '/v1/connections';

test('a service that is killed in the middle of a run goes on where it was', async () => {
  await using store = await openRestartableStore();
  const environment = { ...store.environment, SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' };
  const records = Array.from({ length: 9 }, (_, index) => ({
    id: `talk-${index}`,
    title: `Talk ${index}`,
    startTime: `2026-02-0${index + 1}T09:00:00Z`,
    contents: [{ type: 'blockquote', content: `This is talk ${index}.` }],
  }));
  await using server = await startLimitless(records);
  // The third page never comes.
  server.instead = (_response, { url }) => url.searchParams.get('cursor') === '4';
  const options = { folder: store.folder, environment };
  const first = await spawnService(options);
  const owner = await ApiUser.signIn(first.url, OWNER);
  const given = { kind: 'limitless', address: server.url, secret: KEY };
  assert.equal((await owner.call('POST', PATH, given)).status, 200);
  await eventually('the third page', () =>
    server.asked.some(({ url }) => url.searchParams.get('cursor') === '4'),
  );
  await first.kill();
  server.instead = () => false;
  server.asked.length = 0;
  await using second = await spawnService(options);
  const again = await ApiUser.signIn(second.url, OWNER);
  const connection = await eventually('the rest', async (): Promise<Json> => {
    const [one] = (await again.call('GET', PATH)).body;
    return one.last_success_at !== null && one;
  });
  assert.deepEqual([connection.came, connection.left_out, connection.failures], [9, 0, 0]);
  const [next] = server.asked;
  assert.equal(next!.url.searchParams.get('cursor'), '4', 'it goes on where it was');
  const { body } = await again.call('GET', '/v1/conversations');
  const titles = body.map(({ structured }: Json) => structured.title);
  assert.deepEqual(
    titles.toSorted(),
    records.map(({ title }) => title),
  );
});
