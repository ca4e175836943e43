/** Copies of the embedded database, from which a backup reads while the service runs. */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { makeSnapshot, SNAPSHOT } from './snapshot-folder.ts';

let folder: string;
let database: Database;
let dataDir: string;
before(async () => {
  folder = copyTemplate('fresh');
  database = await openDatabase({ url: undefined, folder, log: silentLog });
  dataDir = temporaryFolder();
});
after(async () => {
  await database[Symbol.asyncDispose]();
  [folder, dataDir].forEach(removeFolder);
});

const name = () => `${SNAPSHOT}${crypto.randomUUID()}`;

test('a copy has the rows of its moment, and only its owner may read it', async () => {
  const made = name();
  await sql`INSERT INTO users (id, email, name) VALUES ('u1', 'u1', 'One')`.execute(database.db);
  await makeSnapshot(database, dataDir, made);
  await sql`DELETE FROM users`.execute(database.db);
  const copy = join(dataDir, made);
  assert.equal(statSync(copy).mode & 0o777, 0o700);
  await using opened = await openDatabase({ url: undefined, folder: copy, log: silentLog });
  assert.equal((await sql`SELECT FROM users`.execute(opened.db)).rows.length, 1);
});

test('a name that leads out of the data folder is refused', async () => {
  for (const wrong of [undefined, '../x', 'snapshot-x', `${name()}/x`])
    await assert.rejects(makeSnapshot(database, dataDir, wrong), /^Error: Usage: snapshot NAME$/);
});

test('a server and a disk without room make no copy', async () => {
  const before = readdirSync(dataDir);
  const { disk } = database;
  await assert.rejects(
    makeSnapshot({ disk }, dataDir, name()),
    /A PostgreSQL server needs no copy/,
  );
  const full = { copyTo: database.copyTo!, disk: { ...disk, isLow: true } };
  await assert.rejects(makeSnapshot(full, dataDir, name()), /has no room for a copy/);
  assert.deepEqual(readdirSync(dataDir), before);
});
