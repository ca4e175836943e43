/** Words that come late, and mistakes that must not happen meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../../core/log.ts';
import { joined, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { builtinEngine } from '../../engines/recognition/builtin/builtin.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import { Lag } from '../devices/lag.ts';
import type { ServerMessage } from '../devices/message.ts';
import { eventually } from '../../testing/eventually.ts';

/** Longer than the timeout of the conversation and the grace of the sweeper together. */
const SLOW_MS = 9_000;

test('a slow recogniser and a short timeout do not cut a talk in two', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const engine = builtinEngine({ log: silentLog, processes: 1 });
  let calls = 0;
  const recogniser = utteranceRecogniser({
    engine: {
      ...engine,
      eager: () => false,
      async transcribe(pcm, options) {
        const slowness = calls++ === 0 ? 0 : SLOW_MS;
        const [heard] = await Promise.all([engine.transcribe(pcm, options), wait(slowness)]);
        return heard;
      },
    },
    voiceActivity,
    log: silentLog,
  });
  await using service = await startService({ recogniser });
  const { url, owner } = service;
  await using device = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    conversation_timeout: 2,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  const first = await speak('I live in Boston with my two children.');
  const second = await speak('I need to call my sister tomorrow morning.');
  await device.stream(joined(first, silence(1), second, silence(3)));
  await device.event('memory_processing_started');
  const path = '/v1/conversations?include_discarded=true&statuses=processing,completed';
  const { body } = await owner.call('GET', path);
  const said = body.map(({ transcript_segments }: Json) =>
    transcript_segments.map(({ text }: Json) => text).join(' '),
  );
  assert.equal(said.length, 1, JSON.stringify(said));
  assert.match(said[0], /boston.*sister/i);
});

test('a client hears when its words come late, how late they are, and when they have caught up', () => {
  const told: ServerMessage[] = [];
  const lag = new Lag((message) => told.push(message));
  lag.look(1, 0);
  lag.look(6, 600);
  lag.look(7, 1_200);
  lag.look(16, 11_000);
  lag.catchingUp(true);
  lag.look(0.4, 12_000);
  lag.look(0.4, 12_600);
  assert.deepEqual(
    told.map((message) =>
      'status_text' in message ? [message.status, message.behind_seconds] : [],
    ),
    [
      ['behind', 6],
      ['behind', 16],
      ['catching_up', undefined],
      ['ready', undefined],
    ],
  );
});

test('pieces of one stream are judged together when it is decided what is worth keeping', async () => {
  await using stream = await openPieces();
  const { piece, all } = stream;
  await piece('Hm, okay, yes.');
  assert.deepEqual(
    (await all()).map(({ discarded }) => discarded),
    [true],
  );
  await piece('Okay, yes, right, bye.');
  const over = (rows: Json[]) =>
    rows.every(({ status, discarded }) => status === 'completed' && !discarded);
  await eventually('both pieces to be kept', async () => over(await all()));
  assert.equal((await all()).length, 2);
});

test('pieces that the user discarded stay so, and each piece is processed once', async () => {
  await using stream = await openPieces();
  const { piece, all, created, discard } = stream;
  await piece('Hm, okay, yes.');
  await discard();
  await piece('Okay, yes, right, bye.');
  await discard();
  await piece('Well, okay, yes, right.');
  await piece('So, okay, yes, bye.');
  assert.equal(created(), 4);
  assert.deepEqual(
    (await all()).map(({ discarded }) => discarded),
    [false, false, true, true],
  );
});

/** Each piece is a conversation of its own, worth nothing alone. */
async function openPieces() {
  await using stack = new AsyncDisposableStack();
  const environment = { SVC_DISCARD_MIN_WORDS: '6' };
  const { url, owner } = stack.use(await startService({ environment }));
  const device = stack.use(
    await Listener.open(url, {
      token: owner.token,
      uid: owner.id,
      custom_stt: 'enabled',
      conversation_timeout: 2,
    }),
  );
  await device.event('service_status', ({ status }) => status === 'ready');
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const created = () => device.events.filter(({ type }) => type === 'memory_created').length;
  const all = async (): Promise<Json[]> =>
    (await owner.call('GET', '/v1/conversations?include_discarded=true')).body;
  const owned = stack.move();
  return {
    all,
    created,
    piece: async (text: string) => {
      const before = created();
      device.say({ type: 'suggested_transcript', segments: [{ text, start: 0, end: 1 }] });
      await device.until(() => created() > before);
    },
    /** The user discards the last piece. */
    discard: async () => {
      const [{ id }] = (await all()) as [Json];
      const path = `/v1/dev/user/conversations/${id}`;
      assert.equal((await key.call('PATCH', path, { discarded: true })).status, 200);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
