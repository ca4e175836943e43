// One database: it is about providers of speech.
/** A day on which the provider of speech misbehaves, through the doors that a device uses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../src/core/log.ts';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../src/engines/voice-activity/voice-activity.ts';
import type { VoiceActivity } from '../src/engines/voice-activity/voice-activity.ts';
import { whisperRecogniser } from '../src/engines/recognition/whisper/whisper.ts';
import type { Recogniser } from '../src/engines/recognition/recogniser.ts';
import { request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { startService, type TestService } from '../src/testing/start-service.ts';
import { startTranscriptionServer } from '../src/testing/servers/transcription-server.ts';
import { builtinEngine } from '../src/testing/speech/shared-recognition.ts';

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
  ear = whisperRecogniser({ voiceActivity, log: silentLog, engine: builtinEngine });
  const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
  speech = joinedSound(silence(1), ...spoken.flatMap((sentence) => [sentence, silence(2)]));
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

test('figures name the data they were measured on, and whether the engine was tuned on it', async () => {
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { body } = await request(service.url, 'GET', '/readyz');
  assert.ok(['en', 'de', 'es'].every((each) => body.recogniser.languages.includes(each)));
  assert.ok(body.recogniser.poor_languages.includes('cy'));
  for (const { measured } of [body.recogniser, body.voice_check]) {
    assert.deepEqual(new Set(measured.map(({ data }: Json) => data)), new Set(['unseen', 'tuned']));
    for (const { what, on, value } of measured) assert.ok(what && on && value !== undefined);
  }
});

test('an unreliable transcription endpoint loses no word', async () => {
  await using provider = await startTranscriptionServer({
    recogniser: ear,
    chaos: (request) => (request === 1 ? { refuse: 503 } : {}),
  });
  await using service = await startService({
    environment: {
      SVC_RECOGNISER: 'auto',
      SVC_RECOGNISER_URL: `${provider.url}/v1`,
      SVC_RECOGNISER_KEY: 'secret',
    },
  });
  await using listener = await tell(service);
  assert.deepEqual(providersOf(listener), ['openai']);
  assert.equal(provider.requests.length, SENTENCES.length + 1);
});
