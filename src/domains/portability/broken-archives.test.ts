// Both databases: an import that a killed process leaves behind is found through the database.
// Long: it kills imports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  countsOf,
  endOf,
  entriesOf,
  exportOf,
  importInto,
  sendFile,
  zipOf,
} from '../../testing/clients/account-archive.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { spawnService } from '../../testing/service-process.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const HEAD: [string, string] = ['commonplace.json', '{"format":"commonplace-account","version":1}'];
const uuid = (number: number) => `018f384e-0000-7000-8000-${String(number).padStart(12, '0')}`;
const memory = (number: number, content = `Fact number ${number}.`) => ({
  id: uuid(number),
  content,
  category: 'manual',
  visibility: 'private',
  tags: [],
  manually_added: true,
  reviewed: true,
  user_review: null,
  edited: false,
  scoring: '01_998_1705315800',
  conversation_id: null,
  segment_id: null,
  created_at: '2024-01-15T10:50:00.000Z',
  updated_at: '2024-01-15T10:50:00.000Z',
  heard_as: null,
  until: null,
  history: [],
  source: null,
  external_id: null,
  metadata: null,
});
const without = (row: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
});
after(() => service[Symbol.asyncDispose]());

test('a broken archive is refused with its file and line, and nothing of it is stored', async () => {
  const good = lines([memory(1), memory(2)]);
  const segment = { id: uuid(9), start: 0 };
  const broken: [[string, string | Buffer][], RegExp][] = [
    [[HEAD, ['memories.jsonl', `${good}{"id":\n`]], /memories\.jsonl, line 3: this is not JSON/],
    [[HEAD, ['memories.jsonl', lines([{ ...memory(1), id: 7 }])]], /line 1: id: /],
    [[HEAD, ['memories.jsonl', lines([{ ...memory(1), content: 'a\0b' }])]], /content: .*NUL/],
    [[HEAD, ['memories.jsonl', lines([{ ...memory(1), more: 1 }])]], /more: Extra inputs/],
    [[HEAD, ['memories.jsonl', Buffer.from([123, 0xff, 10])]], /line 1: this is not UTF-8/],
    [
      [HEAD, ['memories.jsonl', lines([{ ...memory(1), metadata: deep(64) }])]],
      /more than 64 levels/,
    ],
    [[HEAD, ['conversations.jsonl', lines([{ segments: [segment] }])]], /line 1: /],
    [[HEAD, ['sound.jsonl', lines([sound])]], /sound\/.*\.ogg is missing/],
    [[HEAD, ['settings.json', '{"timezone":"Mars"}']], /settings\.json: /],
    [[[HEAD[0], '{"format":"commonplace-account","version":9}']], /has the format 9.*Update it/],
    [[HEAD, ['memories.jsonl', good], ['manifest.json', manifest]], /not what manifest\.json says/],
    [[HEAD, ['memories.jsonl', 'x'.repeat(70_000_000)]], /longer than|expands to more than/],
  ];
  for (const [entries, sentence] of broken) {
    const { status, problem } = await importInto(service.owner, await zipOf(entries));
    assert.equal(status, 'failed');
    assert.match(problem, sentence);
  }
  assert.deepEqual((await service.owner.call('GET', '/v3/memories')).body, []);
});

const deep = (levels: number): unknown => (levels === 0 ? {} : { a: deep(levels - 1) });
const sound = {
  id: uuid(4),
  conversation_id: uuid(5),
  channel: 0,
  started_at: '2024-01-15T10:50:00.000Z',
  seconds: 1,
  peaks: '',
};
const manifest = JSON.stringify({
  entries: [{ name: 'memories.jsonl', bytes: 3, sha256: '0'.repeat(64) }],
});

test('an archive that was made to harm is refused', async () => {
  const bomb = await zipOf([HEAD, ['memories.jsonl', Buffer.alloc(400_000_000, 10)]]);
  assert.ok(bomb.length < 1_000_000);
  assert.match((await importInto(service.owner, bomb)).problem, /expands to more than/);
  const two = await zipOf([HEAD, ['one.jsonl', ''], ['two.jsonl', '']]);
  const renamed = (from: string, to: string) =>
    Buffer.from(two.toString('latin1').replaceAll(from, to), 'latin1');
  const double = await importInto(service.owner, renamed('two.jsonl', 'one.jsonl'));
  assert.match(double.problem, /one\.jsonl more than once/);
  const outside = await importInto(service.owner, renamed('two.jsonl', '../.jsonl'));
  assert.match(outside.problem, /damaged: invalid relative path/);
  const cut = await importInto(service.owner, two.subarray(0, two.length - 40));
  assert.match(cut.problem, /The archive is damaged/);
  const other = await importInto(service.owner, Buffer.from([0, 1, 2, 3]));
  assert.match(other.problem, /does not know the format/);
});

test('a record that the database refuses is named, and the others are stored', async () => {
  const deepest = { ...memory(3), metadata: deep(63) };
  const rows = [memory(1), { ...memory(2), created_at: '0000-01-01T00:00:00.000Z' }, deepest];
  const guest = await ApiUser.signUp(service.url, 'guest@example.org');
  const imported = await importInto(guest, await zipOf([HEAD, ['memories.jsonl', lines(rows)]]));
  assert.equal(imported.status, 'completed');
  assert.deepEqual(countsOf(imported)['memories'], [2, 0, 1]);
  assert.equal(imported.report.problems[0].where, 'memories.jsonl, line 2');
  const { body } = await guest.call('GET', '/v3/memories');
  assert.deepEqual([body.length, body[0].created_at], [2, '2024-01-15T10:50:00.000Z']);
});

test('fields that may be null or have a default may be left out', async () => {
  const optional = ['user_review', 'heard_as', 'edited', 'until', 'metadata'];
  const row = without(memory(1), optional);
  const guest = await ApiUser.signUp(service.url, 'short@example.org');
  const rows = lines([row, memory(2)]);
  const imported = await importInto(guest, await zipOf([HEAD, ['memories.jsonl', rows]]));
  assert.deepEqual(countsOf(imported)['memories'], [2, 0, 0], JSON.stringify(imported));
  const lacking = lines([without(memory(3), ['scoring'])]);
  const refused = await importInto(guest, await zipOf([HEAD, ['memories.jsonl', lacking]]));
  assert.match(refused.problem, /memories\.jsonl, line 1: scoring: /);
});

test('references to nothing become empty, and other files are named in the report', async () => {
  const cited = { end: 5, kind: 'conversation', id: uuid(9), quote: null };
  const message = {
    id: uuid(7),
    created_at: '2024-01-15T10:50:00.000Z',
    chat_session_id: uuid(8),
    app_id: null,
    sender: 'ai',
    text: 'Hello',
    parts: [{ text: 'Hello', from: [uuid(9)], citations: [cited] }],
    sources: [],
    conversation_ids: [],
    file_ids: [],
    rating: null,
    reported: false,
  };
  const file = await zipOf([HEAD, ['chat-messages.jsonl', lines([message])], ['plan.txt', 'x']]);
  const imported = await importInto(service.owner, file);
  assert.deepEqual(countsOf(imported)['chat-messages'], [1, 0, 0]);
  assert.deepEqual(imported.report.ignored, ['plan.txt']);
  const { body } = await service.owner.call('GET', '/v2/messages');
  assert.deepEqual([body[0].text, body[0].chat_session_id], ['Hello', null]);
  assert.deepEqual(body[0].parts, [{ text: 'Hello', conversation_ids: [] }]);
});

test('a second import of the same account is refused while one is running', async () => {
  const rows = Array.from({ length: 4_000 }, (_, number) => memory(number + 10));
  const file = await zipOf([HEAD, ['memories.jsonl', lines(rows)]]);
  const answers = await Promise.all([1, 2, 3].map(() => sendFile(service.owner, file)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 409, 409]);
  const { body } = answers.find(({ status }) => status === 200)!;
  const { report } = await endOf(service.owner, body.id);
  assert.deepEqual(report.kinds, [{ kind: 'memories', created: 4_000, unchanged: 0, refused: 0 }]);
});

test('an import whose process is killed twice goes on, and its report is what happened', async () => {
  await using store = await openRestartableStore();
  const rows = Array.from({ length: 20_000 }, (_, number) => memory(number));
  const file = await zipOf([HEAD, ['memories.jsonl', lines(rows)]]);
  const environment = {
    ...store.environment,
    PORT: '0',
    SVC_OWNER_EMAIL: OWNER.email,
    SVC_OWNER_PASSWORD: OWNER.password,
    SVC_RATE_LIMIT: 'off',
  };
  let id: string | undefined;
  let stored = 0;
  for (let kills = 0; kills < 2; kills += 1) {
    await using life = await spawnService({ folder: store.folder, environment });
    const owner = await ApiUser.signIn(life.url, OWNER);
    id ??= (await sendFile(owner, file)).body.id as string;
    await eventually(
      'more memories',
      async () => {
        const { body } = await owner.call('GET', '/v1/statistics');
        const isMore = (body.memories ?? 0) > stored;
        stored = body.memories ?? 0;
        return isMore;
      },
      { seconds: 60 },
    );
    await life.kill();
  }
  await using next = await spawnService({ folder: store.folder, environment });
  const owner = await ApiUser.signIn(next.url, OWNER);
  const { status, report } = await endOf(owner, id!);
  assert.equal(status, 'completed');
  assert.deepEqual(report.kinds, [{ kind: 'memories', created: 20_000, unchanged: 0, refused: 0 }]);
  assert.ok(stored < 20_000);
  const entries = await entriesOf(await exportOf(owner));
  assert.equal(entries.get('memories.jsonl')!.toString().trim().split('\n').length, 20_000);
});
