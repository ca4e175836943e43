/** The rows of a database move to another one, also when the move is interrupted. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import type { Database } from '../database.ts';
import { migrate, MIGRATIONS } from '../migrations.ts';
import { copyRows } from './copy-rows.ts';
import { prepareDatabase } from './load.ts';
import { inSnapshot } from './read-rows.ts';
import { openStaging, stageTable } from './staged-copy.ts';
import {
  contentOf,
  fillStore,
  jobStates,
  makeQueue,
  MEMORIES,
  openTestStores,
} from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';
import { listTables } from './tables.ts';

const SCHEMA = MIGRATIONS.at(-1)!.number;

let stores: TestStores;
let source: Database;
let target: Database;
before(async () => {
  stores = await openTestStores();
  source = await stores.open(await stores.address());
  await fillStore(source);
  const address = await stores.address();
  // The settings of a server must not change what is copied.
  const name = new URL(address).pathname.slice(1);
  await source.script(`ALTER DATABASE ${name} SET bytea_output = 'escape'`);
  await source.script(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`);
  target = await stores.open(address);
  await prepareDatabase({ database: target, schema: SCHEMA, makeQueue });
});
beforeEach(() =>
  target.script(`
    DROP SCHEMA IF EXISTS moving CASCADE; DELETE FROM users; DELETE FROM installation;
    DELETE FROM jobs.job`),
);
after(() => stores[Symbol.asyncDispose]());

const copy = (from = source) => copyRows({ source: from, target, makeQueue });

/** Begins a move that is interrupted after it copied the memories. */
async function interruptedCopy(): Promise<void> {
  await openStaging(target.db, SCHEMA);
  await inSnapshot(source.db, async (tx) => {
    const table = (await listTables(tx)).find(({ name }) => name === 'memories')!;
    await stageTable({ source: tx, target: target.db, table });
  });
}

/** Makes copying a row into the staged memories an error, if the condition is true. */
const refuseCopies = (condition: string) =>
  target.script(`
    CREATE FUNCTION moving.refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'copied twice'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON moving.memories
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION moving.refuse()`);

async function isStaging(): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT to_regnamespace('moving') IS NOT NULL AS is
  `.execute(target.db);
  return rows[0]!.is;
}

test('all rows and numbers move, and interrupted jobs begin again', async () => {
  const rows = await copy();
  assert.ok(rows > MEMORIES);
  assert.deepEqual(await contentOf(target), await contentOf(source));
  assert.deepEqual(await jobStates(target), { 1: 'created', 2: 'retry' });
  assert.equal(await isStaging(), false);
  const { rows: next } = await sql<{ id: number }>`
    INSERT INTO outbox (user_id, name, payload) VALUES ('u1', 'next', '{}') RETURNING id
  `.execute(target.db);
  assert.equal(next[0]!.id, 3);
  await assert.rejects(copy(), /^Error: The database is not empty, so nothing was restored\./);
});

test('a move that was interrupted does not copy the same rows again', async () => {
  await interruptedCopy();
  assert.deepEqual((await sql`SELECT FROM memories`.execute(target.db)).rows, []);
  await refuseCopies('true');
  await copy();
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('a move that was interrupted within a table continues there', async () => {
  await interruptedCopy();
  await target.script(`
    DELETE FROM moving.memories WHERE id::text > '00000000-0000-4000-8000-000000000025';
    UPDATE moving.progress SET rows = 25 WHERE name = 'memories'`);
  await refuseCopies(`NEW.id::text <= '00000000-0000-4000-8000-000000000025'`);
  await copy();
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('rows that changed or went since the interruption are copied anew', async () => {
  await interruptedCopy();
  await source.script(`UPDATE memories SET scoring = 'other' WHERE content_key = '\\x0001'`);
  await copy();
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('rows that were deleted since the interruption are not moved', async () => {
  await interruptedCopy();
  await source.script(`DELETE FROM memories WHERE content_key >= '\\x0026'`);
  await copy();
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('what a move of another version left is copied anew', async () => {
  await openStaging(target.db, SCHEMA - 1);
  await target.script(`
    CREATE TABLE moving.memories (id uuid);
    INSERT INTO moving.progress VALUES ('memories', 7)`);
  await copy();
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('two moves at a time do not mix their rows', async () => {
  await interruptedCopy();
  await target.script(`
    DELETE FROM moving.memories; UPDATE moving.progress SET rows = 0;
    CREATE FUNCTION moving.other() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE moving.progress SET rows = rows + 1; RETURN NEW; END $$;
    CREATE TRIGGER other BEFORE INSERT ON moving.memories
      FOR EACH ROW EXECUTE FUNCTION moving.other()`);
  await assert.rejects(copy(), /^Error: Another move into this database is under way\./);
  assert.deepEqual((await sql`SELECT FROM users`.execute(target.db)).rows, []);
});

test('a store without jobs moves too', async () => {
  const old = await stores.open(await stores.address());
  await migrate({ database: old, log: silentLog });
  assert.equal(await copy(old), 0);
  assert.deepEqual(await jobStates(target), {});
});
