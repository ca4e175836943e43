// Long: it starts services on the data of former versions.
/** An upgrade takes a backup first, and the version before runs on the upgraded store. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../src/core/log.ts';
import { migrate, MIGRATIONS } from '../src/storage/migrations.ts';
import { openDatabase } from '../src/storage/database.ts';
import { eventually } from '../src/testing/eventually.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { runCommand, spawnService } from '../src/testing/service-process.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];

/** Makes a store that the version before the newest migration left. */
async function olderStore(stack: AsyncDisposableStack) {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const empty = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : null;
  const url = empty?.url;
  await using database = await openDatabase({ url, folder, log: silentLog });
  await migrate({ database, log: silentLog, migrations: MIGRATIONS.slice(0, -1) });
  await database.script(
    "INSERT INTO users (id, email, name, timezone) VALUES ('u1', 'old@example.org', 'Old', 'UTC')",
  );
  const backups = join(folder, 'backups');
  const environment: Record<string, string> = url
    ? { DATABASE_URL: url, SVC_BACKUP_FOLDER: backups, SVC_BACKUP_EVERY: '8760' }
    : {};
  return { folder, environment, backups };
}

test('an upgrade takes a backup first', { timeout: 120_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const store = await olderStore(stack);
  // A backup that cannot be written stops the upgrade.
  writeFileSync(store.backups, 'a file in place of the folder');
  const refused = await runCommand(['migrate'], store);
  assert.equal(refused.code, 1);
  assert.match(refused.output, /the backup before it failed: .*migrate --without-backup/s);
  rmSync(store.backups);
  const migrated = await runCommand(['migrate'], store);
  assert.equal(migrated.code, 0, migrated.output);
  const schema = MIGRATIONS.at(-2)!.number;
  const archive = join(store.backups, `before-upgrade-from-${schema}.tar.gz`);
  assert.ok(existsSync(archive), migrated.output);

  // The archive has the older schema; the start after its restore upgrades it again.
  await using other = new AsyncDisposableStack();
  const target = temporaryFolder();
  other.defer(() => removeFolder(target));
  const empty = serverUrl ? other.use(await createTestDatabase(serverUrl, 'empty')) : null;
  const environment: Record<string, string> = empty ? { DATABASE_URL: empty.url } : {};
  const restored = await runCommand(['restore', archive], { folder: target, environment });
  assert.equal(restored.code, 0, restored.output);
  const listed = await runCommand(['account', 'list'], { folder: target, environment });
  assert.match(listed.output, /old@example\.org/);
});

test('a store of a newer version is used if its migrations only add', async () => {
  await using stack = new AsyncDisposableStack();
  const store = await olderStore(stack);
  const script = async (text: string) => {
    const url = store.environment['DATABASE_URL'];
    await using database = await openDatabase({ url, folder: store.folder, log: silentLog });
    await migrate({ database, log: silentLog });
    await database.script(text);
  };
  await script("INSERT INTO migrations (number, name, needs) VALUES (9998, 'future', 0)");
  {
    await using service = await spawnService(store);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  }
  await script("INSERT INTO migrations (number, name, needs) VALUES (9999, 'removal', 9998)");
  await assert.rejects(
    spawnService(store),
    /newer Commonplace \(migration 9999; this one knows \d+\)/,
  );
});

test('regular backups are made, and old ones are deleted', { timeout: 120_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const store = await olderStore(stack);
  const environment = {
    ...store.environment,
    SVC_BACKUP_FOLDER: store.backups,
    SVC_BACKUP_EVERY: '0.0006',
    SVC_BACKUP_KEEP: '2',
  };
  await using service = await spawnService({ ...store, environment });
  const archives = () =>
    (existsSync(store.backups) ? readdirSync(store.backups) : [])
      .filter((name) => /^commonplace-.*\.tar\.gz$/.test(name))
      .toSorted();
  const first = await eventually('the first backup', () => archives()[0], { seconds: 30 });
  const later = () => archives().length === 2 && !archives().includes(first);
  await eventually('a later backup', later, { seconds: 60 });
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
});
