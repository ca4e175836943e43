/** Calendars and tasks with Radicale, a server of others. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { NO_RADICALE, startRadicale } from '../../../testing/servers/calendars/radicale.ts';
import type { Radicale } from '../../../testing/servers/calendars/radicale.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const NOW = '2026-11-30T08:00:00Z';
const clock = new ManualClock(NOW);
let radicale: Radicale | null;
let service: TestService;
let connection: string;
let list: string;

before(async () => {
  radicale = await startRadicale();
  if (!radicale) return;
  service = await startService({ clock, environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  await radicale.add('work', ['VEVENT']);
  list = await radicale.add('tasks', ['VTODO']);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await radicale?.[Symbol.asyncDispose]();
});

const own = (method: string, path: string, body?: Json) => service.owner.call(method, path, body);

/** Runs the connection, and waits until the run is over. */
async function run(): Promise<Json> {
  clock.advance(1_000);
  const began = clock.now().toISOString();
  await own('POST', `/v1/connections/${connection}/run`);
  return eventually('the end of the run', async () => {
    const { body } = await own('GET', '/v1/connections');
    const [row] = body;
    return row.status !== 'running' && (row.last_success_at >= began || row.problem) && row;
  });
}

const ics = (lines: string): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n${lines}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');

const event = (uid: string, lines: string): string =>
  ics(`BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20261101T000000Z\n${lines}\nEND:VEVENT`);

const put = async (path: string, text: string, headers = {}) => {
  const answer = await radicale!.send('PUT', `/owner/${path}`, text, headers);
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
};

const meetings = async (query = ''): Promise<Json[]> =>
  (await own('GET', `/v1/meetings${query}`)).body.items;

async function talk(text: string, started_at: string, finished_at: string): Promise<string> {
  const segments = [{ text, speaker: 'SPEAKER_0', is_user: true, start: 0, end: 60 }];
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const path = '/v1/dev/user/conversations/from-segments';
  const { status, body } = await key.call('POST', path, {
    transcript_segments: segments,
    started_at,
    finished_at,
  });
  assert.equal(status, 200, JSON.stringify(body));
  await eventually('the end of processing', async () => {
    const { body: read } = await own('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  return body.id;
}

test('Radicale', async (t) => {
  if (!radicale) return t.skip(NO_RADICALE);
  const server = radicale;

  await t.test('meetings come in, with their people and their exceptions', async () => {
    await put(
      'work/garden.ics',
      event(
        'garden',
        `DTSTART:20261130T090000Z\nDTEND:20261130T100000Z\nSUMMARY:Garden plans\nLOCATION:Kitchen
ATTENDEE;CN="Ana Silva":mailto:ana@example.org`,
      ),
    );
    await put(
      'work/weekly.ics',
      ics(`BEGIN:VEVENT\nUID:weekly\nDTSTAMP:20261101T000000Z
DTSTART:20261201T090000Z\nDURATION:PT30M\nRRULE:FREQ=WEEKLY\nEXDATE:20261208T090000Z
SUMMARY:Weekly with Ana\nATTENDEE;CN=Ana Silva:mailto:ana@example.org
END:VEVENT
BEGIN:VEVENT\nUID:weekly\nDTSTAMP:20261101T000000Z\nRECURRENCE-ID:20261215T090000Z
DTSTART:20261215T130000Z\nDURATION:PT30M\nSUMMARY:Weekly in the afternoon
END:VEVENT`),
    );
    await put('work/away.ics', event('away', 'DTSTART;VALUE=DATE:20261224\nSUMMARY:Away'));
    const made = await own('POST', '/v1/connections', {
      kind: 'caldav',
      address: server.url,
      secret: server.password,
      settings: { user_name: server.user, task_list: list },
    });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    connection = made.body.id;
    await run();
    const found = await meetings();
    assert.deepEqual(
      found.map(({ title, start, first_day }) => [title, start.slice(0, 16), first_day]),
      [
        ['Garden plans', '2026-11-30T09:00', null],
        ['Weekly with Ana', '2026-12-01T09:00', null],
        ['Weekly in the afternoon', '2026-12-15T13:00', null],
        ['Weekly with Ana', '2026-12-22T09:00', null],
        ['Away', '2026-12-24T00:00', '2026-12-24'],
        ['Weekly with Ana', '2026-12-29T09:00', null],
      ],
    );
    assert.equal(found[0]!.place, 'Kitchen');
    assert.deepEqual(found[0]!.attendees, [
      { name: 'Ana Silva', email: 'ana@example.org', is_user: false, person_id: null },
    ]);
  });

  await t.test('the calendars of the connection can be chosen', async () => {
    const { body } = await own('GET', `/v1/connections/${connection}/calendars`);
    assert.deepEqual(
      body.map((one: Json) => [one.name, one.holds_events, one.is_read, one.is_task_list]),
      [
        ['tasks', false, false, true],
        ['work', true, true, false],
      ],
    );
  });

  await t.test('a changed, a moved and a deleted meeting follow', async () => {
    const [before] = await meetings();
    await put(
      'work/garden.ics',
      event('garden', 'DTSTART:20261130T093000Z\nDTEND:20261130T103000Z\nSUMMARY:Garden beds'),
    );
    assert.equal((await server.send('DELETE', '/owner/work/away.ics')).status, 200);
    await run();
    const found = await meetings();
    assert.deepEqual([found[0]!.title, found[0]!.id], ['Garden beds', before!.id]);
    assert.ok(!found.some(({ title }) => title === 'Away'));
  });

  await t.test('a conversation is named after its meeting, whichever came first', async () => {
    clock.advance(7 * 3_600_000);
    const later = await talk('We plant beans.', '2026-11-30T09:35:00Z', '2026-11-30T10:20:00Z');
    const { body } = await own('GET', `/v1/conversations/${later}`);
    assert.equal(body.structured.title, 'Garden beds');
    const { meeting } = (await own('GET', `/v1/conversations/${later}/meeting`)).body;
    assert.deepEqual([meeting.title, meeting.conversation_ids], ['Garden beds', [later]]);

    const times = ['2026-11-30T11:00:00Z', '2026-11-30T11:30:00Z'] as const;
    const earlier = await talk('The bees sleep in the winter.', ...times);
    const written = await talk('Beans and more beans.', ...times);
    const title = 'My own title';
    assert.equal((await own('PATCH', `/v1/conversations/${written}`, { title })).status, 200);
    const outside = await talk('We talk for long.', '2026-11-30T11:00:00Z', '2026-11-30T14:00:00Z');
    await put(
      'work/bees.ics',
      event('bees', 'DTSTART:20261130T110000Z\nDTEND:20261130T120000Z\nSUMMARY:Bees'),
    );
    await run();
    const titleOf = async (id: string) =>
      (await own('GET', `/v1/conversations/${id}`)).body.structured.title;
    assert.equal(await titleOf(earlier), 'Bees');
    assert.equal(await titleOf(written), 'My own title');
    assert.notEqual(await titleOf(outside), 'Bees');
    const linked = await own('GET', `/v1/conversations/${written}/meeting`);
    assert.equal(linked.body.meeting.title, 'Bees');
  });

  await t.test('an appointment that was said is an invitation to the people', async () => {
    await put(
      'work/plan.ics',
      event(
        'plan',
        `DTSTART:20261130T130000Z\nDTEND:20261130T140000Z\nSUMMARY:Plan
ATTENDEE;CN="Ana Silva":mailto:ana@example.org\nATTENDEE:mailto:owner@example.org`,
      ),
    );
    await run();
    const words = 'Let us have lunch on Friday at noon with the neighbours.';
    const id = await talk(words, '2026-11-30T13:10:00Z', '2026-11-30T13:20:00Z');
    const { body } = await own('GET', `/v1/conversations/${id}`);
    assert.equal(body.structured.events.length, 1);
    const { body: text } = await own('GET', `/v1/conversations/${id}/invitation`);
    assert.match(text, /METHOD:REQUEST/);
    assert.match(text, /ORGANIZER[^:]*:mailto:owner@example.org/);
    assert.deepEqual(text.match(/ATTENDEE[^]*?mailto:\S+/g).length, 1);
    assert.match(text, /DTSTART:20261204T120000Z/);
    assert.equal((await own('GET', `/v1/conversations/${id}/invitation?event=1`)).status, 404);
  });

  await t.test('"before my next meeting with Ana" is the time until it', async () => {
    const key = await service.owner.key(['conversations:read', 'conversations:write']);
    const person = await key.call('POST', '/v1/dev/user/people', { name: 'Ana' });
    const query = 'what did I agree before my next meeting with Ana';
    const { body } = await own('POST', '/v1/search', { query });
    assert.equal(body.understood.to, '2026-12-01T09:00:00.000Z');
    assert.deepEqual(body.understood.with, [{ id: person.body.id, name: 'Ana' }]);
    const [next] = await meetings('?limit=1&from=2026-12-01T00:00:00Z');
    assert.equal(next!.attendees[0].person_id, person.body.id);
  });

  await t.test('tasks go out once, and what changed in the list comes back', async () => {
    const made = await own('POST', '/v1/action-items', {
      description: 'Order seeds',
      due_at: '2026-12-02T10:00:00Z',
    });
    await own('POST', '/v1/action-items', { description: 'Done long ago', completed: true });
    await run();
    await run();
    const path = `/owner/tasks/commonplace-${made.body.id}.ics`;
    const read = async () => (await server.send('GET', path)).text.replaceAll('\r\n', '\n');
    assert.match(await read(), /DUE:20261202T100000Z\n[^]*SUMMARY:Order seeds/);
    const { text } = await server.send('PROPFIND', '/owner/tasks/', undefined, { Depth: '1' });
    assert.equal(text.split(`${made.body.id}.ics<`).length, 2);

    const changed = (await read())
      .replace('SUMMARY:Order seeds', 'SUMMARY:Order bean seeds')
      .replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED\nCATEGORIES:Garden');
    await put(`tasks/commonplace-${made.body.id}.ics`, changed);
    await run();
    const { body } = await own('GET', `/v1/action-items/${made.body.id}`);
    assert.deepEqual([body.description, body.completed], ['Order bean seeds', true]);

    await own('PATCH', `/v1/action-items/${made.body.id}`, { completed: false });
    await run();
    assert.match(await read(), /STATUS:NEEDS-ACTION/);
    assert.match(await read(), /CATEGORIES:Garden/, 'what else is in the to-do stays');
  });

  await t.test('a task that both sides changed keeps the older wording', async () => {
    const [{ id }] = (await own('GET', '/v1/action-items?limit=2')).body.filter(
      ({ completed }: Json) => !completed,
    );
    const path = `tasks/commonplace-${id}.ics`;
    const { text } = await server.send('GET', `/owner/${path}`);
    await put(path, text.replace(/SUMMARY:.*/, 'SUMMARY:Order peas'));
    clock.advance(60_000);
    await own('PATCH', `/v1/action-items/${id}`, { description: 'Order lettuce' });
    await run();
    const after = (await server.send('GET', `/owner/${path}`)).text;
    assert.match(after, /SUMMARY:Order lettuce/);
    assert.match(after, /DESCRIPTION:Other wording: Order peas/);
    const { body } = await own('GET', `/v1/action-items/${id}`);
    assert.equal(body.description, 'Order lettuce');

    await server.send('DELETE', `/owner/${path}`);
    await run();
    await run();
    assert.equal((await own('GET', `/v1/action-items/${id}`)).status, 200);
    assert.equal((await server.send('GET', `/owner/${path}`)).status, 404);
  });

  await t.test('a task that is deleted here is deleted in the list', async () => {
    const { body } = await own('POST', '/v1/action-items', { description: 'Call Ben' });
    await run();
    const path = `/owner/tasks/commonplace-${body.id}.ics`;
    assert.equal((await server.send('GET', path)).status, 200);
    await own('DELETE', `/v1/action-items/${body.id}`);
    await run();
    assert.equal((await server.send('GET', path)).status, 404);
  });
});
