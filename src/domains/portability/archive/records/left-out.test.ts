import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../../../testing/start-service.ts';
import type { TestService } from '../../../../testing/start-service.ts';
import { ArchiveSettings } from '../settings.ts';
import { KINDS } from './kinds.ts';
import { unarchived } from './left-out.ts';
import type { UserTable } from './left-out.ts';

let service: TestService;
let tables: UserTable[];

before(async () => {
  service = await startService();
  tables = await userTables();
});
after(() => service[Symbol.asyncDispose]());

async function userTables(): Promise<UserTable[]> {
  const { rows } = await sql<UserTable>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY c.relname HAVING bool_or(a.attname = 'user_id') OR c.relname = 'users'
  `.execute(service.service.parts.db);
  return rows;
}

const judged = (some: readonly UserTable[]) =>
  unarchived(some, KINDS, Object.keys(ArchiveSettings.shape));

test('each column of a user is in the archive, or left out on purpose', () => {
  assert.deepEqual(judged(tables), []);
});

test('a new column, a new table and a stale reason are noticed', async () => {
  const db = service.service.parts.db;
  await sql`ALTER TABLE memories ADD COLUMN importance smallint`.execute(db);
  await sql`ALTER TABLE goal_history ADD COLUMN mood text`.execute(db);
  await sql`CREATE TABLE dreams (user_id text, text text)`.execute(db);
  await sql`ALTER TABLE photo_files RENAME COLUMN data TO bytes`.execute(db);
  assert.deepEqual(judged(await userTables()).toSorted(), [
    'The column goal_history.mood is not in the archive.',
    'The column memories.importance is not in the archive.',
    'The column photo_files.bytes is not in the archive.',
    'The column photo_files.data is named as left out, but is not.',
    'The table dreams is not in the archive.',
  ]);
});
