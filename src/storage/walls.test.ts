// Both databases: the wall depends on roles, on connections and on transactions.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../core/log.ts';
import { startPostgres } from '../testing/postgres.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { startService } from '../testing/start-service.ts';
import type { TestService } from '../testing/start-service.ts';
import { openDatabase } from './database.ts';
import type { Db } from './database.ts';
import { migrate } from './migrations.ts';
import { transaction } from './transaction.ts';
import { asService, asUser, raiseWalls } from './walls.ts';

let service: TestService;
let db: Db;

before(async () => {
  service = await startService();
  db = service.service.parts.db;
  for (const id of ['one', 'two']) {
    await db.insertInto('users').values({ id, email: id, name: id }).execute();
    await meet(asUser(db, id), id);
  }
});
after(() => service[Symbol.asyncDispose]());

function meet(by: Db, user_id: string) {
  const [id, at] = [randomUUID(), new Date()];
  const row = {
    id,
    user_id,
    name: 'Ana',
    name_key: Buffer.from(id),
    created_at: at,
    updated_at: at,
  };
  return by.insertInto('people').values(row).execute();
}

/** The users whose people a statement without a condition finds. */
async function ownersSeen(by: Db, least = ''): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM people WHERE user_id > ${least} ORDER BY user_id
  `.execute(by);
  return rows.map(({ user_id }) => user_id);
}

test('every table with a user has its wall', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class AS c
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND (a.attname = 'user_id' OR c.relname = 'users' AND a.attname = 'id')
      AND NOT (c.relrowsecurity AND EXISTS (
        SELECT FROM pg_policies WHERE tablename = c.relname AND policyname = 'wall'))
  `.execute(db);
  assert.deepEqual(rows, []);
});

test('a statement without a condition finds only the rows of its user', async () => {
  assert.deepEqual(await ownersSeen(asUser(db, 'one')), ['one']);
  assert.deepEqual(await ownersSeen(asUser(db, 'two')), ['two']);
  assert.deepEqual(await ownersSeen(asUser(db, 'nobody')), []);
});

test('a statement of the service finds all rows, also after one of a user', async () => {
  await Promise.all([asUser(db, 'one'), db, asUser(db, 'two'), db].map((by) => ownersSeen(by)));
  assert.deepEqual(await ownersSeen(db), ['one', 'two']);
  assert.deepEqual(await ownersSeen(asService(asUser(db, 'one'))), ['one', 'two']);
});

test('statements that many users send at the same time do not mix', async () => {
  const users = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'one' : 'two'));
  const seen = await Promise.all(users.map((user) => ownersSeen(asUser(db, user))));
  assert.deepEqual(
    seen,
    users.map((user) => [user]),
  );
});

test('a transaction is behind the wall from its begin to its end', async () => {
  const seen = await transaction(asUser(db, 'one'), async (tx) => {
    await sql`UPDATE people SET name = 'Bea'`.execute(tx);
    return ownersSeen(asUser(tx, 'two'));
  });
  assert.deepEqual(seen, ['one']);
  assert.deepEqual(await ownersSeen(db), ['one', 'two']);
  const { rows } = await sql`SELECT FROM people WHERE name = 'Bea'`.execute(db);
  assert.equal(rows.length, 1);
});

test('a transaction that fails leaves no wall behind', async () => {
  const failed = transaction(asUser(db, 'one'), (tx) => sql`SELECT 1 / 0`.execute(tx));
  await assert.rejects(failed, /division by zero/);
  assert.deepEqual(await ownersSeen(db), ['one', 'two']);
});

test('no row can be written for another user', async () => {
  await assert.rejects(meet(asUser(db, 'one'), 'two'), /row-level security/);
  const moved = sql`UPDATE people SET user_id = 'two'`.execute(asUser(db, 'one'));
  await assert.rejects(moved, /row-level security/);
});

test('a statement of a user cannot read the tables of the installation', async () => {
  const read = sql`SELECT * FROM verifications`.execute(asUser(db, 'one'));
  await assert.rejects(read, /permission denied/);
});

test('a statement that fails does not open the wall for the next one', async () => {
  const one = asUser(db, 'one');
  const failing = [1, 2, 3].map(() => assert.rejects(sql`SELECT 1 / ${0}::int`.execute(one)));
  const [seen] = await Promise.all([ownersSeen(one), ...failing, ownersSeen(db)]);
  assert.deepEqual(seen, ['one']);
  assert.deepEqual(await ownersSeen(one), ['one']);
});

test('the owner of the installation is the same for every user', async () => {
  const asked = [db, asUser(db, 'one'), asUser(db, service.owner.id)].map((by) =>
    sql<{ id: string }>`SELECT first_user() AS id`.execute(by),
  );
  for (const { rows } of await Promise.all(asked)) assert.equal(rows[0]!.id, service.owner.id);
  const after = await transaction(asUser(db, 'one'), async (tx) => {
    await sql`SELECT first_user()`.execute(tx);
    return ownersSeen(tx);
  });
  assert.deepEqual(after, ['one']);
});

/** Before the first start, the role does not exist. */
async function requireNothingRuns(all: Db): Promise<void> {
  const one = asUser(all, 'one');
  await assert.rejects(ownersSeen(one), /role "commonplace_user" does not exist/);
  await assert.rejects(transaction(one, (tx) => ownersSeen(tx)));
  assert.deepEqual(await ownersSeen(all), []);
}

test('no statement of a user runs before the wall is raised', async () => {
  const folder = temporaryFolder();
  {
    await using database = await openDatabase({ url: undefined, folder, log: silentLog });
    await migrate({ database, log: silentLog });
    await requireNothingRuns(database.db);
  }
  removeFolder(folder);
});

test('a login that may create no role gets policies that apply to the owner of the tables', async () => {
  await using postgres = await startPostgres();
  const folder = temporaryFolder();
  const open = (url: string) => openDatabase({ url, folder, log: silentLog });
  const url = new URL(postgres.url);
  {
    await using all = await open(postgres.url);
    await sql`CREATE ROLE plain LOGIN`.execute(all.db);
    await sql`CREATE DATABASE plain OWNER plain`.execute(all.db);
  }
  Object.assign(url, { username: 'plain', pathname: '/plain' });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => removeFolder(folder));
  const database = stack.use(await open(url.href));
  await migrate({ database, log: silentLog });
  await requireNothingRuns(database.db);
  for (let start = 0; start < 2; start += 1) await raiseWalls(database.db);
  for (const id of ['one', 'two']) {
    await database.db.insertInto('users').values({ id, email: id, name: id }).execute();
    await meet(asUser(database.db, id), id);
  }
  assert.deepEqual(await ownersSeen(asUser(database.db, 'one')), ['one']);
  assert.deepEqual(await ownersSeen(database.db), ['one', 'two']);
  await assert.rejects(meet(asUser(database.db, 'one'), 'two'), /row-level security/);
  const { rows } = await sql<{ id: string }>`SELECT first_user() AS id`.execute(
    asUser(database.db, 'two'),
  );
  assert.equal(rows[0]!.id, 'one');
});
