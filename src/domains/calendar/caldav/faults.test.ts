/** Calendar servers that fail, against a scripted server. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { CalendarServer } from '../../../testing/servers/calendars/calendar-server.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const clock = new ManualClock('2026-11-30T08:00:00Z');
let service: TestService;
let server: CalendarServer;

before(async () => {
  service = await startService({ clock, environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await CalendarServer.start();
  server.add('work');
});
afterEach(async () => {
  for (const { id } of (await own('GET', '/v1/connections')).body) {
    await own('DELETE', `/v1/connections/${id}`);
  }
  for (const { id } of (await own('GET', '/v1/action-items')).body) {
    await own('DELETE', `/v1/action-items/${id}`);
  }
  await server[Symbol.asyncDispose]();
});

const own = (method: string, path: string, body?: Json) => service.owner.call(method, path, body);

const connect = (settings: Json = {}): Promise<{ status: number; body: Json }> =>
  own('POST', '/v1/connections', {
    kind: 'caldav',
    address: server.url,
    secret: 'secret',
    settings: { user_name: 'owner', ...settings },
  });

async function ended(began = clock.now().toISOString(), seconds = 15): Promise<Json> {
  const isOver = ({ status, last_success_at, problem }: Json) =>
    status !== 'running' && (problem || last_success_at >= began);
  return eventually(
    'the end of the run',
    async () => {
      const [row] = (await own('GET', '/v1/connections')).body;
      return isOver(row) && row;
    },
    { seconds },
  );
}

async function run(): Promise<Json> {
  clock.advance(1_000);
  const [{ id }] = (await own('GET', '/v1/connections')).body;
  await own('POST', `/v1/connections/${id}/run`);
  return ended();
}

const event = (uid: string, lines: string): string =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

const meeting = (uid: string, start = '20261201T090000Z'): string =>
  event(uid, `DTSTART:${start}\r\nDURATION:PT30M\r\nSUMMARY:Meeting ${uid}`);

const titles = async (): Promise<string[]> =>
  (await own('GET', '/v1/meetings?limit=50')).body.items.map(({ title }: Json) => title);

test('a calendar that did not change costs one request', async () => {
  server.put('work', 'a.ics', meeting('a'));
  await connect();
  await ended();
  assert.deepEqual(await titles(), ['Meeting a']);
  server.requests.length = 0;
  await run();
  assert.deepEqual(
    server.requests.map(({ method, path }) => `${method} ${path}`),
    ['PROPFIND /dav/'],
  );
});

test('a broken entry is left out and named, and the others come', async () => {
  server.put('work', 'a.ics', meeting('a'));
  server.put('work', 'b.ics', 'no calendar');
  server.put(
    'work',
    'c.ics',
    event('c', 'DTSTART:20261101T090000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
  );
  await connect();
  const row = await ended();
  assert.equal(row.left_out, 2);
  assert.deepEqual(row.left_out_records.map(({ external_id }: Json) => external_id).toSorted(), [
    '/dav/work/b.ics',
    '/dav/work/c.ics',
  ]);
  assert.deepEqual(await titles(), ['Meeting a']);
  server.put('work', 'b.ics', meeting('b', '20261202T090000Z'));
  assert.equal((await run()).left_out, 1);
  assert.deepEqual(await titles(), ['Meeting a', 'Meeting b']);
});

test('a wrong password is said, and stops the connection', async () => {
  server.password = 'other';
  const refused = await connect();
  assert.equal(refused.status, 422);
  assert.match(JSON.stringify(refused.body), /refused/);
  server.password = 'secret';
  await connect();
  await ended();
  server.password = 'other';
  const row = await run();
  assert.equal(row.status, 'stopped');
  assert.match(row.problem, /refused/);
});

test('a page in place of a calendar, a limit and a lost answer keep what came', async () => {
  server.put('work', 'a.ics', meeting('a'));
  await connect();
  await ended();
  server.put('work', 'b.ics', meeting('b', '20261202T090000Z'));
  server.fault = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Please sign in</html>');
    return true;
  };
  assert.match((await run()).problem, /did not answer with a calendar.*Please sign in/);
  server.fault = (_, response) => {
    response.writeHead(429, { 'Retry-After': '3600' }).end();
    return true;
  };
  const limited = await run();
  assert.match(limited.problem, /429/);
  assert.ok(Date.parse(limited.next_run_at) - clock.now().getTime() >= 3_600_000);
  server.fault = ({ body }, response) => {
    if (!body.includes('multiget')) return false;
    response.writeHead(207, { 'Content-Length': '1000' }).write('<multistatus');
    response.destroy();
    return true;
  };
  assert.match((await run()).problem, /broke off|reached/);
  assert.deepEqual(await titles(), ['Meeting a']);
  server.fault = () => false;
  assert.equal((await run()).problem, null);
  assert.deepEqual(await titles(), ['Meeting a', 'Meeting b']);
});

test('an answer that never ends is cut off', async () => {
  await connect();
  await ended();
  server.fault = (_, response) => {
    response.writeHead(207, { 'Content-Type': 'application/xml' });
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(1_000_000)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
    return true;
  };
  assert.match((await run()).problem, /4 MB/);
});

test('entries that are too large together are read one by one, and one alone is left out', async () => {
  const notes = (bytes: number) => `\r\nDESCRIPTION:${'x'.repeat(bytes)}`;
  for (const [name, bytes] of [
    ['a', 900_000],
    ['b', 900_000],
    ['c', 900_000],
    ['d', 900_000],
    ['e', 900_000],
    ['f', 4_500_000],
  ] as const) {
    const lines = `DTSTART:20261201T090000Z\r\nSUMMARY:Meeting ${name}${notes(bytes)}`;
    server.put('work', `${name}.ics`, event(name, lines));
  }
  await connect();
  const row = await ended();
  assert.deepEqual(
    row.left_out_records.map(({ external_id, problem }: Json) => [external_id, problem]),
    [['/dav/work/f.ics', 'It is too large.']],
  );
  assert.equal((await titles()).length, 5);
});

test('entries that wait are left when their calendar is deleted', async () => {
  server.put('work', 'a.ics', meeting('a'));
  await connect();
  await ended();
  server.put('work', 'a.ics', meeting('a', '20261203T090000Z'));
  server.fault = ({ body }, response) => {
    if (!body.includes('multiget')) return false;
    response.writeHead(503).end();
    return true;
  };
  assert.match((await run()).problem, /503/);
  server.fault = () => false;
  server.calendars.delete('/dav/work/');
  assert.equal((await run()).problem, null);
  assert.deepEqual(await titles(), ['Meeting a']);
});

test('a token that the server forgot leads to a new list', async () => {
  server.put('work', 'a.ics', meeting('a'));
  server.put('work', 'b.ics', meeting('b'));
  await connect();
  await ended();
  server.put('work', 'a.ics');
  server.fault = ({ body }, response) => {
    if (!body.includes('sync-collection')) return false;
    response.writeHead(403, { 'Content-Type': 'application/xml' });
    response.end('<error xmlns="DAV:"><valid-sync-token/></error>');
    return true;
  };
  assert.equal((await run()).problem, null);
  assert.deepEqual(await titles(), ['Meeting b']);
});

test('the meetings of a deleted calendar stay, and those of one that is not chosen go', async () => {
  server.put('work', 'a.ics', meeting('a'));
  const home = server.add('home');
  server.put('home', 'b.ics', meeting('b'));
  const { body } = await connect();
  await ended();
  assert.deepEqual((await titles()).toSorted(), ['Meeting a', 'Meeting b']);
  server.calendars.delete('/dav/work/');
  const row = await run();
  assert.match(row.left_out_records[0].problem, /gone/);
  assert.deepEqual((await titles()).toSorted(), ['Meeting a', 'Meeting b']);
  clock.advance(1_000);
  const settings = { user_name: 'owner', calendars: [home] };
  await own('PATCH', `/v1/connections/${body.id}`, { settings });
  await ended();
  assert.deepEqual(await titles(), ['Meeting b']);
});

test('a task is written once, also when the answer is lost', async () => {
  const list = server.add('tasks');
  const task = await own('POST', '/v1/action-items', { description: 'Order seeds' });
  let isLost = false;
  server.fault = ({ method, path, body }, response) => {
    if (method !== 'PUT' || isLost) return false;
    isLost = true;
    const [, , name, file] = path.split('/') as [string, string, string, string];
    server.put(name, file, body);
    response.destroy();
    return true;
  };
  await connect({ task_list: list });
  assert.match((await ended()).problem, /reached/);
  assert.equal((await run()).problem, null);
  const paths = [...server.calendars.get('/dav/tasks/')!.keys()];
  assert.deepEqual(paths, [`/dav/tasks/commonplace-${task.body.id}.ics`]);
  const puts = () => server.requests.filter(({ method }) => method === 'PUT').length;
  const before = puts();
  await run();
  await run();
  assert.equal(puts(), before);
});
