import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClientMessage } from './client-messages.ts';
import { IgnoredMessages } from './ignored-messages.ts';
import type { ServerMessage } from './message.ts';
import { BadPicture } from './picture-pieces.ts';

const type = 'suggested_transcript';
const transcript = (...segments: unknown[]) => readClientMessage({ type, segments })!;
const fields = ({ problems }: { problems: { field: string }[] }) =>
  problems.map(({ field }) => field);

test('null is not given', () => {
  const nothing = { id: null, speaker: null, speaker_id: null, is_user: null, person_id: null };
  const { message, problems } = readClientMessage({
    type,
    stt_provider: null,
    segments: [{ text: 'hello', start: null, end: null, ...nothing }],
  })!;
  assert.deepEqual(problems, []);
  assert.deepEqual(message, {
    type,
    segments: [{ text: 'hello', is_user: false, start: 0, end: 0 }],
  });
});

test('a bad segment is left out alone, and its fields are named', () => {
  const good = { text: 'good', start: 0, end: 1 };
  const wrong = [
    [{ text: 5 }, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'x', start: -1 }, 'start'],
    [{ text: 'x', end: 'one' }, 'end'],
    [{ text: 'x', speaker: 4 }, 'speaker'],
    [{ text: 'x', speaker_id: 1.5 }, 'speaker_id'],
    [{ text: 'x', person_id: 'Ana' }, 'person_id'],
    [{ text: 'x', is_user: 'yes' }, 'is_user'],
    [{ start: 1 }, 'text'],
  ] as const;
  for (const [bad, field] of wrong) {
    const read = transcript(good, bad, good);
    assert.equal(read.message?.type === type && read.message.segments.length, 2, field);
    assert.deepEqual(fields(read), [`segments.1.${field}`]);
  }
  for (const bad of ['hello', null, 7, []])
    assert.deepEqual(fields(transcript(good, bad)), ['segments.1']);
  const none = transcript({ text: 1 });
  assert.deepEqual([none.message, fields(none)], [null, ['segments.0.text']]);
});

test('a wrong field of the message is left out alone, and its segments stay', () => {
  const read = readClientMessage({ type, stt_provider: 5, segments: [{ text: 'hello' }] })!;
  assert.deepEqual([read.message !== null, fields(read)], [true, ['stt_provider']]);
  assert.deepEqual(fields(readClientMessage({ type, segments: 'hello' })!), ['segments']);
  assert.deepEqual(fields(readClientMessage({ type, segments: null })!), ['segments']);
});

test('a text that was cut within a character is kept', () => {
  const { message } = transcript({ text: 'Hello \ud83d' });
  assert.equal(message?.type === type && message.segments[0]!.text, 'Hello \ufffd');
});

test('a message without a known type is named, and one that keeps the connection alive is not', () => {
  for (const alive of ['ping', 'pong', ' PING\n', { type: 'ping' }, { type: 'KeepAlive' }]) {
    assert.equal(readClientMessage(alive), null);
  }
  for (const [unknown, field] of [
    ['hello', ''],
    [undefined, ''],
    [[1], ''],
    [{}, 'type'],
    [{ type: 7 }, 'type'],
    [{ type: 'skip_question' }, 'type'],
  ] as const) {
    assert.deepEqual(fields(readClientMessage(unknown)!), [field], JSON.stringify(unknown));
  }
  assert.deepEqual(fields(readClientMessage({ type: 'speaker_assigned', speaker_id: -1 })!), [
    'speaker_id',
  ]);
  assert.throws(() => readClientMessage({ type: 'image_chunk', id: 'a' }), BadPicture);
});

test('a client is told of each part once, of useless kinds once, and of sound every ten seconds', () => {
  const told: ServerMessage[] = [];
  const ignored = new IgnoredMessages((message) => told.push(message));
  const news = () =>
    told.splice(0).map((each) => ('ignored' in each ? [each.message, each.ignored] : []));
  ignored.parts('a', []);
  ignored.parts('a', [{ field: 'x', reason: 'y' }]);
  ignored.parts('a', [{ field: 'x', reason: 'y' }]);
  assert.deepEqual(news(), [
    ['a', 1],
    ['a', 2],
  ]);
  for (let count = 0; count < 3; count += 1) ignored.useless('b', { field: 'type', reason: 'y' });
  assert.deepEqual(news(), [['b', 3]]);
  const sound = (bad: number, now: number) => ignored.sound(bad, { codec: 'opus', now });
  sound(0, 0);
  sound(1, 600);
  sound(9, 1_200);
  assert.deepEqual(news(), [['audio', 6]]);
  sound(9, 10_600);
  sound(9, 30_000);
  assert.deepEqual(news(), [['audio', 14]]);
  assert.equal(ignored.count, 5);
});
