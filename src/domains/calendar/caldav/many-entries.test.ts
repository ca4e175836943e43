// Long: it reads 20,000 entries of a calendar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { CalendarServer } from '../../../testing/servers/calendars/calendar-server.ts';
import { startService } from '../../../testing/start-service.ts';

const STEP_MS = 86_400_000 / 12;

test('20,000 entries come, and a change of one costs few requests', async () => {
  await using server = await CalendarServer.start();
  await using service = await startService({
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
  });
  const own = service.owner.call.bind(service.owner);
  const first = Date.now() - 200 * 86_400_000;
  const put = (index: number, title: string) => {
    const time = new Date(first + index * (STEP_MS / 5)).toISOString();
    const start = `${time.slice(0, 19).replace(/[-:]/g, '')}Z`;
    server.put(
      'work',
      `${index}.ics`,
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:${start}\r\n` +
        `DURATION:PT30M\r\nSUMMARY:${title}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    );
  };
  server.add('work');
  for (let index = 0; index < 20_000; index += 1) put(index, 'Meeting');
  const { body } = await own('POST', '/v1/connections', {
    kind: 'caldav',
    address: server.url,
    secret: 'secret',
    settings: { user_name: 'owner' },
  });
  const until = (came: number) =>
    eventually(
      `${came} changes`,
      async () => {
        const [row] = (await own('GET', '/v1/connections')).body;
        assert.equal(row.problem, null);
        return row.came >= came && row.status === 'waiting' && row;
      },
      { seconds: 600 },
    );
  assert.equal((await until(20_000)).came, 20_000);
  put(7, 'Changed');
  server.requests.length = 0;
  await own('POST', `/v1/connections/${body.id}/run`);
  assert.equal((await until(20_001)).came, 20_001);
  assert.ok(server.requests.length <= 4, String(server.requests.length));
});
