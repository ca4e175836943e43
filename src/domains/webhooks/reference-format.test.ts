/**
 * Tests what the receivers of the four older webhooks rely on, to the byte: the requests, their
 * signatures, the retries, and the order of words and sound.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { wordList } from '../../core/text.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import type { Received } from '../../testing/servers/webhook-receiver.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startForwarder } from './forwarder.ts';

const BASE = '/v1/users/developer';
const TYPES = ['memory_created', 'realtime_transcript', 'audio_bytes', 'day_summary'] as const;
type Type = (typeof TYPES)[number];
/** The seconds before the second attempt, the third and so on. */
const PAUSES = [5, 30, 120, 600, 3600, 10_800, 43_200];

/** The fields of a segment, in their order in a request. */
const SEGMENT_FIELDS = wordList(`
  text start end id speaker_id speaker_name speaker is_user is_user_probable person_id
  speech_profile_processed stt_provider doubtful translations
`);

const clock = new ManualClock('2026-03-02T10:00:00Z');
let service: TestService;
let secret: string;
before(async () => {
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' }, clock });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  const { owner } = service;
  for (const type of TYPES) await owner.call('POST', `${BASE}/webhook/${type}/disable`);
  ({ secret } = (await owner.call('POST', `${BASE}/webhook-signing-secret`)).body);
  // The previous secret no longer signs.
  clock.advance(86_400_001);
});

const ok = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await service.owner.call(method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const set = (type: Type, url: string) => ok('POST', `${BASE}/webhook/${type}`, { url });
const say = async (text: string): Promise<string> =>
  (await ok('POST', '/v1/conversations/from-text', { text })).id;

/** Returns the deliveries of a type since the given number of older ones, oldest first. */
const deliveriesOf = async (type: Type): Promise<Json[]> =>
  (await ok('GET', `${BASE}/webhooks/deliveries?type=${type}&limit=500`)).toReversed();

/** Returns the headers that a request must have, in their order. */
function headersOf(type: Type, { headers, bytes }: Received, port: string): [string, string][] {
  const seconds = Math.floor(clock.now().getTime() / 1000);
  const hmac = createHmac('sha256', secret);
  const signed = hmac.update(`${seconds}.${service.owner.id}.`).update(bytes).digest('hex');
  const id = String(headers['x-svc-delivery']);
  return [
    ['content-type', type === 'audio_bytes' ? 'application/octet-stream' : 'application/json'],
    ['user-agent', 'Commonplace'],
    ['x-svc-event', type],
    ['x-svc-delivery', id],
    ['idempotency-key', id],
    ['x-svc-signature', `t=${seconds},v1=${signed}`],
    ['content-length', String(bytes.length)],
    ['host', `127.0.0.1:${port}`],
    ['connection', 'close'],
  ];
}

async function openDevice(more: Record<string, string | number>): Promise<Listener> {
  const { url, owner } = service;
  const listener = await Listener.open(url, { token: owner.token, uid: owner.id, ...more });
  await listener.event('service_status', ({ status }) => status === 'ready');
  return listener;
}

test('the request of each type has its path, its headers and its signature', async () => {
  await using receiver = await startWebhookReceiver();
  for (const [index, type] of TYPES.entries()) {
    await set(type, `${receiver.url}/${type}?token=a%20b&uid=other`);
    const { id, ...outcome } = await ok('POST', `${BASE}/webhook/${type}/test`);
    const request = receiver.received[index]!;
    const sound = type === 'audio_bytes' ? '&sample_rate=16000' : '';
    assert.equal(request.method, 'POST');
    assert.equal(
      request.url.href,
      `http://receiver/hook/${type}?token=a+b&uid=${service.owner.id}${sound}`,
    );
    const { port } = new URL(receiver.url);
    assert.deepEqual(Object.entries(request.headers), headersOf(type, request, port));
    assert.equal(request.headers['x-svc-delivery'], id);
    const expected = type === 'audio_bytes' ? '\0'.repeat(3200) : `{"test":true,"type":"${type}"}`;
    assert.equal(request.body, expected);
    assert.deepEqual(Object.keys(outcome), [
      'type',
      'status',
      'attempts',
      'next_attempt_at',
      'response_status',
      'error',
      'duration_ms',
      'created_at',
      'delivered_at',
    ]);
    assert.deepEqual([outcome.status, outcome.attempts], ['delivered', 1]);
  }
});

test('a completed conversation is sent as its own route answers it', async () => {
  await using receiver = await startWebhookReceiver();
  await set('memory_created', receiver.url);
  const id = await say('We sail to Horta on Friday.');
  await receiver.until(1);
  const [request] = receiver.received;
  const body = JSON.parse(request!.body);
  assert.deepEqual(body, await ok('GET', `/v1/conversations/${id}`));
  assert.equal(request!.body, JSON.stringify(body));
  assert.deepEqual(Object.keys(body.transcript_segments[0]), SEGMENT_FIELDS);
  const { port } = new URL(receiver.url);
  assert.deepEqual(Object.entries(request!.headers), headersOf('memory_created', request!, port));
});

test('a delivery is tried eight times with growing pauses, and its webhook stays on', async () => {
  await using receiver = await startWebhookReceiver();
  await set('memory_created', receiver.url);
  const complaints = [
    [400, 'The receiver answered 400.'],
    [404, 'The receiver answered 404.'],
    [429, 'The receiver answered 429.'],
    [500, 'The receiver answered 500.'],
    [302, 'The receiver redirects (302); redirects are not followed.'],
    [0, 'socket hang up'],
    [503, 'The receiver answered 503.'],
    [500, 'The receiver answered 500.'],
  ] as const;
  receiver.answer = () => complaints[receiver.received.length - 1]![0];
  await say('I live in Porto.');
  for (const [index, [status, error]] of complaints.entries()) {
    await receiver.until(index + 1);
    const delivery = await eventually(`attempt ${index + 1}`, async () => {
      const newest = (await deliveriesOf('memory_created')).at(-1)!;
      return newest.duration_ms !== null && newest.error === error && newest;
    });
    const pause = PAUSES[index];
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery.response_status],
      [pause === undefined ? 'failed' : 'pending', index + 1, status || null],
    );
    const next = delivery.next_attempt_at && Date.parse(delivery.next_attempt_at);
    assert.equal(next, pause === undefined ? null : clock.now().getTime() + pause * 1000);
    clock.advance((pause ?? 0) * 1000);
  }
  const [first, ...others] = receiver.received;
  for (const { headers, body } of others) {
    assert.equal(headers['x-svc-delivery'], first!.headers['x-svc-delivery']);
    assert.equal(body, first!.body);
  }
  // A failed replay does not restart the retries.
  receiver.answer = () => 500;
  const { id } = (await deliveriesOf('memory_created')).at(-1)!;
  const replayed = await ok('POST', `${BASE}/webhooks/deliveries/${id}/replay`);
  assert.deepEqual([replayed.status, replayed.attempts], ['failed', 9]);
  assert.equal((await ok('GET', `${BASE}/webhook/memory_created`)).enabled, true);
});

test('a delivery stays delivered, even if its replay fails', async () => {
  await using receiver = await startWebhookReceiver();
  await set('memory_created', receiver.url);
  await say('I work in Braga.');
  const first = await eventually('the delivery', async () => {
    const newest = (await deliveriesOf('memory_created')).at(-1)!;
    return newest.status === 'delivered' && newest;
  });
  receiver.answer = () => 500;
  clock.advance(60_000);
  const again = await ok('POST', `${BASE}/webhooks/deliveries/${first.id}/replay`);
  assert.deepEqual(
    [again.status, again.response_status, again.delivered_at],
    ['delivered', 500, first.delivered_at],
  );
});

test('after a 410, other deliveries wait until the webhook is on again', async () => {
  await using receiver = await startWebhookReceiver();
  await set('memory_created', receiver.url);
  receiver.answer = () => 500;
  await say('I play the piano.');
  await say('I keep bees.');
  const [gone, waiting] = await eventually('two refusals', async () => {
    const rows = (await deliveriesOf('memory_created')).slice(-2);
    return rows.every(({ error, status }) => error && status === 'pending') && rows;
  });
  receiver.answer = () => 410;
  const refused = await ok('POST', `${BASE}/webhooks/deliveries/${gone!.id}/replay`);
  assert.deepEqual([refused.status, refused.next_attempt_at], ['failed', null]);
  assert.equal((await ok('GET', `${BASE}/webhook/memory_created`)).enabled, false);
  const one = `${BASE}/webhooks/deliveries/${waiting!.id}`;
  assert.equal((await ok('GET', one)).status, 'pending');
  receiver.answer = () => 200;
  clock.advance(5_000);
  await ok('POST', `${BASE}/webhook/memory_created/enable`);
  await receiver.until(4);
  assert.equal(receiver.received[3]!.headers['x-svc-delivery'], waiting!.id);
});

test('the words of a live session arrive in their order, with the session', async () => {
  await using receiver = await startWebhookReceiver();
  await set('realtime_transcript', receiver.url);
  await using device = await openDevice({ custom_stt: 'enabled' });
  const texts = ['I live in Porto.', 'I work in Braga.'];
  for (const [index, text] of texts.entries()) {
    const segments = [{ text, is_user: true, start: index * 60, end: index * 60 + 1 }];
    device.say({ type: 'suggested_transcript', segments });
    await receiver.until(index + 1);
  }
  const { session_id } = JSON.parse(receiver.received[0]!.body);
  const { transcript_segments } = await ok('GET', `/v1/conversations/${session_id}`);
  const { port } = new URL(receiver.url);
  for (const [index, request] of receiver.received.entries()) {
    const body = JSON.parse(request.body);
    assert.equal(request.body, JSON.stringify(body));
    assert.deepEqual(body, { segments: [transcript_segments[index]], session_id });
    assert.deepEqual(Object.keys(body), ['segments', 'session_id']);
    assert.deepEqual(Object.keys(body.segments[0]), SEGMENT_FIELDS);
    assert.equal(body.segments[0].text, texts[index]);
    const headers = headersOf('realtime_transcript', request, port);
    assert.deepEqual(Object.entries(request.headers), headers);
  }
});

test('sound arrives in pieces without a gap, and the end of a session sends the rest', async () => {
  await using receiver = await startWebhookReceiver();
  await set('audio_bytes', `${receiver.url}?room=1,1`);
  const device = await openDevice({ codec: 'pcm16', sample_rate: 16_000 });
  const pcm = Int16Array.from({ length: 24_000 }, (_, index) => (index % 2_000) - 1_000);
  await device.stream(pcm, { speed: 100 });
  await receiver.until(1);
  await device[Symbol.asyncDispose]();
  await receiver.until(2);
  const { port } = new URL(receiver.url);
  for (const request of receiver.received) {
    const query = `room=1&uid=${service.owner.id}&sample_rate=16000`;
    assert.equal(request.url.href, `http://receiver/hook?${query}`);
    const headers = headersOf('audio_bytes', request, port);
    assert.deepEqual(Object.entries(request.headers), headers);
  }
  assert.deepEqual(
    receiver.received.map(({ bytes }) => bytes.length),
    [32_000, 16_000],
  );
  const heard = Buffer.concat(receiver.received.map(({ bytes }) => bytes));
  assert.ok(heard.equals(Buffer.from(pcm.buffer)));
  // Delivered sound is deleted, so it cannot be sent again.
  const { id } = (await deliveriesOf('audio_bytes')).at(-1)!;
  await ok('POST', `${BASE}/webhooks/deliveries/${id}/replay`);
  assert.equal(receiver.received.length, 2);
});

test('a slow receiver of sound gets the newest 60 pieces', async () => {
  await using receiver = await startWebhookReceiver();
  const release = Promise.withResolvers<number>();
  receiver.answer = () => release.promise;
  await set('audio_bytes', `${receiver.url},1`);
  const before = (await deliveriesOf('audio_bytes')).length;
  const forwarder = startForwarder(service.service.parts, { nudge: () => {} });
  const send = () => forwarder.audio(service.owner.id, new Int16Array(16_000));
  await eventually('the first piece', async () => {
    send();
    return (await deliveriesOf('audio_bytes')).length > before;
  });
  send();
  await receiver.until(2);
  for (let count = 0; count < 64; count += 1) send();
  await forwarder[Symbol.asyncDispose]();
  const pieces = (await deliveriesOf('audio_bytes')).slice(before);
  const dropped = pieces.slice(0, -60);
  assert.ok(dropped.length > 4);
  for (const { status, error } of dropped) {
    assert.deepEqual([status, error], ['failed', 'The receiver was too slow.']);
  }
  for (const { status } of pieces.slice(-60)) assert.equal(status, 'pending');
  const arrived = receiver.received.length;
  release.resolve(200);
  await receiver.until(arrived + 2);
});
