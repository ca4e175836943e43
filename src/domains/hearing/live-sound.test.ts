import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silence } from '../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ScriptedUtterance } from '../../engines/recognition/scripted-recogniser.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const HEARD: ScriptedUtterance[] = [
  { text: 'I live in Lisbon with my brother.', start: 0.5, end: 1 },
  { text: 'I work as a nurse at the hospital.', start: 1.5, end: 2 },
];

/** A service that recognises `HEARD` in the first session and nothing afterwards. */
const hearing = (utterances = HEARD) =>
  startService({
    recogniser: scriptedRecogniser({
      utterances: (session) => (session === 0 ? utterances : []),
    }),
  });

const open = ({ url, owner }: TestService, parameters: Record<string, string | number> = {}) =>
  Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...parameters,
  });

test('a reconnection within the timeout resumes the same conversation', async () => {
  await using service = await hearing();
  const first = await open(service, { conversation_timeout: 60 });
  const before = await first.event('conversation_session');
  await first.stream(silence(2.5), { speed: 10 });
  await first.until(() => first.segments.size > 0);
  await first[Symbol.asyncDispose]();
  await using second = await open(service, { conversation_timeout: 60 });
  assert.deepEqual(await second.event('conversation_session'), before);
});

test('each of several channels is transcribed separately, and the first is the owner', async () => {
  await using service = await startService({
    recogniser: scriptedRecogniser({
      utterances: (session) => [
        { text: session === 0 ? 'I live in Porto.' : 'I live in Faro.', start: 0.2, end: 0.8 },
      ],
    }),
  });
  await using listener = await open(service, { channels: 2 });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const frame = (channel: number) => Uint8Array.from([channel, ...new Uint8Array(640)]);
  for (let at = 0; at < 75; at += 1) {
    // Channel 7 was not declared, and messages of 2 bytes contain no sound.
    for (const message of [frame(1), frame(2), frame(7), new Uint8Array(2)]) {
      listener.socket.send(message);
    }
  }
  await listener.until(() => listener.segments.size === 2);
  const heard = [...listener.segments.values()].map(({ text, speaker, is_user }) => [
    text,
    speaker,
    is_user,
  ]);
  assert.deepEqual(heard.toSorted(), [
    ['I live in Faro.', 'SPEAKER_01', false],
    ['I live in Porto.', 'SPEAKER_00', true],
  ]);
});

test('an opus stream of only garbage ends, but a single bad frame does not matter', async () => {
  await using service = await hearing();
  const listener = await open(service, { codec: 'opus' });
  await listener.event('service_status', ({ status }) => status === 'ready');
  for (let frame = 0; frame < 60; frame += 1) listener.socket.send(new Uint8Array(200).fill(255));
  assert.equal((await listener.closed).code, 1003);
});

test('words that arrive while the recording is being ended begin the next conversation', async () => {
  const after = { text: 'And now something else.', start: 0.3, end: 0.6 };
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances: (session) => (session === 0 ? HEARD : [after]) }),
  });
  await using listener = await open(service);
  await listener.event('service_status', ({ status }) => status === 'ready');
  await listener.stream(silence(2.5), { speed: 10 });
  await listener.until(() => listener.text.includes('nurse'));
  const [ended] = await Promise.all([
    service.owner.call('POST', '/v1/conversations', {}),
    listener.stream(silence(2), { speed: 2 }),
  ]);
  assert.doesNotMatch(JSON.stringify(ended.body.conversation), /something else/);
  await listener.until(() => listener.text.includes('something else'));
});
