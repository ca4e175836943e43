/** Tests that a task is worded as it was meant: with its condition, on its day, and once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../src/core/clock.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

let service: TestService;
/** A Tuesday. */
const clock = new ManualClock('2026-11-10T09:00:00Z');

before(async () => {
  service = await startService({ clock });
  await service.owner.call('PATCH', '/v1/users/me', { timezone: 'Europe/Berlin' });
});
after(() => service[Symbol.asyncDispose]());

interface Turn {
  text: string;
  /** The owner speaks when nobody is named. */
  speaker?: string;
}

/** Says turns, and returns what was made of them. */
async function say(turns: readonly Turn[], language = 'en'): Promise<Json> {
  const { owner } = service;
  const made = await owner.call('POST', '/v1/conversations/from-segments', {
    language,
    transcript_segments: turns.map(({ text, speaker }, at) => ({
      text,
      start: at * 5,
      end: at * 5 + 4,
      is_user: speaker === undefined,
      speaker_id: speaker === undefined ? 0 : 1,
      ...(speaker !== undefined && { person_id: speaker }),
    })),
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { body } = await owner.call('GET', `/v1/conversations/${made.body.id}`);
  return body.structured;
}

const tasksOf = async (text: string, language?: string): Promise<string[]> =>
  (await say([{ text }], language)).action_items.map(({ description }: Json) => description);

test('a task keeps its condition, wherever it was said', async () => {
  const said: readonly (readonly [language: string, text: string, task: string])[] = [
    [
      'en',
      'If the train is late, I need to call the hotel.',
      'Call the hotel if the train is late',
    ],
    ['en', 'Unless Tom calls, I have to book the room today.', 'Book the room unless Tom calls'],
    [
      'en',
      "If the parcel comes tomorrow, I'll send Eva the receipt.",
      'Send Eva the receipt if the parcel comes tomorrow',
    ],
    [
      'en',
      'Remind me, if it rains tomorrow, to take the umbrella.',
      'Take the umbrella if it rains tomorrow',
    ],
    ['de', 'Wenn es regnet, muss ich Ana anrufen.', 'Ana anrufen, wenn es regnet'],
    [
      'de',
      'Sollte es morgen regnen, muss ich das Zelt abbauen.',
      'Das Zelt abbauen, falls es morgen regnen sollte',
    ],
    [
      'es',
      'Si el tren llega tarde, tengo que llamar al hotel.',
      'Llamar al hotel si el tren llega tarde',
    ],
  ];
  for (const [language, text, task] of said)
    assert.deepEqual(await tasksOf(text, language), [task], text);
});

test('what would be on an unreal condition is no task', async () => {
  const said: readonly (readonly [language: string, text: string])[] = [
    ['en', 'If we won the lottery, I would have to call the bank.'],
    ['en', 'I wish I could call Ana tomorrow.'],
    ['de', 'Wenn ich Zeit hätte, müsste ich morgen Ana anrufen.'],
    ['de', 'Hätte ich Zeit, würde ich morgen Ana anrufen.'],
    ['es', 'Si tuviera tiempo, tendría que llamar mañana a Ana.'],
  ];
  for (const [language, text] of said) assert.deepEqual(await tasksOf(text, language), [], text);
});
