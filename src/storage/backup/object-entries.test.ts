/** Backups contain the files of the store, and a restore gives them back. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { archiveOf, entriesOf } from '../../testing/archives.ts';
import type { ArchivedText } from '../../testing/archives.ts';
import type { Database } from '../database.ts';
import { Files } from '../objects/files.ts';
import { folderStore } from '../objects/folder.ts';
import { selectObjects } from '../objects/rows.ts';
import type { StoredObject } from '../objects/rows.ts';
import { writeBackup } from './backup.ts';
import { folderPlace } from './places/folder.ts';
import { restoreArchive } from './restore.ts';
import { fillStore, makeQueue, openTestStores, SECRET } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

const MARKER = 'commonplace-files.json';
const SOUND = randomBytes(300_000);

let stores: TestStores;
let source: Database;
/** The folder of the store, of the archive and of the data. */
let folder: string;
let object: StoredObject;
before(async () => {
  stores = await openTestStores();
  source = await stores.open(await stores.address());
  await fillStore(source);
  folder = stores.folder();
  const files = filesIn(join(folder, 'store'));
  await files.claim(source.db, new AbortController().signal);
  object = await files.write(randomUUID(), SOUND);
  const [conversation, audio] = [randomUUID(), randomUUID()];
  await sql`
    INSERT INTO conversations (user_id, id, created_at, updated_at, status, source)
    VALUES ('u1', ${conversation}, now(), now(), 'completed', 'omi')
  `.execute(source.db);
  await sql`
    INSERT INTO audio_files (user_id, id, conversation_id, channel, started_at, size)
    VALUES ('u1', ${audio}, ${conversation}, 0, now(), ${SOUND.length})
  `.execute(source.db);
  const { name, bytes, sha256, key } = object;
  await sql`
    INSERT INTO stored_objects (user_id, name, audio_id, bytes, sha256, key)
    VALUES ('u1', ${name}, ${audio}, ${bytes}, ${sha256}, ${key})
  `.execute(source.db);
});
after(() => stores[Symbol.asyncDispose]());

const filesIn = (path: string) => new Files(folderStore(path), silentLog);

async function backup() {
  const { result } = await writeBackup({
    sink: folderPlace(folder).sink('x.tar.gz'),
    key: undefined,
    dataDir: folder,
    secret: SECRET,
    now: new Date(),
    objects: filesIn(join(folder, 'store')),
    openRows: async () => ({
      db: source.db,
      kind: source.kind,
      [Symbol.asyncDispose]: async () => {},
    }),
  });
  return { result, archive: readFileSync(join(folder, 'x.tar.gz')) };
}

async function restore(archive: Buffer, store: string, url: string) {
  const content = { bytes: archive.length, content: Readable.from([archive]) };
  return restoreArchive({ address: 'x.tar.gz', open: async () => content }, undefined, {
    dataDir: stores.folder(),
    databaseUrl: url,
    minFreeBytes: 0,
    makeQueue,
    openFiles: () => filesIn(store),
  });
}

test('a restored database has a store of its own with the files of the backup', async () => {
  const { result, archive } = await backup();
  assert.deepEqual(result.objects, { stored: 1, missing: [] });
  const names = (await entriesOf(archive)).map(({ name }) => name);
  assert.ok(names.includes(`objects/${object.name}`));
  const [store, url] = [stores.folder(), await stores.address()];
  await restore(archive, store, url);
  const restored = await stores.open(url);
  const [row] = await selectObjects(restored.db, { limit: 2 });
  assert.ok((await filesIn(store).read(row!))?.equals(SOUND));
  await filesIn(store).requireOwn(restored.db);
  await assert.rejects(filesIn(store).requireOwn(source.db), /the store of another installation/);
  const again = restore(archive, store, await stores.address());
  await assert.rejects(again, /has the files of another database, so nothing was restored/);
});

test('a file that the store lost is named, and its row is not restored', async () => {
  const path = join(folder, 'store', object.name.slice(0, 2), object.name);
  const stored = readFileSync(path);
  rmSync(path);
  const { result, archive } = await backup();
  await filesIn(join(folder, 'store')).put(object, SOUND);
  assert.ok(readFileSync(path).equals(stored));
  assert.deepEqual(result.objects, { stored: 0, missing: [object.name] });
  const url = await stores.address();
  await restore(archive, stores.folder(), url);
  const restored = await stores.open(url);
  assert.deepEqual(await selectObjects(restored.db, { limit: 2 }), []);
});

test('a damaged or unknown file is refused, and leaves nothing in the store', async () => {
  const { archive } = await backup();
  const entries = await entriesOf(archive);
  const isObject = ({ name }: ArchivedText) => name.startsWith('objects/');
  const refused = async (changed: ArchivedText[], sentence: RegExp) => {
    const store = stores.folder();
    const url = await stores.address();
    await assert.rejects(restore(await archiveOf(changed), store, url), sentence);
    assert.deepEqual(
      readdirSync(store, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
      [],
    );
  };
  await refused(
    entries.map((each) => (isObject(each) ? { ...each, text: 'other' } : each)),
    /does not have the checksum of the backup/,
  );
  await refused(
    entries.map((each) => (isObject(each) ? { ...each, name: `objects/${randomUUID()}` } : each)),
    /No row of the backup names objects/,
  );
  await refused(
    entries.filter((each) => !isObject(each)),
    /^Error: objects\/.* is missing in the archive/,
  );
});

test('a backup of another store, or of one that was erased, is refused', async () => {
  const store = join(folder, 'store');
  const marker = readFileSync(join(store, MARKER));
  rmSync(join(store, MARKER));
  await assert.rejects(backup(), /its marker is missing\. Set SVC_FILES to the/);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(store, MARKER), JSON.stringify({ store: randomUUID() }));
  await assert.rejects(backup(), /is the store of another installation/);
  writeFileSync(join(store, MARKER), 'half');
  await assert.rejects(backup(), /commonplace-files\.json in .* cannot be read/);
  writeFileSync(join(store, MARKER), marker);
  assert.ok(existsSync(join(folder, 'x.tar.gz')));
});
