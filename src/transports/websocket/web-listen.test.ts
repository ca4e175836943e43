import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

/** `/v4/web/listen`, where web pages sign in with their first message. */
let service: TestService;
before(
  async () =>
    void (service = await startService({
      environment: { SVC_SIGN_UP: 'open' },
      recogniser: scriptedRecogniser({ utterances: () => [] }),
    })),
);
after(() => service[Symbol.asyncDispose]());

async function open(
  uid: string | null = service.owner.id,
  headers: Record<string, string> = {},
): Promise<WebSocket & { messages: string[] }> {
  const url = new URL('/v4/web/listen?codec=pcm16&sample_rate=16000', service.url);
  url.protocol = 'ws:';
  if (uid !== null) url.searchParams.set('uid', uid);
  const socket = Object.assign(new WebSocket(url, { headers }), { messages: [] as string[] });
  // A message may come together with the answer that opens the socket.
  socket.on('message', (data) => socket.messages.push(String(data)));
  await arrival(socket, 'open');
  return socket;
}

/** Returns the arguments of the next event of the socket. */
const arrival = (socket: WebSocket, event: string) =>
  once(socket, event, { signal: AbortSignal.timeout(15_000) });
const next = async (socket: WebSocket) => JSON.parse(String((await arrival(socket, 'message'))[0]));
const auth = (token: string) => JSON.stringify({ type: 'auth', token });

test('a page authenticates with its first message and can then send sound', async () => {
  const socket = await open();
  const { messages } = socket;
  socket.send(auth(service.owner.token));
  // A message that is sent before the answer has to wait, but is not lost.
  socket.send(new Uint8Array(640));
  await eventually('ready', () => messages.some((text) => text.includes('"ready"')));
  assert.deepEqual(JSON.parse(messages[0]!), { type: 'auth_response', success: true });
  socket.close();
  await arrival(socket, 'close');
});

test('a page that does not authenticate is told so and disconnected', async () => {
  const { key } = await service.owner.key(['conversations:read']);
  for (const [first, reason] of [
    [auth('svc_ses_nonsense'), /^The session has ended or never existed/],
    [auth(key), /^This is a developer key/],
    ['{"type":"hello"}', /^send \{"type":"auth"/],
    ['no JSON', /^send \{"type":"auth"/],
  ] as const) {
    const socket = await open();
    socket.send(first);
    const closed = arrival(socket, 'close');
    assert.deepEqual(await next(socket), { type: 'auth_response', success: false }, first);
    const [code, sentence] = await closed;
    assert.equal(code, 1008);
    assert.match(String(sentence), reason);
  }
  // A refusal is no error of the service.
  const { errors } = (await service.owner.call('GET', '/v1/installation')).body;
  assert.ok(errors.every(({ message }: { message: string }) => message !== 'listening'));
});

test("a session token opens only its own user's data", async () => {
  const socket = await open(crypto.randomUUID());
  socket.send(auth(service.owner.token));
  const [code, reason] = await arrival(socket, 'close');
  assert.deepEqual([code, String(reason)], [1008, 'uid is not the id of the signed-in user']);
});

const cookieOf = (token: string) => ({
  Cookie: `svc_session=${token}`,
  Origin: service.service.url,
});

test('our own page needs only its cookie', async () => {
  for (const uid of [service.owner.id, null]) {
    const socket = await open(uid, cookieOf(service.owner.token));
    const { messages } = socket;
    await eventually('ready', () => messages.some((text) => text.includes('"ready"')));
    assert.deepEqual(JSON.parse(messages[0]!), { type: 'auth_response', success: true });
    socket.close();
    await arrival(socket, 'close');
  }
});

test('a page of another site cannot use the cookie, only a token', async () => {
  const foreign = { ...cookieOf(service.owner.token), Origin: 'http://127.0.0.1:1' };
  const refused = await open(service.owner.id, foreign);
  refused.send('{"type":"hello"}');
  assert.equal((await arrival(refused, 'close'))[0], 1008);
  const admitted = await open(service.owner.id, foreign);
  admitted.send(auth(service.owner.token));
  assert.deepEqual(await next(admitted), { type: 'auth_response', success: true });
  admitted.close();
});

test('a page with an outdated cookie, or that of another user, may send its token', async () => {
  const friend = await ApiUser.signUp(service.url, 'friend@example.org');
  for (const token of ['svc_ses_outdated', friend.token]) {
    const socket = await open(service.owner.id, cookieOf(token));
    socket.send(auth(service.owner.token));
    assert.deepEqual(await next(socket), { type: 'auth_response', success: true });
    socket.close();
  }
});
