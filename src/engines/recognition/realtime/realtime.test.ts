import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRealtimeServer } from '../../../testing/servers/realtime-server.ts';
import { silence } from '../../audio/testing.ts';
import { liveSuite } from '../live/live.suite.ts';
import { hear } from '../recogniser.suite.ts';
import { RealtimeConversation } from './conversation.ts';
import { realtimeAddress, realtimeRecogniser } from './realtime.ts';

const ground = liveSuite('realtime', { start: startRealtimeServer, make: realtimeRecogniser });

test('the session and the key follow the protocol', async () => {
  const { recogniser, server } = await ground.subject();
  await using _ = recogniser;
  await hear(recogniser, silence(0.5));
  assert.equal(server.handshakes[0]!.authorization, 'Bearer secret');
  assert.deepEqual(server.said, ['session.update', 'input_audio_buffer.commit']);
});

test('a model that the provider does not know ends the session with a message', async () => {
  const { recogniser, server } = await ground.subject({ model: 'unknown' });
  await using _ = recogniser;
  const last = (await hear(recogniser, ground.speech)).at(-1);
  assert.ok(last?.type === 'failed' && last.code === 'unsupported');
  assert.match(last.detail, /check SVC_RECOGNISER_MODEL/);
  assert.equal(server.handshakes.length, 1);
});

const ITEM = 'conversation.item.input_audio_transcription';

test('error messages of the session are interpreted', () => {
  for (const [code, final] of [
    ['invalid_api_key', true],
    ['insufficient_quota', true],
    ['session_expired', false],
    ['rate_limit_exceeded', false],
  ] as const) {
    const message = { type: 'error', error: { type: 'server_error', code } };
    assert.equal(begun().hear(JSON.stringify(message))?.refusal?.final, final);
  }
  assert.equal(begun().hear(`{"type":"${ITEM}.failed","item_id":"a"}`)?.refusal?.final, false);
});

test('the session ends when our last commit is answered, and not an earlier one', () => {
  const conversation = begun();
  const hears = (type: string, fields: object) =>
    conversation.hear(JSON.stringify({ type, item_id: 'a', ...fields }))!;
  conversation.sound(silence(3));
  hears('input_audio_buffer.speech_started', { audio_start_ms: 500 });
  conversation.last();
  hears('input_audio_buffer.speech_stopped', { audio_end_ms: 2_000 });
  hears('input_audio_buffer.committed', {});
  const { over, results } = hears(`${ITEM}.completed`, { transcript: 'One two.' });
  assert.equal(over, false);
  assert.deepEqual(
    results!.map(({ start, end, words }) => [start, end, words.length]),
    [[0.5, 2, 2]],
  );
  hears('input_audio_buffer.committed', { item_id: 'b' });
  assert.equal(hears(`${ITEM}.completed`, { item_id: 'b', transcript: '' }).over, true);
});

test('addresses are accepted in several forms', () => {
  for (const [written, meant] of [
    ['https://api.openai.com/v1', 'wss://api.openai.com/v1/realtime?intent=transcription'],
    ['localhost:8000', 'ws://localhost:8000/v1/realtime?intent=transcription'],
    ['ws://h/v1/realtime?model=m', 'ws://h/v1/realtime?model=m&intent=transcription'],
  ] as const) {
    assert.equal(realtimeAddress(written).href, meant);
  }
});

function begun(): RealtimeConversation {
  return new RealtimeConversation({ model: 'm', language: 'en' });
}
