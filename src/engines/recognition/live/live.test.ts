/** Tests the live session and its connection, with Deepgram's protocol. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startDeepgramServer } from '../../../testing/servers/deepgram-server.ts';
import { silence } from '../../audio/testing.ts';
import { liveSuite, textOf } from './live.suite.ts';
import { collect, finalsOf, hear } from '../recogniser.suite.ts';
import { SAMPLE_RATE } from '../recogniser.ts';
import { deepgramRecogniser } from '../deepgram/deepgram.ts';

const ground = liveSuite('deepgram', { start: startDeepgramServer, make: deepgramRecogniser });

test('the connection is kept alive during silence', async () => {
  const { recogniser, server } = await ground.subject({
    idleMs: 400,
    patience: { keepAliveMs: 100 },
  });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  session.write(silence(0.1));
  await wait(1_000);
  session.write(ground.speech);
  const [events] = await Promise.all([collect(session), session.finish()]);
  assert.equal(textOf(events), ground.expected);
  assert.equal(server.handshakes.length, 1);
  assert.ok(server.said.includes('KeepAlive'));
  assert.deepEqual(server.said.slice(-2), ['Finalize', 'CloseStream']);
});

test('speakers are distinguished, and not confused after a reconnection', async () => {
  const { recogniser } = await ground.subject({
    chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 9.5 } : {}),
    speakerOf: (utterance) => utterance,
  });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  const pause = 9.4 * SAMPLE_RATE;
  session.write(ground.speech.subarray(0, pause));
  const speakers: (number | undefined)[] = [];
  for await (const event of session.events) {
    if (event.type !== 'final') continue;
    speakers.push(event.utterance.speaker);
    if (speakers.length < 2) continue;
    session.write(ground.speech.subarray(pause));
    void session.finish();
  }
  assert.deepEqual(speakers, [0, 1, 2]);
});

test('words have times, confidences and punctuation, and partials grow under the id of their final', async () => {
  const { recogniser } = await ground.subject();
  await using _ = recogniser;
  const events = await hear(recogniser, ground.speech);
  const [first] = finalsOf(events);
  assert.match(first!.text, /mother tomorrow[.]$/);
  assert.ok(first!.words.every(({ confidence }) => confidence !== undefined));
  const partial = events.find((event) => event.type === 'partial');
  assert.ok(partial?.type === 'partial' && partial.utterance.id === first!.id);
});

test('the request and the key follow the protocol', async () => {
  const { recogniser, server } = await ground.subject();
  await using _ = recogniser;
  await hear(recogniser, silence(0.5));
  const [{ query, authorization }] = server.handshakes as [(typeof server.handshakes)[number]];
  assert.equal(authorization, 'Token secret');
  assert.equal(query.get('interim_results'), 'true');
  assert.equal(query.get('model'), 'nova-3');
  assert.equal(query.get('language'), 'en');
});
