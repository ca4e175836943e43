/** Tests that a task is worded as it was meant, with its condition and on its day, and that a note loses no fact. */
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

test('a task is due on a day that is written in digits', async () => {
  const said: readonly (readonly [language: string, text: string, due: string])[] = [
    ['en', 'I need to send the report by 2026-12-05.', '2026-12-05T22:59:00Z'],
    ['en', 'I have to pay the rent by Dec. 15.', '2026-12-15T22:59:00Z'],
    ['en', 'I need to pay the invoice by 05/12.', '2026-12-05T22:59:00Z'],
    ['de', 'Ich muss die Rechnung bis 05.12. bezahlen.', '2026-12-05T22:59:00Z'],
    ['de', 'Ich muss die Miete bis 31. bezahlen.', '2026-12-31T22:59:00Z'],
    ['de', 'Ich muss den Bericht vor dem 15. abgeben.', '2026-11-15T22:59:00Z'],
    ['es', 'Tengo que pagar la factura antes del 5/12.', '2026-12-05T22:59:00Z'],
  ];
  for (const [language, text, due] of said) {
    const [task] = (await say([{ text }], language)).action_items;
    assert.equal(new Date(task.due_at).getTime(), Date.parse(due), `${text} ${task.due_at}`);
  }
});

test('a day of the week that contradicts its date is shown beside the date', async () => {
  const [task] = (await say([{ text: 'I need to call the bank on Monday the 5th.' }])).action_items;
  assert.equal(task.description, 'Call the bank (Monday the 5th)');
  assert.equal(new Date(task.due_at).toISOString(), '2026-12-05T22:59:00.000Z');
  const text = 'The meeting is on Monday, December 15 at 3 pm.';
  const [event] = (await say([{ text }])).events;
  assert.deepEqual(
    [event.description, new Date(event.start).toISOString()],
    ['Monday, December 15', '2026-12-15T14:00:00.000Z'],
  );
});

test('a note of many facts gives a memory of each', async () => {
  const facts = ['I drive a red Saab.', 'I speak Basque.', 'I grew up in Lugo.', 'I keep bees.'];
  await say([{ text: ['I collect tin robots.', ...facts].join(' ') }]);
  const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
  const found = body.filter(({ content }: Json) => /robots|Saab|Basque|Lugo|bees/.test(content));
  assert.equal(found.length, 5, JSON.stringify(body));
});
