/** The commands that work on the database of a service that is stopped. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../core/log.ts';
import { openTestStores } from '../storage/backup/stores.fixture.ts';
import type { TestStores } from '../storage/backup/stores.fixture.ts';
import type { Database } from '../storage/database.ts';
import { requireSameSecret, requireSecretOf } from '../storage/installation.ts';
import { appliedSchema, migrate, MIGRATIONS } from '../storage/migrations.ts';
import { lockByName, transaction } from '../storage/transaction.ts';
import { changeSecrets, migrateOnly, operateAccounts } from './database.ts';

const NEWEST = MIGRATIONS.at(-1)!.number;
const BEFORE = MIGRATIONS.at(-2)!.number;
const SECRET = 'a new secret of the service, 32 letters';

let stores: TestStores;
/** A database that the version before the newest migration left. */
let database: Database;
let folder: string;
let archive: string;
before(async () => {
  stores = await openTestStores();
});
beforeEach(async () => {
  const url = await stores.address();
  database = await stores.open(url);
  await migrate({ database, log: silentLog, migrations: MIGRATIONS.slice(0, -1) });
  folder = stores.folder();
  archive = join(folder, `backups/before-upgrade-from-${BEFORE}.tar.gz`);
  process.env['DATABASE_URL'] = url;
  process.env['SVC_DATA_DIR'] = folder;
  process.env['SVC_BACKUP_FOLDER'] = join(folder, 'backups');
  process.env['SVC_SECRET'] = SECRET;
});
after(() => stores[Symbol.asyncDispose]());

/** Collects what a command prints. */
function printed(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => void lines.push(line));
  return lines;
}

test('an upgrade by hand takes a backup first', async (t) => {
  const lines = printed(t);
  await migrateOnly();
  assert.deepEqual(lines, ['· Backing up before the upgrade …', 'The database is up to date.']);
  assert.ok(existsSync(archive));
  assert.equal(await appliedSchema(database.db), NEWEST);
});

test('an upgrade by hand takes no backup if the operator says so', async (t) => {
  const lines = printed(t);
  await migrateOnly('--without-backup');
  assert.deepEqual(lines, ['The database is up to date.']);
  assert.ok(!existsSync(archive));
  assert.equal(await appliedSchema(database.db), NEWEST);
});

test('an upgrade by hand waits for an upgrade by another process', async (t) => {
  printed(t);
  const isWaiting = async () => {
    const { rows } = await sql<{ is: boolean }>`
      SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS is
    `.execute(database.db);
    return rows[0]!.is;
  };
  let isDone = false;
  let upgrade: Promise<void> | undefined;
  await transaction(database.db, async (tx) => {
    await lockByName(tx, 'upgrade');
    upgrade = migrateOnly('--without-backup').finally(() => (isDone = true));
    while (!(await isWaiting())) assert.ok(!isDone);
    assert.equal(await appliedSchema(database.db), BEFORE);
  });
  await upgrade;
  assert.equal(await appliedSchema(database.db), NEWEST);
});

test('a new secret is accepted only on purpose, also by a database of an older version', async (t) => {
  const lines = printed(t);
  await requireSameSecret(database.db, 'the former secret of the service, too');
  await assert.rejects(changeSecrets(), /^Error: Usage: secret replace \| rotate-files$/);
  await assert.rejects(requireSecretOf(database.db, SECRET), /used with another secret/);
  await changeSecrets('replace');
  await requireSecretOf(database.db, SECRET);
  assert.equal(await appliedSchema(database.db), NEWEST);
  assert.deepEqual(lines, ['Accepted. Everybody signs in again; webhooks need a new secret.']);
});

test('the operator asks for other keys of files', async (t) => {
  const lines = printed(t);
  await requireSameSecret(database.db, SECRET);
  await changeSecrets('rotate-files');
  const { rows } = await sql<{ is_asked: boolean }>`
    SELECT files_rotated_at <= now() AS is_asked FROM installation
  `.execute(database.db);
  assert.deepEqual(rows, [{ is_asked: true }]);
  assert.deepEqual(lines, [
    'The service encrypts kept sound and photos again, each with another key.',
  ]);
});

test('accounts are listed while the service is stopped, also of an older version', async (t) => {
  const lines = printed(t);
  await database.script(`INSERT INTO users (id, email, name) VALUES ('u1', 'u1@x.example', 'One')`);
  await operateAccounts('list');
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^u1@x\.example · One · UTC · since .* · owner$/);
  assert.equal(await appliedSchema(database.db), NEWEST);
});
