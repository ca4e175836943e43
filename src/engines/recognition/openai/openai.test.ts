import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import {
  startTranscriptionServer,
  type TranscriptionChaos,
  type TranscriptionServerOptions,
} from '../../../testing/servers/transcription-server.ts';
import { joinedSound, silence } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { whisperRecogniser } from '../whisper/whisper.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import type { Recogniser, RecognitionEvent } from '../recogniser.ts';
import { readTranscription, transcriptionOf } from './answer.ts';
import { openaiRecogniser, transcriptionAddress, type OpenaiOptions } from './openai.ts';
import { builtinEngine } from '../../../testing/speech/shared-recognition.ts';

const SENTENCES = [
  'Please call my mother tomorrow.',
  'I need to buy milk.',
  'We are going to the beach on Sunday.',
];

let voiceActivity: VoiceActivity;
/** The recogniser behind the loopback server. */
let ear: Recogniser;
let speech: Int16Array;
let expected: string;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
  ear = whisperRecogniser({ voiceActivity, log: silentLog, engine: builtinEngine });
  const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
  speech = joinedSound(...spoken.flatMap((sentence) => [silence(2), sentence]), silence(2));
  const { recogniser } = await subject();
  await using _ = recogniser;
  expected = textOf(await hear(recogniser, speech));
});
after(async () => {
  await ear[Symbol.asyncDispose]();
  await voiceActivity[Symbol.asyncDispose]();
});

for (const answers of ['verbose_json', 'json', 'text'] as const) {
  recogniserSuite(`openai with ${answers}`, {
    make: async () => (await subject({ answers })).recogniser,
    speech: async () => speech,
  });
}

test('the transcript has the spoken words, with punctuation', () => {
  assert.match(expected, /mother tomorrow\. .*milk\. .*beach on Sunday\.$/);
});

for (const [name, chaos] of Object.entries<TranscriptionChaos>({
  'has an internal error': { refuse: 500 },
  'has no room': { refuse: 429, retryAfter: 0 },
  'breaks the connection': { drop: true },
  'does not answer': { hang: true },
  'answers rubbish': { rubbish: true },
  'answers without end': { oversized: true },
})) {
  test(`a provider that ${name} is asked again, and no word is lost or repeated`, async () => {
    const { recogniser, server } = await subject({
      chaos: (request) => (request < 2 ? chaos : {}),
    });
    await using _ = recogniser;
    assert.equal(textOf(await hear(recogniser, speech)), expected);
    assert.equal(server.requests.length, SENTENCES.length + 2);
  });
}

test('answers that arrive out of order are returned in the order of the speech', async () => {
  const { recogniser, server } = await subject({
    chaos: (request) => ({ delayMs: 600 - 300 * request }),
  });
  await using _ = recogniser;
  assert.equal(textOf(await hear(recogniser, speech)), expected);
  assert.notEqual(server.answers.map(({ text }) => text).join(' '), expected);
});

for (const [status, code] of [
  [401, 'auth'],
  [403, 'auth'],
  [402, 'quota'],
  [404, 'unsupported'],
  [307, 'unsupported'],
] as const) {
  test(`a provider that answers ${status} ends the session with a message`, async () => {
    const { recogniser } = await subject({ chaos: () => ({ refuse: status }) });
    await using _ = recogniser;
    const last = (await hear(recogniser, speech)).at(-1);
    assert.ok(last?.type === 'failed' && last.code === code);
    assert.match(last.detail, new RegExp(`^The speech provider .*\\(${status}\\)`));
  });
}

for (const [name, chaos] of Object.entries<TranscriptionChaos>({
  'stays out of order': { refuse: 503 },
  'has no room for a long time': { refuse: 429, retryAfter: 60 },
  'never answers': { hang: true },
})) {
  test(`a provider that ${name} fails early enough for a fallback`, async () => {
    const { recogniser } = await subject({ chaos: () => chaos, outageSeconds: 0.5 });
    await using _ = recogniser;
    assert.equal((await hear(recogniser, speech)).at(-1)?.type, 'failed');
  });
}

test('a refused utterance is reported as missed and affects no others', async () => {
  const { recogniser } = await subject({
    // Returns the request for the last sentence. Ignores requests that contain only the first part
    // of the sentence.
    chaos: (request) => (request >= 2 ? { refuse: 400, delayMs: 1_500 } : {}),
  });
  await using _ = recogniser;
  const session = recogniser.open({ language: 'en' });
  session.write(speech);
  const [events] = await Promise.all([collect(session), session.finish()]);
  assert.equal(finalsOf(events).length, 2);
  assert.equal(events.filter(({ type }) => type === 'missed').length, 1);
  assert.ok(events.every(({ type }) => type !== 'failed'));
});

test('less detail is requested once, and then always', async () => {
  const { recogniser, server } = await subject({ answers: 'json' });
  await using _ = recogniser;
  await hear(recogniser, speech);
  await hear(recogniser, speech);
  const formats = server.requests.map(({ fields }) => fields['response_format']);
  assert.deepEqual(
    formats.slice(-SENTENCES.length),
    SENTENCES.map(() => 'json'),
  );
});

test('the request and the key follow the protocol', async () => {
  const { recogniser, server } = await subject();
  await using _ = recogniser;
  await hear(recogniser, speech);
  const { authorization, fields } = server.requests[0]!;
  assert.equal(authorization, 'Bearer secret');
  assert.equal(fields['model'], 'whisper-1');
  assert.equal(fields['language'], 'en');
});

test('the number of simultaneous requests is limited across sessions', async () => {
  const { recogniser, server } = await subject({
    chaos: () => ({ delayMs: 200 }),
    answerMs: 30_000,
  });
  await using _ = recogniser;
  const all = await Promise.all(Array.from({ length: 5 }, () => hear(recogniser, speech)));
  assert.ok(all.every((events) => textOf(events) === expected));
  assert.ok(server.maxAtOnce() <= 8, `${server.maxAtOnce()} at once`);
});

test('words that Whisper invents in noise are dropped', () => {
  const said = {
    start: 0.3,
    end: 1,
    text: ' Hello there.',
    avg_logprob: -0.2,
    no_speech_prob: 0.9,
  };
  const imagined = {
    start: 1,
    end: 2,
    text: ' Thank you.',
    avg_logprob: -1.4,
    no_speech_prob: 0.9,
  };
  const text = 'Hello there. Thank you.';
  const answer = readTranscription(JSON.stringify({ text, segments: [said, imagined] }), null)!;
  const { words, ...rest } = transcriptionOf(answer, { start: 0.3, end: 2 });
  assert.equal(rest.text, 'Hello there.');
  assert.equal(words.length, 2);
});

test('times outside the sound are moved into it', () => {
  const words = [
    { word: 'one', start: -3, end: 9 },
    { word: 'two', start: 1, end: 0.5 },
  ];
  const answer = readTranscription(
    JSON.stringify({ text: 'One, two.', words }),
    'application/json',
  )!;
  for (const { start, end } of transcriptionOf(answer, { start: 0.3, end: 2 }).words) {
    assert.ok(0 <= start && start <= end && end <= 2);
  }
});

test('addresses are accepted in several forms', () => {
  for (const [written, meant] of [
    ['https://api.openai.com', 'https://api.openai.com/v1/audio/transcriptions'],
    ['https://api.groq.com/openai/v1/', 'https://api.groq.com/openai/v1/audio/transcriptions'],
    ['localhost:8000/v1', 'http://localhost:8000/v1/audio/transcriptions'],
    ['http://whisper:8080/inference', 'http://whisper:8080/inference'],
  ] as const) {
    assert.equal(transcriptionAddress(written).href, meant);
  }
});

async function subject({
  outageSeconds = 8,
  answerMs = 5_000,
  ...server
}: Partial<TranscriptionServerOptions> & Partial<OpenaiOptions> = {}) {
  const loopback = await startTranscriptionServer({ recogniser: ear, ...server });
  const recogniser = openaiRecogniser({
    url: loopback.url,
    key: 'secret',
    model: undefined,
    voiceActivity,
    log: silentLog,
    outageSeconds,
    answerMs,
    backOffMs: () => 20,
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
