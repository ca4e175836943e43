import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countsOf, importInto, zipOf } from '../../../testing/clients/account-archive.ts';
import { ApiUser } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { CHATGPT, LIMITLESS, MEM0, OMI, SRT, VTT } from './samples.fixture.ts';

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
});
after(() => service[Symbol.asyncDispose]());

let guests = 0;
const newUser = () => ApiUser.signUp(service.url, `guest${(guests += 1)}@example.org`);
const conversationsOf = async (user: ApiUser): Promise<Json[]> => {
  const { body } = await user.call('GET', '/v1/conversations?limit=50');
  return Promise.all(
    body.map(async ({ id }: Json) => (await user.call('GET', `/v1/conversations/${id}`)).body),
  );
};
const said = ({ transcript_segments }: Json) =>
  transcript_segments.map(({ speaker_name, text }: Json) => `${speaker_name}: ${text}`);

async function importTwice(user: ApiUser, file: Buffer | string, name: string): Promise<Json> {
  const first = await importInto(user, file, name);
  assert.equal(first.status, 'completed', JSON.stringify(first));
  const second = await importInto(user, file, name);
  for (const [kind, [created, unchanged]] of Object.entries(countsOf(second))) {
    const [before] = countsOf(first)[kind]!;
    assert.deepEqual([created, unchanged], [0, before], kind);
  }
  return first;
}

test('an export of ChatGPT becomes conversations with their titles and times', async () => {
  const user = await newUser();
  const zip = await zipOf([
    ['conversations.json', JSON.stringify(CHATGPT)],
    ['user.json', '{"id":"user-1","email":"me@example.org"}'],
    ['chat.html', '<html></html>'],
  ]);
  const { format, report } = await importTwice(user, zip, 'export.zip');
  assert.equal(format, 'chatgpt');
  assert.deepEqual(report.ignored, ['user.json', 'chat.html']);
  assert.equal(report.problems[0].where, 'conversations.json, conversation 2');
  const [only, ...others] = await conversationsOf(user);
  assert.equal(others.length, 0);
  assert.equal(only.structured.title, 'Trip to Porto');
  assert.deepEqual(
    [only.source, only.created_at, only.status],
    ['chatgpt', '2024-03-09T16:00:00.000Z', 'completed'],
  );
  assert.deepEqual(said(only), [
    'Rui: Plan two days in Porto.',
    'Speaker 1: Day one: Ribeira.\nDay two: Foz.',
  ]);
});

test('lifelogs of Limitless become conversations with people and times', async () => {
  const user = await newUser();
  const { format, report } = await importTwice(user, JSON.stringify(LIMITLESS), 'lifelogs.json');
  assert.equal(format, 'limitless');
  assert.equal(report.problems.length, 1);
  const [only] = await conversationsOf(user);
  assert.equal(only.structured.title, 'Planning the survey');
  assert.equal(only.structured.overview, '- Who writes the report');
  assert.deepEqual([only.starred, only.started_at], [true, '2025-03-01T09:00:00.000Z']);
  assert.deepEqual(said(only), [
    'Ana: Can you send me the report?',
    'Rui: Yes, tomorrow.',
    'Speaker 2: Good.',
  ]);
  assert.deepEqual(
    only.transcript_segments.map(({ start, end }: Json) => [start, end]),
    [
      [1.5, 4],
      [4.2, 6],
      [6, 7],
    ],
  );
});

test('memories of mem0 become memories with their times, categories and metadata', async () => {
  const user = await newUser();
  const { format, report } = await importTwice(user, JSON.stringify(MEM0), 'mem0.json');
  assert.equal(format, 'mem0');
  assert.match(report.problems[0].where, /memory 2/);
  const { body } = await user.call('GET', '/v3/memories?include=external');
  const [{ content, tags, created_at, source, external_id, metadata }] = body;
  assert.deepEqual(
    { content, tags, created_at, source, external_id, metadata },
    {
      content: 'Prefers morning meetings',
      tags: ['preferences'],
      created_at: '2024-07-20T08:30:36.000Z',
      source: 'mem0',
      external_id: '8dcd0a9c-0000-4000-8000-000000000001',
      metadata: { type: 'preference' },
    },
  );
});

test('data of Omi becomes conversations, tasks, memories and people', async () => {
  const user = await newUser();
  const { format, report } = await importTwice(user, JSON.stringify(OMI), 'omi.json');
  assert.equal(format, 'omi');
  assert.deepEqual(report.problems, []);
  const [talk] = await conversationsOf(user);
  const { title, category, emoji, events, action_items } = talk.structured;
  assert.deepEqual([title, category, emoji], ['Boat repair', 'travel', '⛵']);
  assert.equal(events[0].start, '2025-01-18T10:00:00.000Z');
  assert.deepEqual(said(talk), ['Rui: We should fix the mast.', 'Ana: On Saturday.']);
  const descriptions = action_items.map((each: Json) => each.description);
  assert.deepEqual(descriptions, ['Buy varnish']);
  const { body: tasks } = await user.call('GET', '/v1/action-items');
  const done = (tasks.items ?? tasks.action_items ?? tasks).find(
    (each: Json) => each.description === 'Call the yard',
  );
  assert.deepEqual([done.completed, done.completed_at], [true, '2025-01-17T09:00:00.000Z']);
  const { body: memories } = await user.call('GET', '/v3/memories');
  const { body: memory } = await user.call('GET', `/v3/memories/${memories[0].id}`);
  assert.deepEqual([memory.content, memory.conversation_id], ['Owns a sailing boat', talk.id]);
});

test('subtitles become conversations with times and speakers, which the service understands', async () => {
  for (const [format, text] of [
    ['srt', SRT],
    ['vtt', VTT],
  ] as const) {
    const user = await newUser();
    const imported = await importTwice(user, text, `2026-03-02 09.30 call.${format}`);
    assert.equal(imported.format, format);
    assert.match(imported.report.problems[0].where, /line \d+$/);
    const [whole] = await eventually('the understanding', async () => {
      const all = await conversationsOf(user);
      return all[0].status === 'completed' && all;
    });
    assert.equal(whole.started_at, '2026-03-02T09:30:00.000Z');
    assert.deepEqual(said(whole), [
      'Ana: Did you call the bank about the loan?',
      'Rui: I will call the bank tomorrow & tell you.',
    ]);
    assert.deepEqual(
      whole.transcript_segments.map(({ start, end }: Json) => [start, end]),
      [
        [1, 3.5],
        [3.5, 6.25],
      ],
    );
    assert.match(JSON.stringify(whole.structured.action_items), /bank/i);
  }
});

test('a note in Markdown keeps the time of its front matter', async () => {
  const user = await newUser();
  const note = '---\ndate: 2025-05-04T10:00:00Z\n---\n# Garden\n\n- I need to water the roses.\n';
  const { format } = await importTwice(user, note, 'garden.md');
  assert.equal(format, 'markdown');
  const [whole] = await conversationsOf(user);
  assert.equal(whole.created_at, '2025-05-04T10:00:00.000Z');
  assert.deepEqual(said(whole), ['Rui: Garden', 'Rui: I need to water the roses.']);
});

test('several transcripts come in one zip, and names in a text become people', async () => {
  const user = await newUser();
  const talk = 'Ana: Is the boat ready?\nBen: Not yet.\nAna: When?\nBen: On Friday.\n';
  const zip = await zipOf([
    ['talks/2024-01-02 boat.txt', talk],
    ['talks/2024-01-03.txt', 'I bought bread.'],
    ['photo.bin', Buffer.from([0, 255])],
  ]);
  const { format, report } = await importTwice(user, zip, 'talks.zip');
  assert.equal(format, 'text');
  assert.deepEqual(report.ignored, ['photo.bin']);
  const all = await conversationsOf(user);
  const boat = all.find(({ started_at }) => started_at === '2024-01-02T12:00:00.000Z');
  assert.deepEqual(said(boat).slice(0, 2), ['Ana: Is the boat ready?', 'Ben: Not yet.']);
  assert.deepEqual(
    [...new Set(said(boat).map((line: string) => line.split(':')[0]))],
    ['Ana', 'Ben'],
  );
});

test('a file that looks like an export but contains nonsense is refused or reported', async () => {
  const user = await newUser();
  const files: [string, string][] = [
    ['[{"mapping": 7}]', 'chatgpt'],
    ['{"data":{"lifelogs":[null,{"id":1}]}}', 'limitless'],
    ['[{"memory":{"a":1}}]', 'mem0'],
    ['[{"structured":[]}]', 'omi'],
  ];
  for (const [text, format] of files) {
    const imported = await importInto(user, text, 'a.json');
    assert.deepEqual([imported.status, imported.format], ['completed', format]);
    assert.ok(imported.report.problems.length > 0);
  }
  const unknown = await importInto(user, '{"hello":"world"}', 'a.json');
  assert.match(unknown.problem, /does not know the format/);
  assert.deepEqual(await conversationsOf(user), []);
});

test('a list of Omi alone is recognised by the fields of its first record', async () => {
  const user = service.owner;
  const { memories, action_items: tasks } = OMI;
  for (const [kind, list] of [
    ['memories', memories],
    ['action-items', tasks],
  ] as const) {
    const { status, format, ...rest } = await importInto(user, JSON.stringify(list), 'list.json');
    assert.deepEqual([status, format], ['completed', 'omi'], kind);
    assert.equal(countsOf(rest as Json)[kind]![0], 1, kind);
  }
  const others = JSON.stringify([{ description: 'A list of another service' }]);
  const { status, problem } = await importInto(user, others, 'list.json');
  assert.equal(status, 'failed');
  assert.match(problem, /does not know the format/);
});

test('subtitles without a valid cue are reported by line, and a file without any cue is unknown', async () => {
  const user = service.owner;
  const broken = await importInto(user, 'WEBVTT\n\nlater --> never\nWords.\n', 'a.vtt');
  assert.deepEqual([broken.status, broken.format], ['completed', 'vtt']);
  assert.deepEqual(
    broken.report.problems.map(({ where }: Json) => where),
    ['a.vtt, line 3'],
  );
  const empty = await importInto(user, 'WEBVTT\n\nNOTE nothing\n', 'b.vtt');
  assert.equal(empty.status, 'failed');
  assert.match(empty.problem, /does not know the format/);
  assert.deepEqual(await conversationsOf(user), []);
});

test('a record that does not fit is named with its field, and too long a text with its limit', async () => {
  const user = service.owner;
  const [first] = MEM0.results;
  const memories = [{ ...first, memory: 'x'.repeat(100_001) }, first];
  const { status, report } = await importInto(user, JSON.stringify(memories), 'mem0.json');
  assert.equal(status, 'completed');
  assert.equal(report.problems.length, 1);
  assert.match(report.problems[0].message, /^memory: /);
  const long = await importInto(user, 'word '.repeat(400_001), 'long.txt');
  assert.equal(long.status, 'completed');
  assert.match(long.report.problems[0].message, /more than 2000000 characters/);
  assert.deepEqual(await conversationsOf(user), []);
});

test('the last cue of a file needs no empty line after it', async () => {
  const user = service.owner;
  const cut = await importInto(user, '1\n00:00:01,000 --> 00:00:02,000\nThe end.', 'c.srt');
  assert.deepEqual([cut.status, cut.format], ['completed', 'srt']);
  const [whole] = await conversationsOf(user);
  assert.deepEqual(said(whole), ['Speaker 0: The end.']);
});
