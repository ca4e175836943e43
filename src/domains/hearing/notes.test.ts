/** Tests notes that the user types beside a recording. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { endRecording } from '../conversations/lifecycle.ts';
import { Recording } from './recording.ts';

const clock = new ManualClock('2026-03-01T12:00:00Z');
let service: TestService;
let context: Context;

before(async () => {
  service = await startService({ clock });
  context = contextOf(service, []);
});
after(() => service[Symbol.asyncDispose]());

const note = (id: string, text: string, more: object = {}) =>
  service.owner.call('POST', `/v1/conversations/${id}/notes`, { text, ...more });
const read = async (id: string): Promise<Json> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body;
const said = async (id: string) =>
  (await read(id)).transcript_segments.map(({ text, start }: Json) => [text, start]);
const completed = (id: string) =>
  eventually('the processing', async () => (await read(id)).status === 'completed');

async function record(): Promise<Recording> {
  return Recording.open(context, {
    device: '',
    language: 'en',
    timeout_seconds: 120,
    source: 'phone',
  });
}
async function hear(recording: Recording, text: string): Promise<void> {
  const start = clock.now().getTime();
  recording.add({
    text,
    start,
    end: start + 1_000,
    words: [{ text, start, end: start + 1_000 }],
    speaker_id: 0,
    is_user: true,
    person_id: null,
    person_name: null,
    stt_provider: 'test',
    voice_checked: false,
    voice_verdict: null,
    print: null,
  });
  await recording.save();
}

test('a note waits for the first words of a recording', async () => {
  const recording = await record();
  const { status, body } = await note(recording.id, 'Ask Ines.');
  assert.deepEqual(
    [status, body.detail],
    [409, 'This recording has no words yet. Send the note again later.'],
  );
  await endRecording(context, { id: recording.id, forced: false });
});

test('each note goes to its conversation, at the second at which it was typed', async () => {
  const first = await record();
  await hear(first, 'The boat leaves at nine.');
  clock.advance(10_000);
  assert.equal((await note(first.id, 'I will ask Ines for the keys.')).body.start, 10);
  // This note arrives when the next conversation has already begun.
  clock.advance(121_000);
  await endRecording(context, { id: first.id, forced: false });
  const second = await record();
  await hear(second, 'We meet the carpenter.');
  clock.advance(5_000);
  assert.equal((await note(second.id, 'He brings the oak.', { seconds_ago: 2 })).body.start, 3);
  const note_id = crypto.randomUUID();
  const late = await note(first.id, 'Bring the map.', { note_id, seconds_ago: 116 });
  clock.advance(1_000);
  const again = await note(first.id, 'Bring the map.', { note_id, seconds_ago: 117 });
  assert.deepEqual(again.body, late.body);
  assert.deepEqual([late.body.conversation_id, late.body.start], [first.id, 20]);
  assert.deepEqual(await said(second.id), [
    ['We meet the carpenter.', 0],
    ['He brings the oak.', 3],
  ]);
  await endRecording(context, { id: second.id, forced: true });
  await completed(first.id);
  await completed(second.id);
  assert.deepEqual(await said(first.id), [
    ['The boat leaves at nine.', 0],
    ['I will ask Ines for the keys.', 10],
    ['Bring the map.', 20],
  ]);
  const { structured, discarded } = await read(first.id);
  assert.equal(discarded, false);
  assert.match(JSON.stringify(structured.action_items), /Ines/);
});

test('a note follows its conversation into a merged one', async () => {
  const ids: string[] = [];
  for (const text of ['The boat leaves at nine.', 'We meet the carpenter.', 'The oak is here.']) {
    const recording = await record();
    await hear(recording, text);
    ids.push(recording.id);
    await endRecording(context, { id: recording.id, forced: true });
    await completed(recording.id);
    clock.advance(60_000);
  }
  const merge = async (conversation_ids: string[]): Promise<string> =>
    (await service.owner.call('POST', '/v1/conversations/merge', { conversation_ids })).body
      .conversation.id;
  const merged = await merge([ids[0]!, ids[1]!]);
  await completed(merged);
  const whole = await merge([merged, ids[2]!]);
  const { body } = await note(ids[1]!, 'He brings the oak.', { seconds_ago: 115 });
  assert.deepEqual([body.conversation_id, body.start], [whole, 65]);
  await completed(whole);
  assert.match(JSON.stringify(await said(whole)), /brings the oak/);
});

test('a note that is typed days later stands at the end of its conversation', async () => {
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'The heron waits.', start: 0, end: 4 }],
    started_at: '2026-02-20T12:00:00Z',
  });
  await completed(body.id);
  const { finished_at } = await read(body.id);
  const { body: noted } = await note(body.id, 'It flew away.');
  assert.equal(noted.start, 4);
  await completed(body.id);
  assert.equal((await read(body.id)).finished_at, finished_at);
});

test('notes refuse empty texts, huge texts and unknown conversations', async () => {
  const recording = await record();
  await hear(recording, 'The boat leaves at nine.');
  assert.equal((await note(recording.id, '  ')).status, 422);
  assert.equal((await note(recording.id, 'a'.repeat(5_001))).status, 422);
  assert.equal((await note(recording.id, 'a', { seconds_ago: -1 })).status, 422);
  assert.equal((await note(crypto.randomUUID(), 'a')).status, 404);
  assert.equal((await note('nonsense', 'a')).status, 404);
});
