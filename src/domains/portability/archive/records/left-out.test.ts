import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import { sql } from 'kysely';
import { describeTables } from '../../../../storage/archive/catalogue.ts';
import type { DescribedTable } from '../../../../storage/archive/catalogue.ts';
import { startService } from '../../../../testing/start-service.ts';
import type { TestService } from '../../../../testing/start-service.ts';
import { ArchiveSettings } from '../settings.ts';
import { describeKinds } from './described.ts';
import { KINDS } from './kinds.ts';
import { unarchived } from './left-out.ts';

let service: TestService;
let tables: DescribedTable[];

before(async () => {
  service = await startService();
  tables = await userTables();
});
after(() => service[Symbol.asyncDispose]());

async function userTables(): Promise<DescribedTable[]> {
  const all = await describeTables(service.service.parts.db);
  const isOfUser = ({ name, columns }: DescribedTable) =>
    name === 'users' || columns.some((column) => column.name === 'user_id');
  return all.filter(isOfUser);
}

const judged = (some: readonly DescribedTable[]) =>
  unarchived(some, KINDS, Object.keys(ArchiveSettings.shape));

test('each column of a user is in the archive, or left out on purpose', () => {
  assert.deepEqual(judged(tables), []);
});

test('a new column is in the archive, and may be missing in a line of an older one', async () => {
  const db = service.service.parts.db;
  await sql`ALTER TABLE memories ADD COLUMN importance smallint`.execute(db);
  await sql`ALTER TABLE goal_history ADD COLUMN mood text DEFAULT 'good' CHECK (mood IN ('good', 'bad'))`.execute(
    db,
  );
  const kinds = await describeKinds(db);
  const memories = kinds.find(({ name }) => name === 'memories')!;
  const goals = kinds.find(({ name }) => name === 'goals')!;
  const { importance } = memories.shape.shape;
  const { mood } = goals.children[0]!.shape.shape;
  const accepted = (field: unknown) =>
    [undefined, null, 7, 70_000, 'good', 'other'].filter(
      (value) => (field as z.ZodType).safeParse(value).success,
    );
  assert.deepEqual(accepted(importance), [undefined, null, 7]);
  assert.deepEqual(accepted(mood), [undefined, null, 'good']);
  assert.ok(memories.columns.includes('importance'));
});

test('a new table, JSON without a shape, a new setting and a stale reason are noticed', async () => {
  const db = service.service.parts.db;
  await sql`ALTER TABLE memories ADD COLUMN moods jsonb`.execute(db);
  await sql`ALTER TABLE users ADD COLUMN mood text`.execute(db);
  await sql`CREATE TABLE dreams (user_id text, text text)`.execute(db);
  await sql`ALTER TABLE photo_files RENAME COLUMN data TO bytes`.execute(db);
  assert.deepEqual(judged(await userTables()).toSorted(), [
    'The column memories.moods has no shape in the archive.',
    'The column photo_files.data is named as left out, but is not.',
    'The column users.mood has no shape in the archive.',
    'The table dreams is not in the archive.',
  ]);
});
