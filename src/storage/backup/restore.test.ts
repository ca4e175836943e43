/** A restore brings back all that a backup contains, and refuses everything else. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { lockProcess } from '../../core/process-lock.ts';
import { silentLog } from '../../core/log.ts';
import { archiveOf, entriesOf } from '../../testing/archives.ts';
import type { ArchivedText } from '../../testing/archives.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { appliedSchema, migrate, MIGRATIONS } from '../migrations.ts';
import { transaction } from '../transaction.ts';
import type { ArchiveManifest } from '../archive/format.ts';
import { writeBackup } from './backup.ts';
import { fillDatabase } from './load.ts';
import { folderPlace } from './places/folder.ts';
import type { StoredArchive } from './places/place.ts';
import { inStage, keepSecret, restoreArchive } from './restore.ts';
import {
  contentOf,
  fillStore,
  jobStates,
  makeQueue,
  MEMORIES,
  NO_FILES,
  openTestStores,
  SECRET,
} from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
let source: Database;
let sourceFolder: string;
/** The archive without a key, and its entries. */
let plain: Buffer;
let good: ArchivedText[];
/** A database for refused restores, which stays empty. */
let emptyUrl: string;
let empty: Database;
before(async () => {
  stores = await openTestStores();
  source = await stores.open(await stores.address());
  await fillStore(source);
  sourceFolder = stores.folder();
  const files = {
    'uploads/half': '0123456789',
    'uploads/.hidden': 'x',
    'uploads/process.lock': '',
    'sound/p1/b.journal': 'second',
    'sound/p1/a.journal': '',
    'sound/p1/process.lock': '',
    'other/file': 'x',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(sourceFolder, path, '..'), { recursive: true });
    writeFileSync(join(sourceFolder, path), text);
  }
  mkdirSync(join(sourceFolder, 'sound/empty'));
  await backup('plain.tar.gz');
  plain = readFileSync(join(sourceFolder, 'plain.tar.gz'));
  good = await entriesOf(plain);
  emptyUrl = await stores.address();
  empty = await stores.open(emptyUrl);
});
after(() => stores[Symbol.asyncDispose]());

function backup(name: string, { key, secret = SECRET }: { key?: string; secret?: string } = {}) {
  return writeBackup({
    sink: folderPlace(sourceFolder).sink(name),
    key,
    dataDir: sourceFolder,
    secret,
    now: new Date('2026-02-03T04:05:06Z'),
    objects: NO_FILES,
    openRows: async () => ({
      db: source.db,
      kind: source.kind,
      [Symbol.asyncDispose]: async () => {},
    }),
  });
}

function restore(
  archive: StoredArchive,
  {
    key,
    dataDir = stores.folder(),
    databaseUrl = emptyUrl,
    minFreeBytes = 0,
  }: {
    key?: string;
    dataDir?: string;
    databaseUrl?: string | undefined;
    minFreeBytes?: number;
  } = {},
) {
  const openFiles = () => NO_FILES;
  return restoreArchive(archive, key, {
    dataDir,
    databaseUrl,
    minFreeBytes,
    makeQueue,
    openFiles,
  });
}

const inMemory = (content: Buffer): StoredArchive => ({
  address: 'x.tar.gz',
  open: async () => ({ bytes: content.length, content: Readable.from([content]) }),
});

/** The restore must be refused with this sentence, and must leave nothing. */
async function refused(entries: ArchivedText[] | Buffer, sentence: RegExp): Promise<void> {
  const content = Array.isArray(entries) ? await archiveOf(entries) : entries;
  const dataDir = stores.folder();
  await assert.rejects(restore(inMemory(content), { dataDir }), sentence);
  assert.deepEqual(readdirSync(dataDir), []);
  const { rows } = await sql<{ users: string | null }>`
    SELECT to_regclass('users')::text AS users
  `.execute(empty.db);
  if (rows[0]!.users === null) return;
  assert.deepEqual((await sql`SELECT FROM users`.execute(empty.db)).rows, []);
}

const changed = (name: RegExp, change: (text: string) => string): ArchivedText[] => {
  assert.ok(good.some((entry) => name.test(entry.name)));
  return good.map((entry) =>
    name.test(entry.name) ? { ...entry, text: change(entry.text) } : entry,
  );
};
const without = (name: string) => good.filter((entry) => entry.name !== name);
/** Puts an entry after the first one, before the tables. */
const withEntry = (entry: ArchivedText) => good.toSpliced(1, 0, entry);

/** Takes the table of users from a manifest. */
function withoutUsers({ name, text }: ArchivedText): ArchivedText {
  const { entries } = JSON.parse(text) as ArchiveManifest;
  const others = entries.filter((entry) => !entry.name.startsWith('tables/users/'));
  return { name, text: JSON.stringify({ entries: others }) };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

test('a backup contains the sound and the uploads, and no locks or hidden files', () => {
  assert.deepEqual(
    good.filter(({ name }) => name.startsWith('files/')).map(({ name, text }) => [name, text]),
    [
      ['files/uploads/half', '0123456789'],
      ['files/sound/p1/a.journal', ''],
      ['files/sound/p1/b.journal', 'second'],
    ],
  );
  assert.deepEqual(JSON.parse(good[0]!.text), {
    format: 'commonplace-backup',
    version: 2,
    created_at: '2026-02-03T04:05:06.000Z',
  });
  assert.ok(!good.some(({ name }) => name === 'secret'));
});

test('a restore brings back rows, files, numbers and the secret', async () => {
  const { generateX25519Identity } = await import('age-encryption');
  const key = await generateX25519Identity();
  const { result } = await backup('sealed.tar.gz.age', { key });
  const databaseUrl = await stores.address();
  const target = await stores.open(databaseUrl);
  // A restore that was interrupted left its tables, and a migration made rows.
  await migrate({ database: target, log: silentLog });
  await sql`INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('x', 'x', 'x', now())`.execute(
    target.db,
  );
  const dataDir = join(stores.folder(), 'new/folder');
  mkdirSync(join(dataDir, 'restoring/sound/old'), { recursive: true });
  mkdirSync(join(dataDir, 'sound'));
  const restored = await restore(folderPlace(sourceFolder).archive('sealed.tar.gz.age'), {
    key,
    dataDir,
    databaseUrl,
  });
  assert.deepEqual(restored, { tables: result.tables, files: 3, secret: SECRET });
  assert.deepEqual(filesIn(dataDir), [
    'sound',
    'sound/empty',
    'sound/p1',
    'sound/p1/a.journal',
    'sound/p1/b.journal',
    'uploads',
    'uploads/half',
  ]);
  assert.equal(readFileSync(join(dataDir, 'sound/p1/b.journal'), 'utf8'), 'second');
  assert.deepEqual(await contentOf(target), await contentOf(source));
  assert.deepEqual(await jobStates(target), { 1: 'created', 2: 'retry' });

  // Nothing reacted to the rows, and the database reacts to the next ones.
  const changes = async () => (await sql`SELECT FROM changes`.execute(target.db)).rows.length;
  assert.equal(await changes(), 0);
  await sql`UPDATE memories SET scoring = 'x'`.execute(target.db);
  assert.equal(await changes(), MEMORIES);
  await sql`DELETE FROM users`.execute(target.db);
  assert.deepEqual((await sql`SELECT FROM memories`.execute(target.db)).rows, []);
});

test('an encrypted backup needs the secret of the database', async () => {
  const { generateX25519Identity } = await import('age-encryption');
  const key = await generateX25519Identity();
  const refusal = backup('other.tar.gz.age', { key, secret: 'another secret of a service, too' });
  await assert.rejects(refusal, /used with another secret/);
  assert.ok(!readdirSync(sourceFolder).some((name) => name.startsWith('other.')));
});

test('large tables are archived in parts', async () => {
  await source.script(`
    INSERT INTO verifications (id, identifier, value, expires_at)
    SELECT lpad(n::text, 2, '0'), 'x', repeat(md5(n::text), 16000), now()
    FROM generate_series(1, 24) AS n`);
  const { result } = await backup('large.tar.gz');
  await source.script('DELETE FROM verifications');
  assert.equal(result.tables.find(({ name }) => name === 'verifications')!.rows, 24);
  const entries = await entriesOf(readFileSync(join(sourceFolder, 'large.tar.gz')));
  const parts = entries.filter(({ name }) => name.startsWith('tables/verifications/'));
  assert.deepEqual(
    parts.map(({ name, text }) => [name, text.split('\n').length - 1]),
    [
      ['tables/verifications/000001.jsonl', 20],
      ['tables/verifications/000002.jsonl', 4],
    ],
  );
});

test('a store that has data is not overwritten', async () => {
  for (const folder of ['uploads', 'sound']) {
    const dataDir = stores.folder();
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, 'mine'), 'mine');
    await assert.rejects(
      restore(inMemory(plain), { dataDir }),
      /^Error: The folder .* is not empty, so nothing was restored\. Move it away first/,
    );
    assert.deepEqual(filesIn(dataDir), [folder, `${folder}/mine`]);
  }
  const databaseUrl = await stores.address();
  const foreign = await stores.open(databaseUrl);
  await foreign.script('CREATE TABLE things (number integer)');
  const notEmpty = /^Error: The database is not empty, so nothing was restored\. Choose an empty/;
  await assert.rejects(restore(inMemory(plain), { databaseUrl }), notEmpty);
  const users = stores.folder();
  await foreign.script('DROP TABLE things');
  await migrate({ database: foreign, log: silentLog, migrations: MIGRATIONS.slice(0, -1) });
  await foreign.script(`INSERT INTO users (id, email, name) VALUES ('u2', 'u2', 'Two')`);
  await assert.rejects(restore(inMemory(plain), { databaseUrl, dataDir: users }), notEmpty);
  assert.deepEqual(readdirSync(users), []);
  const { rows } = await sql<{ id: string }>`SELECT id FROM users`.execute(foreign.db);
  assert.deepEqual(rows, [{ id: 'u2' }]);
  assert.equal(await appliedSchema(foreign.db), MIGRATIONS.at(-2)!.number);
  // Another restore may end between the preparation and the rows.
  const fill = async () => assert.fail('rows were written');
  await assert.rejects(fillDatabase({ database: foreign, fill }), notEmpty);
});

test('a restore of an older version continues where it was interrupted', async () => {
  const databaseUrl = await stores.address();
  const target = await stores.open(databaseUrl);
  // Interrupted before the first tables.
  await migrate({ database: target, log: silentLog, migrations: [] });
  const dataDir = stores.folder();
  const { tables } = await restore(inMemory(plain), { databaseUrl, dataDir });
  assert.ok(tables.length > 20);
  const { rows } = await sql<{ number: number }>`
    SELECT max(number) AS number FROM migrations
  `.execute(target.db);
  assert.equal(rows[0]!.number, MIGRATIONS.at(-1)!.number);
});

test('two restores at a time into one folder or database are refused', async () => {
  const dataDir = stores.folder();
  {
    await using _other = await lockProcess(join(dataDir, 'restore.lock'));
    await assert.rejects(restore(inMemory(plain), { dataDir }), /^Error: Another restore is under/);
  }
  await transaction(empty.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('commonplace restore', 0))`.execute(tx);
    await assert.rejects(
      restore(inMemory(plain)),
      /^Error: Another restore into this database is under way/,
    );
  });
});

test('a line that is no row is named', async () => {
  const users = (line: string) => changed(/^tables\/users/, (text) => `${text}${line}`);
  const name = 'tables\\/users\\/000001\\.jsonl';
  await refused(users('{"id": 7\n'), new RegExp(`^Error: ${name}, line 2 is not JSON\\.$`));
  for (const line of ['7\n', 'null\n', '[]\n'])
    await refused(users(line), new RegExp(`^Error: ${name}, line 2 is not a JSON object\\.$`));
  await refused(
    users('{"id": "2"}\n'),
    new RegExp(`^Error: ${name}, line 2 is not a row of users`),
  );
});

test('an archive whose rows or files differ from its manifest is refused', async () => {
  const changes = 'is not what manifest\\.json says\\.$';
  await refused(
    changed(/^tables\/users/, (text) => text.replace('u1@', 'u2@')),
    new RegExp(`^Error: tables/users/000001\\.jsonl ${changes}`),
  );
  await refused(
    without('tables/users/000001.jsonl'),
    /^Error: tables\/users\/000001\.jsonl is missing in the archive\.$/,
  );
  const unlisted = good.map((entry) =>
    entry.name === 'manifest.json' ? withoutUsers(entry) : entry,
  );
  await refused(unlisted, /^Error: tables\/users\/000001\.jsonl is not in manifest\.json\.$/);
  await refused(
    changed(/uploads\/half/, () => 'x'),
    new RegExp(`^Error: files/uploads/half ${changes}`),
  );
  await refused(without('files/uploads/half'), /^Error: files\/uploads\/half is missing/);
  const more = { name: 'files/uploads/more', text: 'x' };
  await refused(withEntry(more), /^Error: files\/uploads\/more is not in manifest\.json\.$/);
});

test('rows that refer to missing ones are refused', async () => {
  const orphans = without('tables/users/000001.jsonl').map((entry) =>
    entry.name === 'manifest.json' ? withoutUsers(entry) : entry,
  );
  await refused(orphans, /violates foreign key constraint/);
});

test('an incomplete archive is refused', async () => {
  const incomplete = /^Error: x\.tar\.gz ends before its manifest, so it is incomplete\.$/;
  await refused(without('manifest.json'), incomplete);
  await refused(good.slice(0, 3), incomplete);
  await refused(plain.subarray(0, plain.length - 40), /^Error: x\.tar\.gz is damaged after /);
});

test('an archive with entries that no backup has is refused', async () => {
  for (const name of [
    'files/../outside',
    'files/sound/../../outside',
    'files/sound/a..b/c',
    '/etc/passwd',
    'files/secret',
    'files/sound/.x/y',
    'tables/users/000001.jsonl',
  ]) {
    await refused(withEntry({ name, text: 'x' }), /^Error: The archive contains .*, which no back/);
  }
  const last = good.length - 1;
  await refused(
    good.toSpliced(last, 0, { name: 'files/uploads/late', text: 'x' }),
    /^Error: The archive contains "files\/uploads\/late", which no backup has\.$/,
  );
  await refused(
    good.toSpliced(last, 0, { name: 'tables/nothing/000001.jsonl', text: '{}\n' }),
    /^Error: tables\/nothing\/000001\.jsonl, line 1: there is no table nothing\.$/,
  );
  await refused(good.toSpliced(0, 1), /^Error: x\.tar\.gz is not a backup of Commonplace\.$/);
});

test('the names of restored files are synced', async (t) => {
  const dataDir = stores.folder();
  await using handle = await open(dataDir);
  const synced: string[] = [];
  t.mock.method(Object.getPrototypeOf(handle) as FileHandle, 'sync', function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    return Promise.resolve();
  });
  const databaseUrl = await stores.address();
  const { tables } = await restore(inMemory(plain), { databaseUrl, dataDir });
  assert.ok(tables.length > 20);
  assert.equal(synced.at(-1), dataDir);
});

test('data of a newer version is refused', async () => {
  const newer = changed(/^database\.json/, (text) =>
    text.replace(/"schema": \d+/, '"schema": 999'),
  );
  await refused(
    newer,
    /^Error: The data was written by a newer Commonplace \(migration 999\)\. Update this inst/,
  );
});

test('a restore ends when the disk is nearly full', async () => {
  const dataDir = stores.folder();
  const full = restore(inMemory(plain), { dataDir, minFreeBytes: Number.MAX_SAFE_INTEGER });
  await assert.rejects(full, /disk/);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('what a failed move copied stays for the next one, and goes after it', async () => {
  const dataDir = stores.folder();
  const target = { dataDir, databaseUrl: undefined, minFreeBytes: 0 };
  const move = (isFailing: boolean) =>
    inStage(
      target,
      [],
      async ({ folder }) => {
        const path = join(folder, 'copied');
        const found = existsSync(path);
        writeFileSync(path, '');
        if (isFailing) throw new Error('interrupted');
        return found;
      },
      { resumes: true },
    );
  await assert.rejects(move(true), /interrupted/);
  assert.equal(await move(false), true);
  assert.deepEqual(readdirSync(dataDir), []);
  assert.equal(await move(false), false);
});

test('the embedded database is restored into a new data folder', async () => {
  const dataDir = join(stores.folder(), 'new');
  const openFiles = () => NO_FILES;
  const target = { dataDir, databaseUrl: undefined, minFreeBytes: 0, makeQueue, openFiles };
  await restoreArchive(inMemory(plain), undefined, target);
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['postgres', 'sound', 'uploads']);
  {
    await using database = await openDatabase({ url: undefined, folder: dataDir, log: silentLog });
    assert.deepEqual(await contentOf(database), await contentOf(source));
    await assert.rejects(
      restoreArchive(inMemory(plain), undefined, target),
      /^Error: Another Commonplace is already running/,
    );
  }
  for (const name of ['sound', 'uploads']) rmSync(join(dataDir, name), { recursive: true });
  await assert.rejects(
    restoreArchive(inMemory(plain), undefined, target),
    /^Error: The folder .*postgres is not empty/,
  );
});

test('the secret of an archive is kept unless there is one already', async () => {
  const folder = stores.folder();
  await keepSecret(folder, 'the secret');
  await keepSecret(folder, 'another one');
  assert.equal(readFileSync(join(folder, 'secret'), 'utf8'), 'the secret');
});
