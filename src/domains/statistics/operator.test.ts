// Both databases: the sizes come from the database.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Vitals } from './vitals.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { openDevice, untilReady } from '../../testing/clients/recording.ts';
import { eventually } from '../../testing/eventually.ts';
import { spawnService } from '../../testing/service-process.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';

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

test('the owner lists the users, and holds and releases an account', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const { owner } = service;
  const guest = await ApiUser.signUp(service.url, 'guest@example.com');
  const path = `${PATH}/users`;
  assert.equal((await guest.call('GET', path)).status, 403);
  const first = await owner.call('GET', `${path}?limit=1`);
  const cursor = first.headers.get('x-next-cursor');
  const second = await owner.call('GET', `${path}?limit=1&cursor=${cursor}`);
  assert.equal(second.headers.get('x-next-cursor'), null);
  const [user] = second.body;
  assert.deepEqual(
    [first.body[0].is_owner, user.is_owner, user.is_held, user.email, user.sound_bytes],
    [true, false, false, 'guest@example.com', 0],
  );
  const change = (id: string, is_held: boolean) =>
    owner.call('PATCH', `${path}/${id}`, { is_held });
  assert.equal((await guest.call('PATCH', `${path}/${user.id}`, { is_held: true })).status, 403);
  assert.equal((await change('nobody', true)).status, 404);
  assert.equal((await change(user.id, true)).body.is_held, true);
  assert.equal((await guest.call('GET', '/v3/memories')).status, 403);
  await change(user.id, false);
  assert.equal((await guest.call('GET', '/v3/memories')).status, 200);
});

test('the owner cannot hold their own account', async () => {
  await using service = await startService();
  const { owner } = service;
  const [{ id }] = (await owner.call('GET', `${PATH}/users`)).body;
  const refused = await owner.call('PATCH', `${PATH}/users/${id}`, { is_held: true });
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /^You cannot hold your own account/);
  assert.equal((await owner.call('GET', '/v3/memories')).status, 200);
  // An account that the command line holds can be released.
  assert.equal(
    (await owner.call('PATCH', `${PATH}/users/${id}`, { is_held: false })).body.is_held,
    false,
  );
});

test('the owner runs a failed job again', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const { owner } = service;
  const { db } = service.service.parts;
  const path = `${PATH}/failed-jobs`;
  await owner.call('POST', '/v1/conversations/from-text', { text: 'The heron waits.' });
  const stateOf = async () =>
    (
      await sql<{
        state: string;
      }>`SELECT state FROM jobs.job WHERE name = 'conversation.process'`.execute(db)
    ).rows[0]?.state;
  await eventually('the end of the job', async () => (await stateOf()) === 'completed');
  await sql`UPDATE jobs.job SET state = 'failed', output = '{"message":"The model is gone."}'
    WHERE name = 'conversation.process'`.execute(db);
  const [job] = (await owner.call('GET', path)).body;
  assert.deepEqual(
    [job.name, job.email, job.reason],
    ['conversation.process', OWNER.email, 'The model is gone.'],
  );
  const guest = await ApiUser.signUp(service.url, 'guest@example.com');
  assert.equal((await guest.call('GET', path)).status, 403);
  assert.equal((await guest.call('POST', `${path}/${job.id}/retry`)).status, 403);
  assert.equal((await owner.call('POST', `${path}/${job.id}/retry`)).status, 200);
  await eventually('the job to be done', async () => (await stateOf()) === 'completed');
  assert.equal((await owner.call('POST', `${path}/${job.id}/retry`)).status, 404);
  assert.deepEqual((await owner.call('GET', path)).body, []);
});

test('the response times are kept by minute', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-02T08:30:00Z') });
  const vitals = new Vitals();
  vitals.noteResponse(4);
  mock.timers.setTime(Date.parse('2026-03-02T08:33:00Z'));
  vitals.noteResponse(8);
  const [minute, ...others] = vitals.history;
  assert.equal(minute!.at.toISOString(), '2026-03-02T08:30:00.000Z');
  assert.deepEqual([minute!.requests, Math.round(minute!.p95_ms), others.length], [1, 4, 0]);
  mock.timers.setTime(Date.parse('2026-03-02T11:00:00Z'));
  assert.deepEqual(vitals.history, []);
});

test('the history of the load continues after a restart', async () => {
  const folder = copyTemplate();
  const environment = { SVC_RECOGNISER: 'none', SVC_MODELS: 'off' };
  try {
    await using first = await spawnService({ folder, environment });
    const owner = await ApiUser.signIn(first.url, OWNER);
    await owner.call('GET', PATH);
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    await using second = await spawnService({ folder, environment });
    const again = await ApiUser.signIn(second.url, OWNER);
    const { history } = (await again.call('GET', PATH)).body;
    const [minute] = history;
    assert.ok(minute.requests >= 2 && minute.stored_bytes > 0, JSON.stringify(history));
  } finally {
    removeFolder(folder);
  }
});
