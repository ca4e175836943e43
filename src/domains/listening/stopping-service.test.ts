/** Tests what a stopping service waits for. */
// Both databases: PostgreSQL has a pool of connections, which must not be used after its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { soon } from '../../testing/eventually.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { LiveSessions } from './live-sessions.ts';

/** A recogniser whose sessions deliver their last words only after `goOn`. */
function lingering(): { recogniser: Recogniser; opened(): number; goOn(): void } {
  const scripted = scriptedRecogniser({ utterances: [] });
  const gate = Promise.withResolvers<void>();
  let opened = 0;
  const open: Recogniser['open'] = (options) => {
    opened += 1;
    const session = scripted.open(options);
    const finish = session.finish.bind(session);
    session.finish = () => gate.promise.then(finish);
    return session;
  };
  return { recogniser: { ...scripted, open }, opened: () => opened, goOn: gate.resolve };
}

/** A device that connects again. Opening waits until its former session has handed over the stream. */
async function returningDevice({ url, owner }: TestService) {
  const device = { token: owner.token, uid: owner.id, stream_id: 'pendant', codec: 'pcm16' };
  const former = await Listener.open(url, device);
  await former.event('service_status', ({ status }) => status === 'ready');
  return { former, returning: await Listener.open(url, device) };
}

test('a stopping service waits for a session that is being opened, even if its client has left', async () => {
  const { recogniser, opened, goOn } = lingering();
  await using service = await startService({ recogniser });
  const { former, returning } = await returningDevice(service);
  assert.equal((await former.closed).reason, 'another connection has taken over this stream');
  assert.equal(opened(), 1);
  returning.socket.terminate();
  const stopping = service.service[Symbol.asyncDispose]();
  goOn();
  await soon('the end of the service', Promise.resolve(stopping));
  assert.equal(opened(), 2);
});

test('a socket that closes while its session is being opened does not delay the end', async () => {
  const { recogniser, goOn } = lingering();
  await using service = await startService({ recogniser });
  const { former, returning } = await returningDevice(service);
  await former.closed;
  const stoppedAt = performance.now();
  const stopping = service.service[Symbol.asyncDispose]();
  goOn();
  await soon('the end of the service', Promise.resolve(stopping));
  assert.equal((await returning.closed).code, 1012);
  const ms = performance.now() - stoppedAt;
  assert.ok(ms < 9_000, `The socket was cut off after ${ms} ms.`);
});

test('an opening that does not end delays the end of the service only for a bounded time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sessions = new LiveSessions();
  void sessions.open(() => new Promise<void>(() => {}));
  let isEmpty = false;
  const emptying = sessions.empty().then(() => (isEmpty = true));
  t.mock.timers.tick(4_999);
  await Promise.resolve();
  assert.equal(isEmpty, false);
  t.mock.timers.tick(1);
  await emptying;
});
