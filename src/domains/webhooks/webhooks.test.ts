import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import type { Received } from '../../testing/servers/webhook-receiver.ts';
import { eventually } from '../../testing/eventually.ts';
import { conversationMoved } from '../conversations/lifecycle.ts';
import { planEventDeliveries } from './event-deliveries.sql.ts';

const BASE = '/v1/users/developer';
const ALLOWED = { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' };
const SCOPES = ['conversations:read', 'conversations:write'];

const set = ({ owner }: TestService, type: string, url: string) =>
  owner.call('POST', `${BASE}/webhook/${type}`, { url });

async function talk({ owner }: TestService, text: string): Promise<string> {
  const key = await owner.key(SCOPES);
  return (await key.call('POST', '/v1/dev/user/conversations', { text })).body.id;
}

/** Reads the history until it is as expected. */
async function history(
  { owner }: TestService,
  expected: (rows: Json[]) => boolean,
): Promise<Json[]> {
  return eventually(`deliveries where ${expected}`, async () => {
    const { body } = await owner.call('GET', `${BASE}/webhooks/deliveries`);
    return expected(body) && body;
  });
}

function isSigned({ headers, body }: Received, secret: string, user_id: string): boolean {
  const parts = String(headers['x-svc-signature']).split(',');
  const t = parts[0]!.slice(2);
  const hmac = createHmac('sha256', secret).update(`${t}.${user_id}.${body}`).digest('hex');
  return parts.includes(`v1=${hmac}`);
}

test('a completed conversation is delivered once, with a signature', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED });
  const earlier = await talk(service, 'Said before there was a webhook.');
  await eventually('the end of its processing', async () => {
    const { body } = await service.owner.call('GET', `/v1/conversations/${earlier}`);
    return body.status === 'completed';
  });
  const { body } = await set(service, 'memory_created', receiver.url);
  assert.match(body.signing_secret, /^whsec_/);
  const id = await talk(service, 'I live in Porto.');
  await receiver.until(1);
  const [told] = receiver.received;
  assert.equal(told!.url.searchParams.get('uid'), service.owner.id);
  const conversation = JSON.parse(told!.body);
  assert.equal(conversation.id, id);
  assert.equal(conversation.transcript_segments[0].text, 'I live in Porto.');
  assert.equal(told!.headers['x-svc-event'], 'memory_created');
  assert.equal(told!.headers['x-svc-delivery'], told!.headers['idempotency-key']);
  assert.ok(isSigned(told!, body.signing_secret, service.owner.id));
  const [delivery] = await history(service, ([newest]) => newest?.status === 'delivered');
  assert.equal(delivery.id, told!.headers['x-svc-delivery']);
  assert.deepEqual([delivery.attempts, delivery.response_status], [1, 200]);
  assert.equal(receiver.received.length, 1);
  assert.deepEqual((await service.owner.call('GET', `${BASE}/webhooks/status`)).body, {
    memory_created: true,
    realtime_transcript: false,
    audio_bytes: false,
    day_summary: false,
  });
});

test('an event that was committed long after later ones is found by the search for late events', async () => {
  await using service = await startService({ environment: ALLOWED });
  await set(service, 'memory_created', 'http://127.0.0.1:1/');
  const { db } = service.service.parts;
  const noteLaterEvents = () =>
    sql`UPDATE receivers SET last_event_id = last_event_id + 1000`.execute(db);
  await noteLaterEvents();
  await talk(service, 'I live in Porto.');
  const plan = (withLate: boolean) =>
    planEventDeliveries(db, {
      event: conversationMoved.name,
      type: 'memory_created',
      newIds: [randomUUID()],
      now: new Date(),
      withLate,
    });
  assert.equal(await plan(false), 0);
  assert.equal(await plan(true), 1);
  assert.equal(await plan(true), 0, 'once');
});

test('a failed delivery is retried with growing pauses and can be replayed', async () => {
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED, clock });
  await set(service, 'memory_created', receiver.url);
  receiver.answer = () => 500;
  await talk(service, 'I live in Porto.');
  const [first] = await history(service, ([newest]) => newest?.error);
  assert.equal(first.status, 'pending');
  assert.match(first.error, /answered 500/);
  assert.equal(Date.parse(first.next_attempt_at) - clock.now().getTime(), 5_000);
  clock.advance(5_001);
  const [second] = await history(
    service,
    ([newest]) => Date.parse(newest!.next_attempt_at) > clock.now().getTime(),
  );
  assert.equal(second.attempts, 2);
  assert.ok(Date.parse(second.next_attempt_at) - clock.now().getTime() > 20_000);
  receiver.answer = () => 200;
  const replay = await service.owner.call('POST', `${BASE}/webhooks/deliveries/${first.id}/replay`);
  assert.equal(replay.body.status, 'delivered');
  assert.equal(receiver.received.length, 3);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-svc-delivery'])).size, 1);
  const unknown = await service.owner.call('POST', `${BASE}/webhooks/deliveries/nonsense/replay`);
  assert.equal(unknown.status, 404);
});

test('waiting retries are cancelled when the webhook is disabled', async () => {
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED, clock });
  const turn = (way: string) => service.owner.call('POST', `${BASE}/webhook/memory_created/${way}`);
  await set(service, 'memory_created', receiver.url);
  receiver.answer = () => 500;
  await talk(service, 'I live in Porto.');
  const [waiting] = await history(service, ([newest]) => newest?.error);
  await turn('disable');
  const one = `${BASE}/webhooks/deliveries/${waiting.id}`;
  assert.equal((await service.owner.call('GET', one)).body.status, 'cancelled');
  await turn('enable');
  clock.advance(86_400_000);
  const told = receiver.received.length;
  // A test is tried once. Another event proves that the dispatcher ran again.
  assert.equal((await turn('test')).body.status, 'failed');
  receiver.answer = () => 200;
  await talk(service, 'I work in Braga.');
  await receiver.until(told + 2);
  assert.equal((await service.owner.call('GET', one)).body.attempts, 1);
});

test('redirects are not followed, and a 410 stops further deliveries', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED });
  await set(service, 'memory_created', receiver.url);
  receiver.answer = () => 302;
  const press = () => service.owner.call('POST', `${BASE}/webhook/memory_created/test`);
  assert.match((await press()).body.error, /redirects are not followed/);
  assert.equal(receiver.received.length, 1);
  receiver.answer = () => 410;
  assert.equal((await press()).body.status, 'failed');
  const { enabled } = (await service.owner.call('GET', `${BASE}/webhook/memory_created`)).body;
  assert.equal(enabled, false);
});

test('a slow receiver delays only its own deliveries', async () => {
  await using slow = await startWebhookReceiver();
  await using quick = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED });
  const release = Promise.withResolvers<number>();
  slow.answer = () => release.promise;
  await set(service, 'realtime_transcript', slow.url);
  await set(service, 'memory_created', quick.url);
  await using listener = await Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    custom_stt: 'enabled',
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const segments = [{ text: 'I live in Porto.', is_user: true, start: 0, end: 1 }];
  listener.say({ type: 'suggested_transcript', segments });
  await listener.until(() => listener.segments.size > 0);
  await slow.until(1);
  await service.owner.call('POST', '/v1/conversations', {});
  await quick.until(1);
  const told = JSON.parse(slow.received[0]!.body);
  assert.equal(told.segments[0].text, 'I live in Porto.');
  assert.equal(told.session_id, JSON.parse(quick.received[0]!.body).id);
  release.resolve(200);
});

test('a receiver that does not answer does not delay the shutdown', async () => {
  await using hanging = await startWebhookReceiver();
  const service = await startService({ environment: ALLOWED });
  hanging.answer = () => new Promise<number>(() => {});
  await set(service, 'memory_created', hanging.url);
  await talk(service, 'I live in Porto.');
  await hanging.until(1);
  const began = performance.now();
  await service[Symbol.asyncDispose]();
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 12, `${seconds} s`);
});

test('the sound of a session is delivered in pieces of some seconds', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED });
  await set(service, 'audio_bytes', `${receiver.url},1`);
  const { url } = (await service.owner.call('GET', `${BASE}/webhook/audio_bytes`)).body;
  assert.equal(url, `${receiver.url},1`);
  await using listener = await Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  for (let frame = 0; frame < 150; frame += 1) listener.socket.send(new Uint8Array(320 * 2));
  await receiver.until(3);
  const bytes = receiver.received.slice(0, 2).map(({ headers }) => headers['content-length']);
  assert.deepEqual(bytes, ['32000', '32000']);
  assert.equal(receiver.received[0]!.url.searchParams.get('sample_rate'), '16000');
});

test('no delivery goes to this machine or a private network, whatever the DNS name says', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService();
  for (const address of [
    receiver.url,
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://168.63.129.16/',
    'http://[fd00:ec2::254]/',
    'http://0x7f000001/',
    'ftp://example.org/',
    'http://me:secret@example.org/',
    'nonsense',
  ]) {
    assert.equal((await set(service, 'memory_created', address)).status, 422, address);
  }
  assert.equal((await set(service, 'memory_created', '')).status, 400);
  // A host name is checked by its address when the connection is made.
  await set(service, 'memory_created', receiver.url.replace('127.0.0.1', 'localhost'));
  const press = () => service.owner.call('POST', `${BASE}/webhook/memory_created/test`);
  assert.match((await press()).body.error, /address is not public/);
  assert.equal(receiver.received.length, 0);
  // A host name without an address gives the same result as a receiver that does not answer.
  await set(service, 'memory_created', 'http://webhook.invalid/');
  const { status, body } = await press();
  assert.deepEqual([status, body.status, body.response_status], [200, 'failed', null]);
  assert.match(body.error, /ENOTFOUND|EAI_AGAIN/);
});

test('the previous secret is used too for a day after a new one', async () => {
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED, clock });
  const { signing_secret: old } = (await set(service, 'memory_created', receiver.url)).body;
  const press = () => service.owner.call('POST', `${BASE}/webhook/memory_created/test`);
  const path = `${BASE}/webhook-signing-secret`;
  const { secret } = (await service.owner.call('POST', path)).body;
  assert.equal((await service.owner.securityEvents())[0], 'webhook_secret_changed');
  await press();
  const both = receiver.received.at(-1)!;
  assert.ok(isSigned(both, old, service.owner.id) && isSigned(both, secret, service.owner.id));
  assert.equal((await service.owner.call('GET', path)).body.has_secret, true);
  clock.advance(24 * 3600 * 1000 + 1);
  await press();
  const one = receiver.received.at(-1)!;
  assert.ok(!isSigned(one, old, service.owner.id) && isSigned(one, secret, service.owner.id));
  await service.owner.call('DELETE', path);
  assert.equal((await service.owner.securityEvents())[0], 'webhook_secret_deleted');
  await press();
  assert.equal(receiver.received.at(-1)!.headers['x-svc-signature'], undefined);
});

test('a disabled webhook delivers nothing, even after it is enabled again', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED });
  const turn = (way: string) => service.owner.call('POST', `${BASE}/webhook/memory_created/${way}`);
  assert.equal((await turn('enable')).status, 404);
  await set(service, 'memory_created', receiver.url);
  await turn('disable');
  await talk(service, 'Said in private.');
  await turn('enable');
  const id = await talk(service, 'Said in public.');
  await receiver.until(1);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).id),
    [id],
  );
  assert.equal((await set(service, 'gossip', receiver.url)).status, 422);
});

test('statuses 200 to 299 count as delivered, and all others are reported', async () => {
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED, clock });
  await set(service, 'memory_created', receiver.url);
  for (const [answer, status, error] of [
    [200, 'delivered', null],
    [299, 'delivered', null],
    [300, 'failed', /redirects \(300\)/],
    [399, 'failed', /redirects \(399\)/],
    [400, 'failed', /answered 400/],
  ] as const) {
    receiver.answer = () => answer;
    const press = await service.owner.call('POST', `${BASE}/webhook/memory_created/test`);
    assert.deepEqual([press.body.status, press.body.response_status], [status, answer]);
    if (error) assert.match(press.body.error, error);
    else assert.equal(press.body.error, null);
  }
});

test('records that are deleted before the delivery are not delivered', async () => {
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: ALLOWED, clock });
  await set(service, 'memory_created', receiver.url);
  receiver.answer = () => 500;
  const id = await talk(service, 'I live in Porto.');
  const [waiting] = await history(service, ([newest]) => newest?.error);
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  const again = `${BASE}/webhooks/deliveries/${waiting.id}/replay`;
  assert.equal((await service.owner.call('POST', again)).body.status, 'cancelled');
  assert.equal(receiver.received.length, 1);
});
