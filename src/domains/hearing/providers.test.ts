/** Tests a speech provider that fails in many ways, through a device's connection. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import type { VoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { whisperRecogniser } from '../../engines/recognition/whisper/whisper.ts';
import type { RecognitionEvent, Recogniser } from '../../engines/recognition/recogniser.ts';
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
    poor_languages: [],
    note: 'whisper-base is the fallback',
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
  assert.deepEqual(providersOf(listener), ['deepgram', 'whisper-base']);
  const { status_text } = await listener.event(
    'service_status',
    ({ provider: by }) => by === 'whisper-base',
  );
  assert.match(status_text, /refuses the key \(401\): check SVC_RECOGNISER_KEY/);
  assert.ok([...listener.segments.values()].every((each) => each.stt_provider === 'whisper-base'));
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
  assert.deepEqual(providersOf(listener), ['deepgram', 'whisper-base']);
});

/** Wraps a recogniser so that it has a low confidence in one word. */
function unsureOf(word: string, by: Recogniser): Recogniser {
  const judged = (event: RecognitionEvent): RecognitionEvent => {
    if (event.type !== 'final' && event.type !== 'partial') return event;
    const words = event.utterance.words.map((each) => ({
      ...each,
      confidence: each.text.toLowerCase().startsWith(word) ? 0.1 : 0.9,
    }));
    return { ...event, utterance: { ...event.utterance, words } };
  };
  return {
    ...by,
    name: by.name,
    open(options) {
      const session = by.open(options);
      const events = (async function* () {
        for await (const event of session.events) yield judged(event);
      })();
      return new Proxy(session, {
        get(target, name) {
          if (name === 'events') return events;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
}

test('a doubtful word is marked, and no title, task or memory contains it', async () => {
  await using provider = await startDeepgramServer({ recogniser: unsureOf('milk', ear) });
  await using service = await startService({
    environment: {
      SVC_RECOGNISER: 'deepgram',
      SVC_RECOGNISER_URL: provider.url,
      SVC_RECOGNISER_KEY: 'secret',
    },
  });
  await using listener = await tell(service);
  const marked = [...listener.segments.values()].flatMap(({ text, doubtful }) =>
    doubtful.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)),
  );
  assert.deepEqual(
    marked.map((word) => word.toLowerCase()),
    ['milk.'],
  );
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const { id, structured } = body.memory ?? body.conversation ?? body;
  const { body: stored } = await service.owner.call('GET', `/v1/conversations/${id}`);
  assert.match(JSON.stringify(stored.transcript_segments), /milk/i);
  const { body: tasks } = await service.owner.call('GET', '/v1/action-items');
  const { body: memories } = await service.owner.call('GET', '/v3/memories');
  const made = { structured, stored: stored.structured, tasks, memories };
  assert.doesNotMatch(JSON.stringify(made), /milk/i);
  const { body: page } = await service.owner.call('GET', `/v1/conversations/${id}/utterances`);
  assert.equal(page.next_offset, null);
  assert.deepEqual(
    page.utterances.map(({ is_timed }: { is_timed: boolean }) => is_timed),
    [true, true, true],
  );
  const [word] = page.utterances
    .flatMap(({ words }: { words: object[] }) => words)
    .filter(({ is_doubtful }: { is_doubtful: boolean }) => is_doubtful);
  assert.equal(word.confidence, 0.1);
  assert.ok(word.start > page.utterances[1].start && word.end <= page.utterances[1].end);
});
