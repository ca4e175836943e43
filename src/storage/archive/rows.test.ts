/** The rows of one user, as the archive of an account reads and adds them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillStore, MEMORIES, openTestStores } from '../backup/stores.fixture.ts';
import type { TestStores } from '../backup/stores.fixture.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { insertMissing, readPages, readRowsOf } from './rows.ts';

const KIND = { table: 'memories', columns: ['id', 'scoring'], key: ['id'] } as const;
const EVENTS = { table: 'outbox', columns: ['name', 'payload'], key: ['name'] } as const;

let stores: TestStores;
let database: Database;
before(async () => {
  stores = await openTestStores();
  database = await stores.open(await stores.address());
  await fillStore(database);
  await database.script(`
    INSERT INTO outbox (user_id, name, payload) VALUES ('u2', 'of another user', '{}')`);
});
after(() => stores[Symbol.asyncDispose]());

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const pagesOf = async (limit: number, where?: string) => {
  const kind = { ...KIND, ...(where !== undefined && { where }) };
  return Array.fromAsync(readPages(database.db, 'u1', kind, limit));
};

test('every row of a user is on one page, in the order of the key', async () => {
  for (const [limit, sizes] of [
    [7, [7, 7, 7, 7, 2]],
    [10, [10, 10, 10]],
    [MEMORIES + 1, [MEMORIES]],
  ] as const) {
    const pages = await pagesOf(limit);
    assert.deepEqual(
      pages.map((page) => page.length),
      sizes,
    );
    assert.deepEqual(
      pages.flat().map(({ id }) => id),
      Array.from({ length: MEMORIES }, (_, index) => idOf(index + 1)),
    );
  }
  assert.deepEqual(await pagesOf(10, 'false'), []);
  assert.deepEqual(await Array.fromAsync(readPages(database.db, 'u2', KIND, 10)), []);
});

test('rows are found by the values of a column, of one user alone', async () => {
  const of = (user_id: string) =>
    readRowsOf(database.db, user_id, EVENTS, {
      column: 'name',
      values: ['first', 'of another user'],
      type: 'text',
    });
  assert.deepEqual(await of('u1'), [{ name: 'first', payload: {} }]);
  assert.deepEqual(await of('u2'), [{ name: 'of another user', payload: {} }]);
});

test('rows that the user has stay as they are, and others are added', async () => {
  const people = {
    table: 'people',
    columns: ['id', 'name', 'name_key', 'created_at', 'updated_at'],
    key: ['id'],
  };
  await database.script(`
    INSERT INTO people (user_id, id, name, name_key, created_at, updated_at)
    VALUES ('u1', '${idOf(1)}', 'Ana', '\\x01', now(), now())`);
  const row = (number: number, name: string) => ({
    id: idOf(number),
    name,
    name_key: `\\x0${number}`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  await transaction(database.db, async (tx) => {
    const added = await insertMissing(tx, 'u1', people, [row(1, 'Other'), row(2, 'Rui')]);
    assert.deepEqual(added, [{ id: idOf(2) }]);
    assert.deepEqual(await insertMissing(tx, 'u1', people, []), []);
  });
  const [page] = await Array.fromAsync(readPages(database.db, 'u1', people, 10));
  assert.deepEqual(
    page!.map(({ name }) => name),
    ['Ana', 'Rui'],
  );
});
