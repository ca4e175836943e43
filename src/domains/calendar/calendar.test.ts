import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import nodeIcal from 'node-ical';
import type { VEvent } from 'node-ical';
import { importInto } from '../../testing/clients/account-archive.ts';
import { request } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/calendar-address';
const HOSTILE = 'Lunch; with, Ana\\\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Injected\u0007\u2028';
const LONG = `${'Ünïcödé 🌱 '.repeat(40)}end`;
const START = '2026-12-24T18:00:00.000Z';
let service: TestService;

before(async () => {
  service = await startService();
  const { owner } = service;
  const conversation = {
    id: 'talk-1',
    created_at: '2026-11-01T10:00:00Z',
    structured: {
      title: 'Plans',
      events: [
        { title: HOSTILE, start: START, duration: 90, description: LONG },
        { title: 'Long ago', start: '2020-01-01T10:00:00Z', duration: 30 },
      ],
    },
  };
  const imported = await importInto(owner, JSON.stringify([conversation]), 'omi.json');
  assert.deepEqual(imported.report.problems, []);
  const due_at = '2026-12-01T09:30:00Z';
  await owner.call('POST', '/v1/action-items', { description: HOSTILE, due_at });
  await owner.call('POST', '/v1/action-items', { description: 'No day', completed: true });
});
after(() => service[Symbol.asyncDispose]());

const make = async (): Promise<string> => {
  const { body } = await service.owner.call('POST', PATH);
  return new URL(body.url).pathname;
};
const read = (path: string, headers = {}) => request(service.url, 'GET', path, { headers });

/** Checks the rules of RFC 5545 about lines, and returns the unfolded lines. */
function linesOf(text: string): string[] {
  assert.ok(text.endsWith('END:VCALENDAR\r\n'));
  assert.ok(!/[^\r]\n|\r[^\n]/.test(text), 'every line ends with CRLF');
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /\p{Cc}/u);
  return text.replaceAll('\r\n ', '').split('\r\n');
}

test('a calendar program reads events and tasks at the secret address', async () => {
  const path = await make();
  const { status, headers, body } = await read(path);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
  const lines = linesOf(body);
  const count = (line: string) => lines.filter((each) => each === line).length;
  assert.deepEqual([count('BEGIN:VEVENT'), count('BEGIN:VTODO')], [1, 2]);
  assert.deepEqual([count('VERSION:2.0'), count('METHOD:PUBLISH')], [1, 1]);
  assert.ok(lines.includes('DUE:20261201T093000Z'));
  const uids = lines.filter((line) => line.startsWith('UID:'));
  assert.equal(new Set(uids).size, 3);

  const parsed = nodeIcal.sync.parseICS(body);
  const items = Object.values(parsed).filter((each) => each?.type !== 'VCALENDAR');
  const events = items.filter((each) => each?.type === 'VEVENT') as VEvent[];
  const [event, ...others] = events;
  assert.equal(others.length, 0, 'a title injects no event, and old events are left out');
  assert.equal(event!.start.toISOString(), START);
  assert.equal(event!.end!.toISOString(), '2026-12-24T19:30:00.000Z');
  assert.match(
    String(event!.summary),
    /^Lunch; with, Ana\\\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Inj/,
  );
  assert.equal(String(event!.description), LONG);
});

test('tasks with a time appear as events when the calendar knows no tasks', async () => {
  const path = await make();
  const { body } = await read(`${path}?tasks=events`);
  const lines = linesOf(body);
  assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 2);
  assert.ok(!lines.includes('BEGIN:VTODO'));
  const none = linesOf((await read(`${path}?tasks=none`)).body);
  assert.equal(none.filter((line) => /^BEGIN:V(EVENT|TODO)$/.test(line)).length, 1);
});

test('equal data has the same bytes and the same tag', async () => {
  const path = await make();
  const first = await read(path);
  const tag = first.headers.get('etag')!;
  assert.equal((await read(path)).body, first.body);
  assert.equal((await read(path, { 'If-None-Match': tag })).status, 304);
  await service.owner.call('POST', '/v1/action-items', { description: 'Another' });
  assert.equal((await read(path, { 'If-None-Match': tag })).status, 200);
});

test('a new address ends the earlier one, and an ended address answers 404', async () => {
  const first = await make();
  const second = await make();
  assert.notEqual(first, second);
  assert.equal((await service.owner.securityEvents())[0], 'calendar_address_made');
  assert.equal((await read(first)).status, 404);
  assert.equal((await read(second)).status, 200);
  const { body } = await service.owner.call('GET', PATH);
  assert.deepEqual(Object.keys(body), ['created_at']);
  assert.equal((await service.owner.call('DELETE', PATH)).status, 204);
  assert.equal((await service.owner.securityEvents())[0], 'calendar_address_ended');
  assert.equal((await read(second)).status, 404);
  assert.equal((await service.owner.call('DELETE', PATH)).status, 404);
  assert.deepEqual((await service.owner.call('GET', PATH)).body, { created_at: null });
});
