import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silence, tone } from '../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ScriptedUtterance } from '../../engines/recognition/scripted-recogniser.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

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

test('segments arrive in an array with stable ids, and grow under the same id', async () => {
  await using service = await hearing();
  await using listener = await open(service);
  await listener.event('service_status', ({ status }) => status === 'ready');
  await listener.stream(silence(1.2), { speed: 10 });
  await listener.until(() => listener.segments.size === 1);
  const [first] = listener.segments.values();
  assert.deepEqual(
    { ...first, id: undefined },
    {
      id: undefined,
      text: 'I live in Lisbon with my brother.',
      speaker: 'SPEAKER_00',
      speaker_id: 0,
      speaker_name: 'Owner',
      is_user: true,
      is_user_probable: false,
      person_id: null,
      start: 0,
      end: 0.5,
      translations: [],
      speech_profile_processed: false,
      stt_provider: 'scripted',
      doubtful: [],
    },
  );
  await listener.stream(silence(2), { speed: 10 });
  await listener.until(() => listener.text.includes('nurse'));
  assert.equal(listener.segments.size, 1, 'the same voice after a short pause is one segment');
});

test('silence ends the conversation, and the next one begins on the same socket', async () => {
  await using service = await hearing();
  await using listener = await open(service, { conversation_timeout: 2 });
  const { conversation_id } = await listener.event('conversation_session');
  await listener.stream(silence(2.5), { speed: 10 });
  const started = await listener.event('memory_processing_started');
  assert.equal(started.memory.status, 'processing');
  const created = await listener.event('memory_created');
  assert.equal(created.memory.id, conversation_id);
  assert.equal(created.memory.status, 'completed');
  await listener.event(
    'conversation_session',
    (event) => event.conversation_id !== conversation_id,
  );
});

test('a device that finishes and leaves, leaves no empty recording behind', async () => {
  await using service = await hearing();
  const live = async () =>
    (await service.owner.call('GET', '/v1/conversations?statuses=in_progress')).body as Json[];
  {
    await using listener = await open(service);
    const { conversation_id } = await listener.event('conversation_session');
    await listener.stream(silence(2.5), { speed: 10 });
    await listener.until(() => listener.segments.size > 0);
    await service.owner.call('POST', '/v1/conversations', {});
    await listener.event(
      'conversation_session',
      (event) => event.conversation_id !== conversation_id,
    );
    assert.equal((await live()).length, 1);
  }
  await eventually('no live recording', async () => (await live()).length === 0);
});

test('a device that returns before its former session has ended keeps its recording', async () => {
  await using service = await hearing();
  await using back = await (async () => {
    await using former = await open(service);
    const { conversation_id } = await former.event('conversation_session');
    await former.stream(silence(2.5), { speed: 10 });
    await former.until(() => former.segments.size > 0);
    await service.owner.call('POST', '/v1/conversations', {});
    const isNext = (event: Json) => event.conversation_id !== conversation_id;
    const next = await former.event('conversation_session', isNext);
    const device = await open(service);
    const resumed = await device.event('conversation_session');
    assert.equal(resumed.conversation_id, next.conversation_id);
    return device;
  })();
  await eventually('the end of the former session', async () => {
    const { body } = await request(service.url, 'GET', '/readyz');
    return body.listening_sessions === 1;
  });
  const { body } = await service.owner.call('GET', '/v1/conversations?statuses=in_progress');
  const [{ conversation_id }] = back.events.filter(({ type }) => type === 'conversation_session');
  assert.deepEqual(
    body.map(({ id }: Json) => id),
    [conversation_id],
  );
});

test('the sweeper processes a recording whose session does not return', async () => {
  await using service = await hearing();
  const listener = await open(service, { conversation_timeout: 2 });
  const { conversation_id } = await listener.event('conversation_session');
  await listener.stream(silence(2.5), { speed: 10 });
  await listener.until(() => listener.segments.size > 0);
  await listener[Symbol.asyncDispose]();
  const key = await service.owner.key(['conversations:read']);
  const path = `/v1/dev/user/conversations/${conversation_id}`;
  await eventually('the title of the conversation', async () => {
    return (await key.call('GET', path)).body.structured.title;
  });
  // The device learns about the end when it reconnects.
  await using back = await open(service);
  await back.event('service_status', ({ status }) => status === 'ready');
  const latest = back.events.find(({ type }) => type === 'last_memory');
  assert.equal(latest?.memory_id, conversation_id);
});

test('an empty recording is deleted instead of processed', async () => {
  await using service = await hearing([]);
  await using listener = await open(service, { conversation_timeout: 2 });
  const { conversation_id } = await listener.event('conversation_session');
  await listener.stream(silence(0.5), { speed: 10 });
  await listener.event(
    'conversation_session',
    (event) => event.conversation_id !== conversation_id,
  );
  const key = await service.owner.key(['conversations:read']);
  const { status } = await key.call('GET', `/v1/dev/user/conversations/${conversation_id}`);
  assert.equal(status, 404);
});

test('ending a missing or empty recording is a 404', async () => {
  await using service = await hearing([]);
  const none = await service.owner.call('POST', '/v1/conversations', {});
  assert.deepEqual(
    [none.status, none.body],
    [404, { detail: 'Conversation in progress not found' }],
  );
  await using listener = await open(service);
  await listener.event('conversation_session');
  assert.equal((await service.owner.call('POST', '/v1/conversations', {})).status, 404);
});

test('a client that transcribes by itself sends its words', async () => {
  await using service = await startService();
  await using listener = await open(service, { custom_stt: 'enabled' });
  await listener.event('service_status', ({ status }) => status === 'ready');
  listener.say({
    type: 'suggested_transcript',
    stt_provider: 'phone',
    segments: [
      { text: 'Where do you live?', speaker: 'SPEAKER_01', start: 0, end: 1 },
      { text: 'I live in Porto.', speaker: 'SPEAKER_00', is_user: true, start: 1, end: 2 },
    ],
  });
  await listener.until(() => listener.segments.size === 2);
  const ended = await service.owner.call('POST', '/v1/conversations', {});
  const segments = ended.body.conversation.transcript_segments;
  assert.deepEqual(
    segments.map(({ text, speaker_id, is_user, stt_provider }: Record<string, unknown>) => [
      text,
      speaker_id,
      is_user,
      stt_provider,
    ]),
    [
      ['Where do you live?', 1, false, 'phone'],
      ['I live in Porto.', 0, true, 'phone'],
    ],
  );
});

test('unknown text messages are ignored, and the session continues', async () => {
  await using service = await hearing();
  await using listener = await open(service);
  await listener.event('service_status', ({ status }) => status === 'ready');
  for (const text of ['hello', '{', '{"type":"skip_question"}', '[]', 'null', '']) {
    listener.say(text);
  }
  await listener.stream(silence(1.2), { speed: 10 });
  await listener.until(() => listener.segments.size === 1);
});

test('a session with an unusable request is refused with a code and a reason', async () => {
  await using service = await hearing();
  const refused: [Record<string, string | number>, number, RegExp][] = [
    [{ codec: 'mp3' }, 1003, /codec/],
    [{ sample_rate: 12_345 }, 1003, /sample rate/],
    [{ conversation_timeout: 1 }, 1008, /conversation_timeout/],
    [{ conversation_timeout: 'soon' }, 1008, /conversation_timeout/],
    [{ conversation_timeout: 14_401 }, 1008, /conversation_timeout/],
    [{ uid: 'somebody-else' }, 1008, /uid/],
    [{ language: 'x' }, 1008, /language/],
    [{ language: 'xx' }, 1008, /language/],
    [{ channels: 9 }, 1008, /channels/],
    [{ geolocation: '91,0' }, 1008, /geolocation/],
    [{ geolocation: 'here' }, 1008, /geolocation/],
    [{ channels: 2, codec: 'mp3' }, 1003, /codec/],
  ];
  for (const [parameters, code, reason] of refused) {
    const listener = await open(service, parameters);
    const closed = await listener.closed;
    assert.equal(closed.code, code, JSON.stringify(parameters));
    assert.match(closed.reason, reason);
    assert.equal(listener.segments.size, 0);
  }
});

test('messages over 128 KiB, invalid UTF-8 and an endless burst of audio close the socket', async () => {
  await using service = await hearing();
  const big = await open(service);
  await big.event('service_status', ({ status }) => status === 'ready');
  big.socket.send(new Uint8Array(128 * 1024 + 1));
  assert.equal((await big.closed).code, 1009);

  const garbled = await open(service);
  await garbled.event('service_status', ({ status }) => status === 'ready');
  garbled.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false });
  assert.equal((await garbled.closed).code, 1007);

  const fast = await open(service);
  await fast.event('service_status', ({ status }) => status === 'ready');
  const second = new Uint8Array(tone({ seconds: 1, frequency: 200 }).buffer);
  for (let count = 0; count < 60; count += 1) fast.socket.send(second);
  const closed = await fast.closed;
  assert.equal(closed.code, 1008);
  assert.match(closed.reason, /faster than real time/);
});

test('a client that does not read is disconnected, and its words are stored', async () => {
  await using service = await startService();
  const listener = await open(service, { custom_stt: 'enabled' });
  await listener.event('service_status', ({ status }) => status === 'ready');
  listener.socket.pause();
  // The system keeps up to ten megabytes for a client that does not read.
  const text = 'word '.repeat(1_900);
  for (let count = 0; count < 2_000; count += 1) {
    const segment = { text, speaker_id: count % 2, start: count, end: count + 1 };
    listener.say({ type: 'suggested_transcript', segments: [segment] });
  }
  // The service may notice it only with its next ping, after ten seconds.
  const isOver = async () =>
    (await request(service.url, 'GET', '/readyz')).body.listening_sessions === 0;
  await eventually('the session to end', isOver, { seconds: 60 });
  listener.socket.terminate();
  const stored = await service.owner.call('GET', '/v1/conversations?statuses=in_progress');
  const [conversation] = stored.body as Json[];
  assert.match(conversation!.transcript_segments[0].text, /^word word/);
});
