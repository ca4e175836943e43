import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

/** Devices that connect and disconnect, and conversations that end, while somebody is speaking. */

const open = ({ url, owner }: TestService, more: Record<string, string | number> = {}) =>
  Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...more,
  });

test('no word is lost or repeated when conversations end in the middle of speech', async () => {
  await using service = await startService();
  await using device = await open(service, { custom_stt: 'enabled' });
  await device.event('service_status', ({ status }) => status === 'ready');
  const ENDS = 6;
  let said = 0;
  const over = new AbortController();
  const talking = (async () => {
    for (; !over.signal.aborted; said += 1) {
      const segment = {
        text: `w${said}`,
        speaker_id: said % 3 === 0 ? 1 : 0,
        start: said,
        end: said,
      };
      device.say({ type: 'suggested_transcript', segments: [segment] });
      await wait(5);
    }
  })();
  const words: string[] = [];
  const ended = new Set<string>();
  const end = async () => {
    const { body } = await service.owner.call('POST', '/v1/conversations', {});
    // A request right after an end is the same press of the button.
    if (ended.has(body?.conversation?.id)) return;
    ended.add(body?.conversation?.id);
    const segments: Json[] = body?.conversation?.transcript_segments ?? [];
    words.push(...segments.flatMap(({ text }) => text.split(' ')));
  };
  for (let count = 0; count < ENDS; count += 1) {
    const known = words.length;
    await device.until(() => device.text.includes(`w${known + 40}`));
    await end();
  }
  over.abort();
  await talking;
  await device.until(() => device.text.includes(`w${said - 1}`));
  await end();
  const inOrder = words.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
  assert.deepEqual(
    inOrder,
    Array.from({ length: said }, (_, count) => `w${count}`),
  );
});

test('a silent device does not end the conversation that another device hears', async () => {
  await using service = await startService();
  // Longer than a busy machine delays the words, and shorter than the talk.
  const choices = { custom_stt: 'enabled', conversation_timeout: 4 };
  await using talker = await open(service, choices);
  await talker.event('service_status', ({ status }) => status === 'ready');
  await using mute = await open(service, choices);
  await mute.event('service_status', ({ status }) => status === 'ready');
  for (let count = 0; count < 12; count += 1) {
    const segment = { text: `word ${count}`, start: count, end: count + 1 };
    talker.say({ type: 'suggested_transcript', segments: [segment] });
    await wait(500);
  }
  const conversations = new Set(
    [...talker.events, ...mute.events]
      .filter(({ type }) => type === 'conversation_session')
      .map(({ conversation_id }) => conversation_id),
  );
  assert.equal(conversations.size, 1);
  // The conversation ends when nobody speaks any more.
  await talker.event('memory_processing_started');
});

test('words that many devices in one room hear are stored once', async () => {
  const said = ['Good morning everybody.', 'The train leaves at seven.', 'No no no.'];
  const utterances = said.map((text, n) => ({ text, start: 1 + n * 2, end: 2 + n * 2 }));
  const recogniser = scriptedRecogniser({ utterances });
  await using service = await startService({ recogniser });
  const devices = await Promise.all(Array.from({ length: 8 }, () => open(service)));
  for (const device of devices) {
    await device.event('service_status', ({ status }) => status === 'ready');
  }
  const sound = new Int16Array(16_000 * 8);
  // Plays at the speed of speech, because the wall clock tells which words are the same.
  await Promise.all(devices.map((device) => device.stream(sound)));
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const words: string[] = body.conversation.transcript_segments.map(({ text }: Json) => text);
  // On a busy machine, words of one device can come late, and then they stand later.
  assert.deepEqual(
    words
      .join(' ')
      .match(/[^.]+\./g)
      ?.map((sentence) => sentence.trim())
      .toSorted(),
    said.toSorted(),
  );
  for (const device of devices) await device[Symbol.asyncDispose]();
});

test('a device that reconnects does not wait for the last words of its previous connection', async () => {
  const finishing = Promise.withResolvers<void>();
  const lastWords = Promise.withResolvers<void>();
  const scripted = scriptedRecogniser({ utterances: () => [] });
  const slow: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      const finish = () => {
        finishing.resolve();
        return lastWords.promise.then(() => session.finish());
      };
      return {
        events: session.events,
        write: (pcm) => session.write(pcm),
        backlogSeconds: () => session.backlogSeconds(),
        close: () => session.close(),
        finish,
      };
    },
  };
  await using service = await startService({ recogniser: slow });
  await using first = await open(service, { stream_id: 'pendant' });
  await first.event('audio_ack');
  first.socket.terminate();
  await finishing.promise;
  await using second = await open(service, { stream_id: 'pendant' });
  await second.event('audio_ack');
  lastWords.resolve();
});
