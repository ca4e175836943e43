/**
 * Tests a recogniser that is lost, returns or ends. Meanwhile, the session's sound waits on the
 * disk.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { silence } from '../../engines/audio/testing.ts';
import type { RecognitionEvent, Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { openDevice, untilReady } from '../../testing/clients/recording.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
/**
 * Each device speaks another language, because the service also opens recognisers for the sound that
 * earlier devices left.
 */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'da', 'pl', 'fi', 'cs', 'el'];
let language: string;
/** Sends an event of the recogniser of the present device. */
let emit: (event: RecognitionEvent) => void;

function openNext(more: Record<string, number> = {}) {
  language = LANGUAGES.shift()!;
  return openDevice(service, { language, ...more });
}

const recogniser: Recogniser = {
  name: 'told',
  capabilities: {
    partials: true,
    diarization: true,
    punctuation: true,
    wordTimes: true,
    languages: 'any',
    quality: 'high',
    local: true,
  },
  available: async () => ({ ok: true }),
  open(options) {
    let push!: (event: RecognitionEvent | null) => void;
    const events = new ReadableStream<RecognitionEvent>({
      start: (controller) => {
        let isOver = false;
        push = (event) => {
          if (isOver) return;
          if (event) return controller.enqueue(event);
          isOver = true;
          controller.close();
        };
      },
    });
    if (options.language === language) emit = push;
    return {
      events,
      write: () => {},
      backlogSeconds: () => 0,
      finish: async () => push(null),
      close: () => push(null),
    };
  },
  [Symbol.asyncDispose]: async () => {},
};

before(async () => {
  service = await startService({ recogniser, environment: { SVC_LOG_LEVEL: 'silent' } });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.owner.call('POST', '/v1/conversations', {});
});

const utterance = (text: string, start: number) => ({
  id: text,
  text,
  start,
  end: start + 0.5,
  words: text
    .split(' ')
    .map((word, n) => ({ text: word, start: start + n / 10, end: start + 0.5 })),
});
const pending = async (): Promise<Json> =>
  service.service.parts.db
    .selectFrom('conversations')
    .select('words_pending')
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
const isPending = (wanted: boolean) =>
  eventually(`words_pending ${wanted}`, async () => (await pending())?.words_pending === wanted);

test('interim words are shown but not stored', async () => {
  await using device = await openNext();
  await untilReady(device);
  await device.stream(silence(1), { speed: 10 });
  emit({ type: 'partial', utterance: utterance('Good morn', 0.1) });
  await device.until(() => device.text === 'Good morn');
  emit({ type: 'final', utterance: utterance('Good morning', 0.1) });
  await device.until(() => device.text === 'Good morning');
  assert.equal(device.segments.size, 1);
});

test('interim words that belong to another speaker are withdrawn', async () => {
  await using device = await openNext();
  await untilReady(device);
  await device.stream(silence(4), { speed: 20 });
  const hear = (type: 'partial' | 'final', text: string, start: number, speaker: number) =>
    emit({ type, utterance: { ...utterance(text, start), speaker } });
  const texts = () => [...device.segments.values()].map(({ text }) => text).join(' | ');
  hear('final', 'Good evening.', 0.1, 0);
  // The service ignores words that an earlier test said within the same second.
  await eventually('the first words', () => texts() === 'Good evening.');
  hear('partial', 'Hel', 1, 0);
  await device.until(() => texts() === 'Good evening. Hel');
  hear('final', 'Hello.', 1, 1);
  await device.until(() => texts() === 'Good evening. | Hello.');
  hear('partial', 'How', 2, 2);
  await device.until(() => texts() === 'Good evening. | Hello. | How');
  const [, , wrong] = device.segments.keys();
  hear('final', 'How are you?', 2, 1);
  const { segment_ids } = await device.event('segments_deleted');
  assert.deepEqual(segment_ids, [wrong]);
  await device.until(() => texts() === 'Good evening. | Hello. How are you? | How');
});

test('interim words end the silence', async () => {
  await using device = await openNext({ conversation_timeout: 4 });
  await untilReady(device);
  const { conversation_id } = await device.event('conversation_session');
  await device.stream(silence(3), { speed: 10 });
  emit({ type: 'partial', utterance: utterance('Well', 1) });
  await device.until(() => device.text === 'Well');
  await device.stream(silence(3.2), { speed: 1 });
  emit({ type: 'final', utterance: utterance('Well then', 1) });
  await device.until(() => device.text === 'Well then');
  const { body } = await service.owner.call('GET', `/v1/conversations/${conversation_id}`);
  assert.equal(body.status, 'in_progress');
});

for (const [title, lost, found] of [
  ['a worse recogniser', { state: 'degraded' }, { state: 'ready' }],
  [
    'none',
    { state: 'reconnecting', by: { name: 'none', quality: 'low' } },
    { state: 'degraded', by: { name: 'none', quality: 'low' } },
  ],
  [
    'another recogniser later',
    { state: 'degraded' },
    { state: 'reconnecting', by: { name: 'other', quality: 'low' } },
  ],
] as const) {
  test(`sound waits for its words after a change to ${title}`, async () => {
    await using device = await openNext();
    await untilReady(device);
    await device.stream(silence(1), { speed: 10 });
    emit({ type: 'state', detail: 'Still there.', state: 'reconnecting' });
    await device.event('service_status', ({ status_text }) => status_text === 'Still there.');
    emit({ type: 'state', detail: 'Lost.', ...lost });
    await device.event('service_status', (event) => /Lost|stopped/.test(JSON.stringify(event)));
    await isPending(true);
    emit({ type: 'state', detail: 'Found.', ...found });
    await isPending(title === 'none');
  });
}

test('a missed span waits for its words', async () => {
  await using device = await openNext();
  await untilReady(device);
  await device.stream(silence(2), { speed: 10 });
  emit({ type: 'speech', at: 0.5 });
  emit({ type: 'missed', start: 0.5, end: 1.5, detail: 'It ended.' });
  await isPending(true);
});

test('when the recogniser fails, sound waits for its words and the client is told', async () => {
  await using device = await openNext();
  await untilReady(device);
  await device.stream(silence(1), { speed: 10 });
  emit({ type: 'failed', code: 'engine', detail: 'It broke.' });
  const { reason } = await device.event('service_status', ({ status }) => status === 'stt_failed');
  assert.equal(reason, 'It broke.');
  await isPending(true);
});
