import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiUser } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { CalendarServer } from '../../../testing/servers/calendars/calendar-server.ts';
import { openRestartableStore } from '../../../testing/servers/restartable-store.ts';
import { spawnService } from '../../../testing/service-process.ts';
import { OWNER } from '../../../testing/start-service.ts';

const TASKS = ['Call the carpenter', 'Order soil', 'Paint the fence'];

test('a service that is killed between a write and its answer writes no task twice', async () => {
  await using store = await openRestartableStore();
  await using server = await CalendarServer.start();
  server.add('work');
  const begins = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  for (const uid of ['a', 'b']) {
    server.put(
      'work',
      `${uid}.ics`,
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${begins}T100000Z\r\n` +
        `DURATION:PT1H\r\nSUMMARY:Meeting ${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    );
  }
  const list = server.add('tasks');
  const written = () => [...server.calendars.get('/dav/tasks/')!.values()].map(({ text }) => text);
  // The server takes the second task, but its answer never comes.
  let writes = 0;
  server.fault = ({ method, path, body }) => {
    if (method !== 'PUT' || (writes += 1) !== 2) return false;
    server.put('tasks', path.split('/').at(-1)!, body);
    return true;
  };
  const environment = { ...store.environment, SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' };
  const options = { folder: store.folder, environment };
  const first = await spawnService(options);
  const owner = await ApiUser.signIn(first.url, OWNER);
  for (const description of TASKS) await owner.call('POST', '/v1/action-items', { description });
  const settings = { user_name: 'owner', task_list: list };
  const given = { kind: 'caldav', address: server.url, secret: 'secret', settings };
  const { status, body } = await owner.call('POST', '/v1/connections', given);
  assert.equal(status, 200, JSON.stringify(body));
  await eventually('the second write', () => writes === 2);
  await first.kill();
  server.fault = () => false;

  await using second = await spawnService(options);
  const again = await ApiUser.signIn(second.url, OWNER);
  await eventually('the rest', async (): Promise<Json> => {
    const [one] = (await again.call('GET', '/v1/connections')).body;
    return one.last_success_at !== null && one.status === 'waiting' && one;
  });
  assert.deepEqual(
    written()
      .map((text) => /^SUMMARY:(.*)$/m.exec(text)![1]!.trim())
      .toSorted(),
    TASKS,
  );
  const { items } = (await again.call('GET', '/v1/meetings')).body;
  assert.deepEqual(items.map(({ title }: Json) => title).toSorted(), ['Meeting a', 'Meeting b']);
  const tasks = (await again.call('GET', '/v1/action-items')).body as Json[];
  assert.deepEqual(tasks.map(({ description }) => description).toSorted(), TASKS);
});
