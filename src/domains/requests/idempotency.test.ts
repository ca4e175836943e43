// Both databases: simultaneous requests meet at a lock of the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { once as doOnce, releaseClaims, startAnswerRetention } from './idempotency.ts';

const MEMORIES = '/v1/dev/user/memories';
const SCOPES = ['memories:read', 'memories:write'];
const clock = new ManualClock('2026-03-01T12:00:10Z');
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({ clock, environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  key = await service.owner.key(SCOPES);
});
after(() => service[Symbol.asyncDispose]());

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  request(service.url, method, path, { token: key.key, headers, body });
const create = (content: string, idempotencyKey: string) =>
  send('POST', MEMORIES, { 'Idempotency-Key': idempotencyKey }, { content });
const memories = async () => (await key.call('GET', `${MEMORIES}?limit=1000`)).body;

test('a repeated request with the same key gets the stored answer', async () => {
  const first = await create('Keeps bees', 'k1');
  await key.call('DELETE', `${MEMORIES}/${first.body.id}`);
  const again = await create('Keeps bees', 'k1');
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(await memories(), [], 'nothing was created again');
});

test('the same key with a different request is refused', async () => {
  await create('Keeps goats', 'k2');
  const other = await create('Keeps sheep', 'k2');
  assert.equal(other.status, 422);
  assert.match(other.body.detail, /Use a new key/);
});

test('two simultaneous requests with the same key do the work once', async () => {
  const path = '/v1/dev/user/action-items';
  const doer = await service.owner.key(['action_items:read', 'action_items:write']);
  const twins = await Promise.all(
    Array.from({ length: 8 }, () =>
      request(service.url, 'POST', path, {
        token: doer.key,
        headers: { 'Idempotency-Key': 'twins' },
        body: { description: 'Call the plumber' },
      }),
    ),
  );
  assert.equal(new Set(twins.map(({ body }) => body.id)).size, 1);
  assert.equal((await doer.call('GET', path)).body.length, 1);
});

test('a failed request can be retried with the same key', async () => {
  assert.equal((await create('  ', 'k3')).status, 422);
  assert.equal((await create('Keeps ducks', 'k3')).status, 200);
  assert.equal((await create('x', 'k'.repeat(256))).status, 422);
});

test('a long request keeps its key until it is answered', async (t) => {
  await using receiver = await startWebhookReceiver();
  const { owner } = service;
  const base = '/v1/users/developer/webhook/memory_created';
  assert.equal((await owner.call('POST', base, { url: receiver.url })).status, 200);
  const answer = Promise.withResolvers<number>();
  receiver.answer = () => (receiver.received.length === 1 ? answer.promise : 200);
  const sent = () =>
    request(service.url, 'POST', `${base}/test`, {
      token: owner.token,
      headers: { 'Idempotency-Key': 'long' },
    });
  t.mock.timers.enable({ apis: ['setInterval'] });
  const first = sent();
  await receiver.until(1);
  // A claim that nobody renews ends after ten seconds.
  for (let seconds = 0; seconds < 20; seconds += 5) {
    clock.advance(5_000);
    t.mock.timers.tick(5_000);
    const { status } = await sent();
    assert.equal(status, 409);
  }
  answer.resolve(200);
  const { status, body } = await first;
  assert.equal(status, 200);
  assert.deepEqual((await sent()).body, body);
  assert.equal(receiver.received.length, 1);
});

test('a key is valid for a day, and only for its caller', async () => {
  const { body } = await create('Keeps hens', 'k4');
  const other = await service.owner.key(SCOPES);
  const stranger = await request(service.url, 'POST', MEMORIES, {
    token: other.key,
    headers: { 'Idempotency-Key': 'k4' },
    body: { content: 'Keeps geese' },
  });
  assert.equal(stranger.status, 200);
  await key.call('DELETE', `${MEMORIES}/${body.id}`);
  clock.advance(24 * 3600 * 1000 + 1);
  assert.notEqual((await create('Keeps hens', 'k4')).body.id, body.id);
});

test('a stored answer with a one-time secret does not contain the secret in readable form', async () => {
  const create = () =>
    request(service.url, 'POST', '/v1/dev/keys', {
      token: service.owner.token,
      headers: { 'Idempotency-Key': 'new-key' },
      body: { name: 'robot' },
    });
  const first = await create();
  assert.equal((await create()).body.key, first.body.key);
  const rows = await service.service.parts.db
    .selectFrom('idempotent_answers')
    .select('answer')
    .execute();
  assert.ok(rows.every(({ answer }) => !answer!.toString('latin1').includes(first.body.key)));
});

test('a request that a crash interrupted finds its unfinished work when it is resent', async () => {
  const { db } = service.service.parts;
  const writer = await service.owner.key(['conversations:write', 'conversations:read']);
  const post = () =>
    request(service.url, 'POST', '/v1/dev/user/conversations', {
      token: writer.key,
      headers: { 'Idempotency-Key': 'cut-off' },
      body: { text: 'The carpenter repairs the boathouse roof for nine hundred euros.' },
    });
  const first = await post();
  assert.equal(first.status, 200);
  // The state after a crash: the conversation is stored, but its answer is not.
  await db
    .updateTable('idempotent_answers')
    .set({ answer: null, claimed_until: new Date(clock.now().getTime() - 1) })
    .where('answer', 'is not', null)
    .execute();
  const again = await post();
  assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
  const listed = await writer.call('GET', '/v1/dev/user/conversations');
  assert.equal(listed.body.length, 1);
});

test('after a day, a key can be used for another request', async () => {
  const writer = await service.owner.key(['conversations:write', 'conversations:read']);
  const post = (text: string) =>
    request(service.url, 'POST', '/v1/dev/user/conversations', {
      token: writer.key,
      headers: { 'Idempotency-Key': 'every-day' },
      body: { text },
    });
  const first = await post('The ferry leaves at nine from the old harbour.');
  clock.advance(25 * 3_600_000);
  const second = await post('The ferry leaves at ten from the new harbour.');
  assert.equal(second.status, 200);
  assert.notEqual(second.body.id, first.body.id);
});

test('work outside a transaction is claimed for ten seconds, and its failure releases the key', async () => {
  const context = { ...contextOf(service, []), clock };
  const once = (key: string, work: () => Promise<string>, waits = true) =>
    doOnce(
      context,
      { credential: 'c', key, request: { method: 'POST', url: '/', body: 'r' }, waits },
      work,
    );
  await assert.rejects(
    once('fails', () => Promise.reject(new Error('No.'))),
    /No\./,
  );
  const answers = [await once('fails', async () => 'a'), await once('fails', async () => 'b')];
  assert.deepEqual(answers, [
    { answer: 'a', repeated: false },
    { answer: 'a', repeated: true },
  ]);
  // The claim of a process that died, so nobody renews it.
  const died = Promise.withResolvers<string>();
  const dead = once('dead', () => died.promise);
  await eventually('the claim', async () => (await claims()).length === 1);
  const twin = () => once('dead', async () => 'twin');
  clock.advance(10_000);
  await assert.rejects(twin(), /still in progress/);
  clock.advance(1);
  assert.equal((await twin()).answer, 'twin');
  died.resolve('late');
  await dead;
});

test('an ended process releases its keys, and no other process does', async () => {
  const { parts } = service.service;
  const own = { ...contextOf(service, []), clock, processId: crypto.randomUUID() };
  const work = Promise.withResolvers<string>();
  const request = {
    credential: 'c',
    key: 'ended',
    request: { method: 'POST', url: '/', body: 'r' },
    waits: true,
  };
  const running = doOnce(own, request, () => work.promise);
  await eventually('the claim', async () => (await claims()).length === 1);
  await releaseClaims(parts, []);
  await releaseClaims(parts, [crypto.randomUUID()]);
  assert.equal((await claims()).length, 1);
  await releaseClaims(parts, [own.processId]);
  assert.equal((await claims()).length, 0);
  work.resolve('');
  await running;
});

test('answers are deleted after a day, by an hourly check', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { parts } = service.service;
  await create('Keeps cats', 'old');
  const stored = async () =>
    (await parts.db.selectFrom('idempotent_answers').select('id').execute()).length;
  await using _retention = startAnswerRetention({ ...parts, clock });
  clock.advance(25 * 3_600_000);
  t.mock.timers.tick(3_599_999);
  await parts.db.selectFrom('users').select('id').execute();
  assert.notEqual(await stored(), 0);
  t.mock.timers.tick(1);
  await eventually('the deletion', async () => (await stored()) === 0);
});

const claims = () =>
  service.service.parts.db
    .selectFrom('idempotent_answers')
    .select('id')
    .where('answer', 'is', null)
    .where('claimed_until', '>', clock.now())
    .execute();
