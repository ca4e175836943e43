import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { startService } from '../src/testing/start-service.ts';

const SENTENCES = [
  'My name is Anna and I live in Boston with my two children.',
  'I work as a teacher at a small school.',
  'I love playing the piano in the evening.',
  'I need to call the doctor tomorrow morning.',
];

test('speech becomes a conversation with memories', async () => {
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { owner } = service;
  const key = await owner.key(['conversations:read', 'memories:read']);
  await using listener = await Listener.open(service.url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    language: 'en',
  });
  const { conversation_id } = await listener.event('conversation_session');
  await listener.event('service_status', ({ status }) => status === 'ready');

  const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
  await listener.stream(joinedSound(...spoken.flatMap((pcm) => [pcm, silence(1.5)])), { speed: 2 });
  const ended = await owner.call('POST', '/v1/conversations', {});

  assert.equal(ended.status, 200);
  assert.deepEqual(ended.body.messages, []);
  assert.equal(ended.body.conversation.id, conversation_id);
  assert.equal(ended.body.conversation.status, 'completed');
  const created = await listener.event('memory_created');
  assert.equal(created.memory.id, conversation_id);
  await listener.event('memory_processing_started');

  const { status, body } = await key.call(
    'GET',
    `/v1/dev/user/conversations/${conversation_id}?include_transcript=true`,
  );
  assert.equal(status, 200);
  const transcript = body.transcript_segments.map(({ text }: { text: string }) => text).join(' ');
  for (const word of ['Boston', 'teacher', 'piano', 'doctor']) {
    assert.match(transcript, new RegExp(word, 'i'), `"${word}" was heard`);
  }
  assert.equal(listener.text, transcript, 'what was shown live is what was stored');
  assert.equal(body.transcript_segments[0].start, 0);
  assert.notEqual(body.structured.title, '');
  assert.notEqual(body.structured.overview, '');

  const memories = await key.call('GET', '/v1/dev/user/memories');
  assert.ok(memories.body.length > 0, 'something was remembered');
  const listed = await key.call('GET', '/v1/dev/user/conversations');
  assert.deepEqual(
    listed.body.map(({ id }: { id: string }) => id),
    [conversation_id],
  );
});
