/** Tests how a listening socket is opened, paced and closed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { silence } from '../../engines/audio/testing.ts';
import { administerQuotas, Quotas } from '../../domains/quotas/quotas.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser, request } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const MINUTES = 60_000;
const NO_QUOTAS = new Quotas({ soundGib: undefined, hours: undefined });
/** The last second of sound that the tests send. */
const LAST = 70;
let service: TestService;
/** Where the recogniser has a defect. */
let defect: 'open' | 'write' | null = null;
let minutesLater = 0;
/** The sessions of the recogniser that are not closed. */
let running = 0;

const scripted = scriptedRecogniser({
  utterances: () => [{ text: 'The last word.', start: LAST - 1, end: LAST - 0.5 }],
});
const recogniser: Recogniser = {
  ...scripted,
  open(options) {
    if (defect === 'open') throw new Error('no recogniser opens');
    const session = scripted.open(options);
    running += 1;
    const write = session.write.bind(session);
    const close = session.close.bind(session);
    session.write = (pcm) => {
      if (defect === 'write') throw new Error('no recogniser hears');
      write(pcm);
    };
    session.close = () => {
      running -= 1;
      close();
    };
    return session;
  },
};

before(async () => {
  service = await startService({
    recogniser,
    clock: { now: () => new Date(Date.now() + minutesLater * MINUTES) },
    environment: { SVC_SIGN_UP: 'open' },
    heartbeatMs: 50,
  });
});
after(() => service[Symbol.asyncDispose]());

let users = 0;
const newUser = () => ApiUser.signUp(service.service.url, `user${(users += 1)}@example.org`);

async function open(
  { token }: Pick<ApiUser, 'token'>,
  more: Record<string, string | number> = { custom_stt: 'enabled' },
): Promise<Listener> {
  const format = { codec: 'pcm16', sample_rate: 16_000 };
  return Listener.open(service.url, { token, ...format, ...more });
}

const isReady = (listener: Listener) =>
  listener.event('service_status', ({ status }) => status === 'ready');

async function closing(listener: Listener): Promise<string> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The socket stayed open.')), 15_000).unref();
  });
  const { code, reason } = await Promise.race([listener.closed, late]);
  return `${code} ${reason}`;
}

const lastError = async () => (await service.owner.call('GET', '/v1/installation')).body.errors[0];

async function says(listener: Listener, text: string): Promise<void> {
  listener.say({ type: 'suggested_transcript', segments: [{ text, start: 0, end: 1 }] });
  await listener.until(() => listener.text.includes(text));
}

test('a device is pinged every ten seconds, and disconnected when it is silent for 90', async (t) => {
  // While the intervals are controlled, no session of another test may end its own.
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
  const pass = async (seconds: number, listener: Listener) => {
    const { pings } = listener;
    for (let passed = 0; passed < seconds; passed += 10) t.mock.timers.tick(10_000);
    await listener.until(() => listener.pings === pings + seconds / 10);
  };
  await using listener = await open(service.owner);
  await isReady(listener);
  await pass(80, listener);
  await says(listener, 'I am here.');
  await pass(90, listener);
  t.mock.timers.tick(10_000);
  assert.equal(await closing(listener), '1001 no message for 90 s');
});

test('a request without credentials gets no socket', async () => {
  for (const headers of [{}, { Authorization: 'Bearer svc_ses_wrong' }]) {
    const address = `${service.url.replace('http', 'ws')}/v4/listen?uid=${service.owner.id}`;
    const socket = new WebSocket(address, { headers });
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
      socket.on('error', () => {});
    });
    assert.equal(status, 401);
    socket.terminate();
  }
});

test('an open socket is closed when its credential ends', async () => {
  const { body: made } = await service.owner.call('POST', '/v1/device/keys', { name: 'Pendant' });
  await using listener = await open({ token: made.key });
  await isReady(listener);
  await says(listener, 'I am heard.');
  await service.owner.call('DELETE', `/v1/device/keys/${made.id}`);
  assert.equal(await closing(listener), '1008 Invalid API Key');
});

test('an open socket is closed when the quota of its user is used up', async () => {
  const user = await newUser();
  await using listener = await open(user, {});
  await isReady(listener);
  await administerQuotas(NO_QUOTAS, service.service.parts, user.id, ['hours', '0']);
  assert.match(await closing(listener), /^1013 Your quota of 0 hours/);
});

test('a device that sends stored sound is slowed down to 20 times the speed of speech', async () => {
  const user = service.owner;
  const stream = { stream_id: 'pendant' };
  {
    await using first = await open(user, stream);
    await isReady(first);
    await first.stream(silence(1), { speed: 10 });
    await first.event('audio_ack', ({ sequence }) => sequence === 50);
  }
  minutesLater = 10;
  await using listener = await open(user, { ...stream, sequence: 50 });
  await isReady(listener);
  const second = new Uint8Array(silence(1).buffer);
  const from = performance.now();
  for (let sent = 0; sent <= LAST; sent += 1) listener.socket.send(second);
  await listener.until(() => listener.text.includes('The last word.'));
  // 30 seconds of sound may come at once.
  assert.ok(performance.now() - from > 1_000);
  assert.equal(listener.socket.readyState, WebSocket.OPEN);
});

test('a session that fails is closed, and its owner sees the error', async () => {
  for (const [where, reason, message, cause] of [
    ['open', 'listening could not start', 'listening could not start', 'no recogniser opens'],
    ['write', 'something went wrong on our side', 'listening failed', 'no recogniser hears'],
  ] as const) {
    defect = where;
    const user = await newUser();
    await using listener = await open(user, {});
    if (where === 'write') {
      await isReady(listener);
      await listener.stream(silence(0.1));
    }
    assert.equal(await closing(listener), `1011 ${reason}`);
    const { at: _, ...error } = await lastError();
    assert.deepEqual(error, { message, cause });
  }
  defect = null;
});

test('devices that disconnect while their sessions open leave no session behind', async () => {
  const { url, owner } = service;
  const address = `${url.replace('http', 'ws')}/v4/listen?uid=${owner.id}`;
  const gone = Array.from({ length: 10 }, async () => {
    const socket = new WebSocket(address, { headers: { Authorization: `Bearer ${owner.token}` } });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.once('upgrade', ({ socket: wire }) => wire.resetAndDestroy());
    await closed;
  });
  await Promise.all(gone);
  // This device is opened after the other devices and stays connected.
  await using last = await open(owner, {});
  await isReady(last);
  await eventually('one session', async () => {
    const { body } = await request(url, 'GET', '/readyz');
    return body.listening_sessions === 1 && running === 1;
  });
});
