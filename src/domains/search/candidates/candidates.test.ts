import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../../core/clock.ts';
import { uuidv7 } from '../../../core/ids.ts';
import { silentLog } from '../../../core/log.ts';
import { EVERYTHING } from '../../../core/search.ts';
import type { SearchFilter, SearchQuery } from '../../../core/search.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { contentKey } from '../../memories/memory.ts';
import { SearchService } from '../search.ts';
import type { SearchPlace } from '../search.sql.ts';
import type { DatabaseSearchOptions } from './database-search.ts';

/** No index fits, so that each search uses candidates. */
const NO_ROOM = 1_000;
const SOON: DatabaseSearchOptions = { minTexts: 1, sweepMs: 50 };
const FLOWERS = ['rose', 'tulip', 'oak', 'fern', 'dahlia'];
const FACTS = Array.from(
  { length: 200 },
  (_, n) =>
    `Fact ${n}: the ${FLOWERS[n % 5]} garden ${n % 7} has ${n % 3 ? 'a fence' : 'ice cream'}`,
);
const NUMBERS = ['Call +1 (415) 555-0132 after work', 'The ticket is AB-12 34', 'Pay 20 on Monday'];

let service: TestService;
let db: TestService['service']['parts']['db'];
before(async () => {
  service = await startService();
  ({ db } = service.service.parts);
});
after(() => service[Symbol.asyncDispose]());

async function addUser(): Promise<string> {
  const id = `user-${randomUUID()}`;
  await db.insertInto('users').values({ id, email: id, name: 'Ana' }).execute();
  return id;
}

async function remember(user_id: string, texts: readonly string[], into = db): Promise<string[]> {
  const at = new Date();
  const rows = texts.map((content) => ({
    user_id,
    id: uuidv7(),
    content,
    content_key: contentKey(content),
    category: 'system' as const,
    visibility: 'private' as const,
    tags: [],
    manually_added: true,
    reviewed: true,
    user_review: true,
    scoring: '',
    created_at: at,
    updated_at: at,
  }));
  await into.insertInto('memories').values(rows).execute();
  return rows.map(({ id }) => id);
}

async function talk(user_id: string, at: Date, turns: readonly string[]): Promise<string> {
  const id = uuidv7();
  const times = { created_at: at, updated_at: at, started_at: at, finished_at: at };
  await db
    .insertInto('conversations')
    .values({ user_id, id, status: 'completed', ...times, title: 'A talk' })
    .execute();
  const rows = turns.map((text, n) => ({
    user_id,
    conversation_id: id,
    id: uuidv7(),
    text,
    speaker_id: n % 2,
    start_seconds: n * 5,
    end_seconds: n * 5 + 4,
  }));
  await db.insertInto('segments').values(rows).execute();
  return id;
}

function searchOver(
  place: SearchPlace,
  { maxBytes, candidates }: { maxBytes?: number; candidates?: DatabaseSearchOptions } = {},
) {
  const search = new SearchService({
    db,
    clock: systemClock,
    log: silentLog,
    ...(maxBytes && { maxBytes }),
    candidates,
  });
  const find = (text: string, query: Partial<SearchQuery> = {}) =>
    search.find(db, place, { text, limit: 100, ...query });
  return {
    search,
    find,
    ids: async (text: string, query: Partial<SearchQuery> = {}) =>
      (await find(text, query)).groups.map(({ id }) => id),
    /** The first search without room asks for the words to be stored. */
    stored: () => eventually('the stored words', () => find('garden').catch(() => null)),
    [Symbol.asyncDispose]: () => search[Symbol.asyncDispose](),
  };
}

const withoutRoom = (place: SearchPlace, candidates = SOON) =>
  searchOver(place, { maxBytes: NO_ROOM, candidates });

const windowsOf = async (user_id: string) =>
  (
    await db
      .selectFrom('candidate_windows')
      .select('words')
      .where('user_id', '=', user_id)
      .execute()
  ).length;

test('candidates rank as the index in memory does', async () => {
  const user_id = await addUser();
  await remember(user_id, [...FACTS, ...NUMBERS]);
  await remember(await addUser(), FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  await using memory = searchOver(place);
  await using database = withoutRoom(place);
  await database.stored();
  for (const question of [
    'rose garden',
    'fact 17',
    'tulip 3',
    'Which garden has a fence?',
    '"oak garden"',
    'dahl*',
    'gardn dahlia',
    'icecream dahlia',
    '4155550132',
    'ab1234',
    '5550132',
    'nothing like this',
  ]) {
    const expected = await memory.find(question);
    assert.deepEqual(await database.find(question), expected, question);
  }
  assert.equal(database.search.held.bytes, 0);
});

const DAY = 24 * 3_600_000;
const MAY = Date.UTC(2027, 4, 1);

test('candidates of conversations rank as the index in memory does', async () => {
  const user_id = await addUser();
  for (let n = 0; n < 12; n++) {
    const turns = Array.from({ length: 40 }, (_, turn) =>
      turn === 3 * n
        ? `My ${FLOWERS[n % 5]} needs water`
        : `Sentence ${turn} of talk ${n} is about soup`,
    );
    await talk(user_id, new Date(MAY + n * DAY), turns);
  }
  const place: SearchPlace = { user_id, kind: 'conversations' };
  await using memory = searchOver(place);
  await using database = withoutRoom(place);
  await database.stored();
  const filtered = (filter: Partial<SearchFilter>) => ({ filter: { ...EVERYTHING, ...filter } });
  const asked: [string, Partial<SearchQuery>][] = [
    ['rose water', {}],
    ['sentence 7 of talk 3', {}],
    ['"dahlia needs water"', {}],
    ['Which flower needs water?', { times: [{ from: MAY + 4 * DAY, until: MAY + 5 * DAY }] }],
    ['rose', filtered({ speaker: 'speaker:1' })],
    ['rose', filtered({ labels: [['status:completed']], from: new Date(MAY + 3 * DAY) })],
    ['rose', filtered({ without: ['status:completed'] })],
    ['rose', filtered({ until: new Date(MAY + 3 * DAY) })],
    ['rose', filtered({ ids: [] })],
  ];
  const turnsOf = (ranked: Awaited<ReturnType<typeof memory.find>>) =>
    ranked.groups.map(({ id, texts: [first] }) => [id, first?.id]);
  for (const [question, query] of asked) {
    const expected = turnsOf(await memory.find(question, query));
    assert.deepEqual(turnsOf(await database.find(question, query)), expected, question);
  }
});

test('what is new is found at once, what is deleted or changed is not', async () => {
  const user_id = await addUser();
  const [first, second] = await remember(user_id, ['A blue boat', 'A green boat', ...FACTS]);
  const place: SearchPlace = { user_id, kind: 'memories' };
  // Nothing is swept meanwhile.
  await using database = withoutRoom(place, { ...SOON, sweepMs: 3_600_000 });
  await database.stored();
  const [third] = await remember(user_id, ['A boat of paper']);
  assert.deepEqual((await database.ids('boat')).toSorted(), [first, second, third].toSorted());
  await db.deleteFrom('memories').where('id', '=', first!).execute();
  await db.updateTable('memories').set({ content: 'A kite' }).where('id', '=', second!).execute();
  assert.deepEqual(await database.ids('boat'), [third]);
  assert.deepEqual(await database.ids('kite'), [second]);
});

test('what is deleted loses its words in the same transaction', async () => {
  const user_id = await addUser();
  const ids = await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  await using database = withoutRoom(place);
  await database.stored();
  assert.equal(await windowsOf(user_id), FACTS.length);
  await db.deleteFrom('memories').where('id', '=', ids[0]!).execute();
  assert.equal(await windowsOf(user_id), FACTS.length - 1);
  await db.deleteFrom('users').where('id', '=', user_id).execute();
  assert.equal(await windowsOf(user_id), 0);
});

test('many changes are read into the database before the next search', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  await using database = withoutRoom(place, { ...SOON, sweepMs: 3_600_000 });
  await database.stored();
  const many = Array.from({ length: 600 }, (_, n) => `Boat ${n} sails`);
  await remember(user_id, many);
  assert.equal((await database.find('boat', { limit: 300 })).total, 600);
  assert.equal(await windowsOf(user_id), FACTS.length + many.length);
});

test('several processes store each text once and find what the others wrote', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  await using one = withoutRoom(place);
  await using two = withoutRoom(place);
  await Promise.all([one.stored(), two.stored()]);
  assert.equal(await windowsOf(user_id), FACTS.length);
  const [boat] = await remember(user_id, ['A boat']);
  assert.deepEqual([await one.ids('boat'), await two.ids('boat')], [[boat], [boat]]);
  await eventually('the words of the boat', async () => {
    return (await windowsOf(user_id)) === FACTS.length + 1;
  });
  assert.deepEqual([await one.ids('boat'), await two.ids('boat')], [[boat], [boat]]);
});

test('another process goes on when the one that stores words has died', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  // A process that died before it stored all words.
  await sql`
    INSERT INTO candidate_indexes (user_id, kind, version, log_name, worker, claimed_until)
    SELECT ${user_id}, 'memories', 1, name, gen_random_uuid(), now() - interval '1 second'
    FROM change_log
  `.execute(db);
  await sql`
    INSERT INTO candidate_windows
    SELECT user_id, number, gen_random_uuid(), -1, now(), 1, 1, 1, '''1:left''' FROM candidate_indexes
    WHERE user_id = ${user_id}
  `.execute(db);
  await using database = withoutRoom(place);
  await database.stored();
  assert.equal(await windowsOf(user_id), FACTS.length);
});

test('a first search answers from the database, later ones from the index in memory', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  await using before = searchOver(place, { candidates: SOON });
  await before.find('rose');
  await eventually('the stored words', async () => (await windowsOf(user_id)) === FACTS.length);
  const isComplete = async () =>
    (
      await db
        .selectFrom('candidate_indexes')
        .select('mark')
        .where('user_id', '=', user_id)
        .where('mark', 'is not', null)
        .execute()
    ).length === 1;
  await eventually('the complete words', isComplete);
  await using restarted = searchOver(place, { candidates: SOON });
  assert.deepEqual(await restarted.find('rose garden'), await before.find('rose garden'));
  await eventually('the index in memory', () => restarted.search.held.bytes > 0);
  // Without the words in the database, the index in memory answers.
  await using cold = searchOver(place, { candidates: SOON });
  await sql`DELETE FROM candidate_indexes WHERE user_id = ${user_id}`.execute(db);
  assert.deepEqual(await cold.find('rose garden'), await before.find('rose garden'));
});

test('words of a restored database are stored anew', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  {
    await using database = withoutRoom(place);
    await database.stored();
  }
  const [boat] = await remember(user_id, ['A boat']);
  // As after a restore, where numbers of transactions mean nothing.
  await sql`
    UPDATE candidate_indexes SET log_name = 'other', mark = 9000000000 WHERE user_id = ${user_id}
  `.execute(db);
  await using database = withoutRoom(place);
  await database.stored();
  assert.deepEqual(await database.ids('boat'), [boat]);
});

test('words that have missed deleted changes are stored anew', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  {
    await using database = withoutRoom(place);
    await database.stored();
  }
  const [boat] = await remember(user_id, ['A boat']);
  await db.deleteFrom('changes').where('user_id', '=', user_id).execute();
  await sql`
    UPDATE candidate_indexes SET checked_at = now() - interval '21 days' WHERE user_id = ${user_id}
  `.execute(db);
  await using database = withoutRoom(place);
  await database.stored();
  assert.deepEqual(await database.ids('boat'), [boat]);
});

test('when the database cannot search by words, the index in memory answers', async () => {
  const user_id = await addUser();
  await remember(user_id, FACTS);
  const place: SearchPlace = { user_id, kind: 'memories' };
  {
    await using before = withoutRoom(place);
    await before.stored();
  }
  await using database = searchOver(place, { candidates: SOON });
  await sql`ALTER TABLE candidate_windows RENAME TO unreadable`.execute(db);
  try {
    assert.equal((await database.find('rose')).total, 40);
  } finally {
    await sql`ALTER TABLE unreadable RENAME TO candidate_windows`.execute(db);
  }
});

test('a user whose index exceeds SVC_SEARCH_MEMORY is searched through the database', async () => {
  await using small = await startService({
    environment: { SVC_SEARCH_MEMORY: '1' },
    candidates: SOON,
  });
  const { parts } = small.service;
  const user_id = small.owner.id;
  const filler = Array.from({ length: 50 }, (_, n) => `word${n}`).join(' ');
  const texts = Array.from(
    { length: 1_000 },
    (_, n) => `Note ${n} of ${FLOWERS[n % 5]}: ${filler}`,
  );
  const ids = await remember(user_id, texts, parts.db);
  const key = await small.owner.key(['memories:read', 'memories:write']);
  const find = (query: string) =>
    key.call('POST', '/v1/dev/user/memories/search', { query, limit: 3 });
  const answer = async () => {
    const { status, body, headers } = await find('note 17');
    if (status === 503) assert.ok(headers.get('retry-after'));
    return status === 200 && body.items;
  };
  const found = await eventually('an answer', answer, { seconds: 60 });
  assert.equal(found[0].memory.id, ids[17]);
  const content = 'Note 17 is about a boat';
  const added = await key.call('POST', '/v1/dev/user/memories', { content });
  assert.equal((await find('boat')).body.items[0].memory.id, added.body.id);
  assert.equal((await key.call('DELETE', `/v1/dev/user/memories/${added.body.id}`)).status, 200);
  assert.deepEqual((await find('boat')).body.items, []);
  // The embedded database has no other process, and keeps the index.
  const isServer = process.env['COMMONPLACE_TEST_DATABASE_URL'] !== undefined;
  const { bytes } = (parts.search as SearchService).held;
  assert.equal(bytes < 1024 ** 2, isServer, `${bytes} bytes`);
});

test(
  'a search that the database does not answer in time is refused',
  { skip: process.env['COMMONPLACE_TEST_DATABASE_URL'] ? false : 'nobody else can lock a table' },
  async () => {
    const user_id = await addUser();
    await remember(user_id, FACTS);
    const place: SearchPlace = { user_id, kind: 'memories' };
    await using database = withoutRoom(place, { ...SOON, sweepMs: 3_600_000 });
    await database.stored();
    await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE candidate_windows IN ACCESS EXCLUSIVE MODE`.execute(tx);
      await assert.rejects(database.find('rose'), /took too long/);
    });
    assert.equal((await database.find('rose')).total, 40);
  },
);
