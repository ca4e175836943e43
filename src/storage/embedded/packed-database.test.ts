import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import { packDatabase, unpackDatabase } from './packed-database.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
before(async () => {
  folder = copyTemplate('owned');
  await packDatabase(at('postgres'), at('packed'));
});
after(() => removeFolder(folder));

test('the same database is packed into the same bytes', async () => {
  await packDatabase(at('postgres'), at('again'));
  assert.deepEqual(readFileSync(at('packed')), readFileSync(at('again')));
});

test('a damaged archive is an error', async () => {
  writeFileSync(at('damaged'), readFileSync(at('packed')).subarray(0, -1_000));
  await assert.rejects(unpackDatabase(at('damaged'), at('unpacked')));
});

test('a packed database opens with all its rows, and only its owner may read it', async () => {
  rmSync(at('postgres'), { recursive: true });
  await unpackDatabase(at('packed'), at('postgres'));
  assert.equal(statSync(at('postgres/global')).mode & 0o777, 0o700);
  assert.equal(statSync(at('postgres/PG_VERSION')).mode & 0o777, 0o600);
  await using database = await openDatabase({ url: undefined, folder, log: silentLog });
  const { rows } = await sql<{ users: string }>`SELECT count(*) AS users FROM users`.execute(
    database.db,
  );
  assert.equal(Number(rows[0]!.users), 1);
});
