import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import { transaction } from '../transaction.ts';
import { ChangeCounts } from './change-counts.ts';

test('statements that may change a watched table count before they are sent and after', () => {
  const counts = new ChangeCounts();
  const changes = counts.of(['users', 'api_keys']);
  const others = counts.of(['sessions']);
  for (const text of [
    'insert into "users" ("id") values ($1)',
    'update "users" set "name" = $1',
    'UPDATE users SET name = $1',
    'UPDATE api_keys AS k SET last_used_at = now()',
    'delete from "api_keys" where "id" = $1',
    'WITH gone AS (DELETE FROM\n  api_keys RETURNING id) SELECT * FROM gone',
    'INSERT INTO things VALUES (1); UPDATE users SET name = 1',
  ]) {
    const before = changes();
    const end = counts.begin(text);
    assert.equal(changes(), before + 1, text);
    end();
    assert.equal(changes(), before + 2, text);
  }
  assert.equal(others(), 0);
  const before = changes();
  for (const text of [
    'select * from "users"',
    'SELECT id FROM users FOR UPDATE',
    'update "memories" set "users" = $1',
    'insert into "users_of_groups" values ($1)',
    'delete from "sessions"',
  ]) {
    counts.begin(text)();
    assert.equal(changes(), before, text);
  }
  assert.equal(others(), 2);
});

test('the embedded database counts changes by statements, transactions and scripts', async () => {
  const folder = copyTemplate();
  {
    await using database = await openDatabase({ url: undefined, folder, log: silentLog });
    const changes = database.changesOf(['users'])!;
    const { db } = database;
    const steps: (() => Promise<unknown>)[] = [
      () => db.updateTable('users').set({ name: 'Ana' }).execute(),
      () => transaction(db, (tx) => tx.updateTable('users').set({ name: 'Rui' }).execute()),
      () => database.script("UPDATE users SET name = 'Eva'"),
      () => db.insertInto('users').values({ id: 'a', email: null!, name: 'a' }).execute(),
    ];
    for (const [number, step] of steps.entries()) {
      const before = changes();
      await step().catch(() => {});
      assert.equal(changes(), before + 2, `step ${number}`);
    }
    const before = changes();
    await sql`SELECT name FROM users`.execute(db);
    assert.equal(changes(), before);
  }
  removeFolder(folder);
});
