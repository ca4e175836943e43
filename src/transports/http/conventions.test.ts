import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import { openRateLimiter } from '../../domains/requests/rate-limits.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';

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

test('the same request with the same key is answered from memory', async () => {
  const first = await create('Keeps bees', 'k1');
  await key.call('DELETE', `${MEMORIES}/${first.body.id}`);
  const again = await create('Keeps bees', 'k1');
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(await memories(), [], 'nothing was created again');
});

test('the same key with another request is refused', async () => {
  await create('Keeps goats', 'k2');
  const other = await create('Keeps sheep', 'k2');
  assert.equal(other.status, 422);
  assert.match(other.body.detail, /Use a new key/);
});

test('twins at the same moment do the work once', async () => {
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

test('a request that failed may be tried again under its key', async () => {
  assert.equal((await create('  ', 'k3')).status, 422);
  assert.equal((await create('Keeps ducks', 'k3')).status, 200);
  assert.equal((await create('x', 'k'.repeat(256))).status, 422);
});

test('a request that takes long keeps its key until it is answered', async (t) => {
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
  // The claim ends after ten seconds when nobody extends it.
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

test('a key is forgotten after a day, and is nobody else’s', async () => {
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

test('a key that is shown once is not readable in what is remembered of its creation', async () => {
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

test('a change with If-Match happens only to what was read', async () => {
  const { body } = await key.call('POST', MEMORIES, { content: 'Lives in Faro' });
  const path = `${MEMORIES}/${body.id}`;
  const tag = (await key.call('GET', path)).headers.get('etag')!;
  const change = (content: string) => send('PATCH', path, { 'If-Match': tag }, { content });
  assert.equal((await change('Lives in Porto')).status, 200);
  const lost = await change('Lives in Braga');
  assert.equal(lost.status, 412);
  assert.match(lost.body.detail, /changed since you read it/);
  assert.equal((await send('DELETE', path, { 'If-Match': tag })).status, 412);
  assert.equal((await key.call('GET', path)).body.content, 'Lives in Porto');
  assert.equal((await send('DELETE', path, { 'If-Match': '*' })).status, 200);
  assert.equal((await send('DELETE', path, { 'If-Match': '*' })).status, 404);
});

test('of many changes to the same reading, one happens', async () => {
  const { body } = await key.call('POST', MEMORIES, { content: 'Counts sheep' });
  const path = `${MEMORIES}/${body.id}`;
  const tag = (await key.call('GET', path)).headers.get('etag')!;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send('PATCH', path, { 'If-Match': tag }, { content: `Counts ${index} sheep` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)]);
});

test('the limits of a key and of its user are told and kept', async () => {
  const limited = { SVC_RATE_LIMIT: '12/minute,20/day' };
  await using service = await startService({ clock, environment: limited });
  const [first, second] = [await service.owner.key(SCOPES), await service.owner.key(SCOPES)];
  const before = await first.call('GET', MEMORIES);
  assert.equal(before.headers.get('x-ratelimit-limit'), '12');
  assert.equal(before.headers.get('x-ratelimit-remaining'), '11');
  const reset = Number(before.headers.get('x-ratelimit-reset')) * 1000;
  assert.ok(reset > clock.now().getTime() && reset <= clock.now().getTime() + 60_000);
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async () => (await first.call('GET', MEMORIES)).status),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 11);
  const refused = await first.call('GET', MEMORIES);
  assert.equal(refused.status, 429);
  assert.match(refused.body.detail, /^Rate limit exceeded. Try again in \d+s.$/);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  assert.equal((await service.owner.call('GET', '/v1/dev/keys')).status, 200, 'people go on');
  let allowed = 12;
  while ((await second.call('GET', MEMORIES)).status === 200) allowed += 1;
  assert.equal(allowed, 20, 'the day of the user is over');
  clock.advance(61_000);
  assert.equal((await first.call('GET', MEMORIES)).status, 429);
});

test('several processes share a limit, and what one took ahead outlives it', async () => {
  const { db, log } = service.service.parts;
  const limits = { perMinute: 50, perDay: 1000 };
  const actor = { kind: 'developer_key', user_id: 'u', key_id: 'k', scopes: [] } as const;
  const count = async (limiter: ReturnType<typeof openRateLimiter>) =>
    limiter.count(actor, clock.now()).then(
      () => 1,
      () => 0,
    );
  const dead = openRateLimiter({ db, clock, log, limits });
  await count(dead);
  await using first = openRateLimiter({ db, clock, log, limits });
  await using second = openRateLimiter({ db, clock, log, limits });
  const counts = Array.from({ length: 80 }, (_, index) => count(index % 2 ? first : second));
  const allowed = (await Promise.all(counts)).reduce<number>((sum, one) => sum + one, 0);
  assert.equal(allowed, 45, 'the dead one keeps the five that it took');
  await dead[Symbol.asyncDispose]();
  assert.equal(await count(second), 1, 'one that stops in order gives back');
});

test('one statement that fails is one request that fails, not all that follow', async () => {
  const { db, log } = service.service.parts;
  const actor = { kind: 'developer_key', user_id: 'u', key_id: 'x', scopes: [] } as const;
  const limits = { perMinute: 50, perDay: 1000 };
  await using limiter = openRateLimiter({ db, clock, log, limits });
  await sql`ALTER TABLE rate_windows RENAME TO rate_windows_away`.execute(db);
  await assert.rejects(limiter.count(actor, clock.now()));
  await sql`ALTER TABLE rate_windows_away RENAME TO rate_windows`.execute(db);
  assert.ok(await limiter.count(actor, clock.now()));
});

test('a request that a crash cut off finds what it had begun when it is sent again', async () => {
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
  // As a crash leaves it: the conversation is stored, its answer is not.
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

test('a key of another day does the work of another request', async () => {
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

test('a lost update of a part is refused like one of the whole', async () => {
  const writer = await service.owner.key(['goals:read', 'goals:write']);
  const goals = '/v1/dev/user/goals';
  const made = { title: 'Swim', goal_type: 'numeric', target_value: 9 };
  const { body: goal } = await writer.call('POST', goals, made);
  const { headers } = await writer.call('GET', `${goals}/${goal.id}`);
  const progress = (value: number, tag: string | null) =>
    request(service.url, 'PATCH', `${goals}/${goal.id}/progress?current_value=${value}`, {
      token: writer.key,
      headers: { 'If-Match': tag! },
    });
  assert.equal((await progress(1, headers.get('etag'))).status, 200);
  assert.equal((await progress(2, headers.get('etag'))).status, 412);
});

test('text that no database stores is refused wherever it stands, and made-up cursors are', async () => {
  const cursor = (...key: string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
  const id = crypto.randomUUID();
  const refused: [number, () => Promise<{ status: number; body: unknown }>][] = [
    [422, () => service.owner.call('GET', '/v1/conversations?sources=%00')],
    [422, () => service.owner.call('POST', '/v1/dev/keys', { name: 'a\0b' })],
    [422, () => service.owner.call('POST', '/v1/dev/keys', '{"name":"\\ud800"}')],
    [404, () => key.call('GET', `${MEMORIES}/%00`)],
    [400, () => key.call('GET', `${MEMORIES}?cursor=${cursor('\0', id)}`)],
    [
      400,
      () =>
        service.owner.call('GET', `/v1/conversations?cursor=${cursor('0000-01-01T00:00:00Z', id)}`),
    ],
    [400, () => service.owner.call('GET', '/v1/conversations?start_date=2026-02-30')],
    [400, () => service.owner.call('GET', '/v1/conversations?start_date=March%207')],
  ];
  for (const [status, send] of refused) {
    const answer = await send();
    assert.equal(answer.status, status, `${send}: ${JSON.stringify(answer.body)}`);
  }
});
