import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { CalendarServer } from '../../testing/servers/calendars/calendar-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const HOUR_MS = 3_600_000;
const now = Date.now();
const at = (hours: number): Date => new Date(now + hours * HOUR_MS);
const basic = (time: Date): string => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

let service: TestService;
let server: CalendarServer;
let ana: string;

before(async () => {
  server = await CalendarServer.start();
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  server.add('work');
  const put = (uid: string, begin: number, hours: number, lines: string) =>
    server.put(
      'work',
      `${uid}.ics`,
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${basic(at(begin))}\r\n` +
        `DTEND:${basic(at(begin + hours))}\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    );
  put('long', -10, 4, 'SUMMARY:Workshop');
  put('short', -9, 0.5, 'SUMMARY:Break');
  put('late', -7, 2, 'SUMMARY:Closing');
  put('nameless', -4, 2, 'LOCATION:Kitchen');
  const people =
    'ATTENDEE;CN=Ana Silva:mailto:ana@example.org\r\nATTENDEE;CN=Me:mailto:owner@example.org';
  put('next', 24, 1, `SUMMARY:Plans\r\n${people}`);
  ana = (await own('POST', '/v1/users/people', { name: 'Ana' })).body.id;
  await own('POST', '/v1/connections', {
    kind: 'caldav',
    address: server.url,
    secret: 'secret',
    settings: { user_name: 'owner' },
  });
  await eventually('the meetings', async () => {
    const [row] = (await own('GET', '/v1/connections')).body;
    return row.came === 5 && row.status === 'waiting';
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const own = (method: string, path: string, body?: Json) => service.owner.call(method, path, body);

async function talk(text: string, begin: number, hours: number): Promise<Json> {
  const { body } = await own('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text, start: 0, end: 4, is_user: true },
      { text: 'I agree.', start: 5, end: 6, person_id: ana },
    ],
    started_at: at(begin).toISOString(),
    finished_at: at(begin + hours).toISOString(),
  });
  return eventually('the end of processing', async () => {
    const read = await own('GET', `/v1/conversations/${body.id}`);
    return read.body.status === 'completed' && read.body;
  });
}

const meetingOf = async ({ id }: Json): Promise<string | undefined> =>
  (await own('GET', `/v1/conversations/${id}/meeting`)).body.meeting?.title;

test('the meeting with the largest part of a conversation names it, and the shorter one of two equal ones', async () => {
  // More than half of it is in both.
  assert.equal(await meetingOf(await talk('We talk about bees.', -6.8, 1)), 'Closing');
  assert.equal(await meetingOf(await talk('We talk about hives.', -8.9, 0.3)), 'Break');
  assert.equal(await meetingOf(await talk('We talk about wax.', -9.5, 2)), 'Workshop');
});

test('less than half of a conversation, and a meeting without a title, name nothing', async () => {
  const long = await talk('We talk about honey.', -5.5, 1.6);
  assert.equal(await meetingOf(long), undefined);
  const nameless = await talk('We talk about flowers.', -3.9, 1);
  assert.equal(await meetingOf(nameless), undefined);
  assert.notEqual(nameless.structured.title, '');
});

test('a next meeting tells what was said with its people before', async () => {
  const { id } = await talk('I will send the offer to Ana tomorrow.', -1, 0.5);
  const { items } = (await own('GET', '/v1/meetings')).body;
  assert.equal(items.length, 1);
  const [{ title, attendees, before }] = items;
  assert.equal(title, 'Plans');
  assert.deepEqual(
    attendees.map((one: Json) => [one.name, one.is_user, one.person_id]),
    [
      ['Ana Silva', false, ana],
      ['Me', true, null],
    ],
  );
  assert.equal(before.conversations[0].id, id);
  assert.match(before.tasks[0].description, /offer/);
});

test('"before my next meeting" is the time until it, with its people', async () => {
  const { body } = await own('POST', '/v1/search', { query: 'offer before my next meeting' });
  assert.equal(body.understood.text, 'offer');
  assert.equal(
    body.understood.to,
    new Date(Math.floor(at(24).getTime() / 1000) * 1000).toISOString(),
  );
  assert.deepEqual(body.understood.with, [{ id: ana, name: 'Ana' }]);
  assert.ok(body.items.length > 0);
  const nobody = await own('POST', '/v1/search', { query: 'before my next meeting with Bento' });
  assert.equal(nobody.body.understood.to, null, 'there is no meeting with Bento');
});
