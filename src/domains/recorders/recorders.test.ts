import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { importInto } from '../../testing/clients/account-archive.ts';
import { ApiUser, request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { KEY, startBee, startLimitless, startOmi } from '../../testing/servers/recorder-servers.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const MINUTE = 60_000;
const clock = new ManualClock('2026-03-02T10:00:00Z');
let service: TestService;
let count = 0;

before(async () => {
  service = await startService({
    clock,
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on', SVC_SIGN_UP: 'open' },
  });
});
after(() => service[Symbol.asyncDispose]());

/** An account with a connection to a recorder. */
async function connect(kind: string, address: string) {
  // New accounts are limited per time.
  clock.advance(10_000);
  const user = await ApiUser.signUp(service.url, `recorder-${(count += 1)}@example.org`);
  const { status, body } = await user.call('POST', '/v1/connections', {
    kind,
    address,
    secret: KEY,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const state = async (): Promise<Json> => (await user.call('GET', '/v1/connections')).body[0];
  const until = (wanted: (connection: Json) => boolean): Promise<Json> =>
    eventually('the connection', async () => {
      const connection = await state();
      return wanted(connection) && connection;
    });
  /** Runs the connection, and waits for the end of the run. */
  const run = async (input: object = {}): Promise<Json> => {
    clock.advance(1);
    const begun = clock.now().getTime();
    await user.call('POST', `/v1/connections/${body.id}/run`, input);
    return until(
      ({ last_run_at, status: now }) => Date.parse(last_run_at) >= begun && now !== 'running',
    );
  };
  await until(({ last_success_at, failures }) => last_success_at !== null || failures > 0);
  const titles = async (): Promise<string[]> =>
    (await user.call('GET', '/v1/conversations')).body
      .map(({ structured }: Json) => structured.title)
      .toSorted();
  return { user, id: body.id, hook: body.hook_url, state, until, run, titles };
}

const lifelog = (id: string, startTime: string, more: object = {}): Json => ({
  id,
  title: `Lifelog ${id}`,
  startTime,
  endTime: startTime,
  updatedAt: startTime,
  contents: [
    { type: 'blockquote', content: 'We meet at noon.', speakerName: 'Ana Perez', startOffsetMs: 0 },
    { type: 'blockquote', content: 'Agreed.', speakerIdentifier: 'user', startOffsetMs: 2000 },
  ],
  ...more,
});

const omiTalk = (id: string, created_at: string, more: object = {}): Json => ({
  is: 'conversations',
  id,
  created_at,
  started_at: created_at,
  structured: {
    title: `Talk ${id}`,
    overview: 'About plans.',
    category: 'work',
    emoji: '📅',
    action_items: [{ description: `Call about ${id}`, completed: false }],
    events: [],
  },
  transcript_segments: [{ text: 'We meet at noon.', speaker_id: 0, start: 0, end: 2 }],
  ...more,
});

test('Limitless: what is there comes, then what is new, and nothing twice', async () => {
  const days = ['2026-01-05', '2026-02-01', '2026-02-27', '2026-02-28', '2026-03-01'];
  const records = days.map((day, index) => lifelog(`${index}`, `${day}T09:00:00+02:00`));
  await using server = await startLimitless(records);
  const { user, run, titles, state } = await connect('limitless', server.url);
  const all = days.map((_, index) => `Lifelog ${index}`);
  assert.deepEqual(await titles(), all);
  assert.equal((await state()).came, 5);
  const [newest] = (await user.call('GET', '/v1/conversations')).body;
  const whole = (await user.call('GET', `/v1/conversations/${newest.id}`)).body;
  assert.equal(new Date(whole.started_at).toISOString(), '2026-03-01T07:00:00.000Z');
  assert.deepEqual(
    whole.transcript_segments.map(({ text, is_user }: Json) => [text, is_user]),
    [
      ['We meet at noon.', false],
      ['Agreed.', true],
    ],
  );
  // A late upload of last week, and one that the service still changes.
  server.records.push(lifelog('late', '2026-02-26T09:00:00Z'));
  server.records.push(
    lifelog('open', '2026-03-02T09:50:00Z', { updatedAt: '2026-03-02T09:58:00Z' }),
  );
  assert.equal((await run()).came, 6);
  const asked = server.asked.at(-1)!.url.searchParams;
  assert.deepEqual([asked.get('start'), asked.get('timezone')], ['2026-02-23 10:00:10', 'UTC']);
  clock.advance(15 * MINUTE);
  assert.equal((await run()).came, 7);
  assert.deepEqual(await titles(), [...all, 'Lifelog late', 'Lifelog open']);
  // What was deleted here stays deleted, also when everything is read again.
  await user.call('DELETE', `/v1/conversations/${newest.id}`);
  assert.equal((await run({ from_start: true })).came, 7);
  assert.ok(!(await titles()).includes('Lifelog 4'));
});

test('a file and a pull together bring nothing twice', async () => {
  const records = [lifelog('a', '2026-02-01T09:00:00Z'), lifelog('b', '2026-02-02T09:00:00Z')];
  await using server = await startLimitless();
  const { user, run, titles } = await connect('limitless', server.url);
  const file = JSON.stringify({ data: { lifelogs: records.slice(0, 1) } });
  await importInto(user, file, 'lifelogs.json');
  server.records = records;
  await run({ from_start: true });
  assert.deepEqual(await titles(), ['Lifelog a', 'Lifelog b']);
  assert.equal((await user.call('GET', '/v1/users/people')).body.length, 1);
});

test('a half record is left out, counted and named, and comes when it is whole', async () => {
  const half = { id: 'half', startTime: '2026-03-01T10:00:00Z', contents: [] };
  const odd = { id: 'a\0b\ud800', title: 'No time' };
  await using server = await startLimitless([half, odd, lifelog('whole', '2026-03-01T09:00:00Z')]);
  const { run, titles, state } = await connect('limitless', server.url);
  const { came, left_out, left_out_records, problem } = await state();
  assert.deepEqual([came, left_out, problem], [1, 2, null]);
  const named = left_out_records.find(({ external_id }: Json) => external_id.endsWith(' half'));
  assert.equal(named.problem, 'It contains no words.');
  assert.equal((await run()).left_out, 2, 'it is counted once');
  server.records[0] = lifelog('half', '2026-03-01T10:00:00Z');
  const later = await run();
  assert.deepEqual([later.came, later.left_out], [2, 1]);
  assert.deepEqual(await titles(), ['Lifelog half', 'Lifelog whole']);
});

for (const [fault, answer, problem] of [
  ['HTML', (body: string) => body, /did not answer with JSON, but with “<html> <h1>Back soon/],
  ['another shape', () => '{"data": null}', /has another shape/],
  ['bytes', () => '\0\x01\x02', /but with “ ”/],
  [
    'a place of another shape',
    () => '{"data": {"lifelogs": []}, "meta": {"lifelogs": {"nextCursor": {}}}}',
    /has another shape/,
  ],
] as const)
  test(`a service that answers ${fault} is asked again later`, async () => {
    await using server = await startLimitless([lifelog('one', '2026-03-01T10:00:00Z')]);
    const { run, titles, until } = await connect('limitless', server.url);
    server.instead = (response) =>
      Boolean(response.end(answer('<html>\n<h1>Back soon</h1></html>')));
    const first = await run();
    assert.match(first.problem, problem);
    assert.deepEqual([first.failures, first.came], [1, 1]);
    assert.equal((await run()).failures, 2);
    server.instead = () => false;
    server.records.push(lifelog('two', '2026-03-02T08:00:00Z'));
    clock.advance(10 * MINUTE);
    await until(({ failures }) => failures === 0);
    assert.deepEqual(await titles(), ['Lifelog one', 'Lifelog two']);
  });

test('a service that goes in circles is noticed, and an answer without an end is cut', async () => {
  const records = ['1', '2', '3', '4', '5', '6'].map((day) =>
    lifelog(day, `2026-02-0${day}T09:00:00Z`),
  );
  await using server = await startLimitless(records);
  // The third page leads back to the second, under a new place each time.
  server.instead = (response, { url }) => {
    const place = Number(url.searchParams.get('cursor') ?? 0);
    const lifelogs = records.slice(place === 0 ? 0 : 2 + (place % 2) * 2).slice(0, 2);
    const meta = { lifelogs: { nextCursor: String(place + 1) } };
    return Boolean(response.end(JSON.stringify({ data: { lifelogs }, meta })));
  };
  const { state, titles, run } = await connect('limitless', server.url);
  const { problem, came, status } = await state();
  assert.match(problem, /the same page again and again/);
  assert.deepEqual([came, status], [6, 'waiting']);
  assert.ok(server.asked.length < 10, `${server.asked.length} requests`);
  assert.equal((await titles()).length, 6);
  server.instead = (response) => {
    const more = () => void (response.destroyed || response.write('[1, '.repeat(100_000), more));
    more();
    return true;
  };
  assert.match((await run()).problem, /broke off, or has more than 16 MB/);
});

test('a place that has expired begins the walk anew', async () => {
  const records = ['1', '2', '3', '4'].map((day) => lifelog(day, `2026-02-0${day}T09:00:00Z`));
  await using server = await startLimitless(records);
  server.instead = (response, { url }) =>
    url.searchParams.has('cursor') && Boolean(response.writeHead(400).end());
  const { state, run, titles } = await connect('limitless', server.url);
  assert.deepEqual(
    [(await state()).came, (await state()).problem],
    [2, 'The service answered 400.'],
  );
  server.instead = () => false;
  const { came, problem } = await run();
  assert.deepEqual([came, problem], [4, null]);
  assert.equal((await titles()).length, 4);
});

test('Omi: conversations, memories and tasks come by pull, webhook and file, each once', async () => {
  const created_at = '2026-02-01T10:00:00Z';
  const talks = Array.from({ length: 30 }, (_, index) =>
    omiTalk(
      `t${String(index).padStart(2, '0')}`,
      new Date(Date.UTC(2026, 1, 1, index)).toISOString(),
    ),
  );
  await using server = await startOmi([
    ...talks,
    omiTalk('running', '2026-03-02T09:59:00Z', { status: 'in_progress' }),
    { is: 'memories', id: 'm1', content: 'Keeps bees.', category: 'interesting', created_at },
    { is: 'action-items', id: 'a1', description: 'Buy ink', completed: false, created_at },
    {
      is: 'action-items',
      id: 'a2',
      description: 'Call about t03',
      completed: false,
      created_at,
      conversation_id: 't03',
    },
  ]);
  const { user, run, titles, hook } = await connect('omi', server.url);
  assert.equal((await titles()).length, 30);
  const memories = (await user.call('GET', '/v3/memories')).body;
  assert.deepEqual(
    memories.map(({ content }: Json) => content),
    ['Keeps bees.'],
  );
  const tasks = (await user.call('GET', '/v1/action-items?limit=100')).body;
  assert.equal(tasks.length, 31, 'a task that is in its conversation and in the list comes once');

  const told = omiTalk('told', '2026-03-02T09:00:00.123456+00:00');
  const send = (body: unknown, path = new URL(hook).pathname) =>
    request(service.url, 'POST', `${path}?uid=someone`, { body });
  assert.equal((await send(told)).status, 204);
  assert.equal((await send(told)).status, 204);
  server.records.push({ ...told, created_at: '2026-03-02T09:00:00Z' });
  await importInto(user, JSON.stringify({ conversations: [told] }), 'omi.json');
  const { came } = await run();
  assert.equal(came, 30 + 1 + 2 + 1);
  assert.equal((await titles()).filter((title) => title === 'Talk told').length, 1);
  assert.equal((await send(told, `${new URL(hook).pathname}x`)).status, 404);
  assert.equal((await send({ text: 'half' })).status, 204);
  assert.equal((await run()).left_out, 1);
});

test('the address of a paused or deleted connection takes nothing', async () => {
  await using server = await startOmi();
  const { user, id, hook, titles } = await connect('omi', server.url);
  const send = () =>
    request(service.url, 'POST', new URL(hook).pathname, { body: omiTalk('x', '2026-03-01') });
  await user.call('PATCH', `/v1/connections/${id}`, { paused: true });
  assert.equal((await send()).status, 404);
  await user.call('DELETE', `/v1/connections/${id}`);
  assert.equal((await send()).status, 404);
  assert.deepEqual(await titles(), []);
  const reader = await user.key(['webhooks:read']);
  assert.ok(
    !JSON.stringify((await reader.call('GET', '/v1/dev/user/connections')).body).includes(id),
  );
});

test('Bee: the words of each conversation are asked for once, when it is complete', async () => {
  const start_time = Date.UTC(2026, 2, 1, 9);
  const utterance = (text: string, speaker: string, ms: number) => ({
    text,
    speaker,
    spoken_at: start_time + ms,
    start: null,
    end: null,
  });
  const talk = (id: number, more: object = {}): Json => ({
    id,
    start_time: start_time + id,
    end_time: start_time + 60_000,
    state: 'COMPLETED',
    short_summary: `Talk number ${id}. It was short.`,
    summary: 'A long summary.',
    transcriptions: [
      { realtime: true, utterances: [utterance('rough', 'SPEAKER_1', 0)] },
      {
        realtime: false,
        utterances: [
          utterance('And then.', 'Ana Perez', 5000),
          utterance('First.', 'SPEAKER_1', 1000),
        ],
      },
    ],
    ...more,
  });
  await using server = await startBee([talk(1), talk(2), talk(3), talk(4, { state: 'CAPTURING' })]);
  server.instead = (response, { url }) =>
    url.pathname === '/v1/conversations/2' && Boolean(response.writeHead(404).end());
  const { user, run, titles, state } = await connect('bee', server.url);
  assert.deepEqual(await titles(), ['Talk number 1', 'Talk number 3']);
  const { left_out_records } = await state();
  assert.deepEqual(left_out_records, [
    { external_id: 'conversations 2', problem: 'The service answered 404.' },
  ]);
  const [{ id }] = (await user.call('GET', '/v1/conversations')).body;
  const { transcript_segments } = (await user.call('GET', `/v1/conversations/${id}`)).body;
  assert.deepEqual(
    transcript_segments.map(({ text, start }: Json) => [text, start]),
    [
      ['First.', 0.997],
      ['And then.', 4.997],
    ],
  );
  server.instead = () => false;
  server.records[3] = talk(4);
  server.asked.length = 0;
  assert.equal((await run()).came, 4);
  const asked = server.asked.map(({ url }) => url.pathname).filter((path) => /\d$/.test(path));
  assert.deepEqual(asked.toSorted(), ['/v1/conversations/2', '/v1/conversations/4']);
});
