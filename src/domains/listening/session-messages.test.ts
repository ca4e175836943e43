/** Tests which messages a session sends to its client, and in which order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Json } from '../../testing/clients/api-user.ts';
import type { Listener } from '../../testing/clients/listener.ts';
import { openDevice, untilReady } from '../../testing/clients/recording.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const say = (device: Listener, text: string, start: number, speaker_id: number) =>
  device.say({
    type: 'suggested_transcript',
    segments: [{ text, start, end: start + 1, speaker_id }],
  });
const end = async () => (await service.owner.call('POST', '/v1/conversations', {})).body;
const deletions = ({ events }: Listener) =>
  events.filter(({ type }: Json) => type === 'segments_deleted');
const segmentOf = ({ segments }: Listener, text: string): Json =>
  [...segments.values()].find((each) => each.text === text);

test('a session begins with its status and the previous conversation', async () => {
  {
    await using device = await openDevice(service, { custom_stt: 'enabled' });
    await untilReady(device);
    const states = device.events.map(({ type, status }) =>
      type === 'service_status' ? status : type,
    );
    assert.deepEqual(states, ['initiating', 'conversation_session', 'ready']);
    assert.equal(device.events.at(-1).provider, 'client');
    say(device, 'I live in Porto.', 0, 0);
    await device.until(() => device.segments.size === 1);
  }
  const { conversation } = await end();
  await using next = await openDevice(service);
  await untilReady(next);
  const states = next.events.map(({ type, status }) => (type === 'service_status' ? status : type));
  assert.deepEqual(
    states.filter((each) => each !== 'conversation_session'),
    ['initiating', 'last_memory', 'stt_initiating', 'ready'],
  );
  assert.equal(next.events.find(({ type }) => type === 'last_memory').memory_id, conversation.id);
});

test('a session shows edits of the live conversation, but not of others', async () => {
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  say(device, 'The boat leaves at noon.', 0, 0);
  say(device, 'We take the train.', 2, 1);
  await device.until(() => device.segments.size === 2);
  const { conversation_id } = await device.event('conversation_session');
  const { body: other } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'Something else entirely.', start: 0, end: 2 }],
  });
  const split = async (id: string, segment_id: string, word: number) =>
    (
      await service.owner.call('POST', `/v1/conversations/${id}/segments/${segment_id}/split`, {
        word,
      })
    ).status;
  const read = async (id: string): Promise<Json[]> =>
    (await service.owner.call('GET', `/v1/conversations/${id}`)).body.transcript_segments;
  const [foreign] = await read(other.id);
  assert.equal(await split(other.id, foreign!.id, 1), 200);
  const whole = segmentOf(device, 'The boat leaves at noon.');
  assert.equal(await split(conversation_id, whole.id, 2), 200);
  await device.until(() => segmentOf(device, 'The boat') && segmentOf(device, 'leaves at noon.'));
  assert.equal(device.segments.size, 3, 'only what was changed here');
  assert.deepEqual(deletions(device), []);
  const segment_ids = (await read(conversation_id)).slice(0, 2).map(({ id }) => id);
  const path = `/v1/conversations/${conversation_id}/segments/merge`;
  assert.equal((await service.owner.call('POST', path, { segment_ids })).status, 200);
  const { segment_ids: gone } = await device.event('segments_deleted');
  assert.deepEqual(gone, [segment_ids[1]]);
  await device.until(
    () => device.segments.get(segment_ids[0]!).text === 'The boat leaves at noon.',
  );
  await end();
});

test('an unknown speaker cannot be assigned, and the session continues', async () => {
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  say(device, 'Good morning.', 0, 1);
  await device.until(() => device.segments.size === 1);
  device.say({ type: 'speaker_assigned', speaker_id: 9, person_name: 'Zoe' });
  device.say({ type: 'speaker_assigned', speaker_id: 1, person_name: 'Ana' });
  await device.until(() => segmentOf(device, 'Good morning.').speaker_name === 'Ana');
  await eventually('Ana', async () => {
    const { body } = await service.owner.call('GET', '/v1/users/people');
    return body.some(({ name }: Json) => name === 'Ana');
  });
  say(device, 'Good night.', 5, 2);
  await device.until(() => device.segments.size === 2);
  await end();
});

test('a client is asked about a speaker who says their name', async () => {
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  say(device, 'Hello, my name is Marisa.', 0, 3);
  const asked = await device.event('speaker_label_suggestion');
  assert.deepEqual(
    [asked.speaker_id, asked.person_id, asked.person_name, asked.segment_id],
    [3, null, 'Marisa', segmentOf(device, 'Hello, my name is Marisa.').id],
  );
  await end();
});

test('words that arrive after another process has ended the recording begin the next one', async () => {
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  const { conversation_id } = await device.event('conversation_session');
  // The other process shares the database, and its event has not arrived yet.
  await sql`UPDATE conversations SET status = 'completed' WHERE id = ${conversation_id}`.execute(
    service.service.parts.db,
  );
  say(device, 'The shop is open.', 0, 0);
  await device.until(() => device.segments.size === 1);
  const next = await device.event(
    'conversation_session',
    (event) => event.conversation_id !== conversation_id,
  );
  const { conversation } = await end();
  assert.equal(conversation.id, next.conversation_id);
  assert.deepEqual(
    conversation.transcript_segments.map(({ text }: Json) => text),
    ['The shop is open.'],
  );
});

test('a client gets no message about nothing', async () => {
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  const empty: string[] = [];
  device.socket.on('message', (data) => void (String(data) === '[]' && empty.push(String(data))));
  await untilReady(device);
  say(device, 'The museum is closed.', 0, 0);
  await device.until(() => device.segments.size === 1);
  const { conversation } = await end();
  await device.event('memory_created', (event) => event.conversation_id === conversation.id);
  // The next conversation is opened after all messages about the last one.
  await device.event('conversation_session', (event) => event.conversation_id !== conversation.id);
  const gaps = device.events.filter(({ type }) => type === 'conversation_gap');
  assert.deepEqual([empty, gaps, deletions(device)], [[], [], []]);
});
