// Both databases: the sizes come from the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vitals } from './vitals.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { openDevice, untilReady } from '../../testing/clients/recording.ts';
import { startService } from '../../testing/start-service.ts';

const PATH = '/v1/installation';

test('the owner sees the state of the installation, and nobody else does', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const { owner } = service;
  const guest = await ApiUser.signUp(service.url, 'guest@example.com');
  assert.equal((await guest.call('GET', PATH)).status, 403);
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  service.service.parts.log.error({ err: new Error('the disk is loose') }, 'a test of the log');

  const { status, body } = await owner.call('GET', PATH);
  assert.equal(status, 200);
  assert.equal(body.users, 2);
  assert.equal(body.live_sessions, 1);
  assert.equal(body.conversations.in_progress, 1);
  assert.deepEqual([body.conversations.processing, body.conversations.failed], [0, 0]);
  assert.ok(body.storage.database_bytes > 1_000_000);
  assert.ok(body.storage.free_bytes > 0);
  assert.equal(body.storage.sound_bytes, 0);
  assert.ok(body.queue.waiting >= 0 && body.queue.failed === 0);
  assert.ok(body.requests.count >= 3 && body.requests.p50_ms > 0);
  assert.ok(body.requests.p99_ms >= body.requests.p50_ms);
  const [last] = body.errors;
  assert.deepEqual([last.message, last.cause], ['a test of the log', 'the disk is loose']);
});

test('only the owner may request a backup, and only with a place for it', async () => {
  const environment = { SVC_SIGN_UP: 'open' };
  await using service = await startService({ environment });
  const guest = await ApiUser.signUp(service.url, 'guest@example.com');
  const path = `${PATH}/backups`;
  assert.equal((await guest.call('POST', path)).status, 403);
  const { status, body } = await service.owner.call('POST', path);
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), /SVC_BACKUP_FOLDER/);
});

test('only the last errors are kept, and long texts are cut', () => {
  const vitals = new Vitals();
  for (let n = 0; n < 60; n += 1) vitals.noteError({}, `error ${n} ${'x'.repeat(400)}`);
  assert.equal(vitals.errors.length, 50);
  assert.match(vitals.errors[0]!.message, /^error 59 x+$/);
  assert.equal(vitals.errors[0]!.message.length, 300);
  assert.deepEqual(vitals.responseTimes, { count: 0, p50_ms: 0, p95_ms: 0, p99_ms: 0 });
});
