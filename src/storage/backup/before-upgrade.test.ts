/** An upgrade of the database begins with a backup, in one process at a time. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { entriesOf } from '../../testing/archives.ts';
import type { Database } from '../database.ts';
import { MIGRATIONS } from '../migrations.ts';
import { aloneInUpgrade, backUpBeforeUpgrade } from './before-upgrade.ts';
import { fillStore, openTestStores, NO_FILES, SECRET } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

const NEWEST = MIGRATIONS.at(-1)!.number;
const BEFORE = MIGRATIONS.at(-2)!.number;

let stores: TestStores;
let url: string;
let database: Database;
before(async () => {
  stores = await openTestStores();
  url = await stores.address();
  database = await stores.open(url);
  await fillStore(database);
});
after(() => stores[Symbol.asyncDispose]());

const BUCKET = {
  s3Region: 'eu-test-1',
  s3Endpoint: undefined,
  s3KeyId: undefined,
  s3Secret: undefined,
  s3SessionToken: undefined,
  s3PathStyle: undefined,
} as const;

/** Returns the steps that are announced. */
async function backUp(
  changes: { of?: Database; folder?: string; dataDir?: string; key?: string } = {},
): Promise<string[]> {
  const { of = database, folder, dataDir = stores.folder(), key } = changes;
  const steps: string[] = [];
  await backUpBeforeUpgrade({
    ...BUCKET,
    database: of,
    dataDir,
    folder,
    key,
    objects: NO_FILES,
    secret: () => SECRET,
    progress: (step) => steps.push(step),
  });
  return steps;
}

const makeOlder = () => database.script(`DELETE FROM migrations WHERE number = ${NEWEST}`);

test('a database that is new or up to date needs no backup', async () => {
  const folder = join(stores.folder(), 'backups');
  assert.deepEqual(await backUp({ folder }), []);
  const empty = await stores.open(await stores.address());
  assert.deepEqual(await backUp({ of: empty, folder }), []);
  await empty.script('CREATE TABLE migrations (number integer)');
  assert.deepEqual(await backUp({ of: empty, folder }), []);
  assert.ok(!existsSync(folder));
});

test('an older database is backed up into the folder of backups', async () => {
  await makeOlder();
  const folder = join(stores.folder(), 'backups');
  assert.deepEqual(await backUp({ folder }), ['Backing up before the upgrade']);
  const archive = readFileSync(join(folder, `before-upgrade-from-${BEFORE}.tar.gz`));
  const names = (await entriesOf(archive)).map(({ name }) => name);
  assert.ok(names.includes('tables/memories/000001.jsonl'));
  assert.ok(!names.includes('secret'));

  const { generateX25519Identity } = await import('age-encryption');
  await backUp({ folder, key: await generateX25519Identity() });
  const sealed = readFileSync(join(folder, `before-upgrade-from-${BEFORE}.tar.gz.age`), 'latin1');
  assert.match(sealed, /^age-encryption\.org/);
});

test('a database on a server is backed up only if there is a folder for it', async () => {
  await makeOlder();
  assert.deepEqual(await backUp(), []);
  // The embedded database has the data folder.
  const dataDir = stores.folder();
  const embedded: Database = { ...database, kind: 'embedded' };
  assert.deepEqual(await backUp({ of: embedded, dataDir }), ['Backing up before the upgrade']);
  assert.ok(existsSync(join(dataDir, `backups/before-upgrade-from-${BEFORE}.tar.gz`)));
});

test('a backup that fails stops the upgrade, and the sentence says how to go on', async () => {
  await makeOlder();
  const folder = join(stores.folder(), 'file');
  writeFileSync(folder, 'a file in place of the folder');
  await assert.rejects(backUp({ folder }), (error: Error) => {
    assert.match(
      error.message,
      /^This version .* and the backup before it failed: The folder .* cannot/,
    );
    assert.match(
      error.message,
      /Correct this, or upgrade .*: commonplace migrate --without-backup$/,
    );
    return true;
  });
});

test('one process at a time upgrades a database on a server', async () => {
  const other = await stores.open(url);
  const steps: string[] = [];
  let second: Promise<void> | undefined;
  const isWaiting = async () => {
    const { rows } = await sql<{ is: boolean }>`
      SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS is
    `.execute(database.db);
    return rows[0]!.is;
  };
  await aloneInUpgrade(database, async () => {
    second = aloneInUpgrade(other, async () => void steps.push('second'));
    while (!(await isWaiting())) assert.deepEqual(steps, []);
    steps.push('first');
  });
  await second;
  assert.deepEqual(steps, ['first', 'second']);
  await aloneInUpgrade({ ...database, kind: 'embedded' }, async () => void steps.push('embedded'));
  assert.equal(steps.at(-1), 'embedded');
});
