// Both databases: the moves run beside writes and deletions in transactions.
/** Sound and photos move to the store for files, are read from it, and are removed from it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../testing/eventually.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { appendAudio } from './audio.ts';
import { storeFiles } from './storing.ts';

const PIECE = 70_000;
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

async function conversation({ owner }: TestService): Promise<string> {
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'It rains.', start: 0, end: 4, is_user: true }],
    started_at: '2026-03-02T10:00:00Z',
  });
  return body.id;
}

/** Keeps a piece of sound, in the file `id` or in a new one. */
async function keep(
  conversation_id: string,
  id: string,
  { place = 0, started_at = new Date(0) } = {},
) {
  const data = randomBytes(PIECE);
  const piece = { channel: 0, started_at, seconds: 5, place, data, peaks: Buffer.from([1]) };
  const of = { user_id: service.owner.id, audio_id: id, conversation_id };
  assert.ok(await appendAudio(parts().db, { ...of, ...piece }));
  return data;
}

async function addPhoto(conversation_id: string, id: string, data: Buffer): Promise<void> {
  const { db } = parts();
  const photo = { id, content_type: 'image/png', created_at: '2026-03-02T10:00:00Z' };
  await sql`
    UPDATE conversations SET photos = ${JSON.stringify([{ ...photo, description: null, discarded: false }])}
    WHERE id = ${conversation_id}
  `.execute(db);
  await sql`
    INSERT INTO photo_files (user_id, id, conversation_id, data)
    VALUES (${service.owner.id}, ${id}, ${conversation_id}, ${data})
  `.execute(db);
}

async function hear(conversation_id: string, id: string, range?: string) {
  const { owner } = service;
  const headers = { Authorization: `Bearer ${owner.token}`, ...(range && { Range: range }) };
  const url = `${service.service.url}/v1/conversations/${conversation_id}/audio/${id}`;
  const answer = await fetch(url, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

async function bytesInDatabase(id: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(length(data)), 0)::int AS bytes FROM audio_pieces WHERE audio_id = ${id}
  `.execute(parts().db);
  return rows[0]!.bytes;
}

test('sound moves to the store, encrypted, and is heard as before, whole and in parts', async () => {
  const id = await conversation(service);
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
  const id = await conversation(service);
  const file = crypto.randomUUID();
  await keep(id, file, { started_at: new Date() });
  await move();
  assert.equal(await bytesInDatabase(file), PIECE);
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
});

test('photos move to the store and are shown as before', async () => {
  const id = await conversation(service);
  const photo = crypto.randomUUID();
  const data = randomBytes(200_000);
  await addPhoto(id, photo, data);
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
  const id = await conversation(service);
  const [file, photo] = [crypto.randomUUID(), crypto.randomUUID()];
  await keep(id, file);
  await addPhoto(id, photo, randomBytes(1000));
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
  const id = await conversation(service);
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

test('a deleted account leaves no object', async () => {
  const id = await conversation(service);
  await keep(id, crypto.randomUUID());
  await addPhoto(id, crypto.randomUUID(), randomBytes(1000));
  await move();
  assert.equal(objects().length, 2);
  const { password: current_password } = OWNER;
  const erased = await service.owner.call('POST', '/v1/users/me/delete', { current_password });
  assert.equal(erased.status, 200);
  await sweep();
  await eventually('an empty store', async () => objects().length === 0);
  assert.ok(existsSync(join(folder, 'commonplace-files.json')));
});
