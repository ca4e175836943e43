import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

/** `/v4/web/listen`, where web pages sign in with their first message. */
let service: TestService;
before(
  async () =>
    void (service = await startService({
      recogniser: scriptedRecogniser({ utterances: () => [] }),
    })),
);
after(() => service[Symbol.asyncDispose]());

async function open(uid = service.owner.id): Promise<WebSocket> {
  const url = service.url.replace(/^http/, 'ws');
  const socket = new WebSocket(`${url}/v4/web/listen?uid=${uid}&codec=pcm16&sample_rate=16000`);
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
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  socket.send(auth(service.owner.token));
  // A message that is sent before the answer waits, and is not lost.
  socket.send(new Uint8Array(640));
  await eventually('ready', () => messages.some((text) => text.includes('"ready"')));
  assert.deepEqual(JSON.parse(messages[0]!), { type: 'auth_response', success: true });
  socket.close();
  await arrival(socket, 'close');
});

test('a page that does not authenticate is told so and disconnected', async () => {
  const { key } = await service.owner.key(['conversations:read']);
  for (const first of [auth('svc_ses_nonsense'), auth(key), '{"type":"hello"}', 'no JSON']) {
    const socket = await open();
    socket.send(first);
    const closed = arrival(socket, 'close');
    assert.deepEqual(await next(socket), { type: 'auth_response', success: false }, first);
    assert.equal((await closed)[0], 1008);
  }
});

test("a session token opens only its own user's data", async () => {
  const socket = await open(crypto.randomUUID());
  socket.send(auth(service.owner.token));
  const [code, reason] = await arrival(socket, 'close');
  assert.deepEqual([code, String(reason)], [1008, 'uid is not the signed-in user']);
});
