// Both databases: filters and orders become SQL.
/** All lists have the same filters and orders: for keys, sessions, assistants and the terminal. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { runCli } from '../../../cli/cli.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../../testing/clients/api-user.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const DEV = '/v1/dev/user';
/** A Thursday. The user's time zone is Europe/Lisbon. */
const clock = new ManualClock('2026-01-15T09:00:00Z');
let service: TestService;
let key: ApiKey;
let assistant: string;

before(async () => {
  service = await startService({ clock });
  const nouns = ['memories', 'action_items', 'conversations', 'goals'];
  key = await service.owner.key(nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]));
  assistant = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'all' })).body.key;
});
after(() => service[Symbol.asyncDispose]());

const ok = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await key.call(method, `${DEV}${path}`, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Returns the texts of the records that a filter finds, through a key. */
const find = async (path: string, query: string, field: string): Promise<string[]> =>
  (await ok('GET', `${path}?${query}`)).map((row: Json) => row[field]);

async function callTool(name: string, given: object): Promise<Json> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const answer = await request(service.url, 'POST', '/v1/mcp', {
    token: assistant,
    body,
    headers: { Accept: 'application/json, text/event-stream' },
  });
  const message = typeof answer.body === 'string' ? dataOf(answer.body) : answer.body;
  return message.result;
}
const dataOf = (stream: string): Json => JSON.parse(/^data: (.*)$/m.exec(stream)![1]!);

async function terminal(...words: string[]) {
  const printed: string[] = [];
  const code = await runCli(words, {
    environment: { HOME: '/nonexistent', SVC_API_BASE_URL: service.url, SVC_API_KEY: key.key },
    print: (text) => void printed.push(text),
    error: (text) => void printed.push(text),
    read: async () => '',
    ask: async () => '',
    signal: new AbortController().signal,
  });
  return { code, output: printed.join('\n') };
}

test('what is due this week is one call, at every door', async () => {
  const items = [
    { description: 'Sunday before', due_at: '2026-01-11T12:00:00Z' },
    { description: 'Monday', due_at: '2026-01-12T08:00:00Z' },
    { description: 'Sunday', due_at: '2026-01-18T23:30:00Z' },
    { description: 'Monday after', due_at: '2026-01-19T00:00:00Z' },
    { description: 'Some day' },
  ];
  await ok('POST', '/action-items/import', { items });
  const wanted = ['Monday', 'Sunday'];
  const query = 'due=this_week&sort=due_asc';
  assert.deepEqual(await find('/action-items', query, 'description'), wanted);
  const own = await service.owner.call('GET', `/v1/action-items?${query}`);
  assert.deepEqual(
    own.body.map(({ description }: Json) => description),
    wanted,
  );
  const tool = await callTool('get_action_items', { filter: query });
  assert.deepEqual(
    tool.structuredContent.action_items.map(({ description }: Json) => description),
    wanted,
  );
  const line = await terminal('action-item', 'list', '--filter', query);
  assert.deepEqual(line.output.match(/(Monday|Sunday)/g), wanted);
  const due = (word: string) => find('/action-items', `due=${word}`, 'description');
  assert.deepEqual(await due('next_week'), ['Monday after']);
  assert.deepEqual(await due('none'), ['Some day']);
  assert.deepEqual((await due('past')).toSorted(), ['Monday', 'Sunday before']);
  assert.deepEqual(await due('2026-01-11'), ['Sunday before']);
  assert.deepEqual(
    await find(
      '/action-items',
      'due_from=2026-01-12&due_to=2026-01-18&sort=due_desc',
      'description',
    ),
    ['Sunday', 'Monday'],
  );
  // A record without a date comes last in both directions.
  for (const sort of ['due_asc', 'due_desc']) {
    const all = await find('/action-items', `sort=${sort}`, 'description');
    assert.equal(all.at(-1), 'Some day', sort);
  }
});

test('a filter that does not exist is named, or refused where it is written as one text', async () => {
  const { headers, status } = await key.call('GET', `${DEV}/action-items?du=this_week`);
  assert.deepEqual([status, headers.get('x-unknown-parameters')], [200, 'du']);
  for (const [path, text, message] of [
    ['/action-items', 'du=this_week', /no filter 'du'.*Available: .*due/],
    ['/memories', 'reviewed=maybe', /Invalid filter reviewed/],
    ['/conversations', 'sort=best', /Invalid filter sort/],
    ['/goals', 'created=someday', /Invalid period 'someday'.*this_week/],
  ] as const) {
    const answer = await key.call('GET', `${DEV}${path}?filter=${encodeURIComponent(text)}`);
    assert.equal(answer.status, 400, text);
    assert.match(answer.body.detail, message);
  }
  const tool = await callTool('get_memories', { filter: 'sung=true' });
  assert.equal(tool.isError, true);
  assert.match(JSON.stringify(tool.content), /no filter 'sung'/);
  const line = await terminal('memory', 'list', '--filter', 'sung=true');
  assert.notEqual(line.code, 0);
  assert.match(line.output, /no filter 'sung'/);
});

test('a flag in a text of filters is true or false, and other values stay texts', async () => {
  await ok('POST', '/action-items', { description: 'true or false' });
  const done = await ok('POST', '/action-items', { description: 'Paint the gate' });
  await ok('PATCH', `/action-items/${done.id}`, { completed: true });
  const found = (text: string) =>
    find('/action-items', `filter=${encodeURIComponent(text)}`, 'description');
  assert.deepEqual(await found('completed=true'), ['Paint the gate']);
  assert.deepEqual(await found('completed=false&text=true'), ['true or false']);
});

test('a range may end where it begins, but not before', async () => {
  const range = (from: string, to: string) =>
    key.call('GET', `${DEV}/action-items?due_from=${from}&due_to=${to}`);
  const refused = await range('2026-01-14T09:00:01Z', '2026-01-14T09:00:00Z');
  assert.equal(refused.status, 400);
  assert.equal(refused.body.detail, 'due_from must not be after due_to.');
  const empty = await range('2026-01-14T09:00:00Z', '2026-01-14T09:00:00Z');
  assert.deepEqual([empty.status, empty.body], [200, []]);
});

test('memories are filtered by everything that is stored with them', async () => {
  const memories = [
    {
      content: 'Grows figs at home.',
      tags: ['garden', 'fruit'],
      metadata: { page: 1 },
      source: 'a',
    },
    { content: 'Grows pears.', tags: ['fruit'], metadata: { page: 2 }, external_id: 'x' },
    { content: 'Sails at home.', visibility: 'public', created_at: '2025-12-31T23:30:00Z' },
  ];
  await ok('POST', '/memories/import', { items: memories });
  const said = await ok('POST', '/conversations', { text: 'I live in Porto.' });
  const figs = memories[0]!.content;
  const pears = memories[1]!.content;
  const sails = memories[2]!.content;
  const found = async (query: string) => (await find('/memories', query, 'content')).toSorted();
  assert.deepEqual(await found('tags=fruit'), [figs, pears]);
  assert.deepEqual(await found('tags=garden,sea'), [figs]);
  assert.deepEqual(await found('tags=fruit&source=a'), [figs]);
  assert.deepEqual(await found('visibility=public'), [sails]);
  assert.deepEqual(await found('external_id=x'), [pears]);
  assert.deepEqual(await found(`metadata=${encodeURIComponent('{"page":2}')}`), [pears]);
  assert.deepEqual(await found('text=home%20SAILS'), [sails]);
  assert.deepEqual(await found('created_to=2025-12-31'), [sails]);
  assert.deepEqual(await found('created=last_month'), [sails]);
  assert.deepEqual(await found('manually_added=false'), ['Lives in Porto']);
  assert.deepEqual(await found(`conversation_id=${said.id}`), ['Lives in Porto']);
  assert.deepEqual(await found('conversation_id=nonsense'), []);
  assert.deepEqual(await found('reviewed=false'), ['Lives in Porto']);
  const bad = await key.call('GET', `${DEV}/memories?metadata=[1]`);
  assert.equal(bad.status, 422);
});

test('conversations are filtered by person, folder, start and source', async () => {
  const person = await ok('POST', '/people', { name: 'Ana' });
  const segment = { text: 'The ferry leaves at nine.', start: 0, end: 3 };
  const { id: ferry } = await ok('POST', '/conversations/from-segments', {
    transcript_segments: [{ ...segment, person_id: person.id }],
    started_at: '2024-05-01T10:00:00Z',
    source: 'desktop',
  });
  const { id: note } = await ok('POST', '/conversations', {
    text: 'We met at the pier.',
    source: 'diary',
    metadata: { mood: 'calm' },
    started_at: '2024-05-02T10:00:00Z',
  });
  const found = async (query: string) =>
    (await find('/conversations', `include_discarded=true&${query}`, 'id')).toSorted();
  assert.deepEqual(await found(`person_id=${person.id}`), [ferry]);
  assert.deepEqual(await found('source=desktop,diary'), [ferry, note].toSorted());
  assert.deepEqual(await found('started=2024-05-02'), [note]);
  assert.deepEqual(await found(`metadata=${encodeURIComponent('{"mood":"calm"}')}`), [note]);
  const ids = await find(
    '/conversations',
    'include_discarded=true&started_to=2024-12-31&sort=started_asc',
    'id',
  );
  assert.deepEqual(ids, [ferry, note]);
  const { body: folder } = await service.owner.call('POST', '/v1/folders', { name: 'Boats' });
  await ok('POST', `/memories`, { content: 'Never in a folder.' });
  await service.owner.call('PATCH', `/v1/conversations/${note}/folder`, { folder_id: folder.id });
  assert.deepEqual(await found(`folder_id=${folder.id}`), [note]);
  const count = await service.owner.call('GET', `/v1/conversations/count?source=diary`);
  assert.equal(count.body.count, 1);
});

test('goals, people and days take filters and orders too', async () => {
  for (const name of ['Zoe', 'Bo', 'Carla']) await ok('POST', '/people', { name });
  assert.deepEqual(await find('/people', 'text=a&sort=name_asc', 'name'), ['Ana', 'Carla']);
  await ok('POST', '/goals', { title: 'Run far', horizon_at: '2026-06-01T00:00:00Z' });
  const { id } = await ok('POST', '/goals', { title: 'Run fast' });
  await ok('PATCH', `/goals/${id}`, { status: 'abandoned' });
  assert.deepEqual(await find('/goals', 'status=abandoned', 'title'), ['Run fast']);
  assert.deepEqual(await find('/goals', 'filter=status%3Dabandoned', 'title'), ['Run fast']);
  assert.deepEqual(await find('/goals', 'horizon=future', 'title'), ['Run far']);
  for (const day of ['2024-05-01', '2024-05-02']) {
    await service.owner.call('POST', `/v1/users/daily-summaries/${day}/refresh`);
  }
  const { summaries } = await ok('GET', '/daily-summaries?sort=date_asc');
  const dates = summaries.map(({ date }: Json) => date);
  assert.deepEqual(dates, dates.toSorted());
  assert.ok(dates.length > 0);
});

test('every order is paged without a gap or a repetition, and a cursor keeps its order', async () => {
  for (const index of [1, 2, 3]) {
    const due_at = index === 2 ? null : `2026-02-0${index}T10:00:00Z`;
    await ok('POST', '/action-items', { description: `Page ${index}`, due_at });
    await ok('POST', '/memories', { content: `Fact of page ${index}.` });
    await ok('POST', '/conversations', { text: `I live on page ${index}.` });
    await ok('POST', '/goals', { title: `Page ${index}`, horizon_at: due_at });
    await ok('POST', '/people', { name: `Page ${index}` });
    clock.advance(1_000);
  }
  for (const [path, sorts] of [
    ['/action-items', ['created_desc', 'created_asc', 'updated_desc', 'due_asc', 'due_desc']],
    ['/memories', ['scoring_desc', 'created_asc', 'updated_asc', 'manual_first']],
    ['/conversations', ['created_asc', 'started_desc', 'updated_desc']],
    ['/goals', ['created_desc', 'horizon_asc']],
    ['/people', ['created_asc', 'name_asc', 'updated_desc']],
  ] as const) {
    for (const sort of sorts) {
      const query = `${path}?include_discarded=true&include_inactive=true&sort=${sort}`;
      const whole = (await ok('GET', query)).map(({ id }: Json) => id);
      assert.ok(whole.length >= 3, query);
      const paged: string[] = [];
      let cursor = '';
      do {
        const page = await key.call('GET', `${DEV}${query}&limit=1&cursor=${cursor}`);
        assert.equal(page.status, 200, `${query} ${JSON.stringify(page.body)}`);
        paged.push(...page.body.map(({ id }: Json) => id));
        cursor = page.headers.get('x-next-cursor') ?? '';
      } while (cursor);
      assert.deepEqual(paged, whole, query);
      assert.equal(new Set(paged).size, paged.length);
    }
  }
  const first = await key.call('GET', `${DEV}/action-items?limit=1&sort=due_asc`);
  const cursor = first.headers.get('x-next-cursor');
  const other = await key.call('GET', `${DEV}/action-items?sort=created_asc&cursor=${cursor}`);
  assert.equal(other.status, 400);
});
