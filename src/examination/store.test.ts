/** Examinations of a stored database; `operating/doctor.test.ts` runs them as a command. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import { silentLog } from '../core/log.ts';
import { fillStore, openTestStores, SECRET } from '../storage/backup/stores.fixture.ts';
import type { TestStores } from '../storage/backup/stores.fixture.ts';
import type { Database } from '../storage/database.ts';
import { migrate, MIGRATIONS } from '../storage/migrations.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { openStore } from '../operating/backup/store.ts';
import { examine } from './finding.ts';
import { examineStore } from './store.ts';

const NEWEST = MIGRATIONS.at(-1)!.number;
const CLOCK = 'clock ok: It agrees with the database server.';
const OPENS = `database ok: It opens, with the schema of this version (migration ${NEWEST}).`;

let stores: TestStores;
let folder: string;
before(async () => {
  stores = await openTestStores();
  folder = stores.folder();
});
after(() => stores[Symbol.asyncDispose]());

/** Returns the findings as lines; a running service changes nothing with a database server. */
async function check(DATABASE_URL: string, more: Record<string, string> = {}): Promise<string[]> {
  const config = readConfig({ SVC_DATA_DIR: folder, DATABASE_URL, SVC_SECRET: SECRET, ...more });
  const findings = await examine('database', () => examineStore(config, [], openStore));
  return findings.map(
    ({ name, state, says, cure }) =>
      `${name} ${state}: ${says}${cure === undefined ? '' : ` → ${cure}`}`,
  );
}

test('an empty database and one of an older version are filled and upgraded by the start', async () => {
  const address = await stores.address();
  assert.deepEqual(await check(address), [
    CLOCK,
    'database ok: It is empty; the first start fills it.',
  ]);
  const database = await stores.open(address);
  await migrate({ database, log: silentLog, migrations: MIGRATIONS.slice(0, -1) });
  const [clock, schema, ...more] = await check(address);
  assert.deepEqual([clock, more], [CLOCK, []]);
  assert.match(schema!, /^database ok: Its schema is older \(migration \d+\); the next start/);
});

test('a database that does not answer is a fault', async () => {
  const [finding, ...more] = await check(`postgres://me@127.0.0.1:${await freePort()}/x`);
  assert.match(
    finding!,
    /^database fault: PostgreSQL at DATABASE_URL does not answer: .* → Check the address/,
  );
  assert.deepEqual(more, []);
});

test('the secret and what waits are checked in a database of this version', async () => {
  const address = await stores.address();
  const database = await stores.open(address);
  await fillStore(database);
  const secret = 'secret ok: It is the one with which the database was used.';
  const jobs = 'jobs ok: 1 wait, 0 failed.';
  const webhooks = 'webhooks ok: 0 deliveries wait.';
  const files = 'files ok: Kept sound and photos stay in the database.';
  assert.deepEqual(await check(address), [CLOCK, OPENS, secret, jobs, webhooks, files]);

  const other = await check(address, { SVC_SECRET: 'another secret of thirty-two letters' });
  assert.match(
    other[2]!,
    /^secret fault: This database is used with another secret\. → Set SVC_SECRET/,
  );
  const missing = await check(address, { SVC_SECRET: '' });
  assert.match(
    missing[2]!,
    new RegExp(`^secret fault: .* ${join(folder, 'secret')} is missing. → Put the former`),
  );

  await age(database, 58);
  assert.deepEqual((await check(address)).slice(3, 5), [jobs, 'webhooks ok: 1 deliveries wait.']);
  await age(database, 90);
  const [stuckJobs, stuckDeliveries] = (await check(address)).slice(3);
  assert.match(stuckJobs!, /^jobs warning: 1 jobs wait, the oldest for 90 minutes\. → Check/);
  assert.match(stuckDeliveries!, /^webhooks warning: 1 deliveries wait, .* 90 minutes\. → Check/);

  await database.script("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
  const newer = await check(address);
  assert.equal(newer.length, 2);
  assert.match(
    newer[1]!,
    /^database fault: The database was changed by a newer Commonplace .* → Install/,
  );
});

test('the store for files is asked, and what it lacks or keeps too long is told', async () => {
  const address = await stores.address();
  const database = await stores.open(address);
  await fillStore(database);
  const store = stores.folder();
  const last = async () => (await check(address, { SVC_FILES: store })).at(-1);
  assert.equal(await last(), `files ok: Kept sound and photos rest in ${store}.`);

  await addFile(database);
  assert.match((await last())!, /^files fault: .* is not the store of this database: its marker/);
  const none = (await check(address)).at(-1)!;
  assert.match(none, /^files fault: The database names files in a store, and SVC_FILES is not set/);
  writeFileSync(join(store, 'commonplace-files.json'), JSON.stringify({ store: randomUUID() }));
  assert.match(
    (await last())!,
    /^files fault: .* is the store of another installation\. → Set SVC_FI/,
  );

  const id = randomUUID();
  writeFileSync(join(store, 'commonplace-files.json'), JSON.stringify({ store: id }));
  await sql`UPDATE installation SET files_id = ${id}`.execute(database.db);
  assert.match((await last())!, /^files ok/);
  await sql`UPDATE stored_objects SET missing_since = now()`.execute(database.db);
  assert.match(
    (await last())!,
    /^files warning: 1 files are missing from .* → Copy them from a copy/,
  );
  await sql`UPDATE stored_objects SET missing_since = NULL`.execute(database.db);
  await sql`
    INSERT INTO audio_pieces SELECT user_id, id, 0, 'x' FROM audio_files
  `.execute(database.db);
  assert.match(
    (await last())!,
    /^files warning: Sound has waited for .* for more than a day\. → Read/,
  );
  await sql`DELETE FROM audio_pieces`.execute(database.db);
  await sql`
    INSERT INTO unused_objects (name, delete_at) VALUES (${id}, now() - interval '2 days')
  `.execute(database.db);
  assert.match((await last())!, /^files warning: 1 deleted files are still in .* → Read the log/);
});

/** Adds a row that names an object. */
async function addFile({ db }: Database): Promise<void> {
  const [conversation, audio] = [randomUUID(), randomUUID()];
  await sql`
    INSERT INTO conversations (user_id, id, created_at, updated_at, status, source)
    VALUES ('u1', ${conversation}, now(), now(), 'completed', 'omi')
  `.execute(db);
  await sql`
    INSERT INTO audio_files (user_id, id, conversation_id, channel, started_at, size)
    VALUES ('u1', ${audio}, ${conversation}, 0, '2026-01-01', 1)
  `.execute(db);
  await sql`
    INSERT INTO stored_objects (user_id, name, audio_id, bytes, sha256, key)
    VALUES ('u1', gen_random_uuid(), ${audio}, 1, 'x', 'x')
  `.execute(db);
}

/** Makes the waiting job and a waiting delivery this old. */
async function age({ db }: Database, minutes: number): Promise<void> {
  const began = new Date(Date.now() - minutes * 60_000);
  await sql`UPDATE jobs.job SET created_on = ${began} WHERE state = 'created'`.execute(db);
  await sql`
    INSERT INTO webhooks (user_id, type, url, enabled, enabled_at)
    SELECT id, 'memory_created', 'https://hooks.example.org', true, now() FROM users
    ON CONFLICT DO NOTHING
  `.execute(db);
  await sql`DELETE FROM webhook_deliveries`.execute(db);
  await sql`
    INSERT INTO webhook_deliveries (user_id, type, id, next_attempt_at, created_at)
    SELECT id, 'memory_created', gen_random_uuid(), now(), ${began} FROM users
  `.execute(db);
}
