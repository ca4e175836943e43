/**
 * Tests every recogniser with a live protocol, in addition to the common contract. Whatever the
 * provider does, either no word is lost or repeated, or the session fails early enough for another
 * recogniser to take over.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../../../core/log.ts';
import type { Chaos, LiveServer, LiveServerOptions } from '../../../testing/servers/live-server.ts';
import { joinedSound, silence } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { whisperRecogniser } from '../whisper/whisper.ts';
import type { ProviderOptions } from '../provider.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import type { Recogniser, RecognitionEvent } from '../recogniser.ts';
import type { LiveOptions } from './session.ts';
import { builtinEngine } from '../../../testing/speech/shared-recognition.ts';

export interface LiveSubject {
  start(options: LiveServerOptions): Promise<LiveServer>;
  make(options: ProviderOptions & LiveOptions): Recogniser;
}

interface LiveParts extends Partial<LiveServerOptions>, Partial<LiveOptions> {
  model?: string;
}

/** The parts of the suite that other tests of a protocol use too. */
export interface LiveGround {
  speech: Int16Array;
  /** The expected transcript of the speech when nothing fails. */
  expected: string;
  subject(parts?: LiveParts): Promise<{ server: LiveServer; recogniser: Recogniser }>;
}

const QUICK = { deadMs: 600, backOffMs: () => 20 };
const SENTENCES = [
  'Please call my mother tomorrow.',
  'I need to buy milk.',
  'We are going to the beach on Sunday.',
];

export function liveSuite(name: string, { start, make }: LiveSubject): LiveGround {
  let voiceActivity: VoiceActivity;
  /** The recogniser that is connected to the loopback server. */
  let ear: Recogniser;
  const ground = { speech: silence(0), expected: '', subject } satisfies LiveGround;
  before(async () => {
    voiceActivity = await openVoiceActivity(silentLog);
    ear = whisperRecogniser({ voiceActivity, log: silentLog, engine: builtinEngine });
    const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
    ground.speech = joinedSound(
      ...spoken.flatMap((sentence) => [silence(2), sentence]),
      silence(2),
    );
    const { recogniser } = await subject();
    await using _ = recogniser;
    ground.expected = textOf(await hear(recogniser, ground.speech));
  });
  after(async () => {
    await ear[Symbol.asyncDispose]();
    await voiceActivity[Symbol.asyncDispose]();
  });

  recogniserSuite(name, {
    make: async () => (await subject()).recogniser,
    speech: async () => ground.speech,
  });

  test(`${name}: the session returns the words of the recogniser behind the server`, async () => {
    assertSame(ground.expected, textOf(await hear(ear, ground.speech)));
  });

  for (const [how, chaos] of Object.entries<Chaos>({
    'answers late': { delayMs: 150 },
    'says finals twice': { duplicateFinals: true },
    'says finals in the wrong order': { reorder: true },
    'talks rubbish between': { rubbish: true },
  })) {
    test(`${name}: a provider that ${how} costs no word`, async () => {
      const { recogniser } = await subject({ chaos: () => chaos });
      await using _ = recogniser;
      assert.equal(textOf(await hear(recogniser, ground.speech)), ground.expected);
    });
  }

  for (const [how, chaos] of Object.entries<Chaos>({
    'is lost in the middle of a sentence': { dropAfterSeconds: 7 },
    'is half open': { halfOpenAfterSeconds: 7 },
    'brings more than anybody should read': { oversized: true },
    'is refused for lack of room': { refuse: 429, retryAfter: 0 },
    'is refused by a broken server': { refuse: 503 },
  })) {
    test(`${name}: a connection that ${how} is replaced, and no word is lost or repeated`, async () => {
      const { recogniser, server } = await subject({
        chaos: (connection) => (connection < 2 ? chaos : {}),
      });
      await using _ = recogniser;
      const events = await hear(recogniser, ground.speech);
      assertSame(textOf(events), ground.expected);
      assert.equal(server.handshakes.length, 3);
      const states = events.flatMap((event) => (event.type === 'state' ? [event.state] : []));
      assert.ok(
        states.length % 2 === 0 &&
          states.every((state, i) => state === (i % 2 ? 'ready' : 'reconnecting')),
      );
    });
  }

  test(`${name}, live: speech during an outage is transcribed afterwards`, async () => {
    const { recogniser, server } = await subject({
      chaos: (connection) => (connection === 0 ? { dropAfterSeconds: 5 } : {}),
      patience: { backOffMs: () => 1_000 },
    });
    await using _ = recogniser;
    const session = recogniser.open({ language: 'en' });
    for (let at = 0; at < ground.speech.length; at += 1_600) {
      session.write(ground.speech.subarray(at, at + 1_600));
      await wait(25);
    }
    const [events] = await Promise.all([collect(session), session.finish()]);
    assertSame(textOf(events), ground.expected);
    assert.equal(server.handshakes.length, 2);
  });

  for (const [status, code] of [
    [401, 'auth'],
    [403, 'auth'],
    [402, 'quota'],
    [400, 'unsupported'],
  ] as const) {
    test(`${name}: a provider that answers ${status} is asked once and the session ends with a message`, async () => {
      const { recogniser, server } = await subject({ chaos: () => ({ refuse: status }) });
      await using _ = recogniser;
      const last = (await hear(recogniser, ground.speech)).at(-1);
      assert.ok(last?.type === 'failed' && last.code === code);
      assert.match(last.detail, new RegExp(`^The speech provider .*\\(${status}\\)`));
      assert.equal(server.handshakes.length, 1);
    });
  }

  for (const [how, chaos, patience] of [
    ['keeps dropping', { dropAfterSeconds: 0.1 }, {}],
    ['gives no words', { mute: true }, { wordlessMs: 300, finishMs: 600 }],
    ['has no room', { refuse: 429, retryAfter: 30 }, {}],
  ] as const) {
    test(`${name}: a provider that ${how} fails early enough for a fallback`, async () => {
      const { recogniser } = await subject({ chaos: () => chaos, patience, outageSeconds: 1 });
      await using _ = recogniser;
      const last = (await hear(recogniser, ground.speech)).at(-1);
      assert.equal(last?.type, 'failed');
    });
  }

  async function subject({ outageSeconds = 60, patience, model, ...server }: LiveParts = {}) {
    const loopback = await start({ recogniser: ear, ...server });
    const recogniser = make({
      url: loopback.url,
      key: 'secret',
      model,
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
  return ground;
}

export function textOf(events: readonly RecognitionEvent[]): string {
  return finalsOf(events)
    .map(({ text }) => text)
    .join(' ');
}

/** A replay may start some milliseconds earlier or later, which may change one word. */
function assertSame(heard: string, expected: string): void {
  const words = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];
  const [got, wanted] = [words(heard), words(expected)];
  const missing = wanted.filter((word) => !got.includes(word));
  assert.ok(missing.length <= 1 && got.length === wanted.length, `${heard} | ${expected}`);
}
