/** A folder and a bucket behave in the same way as stores for files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { NO_MOTO, startMoto } from '../../testing/servers/s3/moto.ts';
import type { Moto } from '../../testing/servers/s3/moto.ts';
import { S3Server } from '../../testing/servers/s3/server.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { bucketObjects } from './bucket.ts';
import { Files } from './files.ts';
import { folderStore } from './folder.ts';
import type { ListedObject, ObjectStore } from './store.ts';

const NAME = '0b/0b0e9c7e-0000-4000-8000-0000000000ab';
const signal = new AbortController().signal;

let folder: string;
let server: S3Server;
let moto: Moto | null;
before(async () => {
  folder = temporaryFolder();
  server = await S3Server.start();
  moto = await startMoto();
});
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.fault = () => null;
});
after(async () => {
  removeFolder(folder);
  await server[Symbol.asyncDispose]();
  await moto?.[Symbol.asyncDispose]();
});

function onServer(changes: { s3Secret?: string } = {}): ObjectStore {
  const { keyId, secret, region } = server.credentials;
  return bucketObjects(
    { bucket: server.bucket, folder: 'home' },
    {
      s3Endpoint: server.url,
      s3Region: region,
      s3KeyId: keyId,
      s3Secret: secret,
      s3SessionToken: undefined,
      s3PathStyle: undefined,
      ...changes,
    },
  );
}

async function listed(store: ObjectStore, below = ''): Promise<ListedObject[]> {
  const objects = await Array.fromAsync(store.list(below));
  return objects.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What every store does. */
async function tryStore(store: ObjectStore): Promise<void> {
  const content = randomBytes(200_000);
  assert.equal(await store.get(NAME), null);
  assert.equal(await store.get(NAME, { from: 0, to: 9 }), null);
  await store.remove(NAME);
  assert.deepEqual(await listed(store), []);
  await store.put(NAME, content);
  assert.ok((await store.get(NAME))?.equals(content));
  const part = await store.get(NAME, { from: 100, to: 70_000 });
  assert.ok(part?.equals(content.subarray(100, 70_001)));
  const beyond = await store.get(NAME, { from: 199_990, to: 300_000 });
  assert.ok(beyond?.equals(content.subarray(199_990)));
  await store.put(NAME, Buffer.from('another one'));
  assert.equal(String(await store.get(NAME)), 'another one');
  const names = [NAME, '0b/2', 'cd/3', 'marker.json'].toSorted();
  for (const name of names) if (name !== NAME) await store.put(name, Buffer.from('x'));
  const objects = await listed(store);
  assert.deepEqual(
    objects.map(({ name }) => name),
    names,
  );
  assert.deepEqual(objects.map(({ bytes }) => bytes).toSorted(), [1, 1, 1, 11]);
  for (const { modified_at } of objects)
    assert.ok(Math.abs(modified_at.getTime() - Date.now()) < 60_000);
  assert.deepEqual(
    (await listed(store, '0b/')).map(({ name }) => name),
    names.slice(0, 2).toSorted(),
  );
  assert.deepEqual(await listed(store, 'ff/'), []);
  for (const name of names) await store.remove(name);
  assert.deepEqual(await listed(store), []);
}

test('a folder keeps, reads, lists and removes objects', async () => {
  const root = join(folder, 'new/files');
  await tryStore(folderStore(root));
  assert.equal(statSync(root).mode & 0o777, 0o700);
});

test('a bucket keeps, reads, lists and removes objects', () => tryStore(onServer()));

test('moto keeps, reads, lists and removes objects', async (t) => {
  if (!moto) return t.skip(NO_MOTO);
  await tryStore(bucketObjects({ bucket: moto.bucket, folder: 'home' }, moto.settings));
  await tryStore(bucketObjects({ bucket: moto.bucket, folder: '' }, moto.settings));
});

test('half of an object has no name, and goes after a day', async () => {
  const root = join(folder, 'half');
  const store = folderStore(root);
  await store.put('ab/1', Buffer.from('x'));
  const [fresh, old] = ['ab/2.fresh.partial', 'ab/2.old.partial'].map((name) => join(root, name));
  for (const path of [fresh!, old!]) writeFileSync(path, 'ha');
  utimesSync(old!, 1, 1);
  assert.deepEqual(
    (await listed(store)).map(({ name }) => name),
    ['ab/1'],
  );
  assert.deepEqual(readdirSync(join(root, 'ab')).toSorted(), ['1', '2.fresh.partial']);
});

test('a folder that cannot be written is named, with the reason', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'x');
  const store = folderStore(join(file, 'below'));
  const sentence = /^Error: The folder .*below of SVC_FILES cannot be used \(ENOTDIR\)\. Give it/;
  await assert.rejects(store.put(NAME, Buffer.from('x')), sentence);
  await assert.rejects(store.get(NAME), sentence);
  await assert.rejects(listed(store), sentence);
  const readOnly = join(folder, 'read-only');
  mkdirSync(readOnly);
  chmodSync(readOnly, 0o500);
  if (process.getuid?.() !== 0)
    await assert.rejects(folderStore(readOnly).put(NAME, Buffer.from('x')), /\(EACCES\)/);
});

test('a store that fails for a moment is asked again', async () => {
  const store = onServer();
  const content = randomBytes(100_000);
  const faults = [
    { status: 503, code: 'SlowDown' },
    'cut' as const,
    { status: 500, code: 'InternalError' },
  ];
  server.fault = () => faults[server.requests.length - 1] ?? null;
  await store.put(NAME, content);
  assert.equal(server.requests.length, 4);
  server.requests.length = 0;
  server.fault = () => (server.requests.length === 1 ? 'cut after half' : null);
  assert.ok((await store.get(NAME))?.equals(content));
  assert.equal(server.requests.length, 2);
});

test('a store that refuses says why, and a caller who does not wait goes', async () => {
  const refused = async (status: number, code: string, sentence: RegExp) => {
    server.fault = () => ({ status, code });
    await assert.rejects(onServer().put(NAME, Buffer.from('x')), sentence);
  };
  await refused(403, 'QuotaExceeded', /is full \(QuotaExceeded\)\. Make room for the bucket/);
  await refused(403, 'RequestTimeTooSkewed', /^\w*: The clock of this machine differs/);
  await refused(403, 'AccessDenied', /does not permit this in the bucket/);
  server.fault = () => null;
  await assert.rejects(onServer({ s3Secret: 'x' }).get(NAME), /does not accept the credentials/);
  const held = Promise.withResolvers<null>();
  server.fault = () => held.promise;
  const late = onServer().get(NAME, undefined, AbortSignal.timeout(300));
  await assert.rejects(late, { name: 'TimeoutError' });
  held.resolve(null);
});

test('objects are encrypted in pieces, each of which is checked', async () => {
  const root = join(folder, 'sealed');
  const store = folderStore(root);
  const files = new Files(store, silentLog);
  const name = '0b0e9c7e-0000-4000-8000-0000000000ab';
  for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
    const content = randomBytes(size);
    const object = await files.write(name, content, signal);
    assert.deepEqual([object.bytes, (await files.read(object))?.equals(content)], [size, true]);
    if (size === 0) continue;
    for (const [from, to] of [
      [0, 0],
      [size - 1, size - 1],
      [size >> 1, size - 1],
    ] as const) {
      const part = await files.read(object, { from, to });
      assert.ok(part?.equals(content.subarray(from, to + 1)), `${from}-${to} of ${size}`);
    }
    assert.equal(await files.read({ ...object, key: randomBytes(32) }), null);
    const stored = (await store.get(NAME))!;
    // A piece is gone, two have changed places, one byte is another one.
    const whole = 65_552;
    const damaged = [
      stored.subarray(0, Math.max(1, stored.length - whole)),
      Buffer.concat([stored.subarray(whole), stored.subarray(0, whole)]),
      Buffer.concat([Buffer.from([stored[0]! ^ 1]), stored.subarray(1)]),
    ];
    for (const wrong of damaged) {
      if (wrong.equals(stored)) continue;
      await store.put(NAME, wrong);
      assert.equal(await files.read(object), null, `${wrong.length} of ${stored.length}`);
    }
  }
});
