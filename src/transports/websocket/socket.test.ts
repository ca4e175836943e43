/** Tests how a listening socket sends messages and closes. */
import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { WebSocket } from 'ws';
import { silence } from '../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { request } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { TEMPORARY } from '../../testing/template.ts';
import { bytesOf, close, parseJson, send } from './socket.ts';

function socketOf(more: object = {}) {
  const calls: string[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (text: string) => calls.push(`send ${text}`),
    resume: () => calls.push('resume'),
    terminate: () => calls.push('terminate'),
    close: (code: number, reason: string) => calls.push(`close ${code} ${reason}`),
    ...more,
  };
  return { socket: socket as unknown as WebSocket, calls };
}

test('messages are sent while the socket is open and its client reads', () => {
  const usual = socketOf({ bufferedAmount: 1024 * 1024 });
  send(usual.socket, 'a');
  assert.deepEqual(usual.calls, ['send a']);
  const gone = socketOf({ readyState: 2 });
  send(gone.socket, 'a');
  assert.deepEqual(gone.calls, []);
  const deaf = socketOf({ bufferedAmount: 1024 * 1024 + 1 });
  send(deaf.socket, 'a');
  assert.deepEqual(deaf.calls, ['resume', 'close 1008 the client does not read', 'terminate']);
});

test('a close reason fits into its frame, with whole characters', () => {
  const { socket, calls } = socketOf();
  close(socket, 1008, `${'x'.repeat(118)}€€`);
  assert.deepEqual(calls, ['resume', `close 1008 ${'x'.repeat(118)}`]);
});

test('messages are bytes in any form, and garbage is not JSON', () => {
  assert.deepEqual([...bytesOf([Buffer.from([1]), Buffer.from([2])])], [1, 2]);
  assert.deepEqual([...bytesOf(new Uint8Array([3]).buffer)], [3]);
  assert.deepEqual([...bytesOf(Buffer.from([4]))], [4]);
  assert.deepEqual(parseJson('{"a":1}'), { a: 1 });
  assert.equal(parseJson('{'), undefined);
});

let service: TestService;
before(async () => {
  const recogniser = scriptedRecogniser({ utterances: [{ text: 'Hello.', start: 0.1, end: 0.5 }] });
  service = await startService({ recogniser });
});
after(() => service[Symbol.asyncDispose]());

const open = (more: Record<string, string | number> = {}) => {
  const { token, id: uid } = service.owner;
  return Listener.open(service.url, { token, uid, codec: 'pcm16', sample_rate: 16_000, ...more });
};
async function closing(listener: Listener): Promise<string> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The socket stayed open.')), 15_000).unref();
  });
  const { code, reason } = await Promise.race([listener.closed, late]);
  return `${code} ${reason}`;
}

test('an invalid request is closed with the name of the wrong field', async () => {
  assert.match(await closing(await open({ sample_rate: 'fast' })), /^1008 sample_rate: /);
  assert.equal(
    await closing(await open({ uid: crypto.randomUUID() })),
    '1008 uid is not the id of the signed-in user',
  );
  assert.match(await closing(await open({ codec: 'mp7' })), /^10(03|08) /);
});

test("a foreign page gets no socket with the visitor's cookie", async () => {
  const { status } = await request(service.url, 'GET', '/v4/listen', {
    headers: { Cookie: `svc_session=${service.owner.token}`, Origin: 'https://evil.example' },
  });
  assert.ok(status >= 400, `${status}`);
});

test('sound and messages are passed on, unknown ones ignored, and bad pictures close the socket', async () => {
  const listener = await open();
  await listener.event('service_status', (event) => event.status === 'ready');
  listener.say('no JSON');
  listener.say({ type: 'never heard of' });
  await listener.stream(silence(1), { speed: 20 });
  await listener.until(() => listener.text.includes('Hello'));
  listener.say({ type: 'image_chunk', id: 'x' });
  assert.match(await closing(listener), /^1008 image_chunk: .*: /);
});

test('on a restart sockets are closed with a matching reason', async () => {
  const recogniser = scriptedRecogniser({ utterances: [] });
  const stopping = await startService({ recogniser });
  const { token, id: uid } = stopping.owner;
  const listener = await Listener.open(stopping.service.url, {
    token,
    uid,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await listener.event('service_status', (event) => event.status === 'ready');
  await stopping[Symbol.asyncDispose]();
  assert.match(await closing(listener), /^1012 restarting/);
});

test('new sessions are refused without disk space or under overload', async () => {
  const recogniser = scriptedRecogniser({ utterances: [] });
  const { bavail, bsize } = statfsSync(TEMPORARY);
  const environment = { SVC_MIN_FREE_MIB: String(Math.ceil((2 * bavail * bsize) / 1024 ** 2)) };
  const refusals: string[] = [];
  for (const options of [{ environment }, { load: { fullSeconds: -1 } }]) {
    await using place = await startService({ recogniser, ...options });
    const { token, id: uid } = place.owner;
    const listener = await Listener.open(place.service.url, { token, uid, codec: 'pcm16' });
    refusals.push(await closing(listener));
  }
  assert.deepEqual(refusals, [
    '1013 the disk of the service is nearly full',
    '1013 the service is overloaded; try again later',
  ]);
});
