// Both databases: the moves run beside writes and deletions in transactions.
/** Sound and photos move to the store for files, are read from it, and are removed from it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../testing/eventually.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import {
  addPhoto,
  countBytes,
  hearSound,
  keepSound,
  makeConversation,
  PIECE,
} from './storing.fixture.ts';
import { storeFiles } from './storing.ts';
import { deleteLostSound } from './storing.sql.ts';
import { requestRotation, selectFileFacts, selectObjects } from '../../storage/objects/rows.ts';

const signal = new AbortController().signal;

let folder: string;
let service: TestService;
before(async () => {
  folder = temporaryFolder();
  service = await startService({ environment: { SVC_FILES: folder } });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

const parts = () => service.service.parts;
const keep = (of: string, id: string, more?: { place?: number; started_at?: Date }) =>
  keepSound(service, of, { id, ...more });
const hear = (of: string, id: string, range?: string) => hearSound(service, of, { id, range });
const bytesInDatabase = (id: string) => countBytes(service, id);
const move = () => storeFiles(parts(), signal);
const sweep = async () => {
  // The clock of the database decides what is old enough.
  await sql`UPDATE unused_objects SET delete_at = delete_at - interval '2 days'`.execute(
    parts().db,
  );
  await parts().files.removeUnused(parts().db, signal);
};

/** Returns the names of the objects. */
function objects(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'commonplace-files.json')
    .map((entry) => join(entry.parentPath, entry.name));
}

test('sound moves to the store, encrypted, and is heard as before, whole and in parts', async () => {
  const id = await makeConversation(service);
  const file = crypto.randomUUID();
  const whole = Buffer.concat([await keep(id, file), await keep(id, file, { place: PIECE })]);
  const before = await hear(id, file);
  await move();
  assert.equal(await bytesInDatabase(file), 0);
  const [path, ...more] = objects();
  assert.deepEqual(more, []);
  assert.equal(readFileSync(path!).includes(whole.subarray(0, 100)), false);
  const after = await hear(id, file);
  assert.deepEqual([after.status, after.bytes.equals(whole)], [200, true]);
  for (const name of ['etag', 'content-type', 'content-length', 'accept-ranges'])
    assert.equal(after.headers.get(name), before.headers.get(name), name);
  for (const [from, to] of [
    [0, 0],
    [65_535, 65_536],
    [100, 139_999],
  ] as const) {
    const part = await hear(id, file, `bytes=${from}-${to}`);
    assert.equal(part.status, 206);
    assert.ok(part.bytes.equals(whole.subarray(from, to + 1)), `${from}-${to}`);
    assert.equal(part.headers.get('content-range'), `bytes ${from}-${to}/${whole.length}`);
  }

  // It goes on, for instance because its recorder sends the rest later.
  const rest = await keep(id, file, { place: 2 * PIECE });
  assert.ok((await hear(id, file)).bytes.equals(Buffer.concat([whole, rest])));
  await move();
  assert.equal(await bytesInDatabase(file), 0);
  assert.ok((await hear(id, file)).bytes.equals(Buffer.concat([whole, rest])));
  await sweep();
  assert.equal(objects().length, 1);

  await service.owner.call('DELETE', `/v1/conversations/${id}/audio`);
  await sweep();
  assert.deepEqual(objects(), []);
});

test('sound that may still grow stays in the database', async () => {
  const id = await makeConversation(service);
  const file = crypto.randomUUID();
  await keep(id, file, { started_at: new Date() });
  await move();
  assert.equal(await bytesInDatabase(file), PIECE);
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
});

test('photos move to the store and are shown as before', async () => {
  const id = await makeConversation(service);
  const photo = crypto.randomUUID();
  const data = randomBytes(200_000);
  await addPhoto(service, id, photo, data);
  const path = `/v1/conversations/${id}/photos`;
  const before = (await service.owner.call('GET', path)).body;
  await move();
  assert.equal(objects().length, 1);
  assert.deepEqual((await service.owner.call('GET', path)).body, before);
  assert.equal(before[0].base64, data.toString('base64'));
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  await sweep();
  assert.deepEqual(objects(), []);
});

test('a lost or damaged object is missing, and nothing else is', async () => {
  const id = await makeConversation(service);
  const [file, photo] = [crypto.randomUUID(), crypto.randomUUID()];
  await keep(id, file);
  await addPhoto(service, id, photo, randomBytes(1000));
  await move();
  for (const path of objects()) {
    const stored = readFileSync(path);
    stored[50]! ^= 1;
    writeFileSync(path, stored);
  }
  assert.equal((await hear(id, file)).status, 404);
  assert.equal(
    (await service.owner.call('GET', `/v1/conversations/${id}/photos`)).body[0].base64,
    '',
  );
  for (const path of objects()) rmSync(path);
  assert.equal((await hear(id, file)).status, 404);
  assert.equal((await service.owner.call('GET', `/v1/conversations/${id}`)).status, 200);
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  await sweep();
});

test('a move that was killed is done again, and leaves no object', async () => {
  const id = await makeConversation(service);
  const file = crypto.randomUUID();
  const data = await keep(id, file);
  const { db, files } = parts();
  // As a process leaves it that ends between the object and its row.
  const name = crypto.randomUUID();
  await files.claim(db, signal);
  await files.write(name, data);
  await sql`
    INSERT INTO unused_objects (name, owner_id, delete_at)
    VALUES (${name}, ${file}, now() + interval '1 hour')
  `.execute(db);
  await move();
  assert.equal(await bytesInDatabase(file), PIECE);
  await sweep();
  await move();
  assert.equal(await bytesInDatabase(file), 0);
  assert.equal(objects().length, 1);
  assert.ok((await hear(id, file)).bytes.equals(data));
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  await sweep();
});

test('files get other keys when the operator asks, and stay as they are', async () => {
  const id = await makeConversation(service);
  const [file, photo] = [crypto.randomUUID(), crypto.randomUUID()];
  const data = await keep(id, file);
  await addPhoto(service, id, photo, randomBytes(1000));
  await move();
  const { db } = parts();
  const keys = async () => (await selectObjects(db, { limit: 9 })).map(({ key }) => String(key));
  const [former, stored] = [await keys(), objects()];
  await move();
  assert.deepEqual(await keys(), former);
  await requestRotation(db);
  await move();
  const rotated = await keys();
  assert.equal(rotated.length, 2);
  assert.ok(rotated.every((key) => !former.includes(key)));
  assert.ok((await hear(id, file)).bytes.equals(data));
  await sweep();
  assert.equal(objects().length, 2);
  assert.ok(objects().every((path) => !stored.includes(path)));
  await move();
  assert.deepEqual((await keys()).toSorted(), rotated.toSorted());
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  await sweep();
});

test('objects without rows and rows without objects are found, and go with time', async () => {
  const id = await makeConversation(service);
  const [lost, found] = [crypto.randomUUID(), crypto.randomUUID()];
  await keep(id, lost);
  await keep(id, found);
  await move();
  const { db, files } = parts();
  const missing = async () => (await selectFileFacts(db)).missing;
  await sql`UPDATE stored_objects SET stored_at = now() - interval '2 hours'`.execute(db);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM stored_objects WHERE audio_id = ${lost}
  `.execute(db);
  const path = objects().find((each) => each.endsWith(rows[0]!.name))!;
  const stored = readFileSync(path);
  rmSync(path);
  const stray = ['old', 'fresh'].map(() => {
    const name = crypto.randomUUID();
    mkdirSync(join(folder, name.slice(0, 2)), { recursive: true });
    writeFileSync(join(folder, name.slice(0, 2), name), 'x');
    return join(folder, name.slice(0, 2), name);
  });
  writeFileSync(join(path, '../of-somebody-else'), 'x');
  for (const each of [stray[0]!, join(path, '../of-somebody-else')]) utimesSync(each, 1, 1);

  await files.compare(db, signal);
  assert.equal(await missing(), 1);
  await sweep();
  assert.deepEqual(
    [...stray, join(path, '../of-somebody-else')].map((each) => existsSync(each)),
    [false, true, true],
  );

  writeFileSync(path, stored);
  await files.compare(db, signal);
  assert.equal(await missing(), 0);
  rmSync(path);
  await files.compare(db, signal);
  await sql`UPDATE stored_objects SET missing_since = now() - interval '31 days'
    WHERE audio_id = ${lost}`.execute(db);
  await deleteLostSound(db);
  assert.deepEqual(
    (await service.owner.call('GET', `/v1/conversations/${id}/audio`)).body.files.map(
      (file: { id: string }) => file.id,
    ),
    [found],
  );
  rmSync(stray[1]!);
  rmSync(join(path, '../of-somebody-else'));
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  await sweep();
});

test('a deleted account leaves no object', async () => {
  const id = await makeConversation(service);
  await keep(id, crypto.randomUUID());
  await addPhoto(service, id, crypto.randomUUID(), randomBytes(1000));
  await move();
  assert.equal(objects().length, 2);
  const { password: current_password } = OWNER;
  const erased = await service.owner.call('POST', '/v1/users/me/delete', { current_password });
  assert.equal(erased.status, 200);
  await sweep();
  await eventually('an empty store', async () => objects().length === 0);
  assert.ok(existsSync(join(folder, 'commonplace-files.json')));
});
