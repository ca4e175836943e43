import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../../../core/log.ts';
import {
  startDeepgramServer,
  type Chaos,
  type DeepgramServerOptions,
} from '../../../testing/deepgram-server.ts';
import { joined, silence } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import {
  openVoiceActivity,
  type VoiceActivity,
} from '../../audio/voice-activity/voice-activity.ts';
import { builtinRecogniser } from '../builtin/builtin.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import { SAMPLE_RATE, type Recogniser, type RecognitionEvent } from '../recogniser.ts';
import type { LiveOptions } from '../live/session.ts';
import { deepgramAddress, deepgramRecogniser } from './deepgram.ts';

const QUICK = { deadMs: 600, backOffMs: () => 20 };
const SENTENCES = [
  'Please call my mother tomorrow.',
  'I need to buy milk.',
  'We are going to the beach on Sunday.',
];

let voiceActivity: VoiceActivity;
/** What hears behind the loopback server. */
let ear: Recogniser;
let speech: Int16Array;
let expected: string;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
  ear = builtinRecogniser({ voiceActivity, log: silentLog });
  const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
  speech = joined(...spoken.flatMap((sentence) => [silence(2), sentence]), silence(2));
  expected = textOf(await hear(ear, speech));
});
after(async () => {
  await ear[Symbol.asyncDispose]();
  await voiceActivity[Symbol.asyncDispose]();
});

recogniserSuite('deepgram', {
  make: async () => (await subject()).recogniser,
  speech: async () => speech,
});

for (const [name, chaos] of Object.entries<Chaos>({
  'answers late': { delayMs: 150 },
  'says finals twice': { duplicateFinals: true },
  'says finals in the wrong order': { reorder: true },
  'talks rubbish between': { rubbish: true },
})) {
  test(`a provider that ${name} costs no word`, async () => {
    const { recogniser } = await subject({ chaos: () => chaos });
    await using _ = recogniser;
    assert.equal(textOf(await hear(recogniser, speech)), expected);
  });
}

for (const [name, chaos] of Object.entries<Chaos>({
  'is lost in the middle of a sentence': { dropAfterSeconds: 7 },
  'is half open': { halfOpenAfterSeconds: 7 },
  'brings more than anybody should read': { oversized: true },
  'is refused for lack of room': { refuse: 429, retryAfter: 0 },
  'is refused by a broken server': { refuse: 503 },
})) {
  test(`a connection that ${name} is followed by another, and no word is lost or doubled`, async () => {
    const { recogniser, server } = await subject({
      chaos: (connection) => (connection < 2 ? chaos : {}),
    });
    await using _ = recogniser;
    const events = await hear(recogniser, speech);
    assertSame(textOf(events), expected);
    assert.equal(server.handshakes.length, 3);
    const states = events.flatMap((event) => (event.type === 'state' ? [event.state] : []));
    assert.ok(
      states.length % 2 === 0 &&
        states.every((state, i) => state === (i % 2 ? 'ready' : 'reconnecting')),
    );
  });
}

test('live: what was said while nobody listened is heard afterwards', async () => {
  const { recogniser, server } = await subject({
    chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 5 } : {}),
    patience: { backOffMs: () => 1_000 },
  });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  for (let at = 0; at < speech.length; at += 1_600) {
    session.write(speech.subarray(at, at + 1_600));
    await wait(25);
  }
  const [events] = await Promise.all([collect(session), session.finish()]);
  assertSame(textOf(events), expected);
  assert.equal(server.handshakes.length, 2);
});

for (const [status, code] of [
  [401, 'auth'],
  [403, 'auth'],
  [402, 'quota'],
  [400, 'unsupported'],
] as const) {
  test(`a provider that answers ${status} is asked once and the session ends with a sentence`, async () => {
    const { recogniser, server } = await subject({ chaos: () => ({ refuse: status }) });
    await using _ = recogniser;
    const last = (await hear(recogniser, speech)).at(-1);
    assert.ok(last?.type === 'failed' && last.code === code);
    assert.match(last.detail, new RegExp(`^The speech provider .*\\(${status}\\)`));
    assert.equal(server.handshakes.length, 1);
  });
}

for (const [name, chaos, patience] of [
  ['keeps dropping', { dropAfterSeconds: 0.1 }, {}],
  ['gives no words', { mute: true }, { wordlessMs: 300, finishMs: 600 }],
  ['has no room', { refuse: 429, retryAfter: 30 }, {}],
] as const) {
  test(`one that ${name} fails in time for somebody else to take over`, async () => {
    const { recogniser } = await subject({ chaos: () => chaos, patience, outageSeconds: 1 });
    await using _ = recogniser;
    const last = (await hear(recogniser, speech)).at(-1);
    assert.equal(last?.type, 'failed');
  });
}

test('in silence without sound the connection is kept', async () => {
  const { recogniser, server } = await subject({ idleMs: 400, patience: { keepAliveMs: 100 } });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  session.write(silence(0.1));
  await wait(1_000);
  session.write(speech);
  const [events] = await Promise.all([collect(session), session.finish()]);
  assert.equal(textOf(events), expected);
  assert.equal(server.handshakes.length, 1);
  assert.ok(server.said.includes('KeepAlive'));
  assert.deepEqual(server.said.slice(-2), ['Finalize', 'CloseStream']);
});

test('speakers are told apart, and after a new connection nobody is taken for another', async () => {
  const { recogniser } = await subject({
    chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 9.5 } : {}),
    speakerOf: (utterance) => utterance,
  });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  const pause = 9.4 * SAMPLE_RATE;
  session.write(speech.subarray(0, pause));
  const speakers: (number | undefined)[] = [];
  for await (const event of session.events) {
    if (event.type !== 'final') continue;
    speakers.push(event.utterance.speaker);
    if (speakers.length < 2) continue;
    session.write(speech.subarray(pause));
    void session.finish();
  }
  assert.deepEqual(speakers, [0, 1, 2]);
});

test('words have times, confidences and marks; partials grow under the id of their final', async () => {
  const { recogniser } = await subject();
  await using _ = recogniser;
  const events = await hear(recogniser, speech);
  const [first] = finalsOf(events);
  assert.match(first!.text, /mother tomorrow[.]$/);
  assert.ok(first!.words.every(({ confidence }) => confidence !== undefined));
  const partial = events.find((event) => event.type === 'partial');
  assert.ok(partial?.type === 'partial' && partial.utterance.id === first!.id);
});

test('the question and the key are what the protocol wants', async () => {
  const { recogniser, server } = await subject();
  await using _ = recogniser;
  await hear(recogniser, silence(0.5));
  const [{ query, authorization }] = server.handshakes as [(typeof server.handshakes)[number]];
  assert.equal(authorization, 'Token secret');
  assert.equal(query.get('interim_results'), 'true');
  assert.equal(query.get('model'), 'nova-3');
  assert.equal(query.get('language'), 'en');
});

test('addresses may be written in any way', () => {
  for (const [written, meant] of [
    ['wss://api.deepgram.com/v1/listen', 'wss://api.deepgram.com/v1/listen'],
    ['https://api.eu.deepgram.com', 'wss://api.eu.deepgram.com/v1/listen'],
    ['http://whisper:8000/', 'ws://whisper:8000/v1/listen'],
    ['speech.example.org', 'wss://speech.example.org/v1/listen'],
    ['localhost:8000', 'ws://localhost:8000/v1/listen'],
    ['ws://host/proxy/listen?tag=a', 'ws://host/proxy/listen?tag=a'],
  ] as const) {
    assert.equal(deepgramAddress(written).href, meant);
  }
  for (const wrong of ['', 'ftp://host', 'http://']) assert.throws(() => deepgramAddress(wrong));
});

async function subject({
  patience,
  outageSeconds = 10,
  ...server
}: Partial<DeepgramServerOptions> & Partial<LiveOptions> = {}) {
  const loopback = await startDeepgramServer({ recogniser: ear, ...server });
  const recogniser = deepgramRecogniser({
    url: loopback.url,
    key: 'secret',
    model: undefined,
    voiceActivity,
    log: silentLog,
    outageSeconds,
    patience: { ...QUICK, ...patience },
  });
  const both: Recogniser = {
    ...recogniser,
    [Symbol.asyncDispose]: async () => void (await loopback[Symbol.asyncDispose]()),
  };
  return { server: loopback, recogniser: both };
}

function textOf(events: readonly RecognitionEvent[]): string {
  return finalsOf(events)
    .map(({ text }) => text)
    .join(' ');
}

/** The cut of a replay moves by some milliseconds, and a word with it may be heard otherwise. */
function assertSame(heard: string, expected: string): void {
  const words = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];
  const [got, wanted] = [words(heard), words(expected)];
  const missing = wanted.filter((word) => !got.includes(word));
  assert.ok(missing.length <= 1 && got.length === wanted.length, `${heard} | ${expected}`);
}
