// Long: it starts 51 processes, and kills 50 of them.
/** A move that is killed 50 times moves everything, and leaves nothing. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { fillStore, openTestStores } from '../../storage/backup/stores.fixture.ts';
import type { Database } from '../../storage/database.ts';
import { Files } from '../../storage/objects/files.ts';
import { folderStore } from '../../storage/objects/folder.ts';
import { removeFolder } from '../../testing/template.ts';
import { readAudio } from './sound-reading.ts';

const KILLS = 50;
const FILES = 400;
const PIECES = 20;
const PIECE = 5_000;
const SCRIPT = fileURLToPath(new URL('storing-killed.fixture.ts', import.meta.url));

/** Adds files of sound; returns the checksum of each. */
async function fill({ db }: Database, conversation_id: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (let index = 0; index < FILES; index += 1) {
    const id = randomUUID();
    const data = randomBytes(PIECES * PIECE);
    await sql`
      INSERT INTO audio_files (user_id, id, conversation_id, channel, started_at, size)
      VALUES ('u1', ${id}, ${conversation_id}, 0, '2026-01-01', ${data.length})
    `.execute(db);
    await sql`
      INSERT INTO audio_pieces (user_id, audio_id, place, data)
      SELECT 'u1', ${id}, n * ${PIECE}, substring(${data}::bytea FROM n * ${PIECE} + 1 FOR ${PIECE})
      FROM generate_series(0, ${PIECES - 1}::int) AS n
    `.execute(db);
    sums.set(id, sha256(data));
  }
  return sums;
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

test('a move that is killed 50 times moves everything, and leaves nothing', async (t) => {
  await using stores = await openTestStores();
  const url = await stores.address();
  const database = await stores.open(url);
  const { db } = database;
  await fillStore(database);
  const conversation_id = randomUUID();
  await sql`
    INSERT INTO conversations (user_id, id, created_at, updated_at, status, source)
    VALUES ('u1', ${conversation_id}, now(), now(), 'completed', 'omi')
  `.execute(db);
  const sums = await fill(database, conversation_id);
  const folder = stores.folder();
  t.after(() => removeFolder(`${folder}-data`));
  let interrupted = 0;
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const child = spawn(process.execPath, [SCRIPT, url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    if (kill < KILLS) {
      await wait(Math.random() * 120);
      child.kill('SIGKILL');
    }
    await exit;
    const { rows } = await sql`
      -- An hour has passed, after which the claim of a killed process ends.
      UPDATE unused_objects SET owner_id = NULL, delete_at = now() - interval '1 hour' RETURNING name
    `.execute(db);
    interrupted += rows.length;
  }
  t.diagnostic(`${interrupted} moves were interrupted`);
  const files = new Files(folderStore(folder), silentLog);
  await files.removeUnused(db, new AbortController().signal);
  for (const [id, sum] of sums) {
    const content = await readAudio({ db, files }, { user_id: 'u1', conversation_id, id });
    assert.equal(content && sha256(content), sum);
  }
  const { rows } = await sql<{ pieces: number; objects: number; unused: number }>`
    SELECT (SELECT count(*)::int FROM audio_pieces) AS pieces,
      (SELECT count(*)::int FROM stored_objects) AS objects,
      (SELECT count(*)::int FROM unused_objects) AS unused
  `.execute(db);
  assert.deepEqual(rows[0], { pieces: 0, objects: FILES, unused: 0 });
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = stored.filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'));
  assert.equal(names.length, FILES + 1);
});
