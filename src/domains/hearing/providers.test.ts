/** Tests a speech provider that fails in many ways, through a device's connection. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { joined, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import type { VoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { builtinRecogniser } from '../../engines/recognition/builtin/builtin.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { request } from '../../testing/clients/api-user.ts';
import { startDeepgramServer } from '../../testing/servers/deepgram-server.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService, type TestService } from '../../testing/start-service.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';

const SENTENCES = [
  'I work as a teacher at the public library.',
  'I need to buy milk.',
  'We are going to the beach on Sunday.',
];
const SAID = ['teacher', 'library', 'need', 'buy', 'milk', 'going', 'beach', 'sunday'];

let voiceActivity: VoiceActivity;
/** The recogniser behind the loopback providers. */
let ear: Recogniser;
let speech: Int16Array;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
  ear = builtinRecogniser({ voiceActivity, log: silentLog, engine: builtinEngine });
  const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
  speech = joined(silence(1), ...spoken.flatMap((sentence) => [sentence, silence(2)]));
});
after(async () => {
  await ear[Symbol.asyncDispose]();
  await voiceActivity[Symbol.asyncDispose]();
});

const providersOf = (listener: Listener) =>
  listener.events.flatMap(({ type, provider }) =>
    type === 'service_status' && provider ? [provider] : [],
  );

/** Streams the sentences as a device does. Resolves when every word has arrived once. */
async function tell(service: TestService): Promise<Listener> {
  const { token, id: uid } = service.owner;
  const listener = await Listener.open(service.url, {
    token,
    uid,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  await listener.stream(speech, { speed: 3 });
  await listener.until(() => SAID.every((word) => wordsOf(listener).includes(word)));
  for (const word of SAID) {
    assert.equal(wordsOf(listener).filter((each) => each === word).length, 1, listener.text);
  }
  return listener;
}

function wordsOf({ text }: Listener): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

test('losing a provider in the middle of a sentence loses no word', async () => {
  await using provider = await startDeepgramServer({
    recogniser: ear,
    chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 6.5 } : {}),
  });
  await using service = await startService({
    environment: {
      SVC_RECOGNISER: 'deepgram',
      SVC_RECOGNISER_URL: provider.url,
      SVC_RECOGNISER_KEY: 'secret',
    },
  });
  const { body } = await request(service.url, 'GET', '/readyz');
  assert.deepEqual(body.recogniser, {
    name: 'deepgram',
    quality: 'high',
    languages: 'any',
    note: 'pocketsphinx is the fallback',
  });
  await using listener = await tell(service);
  assert.equal(provider.handshakes.length, 2);
  assert.deepEqual(providersOf(listener), ['deepgram']);
  await listener.event('service_status', ({ status }) => status === 'stt_initiating');
});

test('when a provider refuses the key, the offline recogniser transcribes everything', async () => {
  await using provider = await startDeepgramServer({ recogniser: ear });
  await using service = await startService({
    environment: {
      SVC_RECOGNISER: 'auto',
      SVC_RECOGNISER_URL: provider.url,
      SVC_RECOGNISER_KEY: 'wrong',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  await using listener = await tell(service);
  assert.equal(provider.handshakes.length, 1);
  assert.deepEqual(providersOf(listener), ['deepgram', 'pocketsphinx']);
  const { status_text } = await listener.event(
    'service_status',
    ({ provider: by }) => by === 'pocketsphinx',
  );
  assert.match(status_text, /refuses the key \(401\): check SVC_RECOGNISER_KEY/);
  assert.ok([...listener.segments.values()].every((each) => each.stt_provider === 'pocketsphinx'));
});

test('when a provider fails permanently in the middle of a sentence, the offline recogniser takes over', async () => {
  await using provider = await startDeepgramServer({
    recogniser: ear,
    chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 6.5 } : { refuse: 403 }),
  });
  await using service = await startService({
    environment: {
      SVC_RECOGNISER: 'deepgram',
      SVC_RECOGNISER_URL: provider.url,
      SVC_RECOGNISER_KEY: 'secret',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  await using listener = await tell(service);
  assert.deepEqual(providersOf(listener), ['deepgram', 'pocketsphinx']);
});
