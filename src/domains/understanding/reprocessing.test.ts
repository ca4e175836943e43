import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import type { LanguageModelServer } from '../../testing/servers/language-model-server.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { wordsWanted } from '../conversations/recording/pending-words.ts';

/** Processing a conversation again keeps every change by the user. */
const NOTHING = {
  title: 'A talk',
  overview: 'A talk.',
  category: 'personal',
  emoji: '🏠',
  action_items: [],
  events: [],
  memories: [],
};
let answer: Json;
let whileItAnswers: () => Promise<void>;
let model: LanguageModelServer;
let rules: User;
let withModel: User;

before(async () => {
  model = await startLanguageModel((_request, response) => {
    void whileItAnswers().then(() => complete(response, JSON.stringify({ ...NOTHING, ...answer })));
  });
  rules = await userOf(await startService());
  const environment = { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' };
  withModel = await userOf(await startService({ environment }));
});
after(async () => {
  await rules.service[Symbol.asyncDispose]();
  await withModel.service[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

beforeEach(async () => {
  answer = {};
  whileItAnswers = async () => {};
  for (const user of [rules, withModel]) {
    await user.call('DELETE', '/v3/memories?confirm=delete-all-my-memories');
  }
});

type User = Awaited<ReturnType<typeof userOf>>;

async function userOf(service: TestService) {
  const key: ApiKey = await service.owner.key([
    'conversations:write',
    'action_items:read',
    'action_items:write',
  ]);
  const expected = async (answering: ReturnType<ApiKey['call']>): Promise<Json> => {
    const { status, body } = await answering;
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const call = (method: string, path: string, body?: unknown) =>
    expected(service.owner.call(method, path, body));
  const dev = (method: string, path: string, body?: unknown) =>
    expected(key.call(method, `/v1/dev/user/${path}`, body));
  const items = (id: string): Promise<Json[]> => dev('GET', `action-items?conversation_id=${id}`);
  const memories = (): Promise<Json[]> => call('GET', '/v3/memories?limit=100');
  const named = (list: readonly Json[], words: RegExp): Json =>
    list.find(({ content, description }) => words.test(content ?? description)) ??
    assert.fail(`${String(words)} is not in ${JSON.stringify(list)}`);
  return {
    service,
    call,
    dev,
    items,
    item: async (id: string, words: RegExp) => named(await items(id), words),
    memory: async (words: RegExp) => named(await memories(), words),
    tasks: async (id: string) => (await items(id)).map(({ description }) => description).toSorted(),
    facts: async () => (await memories()).map(({ content }) => content).toSorted(),
    say: async (text: string): Promise<string> => {
      const transcript_segments = [
        { text, speaker: 'SPEAKER_00', is_user: true, start: 0, end: 60 },
      ];
      return (await dev('POST', 'conversations/from-segments', { transcript_segments })).id;
    },
    again: (id: string) => call('POST', `/v1/conversations/${id}/reprocess`, {}),
  };
}

const TEXT =
  'I need to renew my passport. I need to book the ferry to Tavira. I have to call the bank. ' +
  'I live in Faro near the old harbour and love the boats there. I am allergic to peanuts.';

test("processing again does not undo the user's deletions and rewordings", async () => {
  const { items, item, memory, tasks, facts, call, dev, say, again } = rules;
  const id = await say(TEXT);
  assert.equal((await items(id)).length, 3);
  const ferry = await item(id, /ferry/);
  await dev('DELETE', `action-items/${ferry.id}`);
  const passport = await item(id, /passport/);
  await dev('PATCH', `action-items/${passport.id}`, { description: 'Go to the registry office' });
  const bank = await item(id, /bank/);
  const home = await memory(/Faro/);
  await call('PATCH', `/v3/memories/${home.id}`, { content: 'Has a flat by the sea' });
  await call('DELETE', `/v3/memories/${(await memory(/peanuts/)).id}`);
  const [tasksBefore, factsBefore] = [await tasks(id), await facts()];
  assert.deepEqual(tasksBefore, [bank.description, 'Go to the registry office']);
  for (let time = 0; time < 2; time += 1) {
    await again(id);
    assert.deepEqual([await tasks(id), await facts()], [tasksBefore, factsBefore]);
  }
  assert.equal((await item(id, /bank/)).id, bank.id, 'what is found again is the same');
  const { id: other } = { id: await say(TEXT) };
  assert.equal((await items(other)).length, 3, 'another conversation may say it again');
  assert.ok((await facts()).some((fact) => /peanuts/.test(fact)));
});

test('processing again asks for the words of a conversation with gaps, and only then', async () => {
  const { db, outbox } = rules.service.service.parts;
  const asked: string[] = [];
  const end = outbox.subscribe(wordsWanted, ({ payload }) => {
    asked.push(payload.conversation_id);
  });
  const [whole, broken] = [await rules.say('I like tea.'), await rules.say('I like coffee.')];
  const gap = { journal: null, start: 3, end: 5, reason: 'lost' };
  await db
    .updateTable('conversations')
    .set({ gaps: JSON.stringify([gap]) } as object)
    .where('id', '=', broken)
    .execute();
  await rules.again(whole);
  await rules.again(broken);
  await eventually('the event', async () => asked.length > 0);
  assert.deepEqual(asked, [broken]);
  end();
});

test('deleted facts do not come back when their conversation is merged', async () => {
  const first = await rules.say('I need to order new curtains. I have two parrots at home.');
  const second = await rules.say('I have to water the ferns.');
  await rules.dev('DELETE', `action-items/${(await rules.item(first, /curtains/)).id}`);
  const { deleted_count } = await rules.call('POST', '/v3/memories/batch-delete', {
    memory_ids: [(await rules.memory(/parrots/)).id],
  });
  assert.equal(deleted_count, 1);
  const conversation_ids = [first, second];
  const { conversation } = await rules.call('POST', '/v1/conversations/merge', {
    conversation_ids,
  });
  assert.equal(conversation.transcript_segments.length, 2);
  assert.match((await rules.tasks(conversation.id)).join(), /^[^,]*ferns[^,]*$/);
  assert.deepEqual(await rules.facts(), []);
});

test('a rejected fact does not come back in other words, and different facts are stored', async () => {
  await rules.say('I live in Lisbon. I am allergic to cats.');
  const { id } = await rules.memory(/Lisbon/);
  await rules.call('POST', `/v3/memories/${id}/review?value=false`);
  await rules.say('I have lived in Lisbon for ten years. I was born in Lisbon in 1980.');
  await rules.say('My home is in Lisbon.');
  const facts = (await rules.facts()).filter((fact) => /Lisbon/.test(fact));
  assert.equal(facts.length, 1, JSON.stringify(facts));
  assert.match(facts[0], /born/);
});

const task = (description: string, quote: string) => ({ description, due: null, quote });
const fact = (content: string, quote: string, replaces: string | null = null) => ({
  content,
  category: 'system',
  quote,
  replaces,
});

test('a language model with another wording does not bring back deleted facts', async () => {
  const { item, memory, tasks, facts, call, dev, say, again } = withModel;
  answer = {
    action_items: [
      task('Renew the passport', 'renew my passport'),
      task('Book the ferry to Tavira', 'book the ferry'),
      task('Call the bank', 'call the bank'),
    ],
    memories: [
      fact('Lives in Faro', 'live in Faro'),
      fact('Is allergic to peanuts', 'allergic to peanuts'),
    ],
  };
  const id = await say(TEXT);
  await dev('DELETE', `action-items/${(await item(id, /ferry/)).id}`);
  const passport = await item(id, /passport/);
  await dev('PATCH', `action-items/${passport.id}`, { description: 'Go to the registry office' });
  await call('PATCH', `/v3/memories/${(await memory(/Faro/)).id}`, {
    content: 'Has a flat by the sea',
  });
  await call('DELETE', `/v3/memories/${(await memory(/peanuts/)).id}`);
  answer = {
    action_items: [
      task('Get the passport renewed', 'renew my passport'),
      task('Booking a ferry to Tavira', 'book the ferry'),
      task('Call the bank', 'call the bank'),
    ],
    memories: [
      fact('Is living in Faro', 'live in Faro'),
      fact('Has a peanut allergy', 'allergic to peanuts'),
    ],
  };
  for (let time = 0; time < 2; time += 1) {
    await again(id);
    assert.deepEqual(await tasks(id), ['Call the bank', 'Go to the registry office']);
    assert.deepEqual(await facts(), ['Has a flat by the sea']);
  }
});

test('changes by the user during processing take precedence', async () => {
  const { item, memory, tasks, facts, call, dev, say, again } = withModel;
  const action_items = [
    task('Renew the passport', 'renew my passport'),
    task('Book the ferry to Tavira', 'book the ferry'),
    task('Call the bank', 'call the bank'),
  ];
  const memories = [
    fact('Lives in Faro near the old harbour', 'live in Faro'),
    fact('Is allergic to peanuts', 'allergic to peanuts'),
  ];
  answer = { action_items, memories };
  const id = await say(TEXT);
  const [passport, ferry] = [await item(id, /passport/), await item(id, /ferry/)];
  const [home, peanuts] = [await memory(/Faro/), await memory(/peanuts/)];
  whileItAnswers = async () => {
    whileItAnswers = async () => {};
    await dev('PATCH', `action-items/${passport.id}`, { description: 'Go to the registry office' });
    await dev('DELETE', `action-items/${ferry.id}`);
    await call('PATCH', `/v3/memories/${home.id}`, { content: 'Has a flat by the sea' });
    await call('POST', `/v3/memories/${peanuts.id}/review?value=false`);
    const [, mark] = /\[(m\d)\] Lives in Faro/.exec(JSON.stringify(model.requests.at(-1)))!;
    memories[0] = fact('Lives in Olhão near the new harbour', 'near the old harbour', mark);
    // The fact is found again in another category, which has space left.
    memories[1] = {
      ...fact('Has a peanut allergy', 'allergic to peanuts'),
      category: 'interesting',
    };
  };
  await again(id);
  assert.deepEqual(await tasks(id), ['Call the bank', 'Go to the registry office']);
  assert.deepEqual(await facts(), ['Has a flat by the sea']);
  assert.equal((await item(id, /registry/)).id, passport.id);
});
