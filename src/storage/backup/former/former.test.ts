/** Archives that former versions wrote are restored. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { UnfitFile } from '../../../core/errors.ts';
import { silentLog } from '../../../core/log.ts';
import { archiveOf, entriesOf } from '../../../testing/archives.ts';
import type { ArchivedText } from '../../../testing/archives.ts';
import { Files } from '../../objects/files.ts';
import { folderStore } from '../../objects/folder.ts';
import { selectObjects } from '../../objects/rows.ts';
import { folderPlace } from '../places/folder.ts';
import type { StoredArchive } from '../places/place.ts';
import { restoreArchive } from '../restore.ts';
import { jobStates, makeQueue, MEMORIES, openTestStores, SECRET } from '../stores.fixture.ts';
import type { TestStores } from '../stores.fixture.ts';

/** The archives contain jobs, uploads, sound, and two files, of which the store had lost one. */
const HERE = import.meta.dirname;
const KEY = 'a passphrase of a fixture';

let stores: TestStores;
before(async () => void (stores = await openTestStores()));
after(() => stores[Symbol.asyncDispose]());

async function restored(archive: StoredArchive, key?: string) {
  const [dataDir, store, databaseUrl] = [stores.folder(), stores.folder(), await stores.address()];
  const openFiles = () => new Files(folderStore(store), silentLog);
  const target = { dataDir, databaseUrl, minFreeBytes: 0, makeQueue, openFiles };
  const { secret } = await restoreArchive(archive, key, target);
  return { dataDir, secret, files: openFiles(), database: await stores.open(databaseUrl) };
}

for (const [name, key] of [
  ['backup-1.tar.gz', undefined],
  ['backup-1.tar.gz.age', KEY],
] as const) {
  test(`${name} of a former version is restored`, async () => {
    const { dataDir, secret, files, database } = await restored(
      folderPlace(HERE).archive(name),
      key,
    );
    assert.equal(secret, key ? SECRET : null);
    const { rows } = await sql<{ count: number; last: string }>`
      SELECT count(*)::int4 AS count, max(content) AS last FROM memories
    `.execute(database.db);
    assert.deepEqual([rows[0]!.count, rows[0]!.last], [MEMORIES, '"9"  \n\t € 日本']);
    assert.deepEqual(await jobStates(database), { 1: 'created', 2: 'retry' });
    const objects = await selectObjects(database.db, { limit: 3 });
    assert.equal(objects.length, 1);
    assert.equal((await files.read(objects[0]!))?.toString(), 'the sound of a river');
    assert.equal(readFileSync(join(dataDir, 'uploads/half'), 'utf8'), '0123456789');
    assert.equal(readFileSync(join(dataDir, 'sound/p1/b.journal'), 'utf8'), 'second');
    assert.ok(existsSync(join(dataDir, 'sound/empty')));
    const { rows: next } = await sql<{ id: number }>`
      INSERT INTO outbox (user_id, name, payload) VALUES ('u1', 'next', '{}') RETURNING id
    `.execute(database.db);
    assert.equal(next[0]!.id, 3);
  });
}

test('a former archive that was cut or changed is refused', async () => {
  const good = await entriesOf(readFileSync(join(HERE, 'backup-1.tar.gz')));
  const refused = async (entries: ArchivedText[]) => {
    const content = await archiveOf(entries);
    const open = async () => ({ bytes: content.length, content: Readable.from([content]) });
    await assert.rejects(restored({ address: 'x.tar.gz', open }), UnfitFile);
  };
  const changed = (name: RegExp, change: (text: string) => string) =>
    good.map((entry) => (name.test(entry.name) ? { ...entry, text: change(entry.text) } : entry));
  const without = (name: RegExp) => good.filter((entry) => !name.test(entry.name));
  await refused(changed(/^tables\/users/, (text) => text.replace('u1@', 'u2@')));
  await refused(changed(/^files\/uploads/, () => 'x'));
  await refused(changed(/^objects/, () => 'x'));
  await refused(without(/^tables\/outbox/));
  await refused(without(/^files\/uploads/));
  await refused(without(/^objects/));
  await refused(without(/^manifest/));
});
