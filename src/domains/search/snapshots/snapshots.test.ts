import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../../core/clock.ts';
import { NoRoom } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { deleteOldChanges } from '../../changes/changes.sql.ts';
import { changesAreFinal, eventually } from '../../../testing/eventually.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import type { Db } from '../../../storage/database.ts';
import { SearchService } from '../search.ts';
import type { SearchPlace } from '../search.sql.ts';

const MEMORIES = '/v1/dev/user/memories';
const LIMITS = { minTexts: 20, delayMs: 0 };
const FACTS = Array.from(
  { length: 60 },
  (_, number) =>
    `Fact ${number}: ${['rose', 'tulip', 'oak', 'fern'][number % 4]} garden ${number % 7}`,
);
const QUESTIONS = ['rose garden', 'tulip 3', 'fact 17', 'gardn', '"oak garden"', 'fer*', 'flowers'];

interface Entry {
  level: string;
  message: string;
  fields: { texts?: number };
}

function recordingLog(): { log: Log; entries: Entry[]; messages: () => string[] } {
  const entries: Entry[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void entries.push({ level, message, fields });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { log, entries, messages: () => entries.map(({ message }) => message) };
}

const OPENED = 'a search index was opened';
const BUILT = 'a search index was built';
const UNUSED = 'a snapshot of a search index is not used; it is rebuilt';

/** Opens a search with its own data folder over the data of a service. */
function searchOver(db: Db, place: SearchPlace, { folder, requireRoom = () => {} }: SearchOptions) {
  const { log, messages, entries } = recordingLog();
  const snapshots = { folder, requireRoom, ...LIMITS };
  const search = new SearchService({ db, clock: systemClock, log, snapshots });
  const find = (text: string) => search.find(db, place, { text, limit: 100 });
  return {
    messages,
    entries,
    find,
    ids: async (text: string) => (await find(text)).groups.map(({ id }) => id),
    [Symbol.asyncDispose]: () => search[Symbol.asyncDispose](),
  };
}

interface SearchOptions {
  folder: string;
  requireRoom?: () => void;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);

/** Starts a service with these facts, and a search that stores its index in an empty folder. */
async function prepared() {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await startService());
  const folder = join(temporaryFolder(), 'search');
  stack.defer(() => removeFolder(join(folder, '..')));
  const key = await service.owner.key(['memories:read', 'memories:write']);
  const ids = await remember(service, FACTS);
  // Later, the snapshot would count them as changes.
  await changesAreFinal(service);
  const { db } = service.service.parts;
  const place: SearchPlace = { user_id: service.owner.id, kind: 'memories' };
  const rows = () => db.selectFrom('search_snapshots').select('id').execute();
  const store = async () => {
    await using search = searchOver(db, place, { folder });
    await search.find('rose');
    await eventually('stored', async () => {
      const stored = await rows();
      return stored.length === 1 && filesIn(folder).join() === stored[0]!.id;
    });
    return join(folder, filesIn(folder)[0]!);
  };
  const owned = stack.move();
  const open = () => searchOver(db, place, { folder });
  return {
    service,
    key,
    ids,
    db,
    place,
    folder,
    rows,
    store,
    open,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function remember(service: TestService, contents: readonly string[]): Promise<string[]> {
  const key = await service.owner.key(['memories:write']);
  const ids: string[] = [];
  for (let start = 0; start < contents.length; start += 20) {
    const memories = contents.slice(start, start + 20).map((content) => ({ content }));
    const { body } = await key.call('POST', `${MEMORIES}/batch`, { memories });
    ids.push(...body.memories.map(({ id }: { id: string }) => id));
  }
  return ids;
}

test('after a restart, the first search opens the stored index and reads later changes', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const server = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const database = server ? stack.use(await createTestDatabase(server, 'fresh')) : null;
  const environment = {
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
  };
  const start = () => startService({ environment, snapshots: LIMITS });
  const found = async (service: TestService, query: string): Promise<string[]> => {
    const key = await service.owner.key(['memories:read']);
    const { body } = await key.call('POST', `${MEMORIES}/search`, { query });
    return body.items.map(({ memory }: { memory: { content: string } }) => memory.content);
  };
  const ids = await (async () => {
    await using service = await start();
    const ids = await remember(service, FACTS);
    assert.deepEqual(await found(service, '"fact 17"'), [FACTS[17]]);
    await eventually('stored', () =>
      filesIn(join(folder, 'search')).some((name) => !name.endsWith('.part')),
    );
    const key = await service.owner.key(['memories:write']);
    await key.call('PATCH', `${MEMORIES}/${ids[17]}`, { content: 'Sails a boat' });
    await key.call('DELETE', `${MEMORIES}/${ids[18]}`);
    return ids;
  })();
  await using again = await start();
  await remember(again, ['Plays the harp']);
  // A change without a log entry: only a rebuilt index contains it.
  const { db } = again.service.parts;
  await sql`UPDATE memories SET content = 'Feeds a parrot' WHERE id = ${ids[20]}`.execute(db);
  await sql`DELETE FROM changes WHERE item_id = ${ids[20]}`.execute(db);
  assert.deepEqual(await found(again, 'boat'), ['Sails a boat']);
  assert.deepEqual(await found(again, 'harp'), ['Plays the harp']);
  assert.deepEqual(await found(again, '"fact 17"'), []);
  assert.deepEqual(await found(again, '"fact 18"'), []);
  assert.deepEqual(await found(again, '"fact 20"'), ['Feeds a parrot'], 'the stored words');
  assert.deepEqual(await found(again, 'parrot'), [], 'the index was opened, not rebuilt');
});

test('a stored index ranks exactly as the index from which it was made', async () => {
  await using made = await prepared();
  await made.store();
  await using opened = made.open();
  await using built = searchOver(made.db, made.place, { folder: `${made.folder}-none` });
  for (const question of QUESTIONS) {
    assert.deepEqual(await opened.find(question), await built.find(question), question);
  }
  assert.deepEqual(
    opened.messages().filter((message) => message === OPENED),
    [OPENED],
  );
  assert.ok(!opened.messages().includes(BUILT));
  assert.ok(built.messages().includes(BUILT));
});

test('an opened index follows what was written, changed and deleted since', async () => {
  await using made = await prepared();
  await made.store();
  const [added] = await remember(made.service, ['Plays the harp']);
  await made.key.call('PATCH', `${MEMORIES}/${made.ids[17]}`, { content: 'Sails a boat' });
  await made.key.call('DELETE', `${MEMORIES}/${made.ids[18]}`);
  await using search = made.open();
  assert.deepEqual(await search.ids('harp'), [added]);
  assert.deepEqual(await search.ids('boat'), [made.ids[17]]);
  assert.deepEqual(await search.ids('"fact 17"'), []);
  assert.deepEqual(await search.ids('"fact 18"'), []);
  assert.ok(search.messages().includes(OPENED) && !search.messages().includes(BUILT));
});

const DAMAGES: Record<string, (path: string, db: Db) => Promise<unknown> | void> = {
  'with a damaged byte': (path) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  },
  'with a damaged length': (path) => {
    const bytes = readFileSync(path);
    bytes[3] = 0xff;
    writeFileSync(path, bytes);
  },
  'that is cut': (path) => truncateSync(path, readFileSync(path).length - 10),
  'without its last piece': (path) => truncateSync(path, 4 + readFileSync(path).readUInt32LE()),
  'that is empty': (path) => truncateSync(path, 0),
  'of another version': (_, db) => sql`UPDATE search_snapshots SET version = 'other'`.execute(db),
  // In a restored dump, the row has another transaction number.
  'of another database': (_, db) => sql`UPDATE search_snapshots SET xid = xid`.execute(db),
  'with another key': (_, db) =>
    sql`UPDATE search_snapshots SET xid = pg_current_xact_id()::text::bigint,
      key = decode(repeat('00', 32), 'hex')`.execute(db),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a snapshot ${name} is replaced by a new one`, async () => {
    await using made = await prepared();
    const path = await made.store();
    await damage(path, made.db);
    await using search = made.open();
    assert.deepEqual(await search.ids('"fact 17"'), [made.ids[17]]);
    assert.ok(search.messages().includes(UNUSED));
    assert.ok(search.messages().includes(BUILT));
    await eventually('replaced', () => {
      const [file, ...others] = filesIn(made.folder);
      return (
        file && !file.endsWith('.part') && others.length === 0 && join(made.folder, file) !== path
      );
    });
  });
}

test('a snapshot is not used when changes after it were deleted', async () => {
  await using made = await prepared();
  await made.store();
  await made.key.call('PATCH', `${MEMORIES}/${made.ids[17]}`, { content: 'Sails a boat' });
  // A transaction of another database on the server may be older, and then the change is not final.
  await eventually('the change', async () => {
    const { rows } = await sql<{ is_final: boolean }>`
      SELECT max(xid) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS is_final FROM changes
    `.execute(made.db);
    return rows[0]!.is_final;
  });
  await deleteOldChanges(made.db, new Date(Date.now() + 60_000));
  await using search = made.open();
  await eventually('swept', async () => (await made.rows()).length === 0);
  assert.deepEqual(await search.ids('boat'), [made.ids[17]]);
  assert.ok(search.messages().includes(BUILT));
});

test('when an account is deleted, its key goes at once and its file at the next sweep', async () => {
  await using made = await prepared();
  await made.store();
  await made.db.deleteFrom('users').where('id', '=', made.place.user_id).execute();
  assert.deepEqual(await made.rows(), []);
  await using search = made.open();
  await eventually('swept', () => filesIn(made.folder).length === 0);
  assert.ok(!search.messages().includes(OPENED));
});

test('a file shows nothing that it contains', async () => {
  await using made = await prepared();
  const bytes = readFileSync(await made.store()).toString('latin1');
  for (const word of ['garden', 'tulip', made.ids[3]!, made.place.user_id]) {
    assert.ok(!bytes.includes(word), word);
  }
});

test('without room on the disk, the service searches and stores no index', async () => {
  await using made = await prepared();
  mkdirSync(made.folder);
  await using search = searchOver(made.db, made.place, {
    folder: made.folder,
    requireRoom: () => {
      throw new NoRoom('full');
    },
  });
  assert.deepEqual(await search.ids('"fact 17"'), [made.ids[17]]);
  const failed = () => search.entries.filter(({ level }) => level === 'warn');
  await eventually('one line', () => failed().length === 1);
  await search.find('rose');
  assert.deepEqual(filesIn(made.folder), []);
  assert.equal(failed().length, 1);
  assert.deepEqual(await made.rows(), []);
});

test('after many changes, the snapshot is written again', async () => {
  await using made = await prepared();
  const path = await made.store();
  await remember(
    made.service,
    Array.from({ length: 5 }, (_, number) => `Walk ${number}`),
  );
  await using search = made.open();
  await search.find('walk');
  assert.equal(join(made.folder, filesIn(made.folder)[0]!), path, 'five of sixty are too few');
  await remember(made.service, ['Walks a dog', 'Walks a cat']);
  await search.find('walk');
  await eventually('replaced', () => {
    const [file, ...others] = filesIn(made.folder);
    return (
      file && others.length === 0 && !file.endsWith('.part') && join(made.folder, file) !== path
    );
  });
});

test('a new name of the user is noted for the conversations in which the user speaks', async () => {
  await using service = await startService();
  const { db } = service.service.parts;
  const key = await service.owner.key(['conversations:write']);
  const conversation = async (is_user: boolean) => {
    const transcript_segments = [{ text: 'We planted roses here.', is_user, start: 0, end: 4 }];
    const path = '/v1/dev/user/conversations/from-segments';
    return (await key.call('POST', path, { transcript_segments })).body.id;
  };
  const [own] = [await conversation(true), await conversation(false)];
  await db.deleteFrom('changes').execute();
  await db.updateTable('users').set({ name: 'Zebedee' }).execute();
  const noted = await db.selectFrom('changes').select('item_id').execute();
  assert.deepEqual(noted, [{ item_id: own }]);
});
