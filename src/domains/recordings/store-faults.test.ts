/** A store that fails, or is another one, loses nothing and says what is wrong. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { S3Server } from '../../testing/servers/s3/server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { addPhoto, countBytes, hearSound, keepSound, makeConversation } from './storing.fixture.ts';
import { storeFiles } from './storing.ts';

const SVC_FILES = 's3://my-bucket/home';
const signal = new AbortController().signal;

let server: S3Server;
let service: TestService;
before(async () => {
  server = await S3Server.start();
  service = await startService({ environment: { SVC_FILES, ...server.environment } });
});
beforeEach(() => void (server.fault = () => null));
after(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const move = (of = service) => storeFiles(of.service.parts, signal);

test('files wait in the database while the store fails, and move afterwards', async () => {
  const id = await makeConversation(service);
  const file = crypto.randomUUID();
  const data = await keepSound(service, id, { id: file });
  server.fault = ({ name }) =>
    name === 'PutObject' ? { status: 507, code: 'XMinioStorageFull' } : null;
  await assert.rejects(move(), /^\w*: The store at .* is full \(XMinioStorageFull\)\. Make room/);
  server.fault = () => ({ status: 403, code: 'RequestTimeTooSkewed' });
  await assert.rejects(move(), /The clock of this machine differs from the clock of The store at/);
  assert.equal(await countBytes(service, file), data.length);
  assert.ok((await hearSound(service, id, { id: file })).bytes.equals(data));

  // The store takes an object, and its answer is lost once.
  let puts = 0;
  server.fault = ({ name }) => (name === 'PutObject' && ++puts === 2 ? 'cut after half' : null);
  await move();
  assert.equal(await countBytes(service, file), 0);
  assert.ok((await hearSound(service, id, { id: file })).bytes.equals(data));
  const part = await hearSound(service, id, { id: file, range: 'bytes=69990-' });
  assert.ok(part.bytes.equals(data.subarray(69_990)));
});

test('while the store is away, its files answer 503 and everything else works', async () => {
  const id = await makeConversation(service);
  const file = crypto.randomUUID();
  await keepSound(service, id, { id: file });
  await addPhoto(service, id, crypto.randomUUID(), randomBytes(1000));
  await move();
  server.fault = () => ({ status: 403, code: 'AccessDenied' });
  const { status, headers, bytes } = await hearSound(service, id, { id: file });
  assert.equal(status, 503);
  assert.ok(headers.has('retry-after'));
  assert.match(String(bytes), /The store for files does not answer\. Try again later\./);
  const photos = await service.owner.call('GET', `/v1/conversations/${id}/photos`);
  assert.equal(photos.status, 503);
  const fresh = crypto.randomUUID();
  const data = await keepSound(service, id, { id: fresh });
  assert.ok((await hearSound(service, id, { id: fresh })).bytes.equals(data));
  assert.equal((await service.owner.call('GET', `/v1/conversations/${id}`)).status, 200);
  server.fault = () => null;
  assert.equal((await hearSound(service, id, { id: file })).status, 200);
});

test('a second service does not start on the store of the first one', async () => {
  const start = () => startService({ environment: { SVC_FILES, ...server.environment } });
  await assert.rejects(
    start(),
    /s3:\/\/my-bucket\/home is the store of another installation\. Set/,
  );
});

test('two services that began with one empty store are told apart by its marker', async () => {
  const environment = { SVC_FILES: 's3://my-bucket/shared', ...server.environment };
  await using first = await startService({ environment });
  await using second = await startService({ environment });
  for (const each of [first, second]) {
    const id = await makeConversation(each);
    const file = crypto.randomUUID();
    await keepSound(each, id, { id: file });
    if (each === first) await move(first);
    else await assert.rejects(move(second), /shared is the store of another installation/);
    assert.equal((await hearSound(each, id, { id: file })).status, 200);
  }
});
