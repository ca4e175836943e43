/** Tests that facts, tasks and appointments that are alike are not taken for the same. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../src/core/clock.ts';
import type { ApiKey, Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

const MEMORIES = '/v1/dev/user/memories';
const CONVERSATIONS = '/v1/dev/user/conversations';
const DAY = 86_400_000;

let service: TestService;
let key: ApiKey;
const clock = new ManualClock('2026-11-10T09:00:00Z');

before(async () => {
  service = await startService({ clock });
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

async function ok(method: string, path: string, body?: object): Promise<Json> {
  const answer = await key.call(method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Says words of the user; a day passes before each talk without a time. */
async function say(
  text: string,
  { started_at, language = 'en' }: { started_at?: string; language?: string } = {},
) {
  if (started_at === undefined) clock.advance(DAY);
  const transcript_segments = [{ text, start: 0, end: 5, is_user: true, speaker_id: 0 }];
  const { id } = await ok('POST', `${CONVERSATIONS}/from-segments`, {
    started_at: started_at ?? clock.now().toISOString(),
    language,
    transcript_segments,
  });
  return eventually(
    'the conversation',
    async () => {
      const { body } = await service.owner.call('GET', `/v1/conversations/${id}`);
      return body.status === 'completed' && body;
    },
    { seconds: 90 },
  );
}

async function listed(pattern: RegExp, query = ''): Promise<Json[]> {
  const all: Json[] = await ok('GET', `${MEMORIES}?limit=500${query}`);
  return all.filter(({ content }) => pattern.test(content));
}
const contents = async (pattern: RegExp, query?: string): Promise<string[]> =>
  (await listed(pattern, query)).map(({ content }) => content).toSorted();

test('a second daughter, another dose and another day are facts of their own', async () => {
  await say('I have a daughter called Ida.');
  await say('I have a daughter called Eva.');
  assert.deepEqual(await contents(/daughter/), [
    'Has a daughter called Eva',
    'Has a daughter called Ida',
  ]);
  // What is known by hand does not swallow what is said either.
  const known = 'Is allergic to peanuts';
  await ok('POST', MEMORIES, { content: known });
  await say('I am allergic to walnuts.');
  assert.deepEqual(await contents(/allergic/), [known, 'Is allergic to walnuts']);
});

test('a fact that is said again is counted, with the words of both', async () => {
  const first = await say('I have a son called Leo.');
  const [memory] = await listed(/Leo/);
  const again = await say('My son is called Leo.');
  assert.equal((await listed(/Leo/)).length, 1);
  const { times_heard, heard_again, since, last_heard_at } = await ok(
    'GET',
    `${MEMORIES}/${memory.id}`,
  );
  assert.equal(times_heard, 2);
  assert.deepEqual([since, last_heard_at], [first.started_at, again.started_at]);
  assert.equal(heard_again.length, 1);
  assert.equal(heard_again[0].conversation_id, again.id);
  assert.match(heard_again[0].words, /son is called Leo/i);
  const { items } = await ok('GET', `/v1/dev/user/explanations/${memory.id}`);
  const [change] = items[0].changes;
  assert.deepEqual([change.kind, change.at], ['heard_again', again.started_at]);
  assert.match(change.segments[0].text, /My son is called Leo/);
  // The words go with their conversation.
  const path = `/v1/conversations/${again.id}`;
  assert.ok((await service.owner.call('DELETE', path)).status < 300);
  assert.deepEqual((await ok('GET', `${MEMORIES}/${memory.id}`)).heard_again, []);
});

test('two invoices are two tasks, each with its own day', async () => {
  const { structured } = await say(
    'I need to pay invoice 12 on Monday. I need to pay invoice 21 on Friday.',
  );
  const days = structured.action_items.map(({ description, due_at }: Json) => [
    description,
    new Date(due_at).getUTCDay(),
  ]);
  assert.deepEqual(days, [
    ['Pay invoice 12', 1],
    ['Pay invoice 21', 5],
  ]);
});

test('a task of every Thursday keeps its words, and is due on the first one', async () => {
  const { structured } = await say('I need to water the plants every Thursday.');
  const [task] = structured.action_items;
  assert.equal(task.description, 'Water the plants every Thursday');
  assert.equal(new Date(task.due_at).getUTCDay(), 4);
});

test('codes that differ in their capitals are two memories, and names are not', async () => {
  const create = (content: string) => ok('POST', MEMORIES, { content });
  const first = await create('Gift code is AB3XQ');
  const second = await create('Gift code is aB3xQ');
  assert.notEqual(second.id, first.id);
  assert.ok(!second.known);
  assert.deepEqual(await contents(/Gift/), ['Gift code is AB3XQ', 'Gift code is aB3xQ'].toSorted());
  assert.equal((await create('gift code is AB3XQ.')).id, first.id);
  assert.equal((await create('GIFT code is AB3XQ')).known, undefined);
  const sails = await create('Sails on the Douro');
  assert.equal((await create('sails on the douro')).id, sails.id);
  const batch = ['Locker is a7B', 'Locker is A7b', 'Locker is a7B.'];
  const { memories } = await ok('POST', `${MEMORIES}/batch`, {
    memories: batch.map((content) => ({ content })),
  });
  assert.equal(memories.length, 2);
});

test('memories that differ in one word are all stored, whichever word it is', async () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/);
  const pair = fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), word, fc.nat());
  let number = 0;
  await fc.assert(
    fc.asyncProperty(pair, async ([words, other, at]) => {
      const place = at % words.length;
      fc.pre(words[place]!.toLowerCase() !== other.toLowerCase());
      number += 1;
      const texts = [words, words.with(place, other)].map(
        (some) => `Fact ${number}: ${some.join(' ')}`,
      );
      const { memories } = await ok('POST', `${MEMORIES}/batch`, {
        memories: texts.map((content) => ({ content })),
      });
      assert.deepEqual(
        memories.map(({ content }: Json) => content),
        texts,
      );
    }),
    { numRuns: 30 },
  );
});

test('a number that cannot be kept exactly is refused by its place', async () => {
  const metadata = { order: { snowflake: '<>' } };
  const bodies: Record<string, object> = {
    [MEMORIES]: { content: 'Collects stamps', metadata },
    '/v1/dev/user/action-items': { description: 'Order stamps', metadata },
    [CONVERSATIONS]: { text: 'We talked about stamps.', metadata },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const send = (number: string) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body).replace('"<>"', number),
      });
    for (const number of ['9007199254740993', '-9007199254740993', '1e400']) {
      const answer = await send(number);
      const text = await answer.text();
      assert.equal(answer.status, 422, `${path} ${number}: ${text}`);
      assert.match(text, /metadata\.order\.snowflake is beyond/);
    }
    assert.equal((await send('9007199254740991')).status, 200, path);
  }
  const { results } = await ok('POST', `${MEMORIES}/import`, {
    items: [
      { content: 'Collects coins', metadata: { id: 2 ** 53 } },
      { content: 'Collects shells', metadata: { id: 7 } },
    ],
  });
  assert.deepEqual(
    results.map(({ outcome }: Json) => outcome),
    ['refused', 'created'],
  );
});

test('what was said later is newer, also when it was added first', async () => {
  await say('I moved to Bonn.', { started_at: '2026-04-10T09:00:00Z' });
  await say('I live in Kiel.', { started_at: '2024-04-10T09:00:00Z' });
  const open = await contents(/Bonn|Kiel/);
  assert.equal(open.length, 1, open.join());
  assert.match(open[0]!, /Bonn/);
  const [closed] = await listed(/Kiel/, '&closed=true');
  assert.equal(closed.until, '2026-04-10T09:00:00.000Z');
  const { closed_by, since } = await ok('GET', `${MEMORIES}/${closed.id}`);
  assert.deepEqual([closed_by.rule, since], ['home-moved', '2024-04-10T09:00:00.000Z']);
  const { answer } = await ok('POST', '/v1/dev/user/ask', { question: 'Where do I live?' });
  assert.match(answer.split('\n')[0], /Bonn/);
  assert.doesNotMatch(answer.split('\n')[0], /Kiel/);
  // A still older talk opens nothing again.
  await say('I live in Kiel.', { started_at: '2023-04-10T09:00:00Z' });
  assert.deepEqual(await contents(/Kiel/), []);
});

test('numbers above the line, in circles and in fractions are not those on the line', async () => {
  const user = service.owner;
  for (const [one, other] of [
    ['The plot has 10² metres', 'The plot has 102 metres'],
    ['The locker is ①', 'The locker is 1'],
    ['The shelf is ½ full', 'The shelf is 1⁄2 full'],
    ['The size is x³', 'The size is x3'],
    ['The bench is ②', 'The bench is ③'],
  ]) {
    const first = await user.call('POST', '/v3/memories', { content: one });
    const second = await user.call('POST', '/v3/memories', { content: other });
    assert.notEqual(first.body.id, second.body.id, other);
    assert.equal(second.body.content, other);
    const again = await user.call('POST', '/v3/memories', { content: one });
    assert.equal(again.body.id, first.body.id);
  }
});

test('a fact keeps what negates it, what restricts it and its numbers', async () => {
  const said: readonly (readonly [language: string, text: string, fact: string])[] = [
    ['es', 'No me gusta el pescado.', 'No me gusta el pescado'],
    ['es', 'No tengo hermanos.', 'No tiene hermanos'],
    ['es', 'A mí no me gusta el queso.', 'A mí no me gusta el queso'],
    ['de', 'Ich esse kein Schweinefleisch.', 'Isst kein Schweinefleisch'],
    ['en', 'I take 20 mg of ramipril.', 'Takes 20 mg of ramipril'],
    ['en', 'I take half a tablet of enalapril.', 'Takes half a tablet of enalapril'],
  ];
  const turned =
    /^(?:Me gusta|Tiene hermanos|(?:Isst )?Schweinefleisch|Takes (?:of )?(?:ramipril|enalapril))/;
  for (const [language, text, fact] of said) {
    await say(text, { language });
    assert.deepEqual(await contents(new RegExp(`^${fact}$`)), [fact], text);
  }
  assert.deepEqual(await contents(turned), []);
});

const tasksOf = async (text: string, language = 'en'): Promise<string[]> => {
  const { id } = await say(text, { language });
  const { body } = await service.owner.call('GET', `/v1/action-items?conversation_id=${id}`);
  return body.map(({ description }: Json) => description);
};

test('what is not to be done, only supposed, or said by somebody else is no task', async () => {
  const none: readonly (readonly [language: string, text: string])[] = [
    ['en', "I don't need to call the bank tomorrow."],
    ['en', 'Suppose I need to pay the rent on Monday.'],
    ['en', 'Tom said: "I will call the bank tomorrow."'],
    ['de', 'Ich muss morgen nicht zur Bank.'],
    ['de', 'Ich muss morgen keine Milch kaufen.'],
    ['es', 'No hace falta llamar al banco mañana.'],
    ['es', 'No tengo que llamar al banco mañana.'],
  ];
  for (const [language, text] of none) assert.deepEqual(await tasksOf(text, language), [], text);
  const both = "I don't have to call the bank, but I have to call Ana tomorrow.";
  assert.deepEqual(await tasksOf(both), ['Call Ana']);
  assert.deepEqual(await tasksOf("Don't forget to call the bank tomorrow."), ['Call the bank']);
  assert.deepEqual(await tasksOf('Tengo que decirle a Ana que no venga.', 'es'), [
    'Decirle a Ana que no venga',
  ]);
});

test('what does not take place is no appointment', async () => {
  const eventsOf = async (text: string, language: string): Promise<string[]> =>
    (await say(text, { language })).structured.events.map(({ title }: Json) => title);
  const none: readonly (readonly [language: string, text: string])[] = [
    ['en', 'The meeting on Friday at 3 is cancelled.'],
    ['en', 'I do not have a dentist appointment on Tuesday at 10.'],
    ['de', 'Ich habe am Dienstag um 10 keinen Termin beim Zahnarzt.'],
    ['de', 'Der Termin am Freitag um 10 fällt aus.'],
    ['es', 'No tengo cita con el dentista el martes a las 10.'],
  ];
  for (const [language, text] of none) assert.deepEqual(await eventsOf(text, language), [], text);
  const held = 'I have a dentist appointment on Tuesday at 10.';
  assert.deepEqual(await eventsOf(held, 'en'), ['Dentist appointment']);
});
