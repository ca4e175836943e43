/** Tests device keys, and devices with separate recordings. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeWav } from '../../engines/audio/wav.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService({
    recogniser: scriptedRecogniser({ utterances: () => [] }),
    heartbeatMs: 50,
  });
});
after(() => service[Symbol.asyncDispose]());

/** Opens a socket that sends words instead of sound. */
async function open(token: string, more: Record<string, string> = {}): Promise<Listener> {
  const listener = await Listener.open(service.url, { token, custom_stt: 'enabled', ...more });
  await listener.event('service_status', ({ status }) => status === 'ready');
  return listener;
}

async function says(listener: Listener, text: string): Promise<void> {
  listener.say({ type: 'suggested_transcript', segments: [{ text, start: 0, end: 2 }] });
  await listener.until(() => listener.text.includes(text));
}

const wordsOf = ({ body }: { body: Json }): string =>
  body.conversation.transcript_segments.map(({ text }: Json) => text).join(' ');

/** Uploads a recording of two seconds. */
async function upload(token: string): Promise<{ status: number; body: Json }> {
  const form = new FormData();
  form.append('file', new Blob([writeWav(new Int16Array(32_000))]), 'a.wav');
  const answer = await fetch(new URL('/v1/conversations/upload', service.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

async function newDevice(): Promise<ApiKey> {
  return service.owner.key([], 'device');
}

test('each device key and each device_id has a recording of its own', async () => {
  const [pendant, glasses] = [await newDevice(), await newDevice()];
  await using one = await open(pendant.key);
  await using two = await open(glasses.key);
  await using phone = await open(service.owner.token, { device_id: 'phone' });
  await using others = await open(service.owner.token);
  await says(one, 'The pendant hears this.');
  await says(two, 'The glasses hear that.');
  await says(phone, 'The phone hears something else.');
  await says(others, 'All others hear a fourth thing.');

  const end = { method: 'POST', path: '/v1/conversations' } as const;
  const byPendant = await pendant.call(end.method, end.path, {});
  assert.equal(wordsOf(byPendant), 'The pendant hears this.');
  const again = await pendant.call(end.method, end.path, {});
  assert.deepEqual([again.status, again.body.detail], [404, 'Conversation in progress not found']);
  const byName = await service.owner.call(end.method, end.path, { device_id: 'phone' });
  assert.equal(wordsOf(byName), 'The phone hears something else.');
  const last = await service.owner.call(end.method, end.path, {});
  assert.equal(wordsOf(last), 'All others hear a fourth thing.');
  const before = await service.owner.call(end.method, end.path, {});
  assert.equal(wordsOf(before), 'The glasses hear that.');
  // A recording without words never counts as the one with the latest words.
  assert.equal((await service.owner.call(end.method, end.path, {})).status, 404);
});

test('a device key resumes its recording, and learns nothing of other recordings', async () => {
  const pendant = await newDevice();
  const first = await open(pendant.key);
  await says(first, 'We begin here.');
  await first[Symbol.asyncDispose]();
  await using second = await open(pendant.key);
  await says(second, 'We go on here.');
  await using phone = await open(service.owner.token, { device_id: 'phone' });
  await says(phone, 'My secret is with the phone.');
  await service.owner.call('POST', '/v1/conversations', { device_id: 'phone' });
  await phone.event('memory_created');
  const { body } = await pendant.call('POST', '/v1/conversations', {});
  assert.match(wordsOf({ body }), /We begin here.*We go on here/);
  await second.event('memory_created');
  assert.ok(!JSON.stringify(second.events).includes('secret'));
});

test('a device key opens nothing but what it needs to be heard', async () => {
  const pendant = await newDevice();
  for (const path of [
    '/v1/dev/user/memories',
    '/v3/memories',
    '/v1/mcp/memories',
    '/v1/users/me',
  ]) {
    const { status, body } = await pendant.call('GET', path);
    assert.equal(status, 401, path);
    assert.match(body.detail, /This is a device key \(svc_dvc_…\), which works on \/v4\/listen/);
  }
  for (const kind of ['dev', 'mcp'] as const) {
    const { key } = await service.owner.key([], kind);
    const { status, body } = await request(service.url, 'POST', '/v1/conversations', {
      token: key,
      body: {},
    });
    assert.equal(status, 401);
    assert.match(body.detail, /needs a signed-in session/);
  }
  const { body: uploaded, status } = await upload(pendant.key);
  assert.equal(status, 200, JSON.stringify(uploaded));
  const forMemories = await service.owner.key(['memories:write']);
  assert.equal((await upload(forMemories.key)).status, 401);
});

test('a key is listed by its name and ends its socket when it is revoked', async () => {
  const { body: made } = await service.owner.call('POST', '/v1/device/keys', { name: 'Pendant' });
  assert.deepEqual([made.name, made.scopes], ['Pendant', ['listen']]);
  assert.match(made.key, /^svc_dvc_/);
  await using socket = await open(made.key);
  const { body: listed } = await service.owner.call('GET', '/v1/device/keys');
  assert.ok(listed.some(({ id, name }: Json) => id === made.id && name === 'Pendant'));
  assert.ok(!JSON.stringify(listed).includes(made.key));
  const { status } = await service.owner.call('DELETE', `/v1/device/keys/${made.id}`);
  assert.equal(status, 204);
  const { code, reason } = await socket.closed;
  assert.deepEqual([code, reason], [1008, 'Invalid API Key']);
  await assert.rejects(open(made.key));
  const refused = await service.owner.call('POST', '/v1/device/keys', {
    name: 'Pendant',
    scopes: ['memories:read'],
  });
  assert.equal(refused.status, 422);
});

test('a page may send the key of a device in its first message', async () => {
  const pendant = await newDevice();
  const url = new URL('/v4/web/listen?custom_stt=enabled', service.url);
  url.protocol = 'ws:';
  const socket = new WebSocket(url);
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ type: 'auth', token: pendant.key })),
  );
  const first = await new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  );
  assert.deepEqual(JSON.parse(first), { type: 'auth_response', success: true });
  socket.close();
});
