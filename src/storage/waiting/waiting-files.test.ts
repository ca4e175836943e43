// Both databases: the rows and their statements are the same.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../core/clock.ts';
import { TooLarge } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import { requireSameSecret } from '../installation.ts';
import { Journal, readJournal } from '../journal.ts';
import { migrate } from '../migrations.ts';
import { Files } from '../objects/files.ts';
import { folderStore } from '../objects/folder.ts';
import { fetchFile, requireStorable } from './pieces.ts';
import { WaitingFiles } from './waiting-files.ts';
import type { WaitingParts } from './waiting-files.ts';

const folder = temporaryFolder();
const conversation_id = crypto.randomUUID();
const user_id = 'Ana';
const stack = new AsyncDisposableStack();
let parts: Omit<WaitingParts, 'holder' | 'ended' | 'root'>;
before(async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const server = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : undefined;
  const where = { url: server?.url, folder: temporaryFolder(), log: silentLog };
  const database = stack.use(await openDatabase(where));
  await migrate({ database, log: silentLog });
  await requireSameSecret(database.db, 'a secret of the test');
  const { db } = database;
  await db
    .insertInto('users')
    .values({ id: user_id, email: 'ana@example.org', name: 'Ana' })
    .execute();
  const store = folderStore(join(folder, 'files'));
  parts = {
    db,
    files: new Files(store, silentLog),
    clock: systemClock,
    log: silentLog,
    readNote: (note) => ({ conversation_id, isSilent: note === 'silence' }),
  };
});
after(async () => {
  await stack.disposeAsync();
  removeFolder(folder);
});

/** A process with a disk of its own, or one that has come back with the disk of another. */
async function open({ root, ended = [] }: { root?: string; ended?: string[] } = {}) {
  const holder = crypto.randomUUID();
  const disk = root ?? join(folder, holder);
  mkdirSync(disk, { recursive: true });
  const waiting = await WaitingFiles.open({ ...parts, holder, ended, root: disk });
  return { waiting, holder, root: disk };
}

async function journalIn(root: string, notes: readonly string[]): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  const journal = await Journal.begin(join(root, id), { user_id });
  for (const note of notes) {
    journal.append(Buffer.from(`sound of ${note}`));
    await journal.flush(note, { sync: false });
  }
  await journal.close();
  return { id };
}

async function piecesOf(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM waiting_pieces WHERE file_id = ${id}
  `.execute(parts.db);
  return rows[0]!.count;
}

test('sound is copied as it grows, and of silence only the notes', async () => {
  const { waiting, root } = await open();
  await using _waiting = waiting;
  const { id } = await journalIn(root, ['speech', 'silence', 'more speech']);
  await waiting.copy();
  await waiting.copy();
  const there = join(folder, 'fetched');
  mkdirSync(there);
  await fetchFile(parts, { user_id, id }, (path) => join(there, path));
  const read = await Array.fromAsync(readJournal(there));
  assert.deepEqual(
    read.map(({ note, messages }) => [note, ...messages.map(String)]),
    [['speech', 'sound of speech'], ['silence'], ['more speech', 'sound of more speech']],
  );
  assert.equal(await piecesOf(id), 1);
  removeFolder(join(root, id));
  await waiting.copy();
  assert.equal(await piecesOf(id), 0);
});

test('what one process has taken over is gone from the disk of the other', async () => {
  const first = await open();
  const { id } = await journalIn(first.root, ['speech']);
  const mine = await journalIn(first.root, ['speech']);
  // It ends, and hands everything over.
  await first.waiting[Symbol.asyncDispose]();
  const second = await open();
  await using _second = second.waiting;
  const adopted: string[] = [];
  await using adopting = second.waiting.adoptWith({
    sound: async (file) => {
      assert.ok(file.lost_from);
      assert.equal(file.conversation_id, conversation_id);
      adopted.push(file.id);
    },
  });
  adopting.nudge();
  await eventually('both journals', () => adopted.length === 2);

  // The first one was only away: it must not go on.
  await first.waiting.copy();
  assert.match(await first.waiting.fault, /another process took over/);
  assert.deepEqual(readdirSync(first.root), []);
  // Nor when it comes back with a copy of its disk.
  await Journal.begin(join(first.root, mine.id), { user_id });
  const again = await open({ root: first.root, ended: [first.holder] });
  await using _again = again.waiting;
  assert.ok(!existsSync(join(first.root, mine.id)));
  assert.equal(await second.waiting.remove(id, async () => {}), true, 'the first may come back');
});

test('a process that comes back first keeps its sound, and copies only what is new', async () => {
  const first = await open();
  const { id } = await journalIn(first.root, ['speech']);
  await first.waiting.copy();
  const again = await open({ root: first.root, ended: [first.holder] });
  await using _again = again.waiting;
  await again.waiting.copy();
  assert.ok(existsSync(join(first.root, id)));
  assert.equal(await piecesOf(id), 1);
  assert.equal(await again.waiting.remove(id, async () => {}), false);
});

test('a large file rests in the store until it is removed', async () => {
  const { waiting, root } = await open();
  await using _waiting = waiting;
  const source = join(root, 'source');
  const content = Buffer.alloc(9 * 1024 ** 2, 'a wave ');
  writeFileSync(source, content);
  const file = { user_id, id: crypto.randomUUID() };
  await waiting.put({ ...file, kind: 'import', about: {}, path: 'file', source });
  const named = async () => {
    const { rows } = await sql<{ name: string | null }>`
      SELECT name FROM waiting_pieces WHERE file_id = ${file.id} ORDER BY place
    `.execute(parts.db);
    return rows.map(({ name }) => name!);
  };
  const names = await named();
  assert.equal(names.length, 2);
  const unused = async () => {
    const { rows } = await sql`
      SELECT name FROM unused_objects WHERE name = ANY (${names}::uuid[])
    `.execute(parts.db);
    return rows.length;
  };
  assert.equal(await unused(), 0);
  const back = join(folder, 'back');
  await fetchFile(parts, file, () => back);
  assert.ok(readFileSync(back).equals(content));
  await waiting.remove(file.id, async () => {});
  assert.equal(await unused(), 2);
});

test('without a store, a file of more than 1 GiB is refused', () => {
  const files = new Files(null, silentLog);
  requireStorable({ ...parts, files }, 1024 ** 3);
  assert.throws(() => requireStorable({ ...parts, files }, 1024 ** 3 + 1), TooLarge);
});
