/** Tests that nothing of the data of other services is lost or becomes something else. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { CHATGPT, MEM0, OMI } from '../../src/domains/portability/formats/samples.fixture.ts';
import { countsOf, importInto, zipOf } from '../../src/testing/clients/account-archive.ts';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_RATE_LIMIT: 'off' } });
});
after(() => service[Symbol.asyncDispose]());

/** Returns an account without records. */
async function newUser(): Promise<ApiUser> {
  const user = service.owner;
  for (const table of ['conversations', 'memories', 'action_items', 'people']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(service.service.parts.db);
  }
  return user;
}

async function conversationsOf(user: ApiUser): Promise<Json[]> {
  const { body } = await user.call('GET', '/v1/conversations?limit=50');
  return Promise.all(
    body.map(async ({ id }: Json) => (await user.call('GET', `/v1/conversations/${id}`)).body),
  );
}
const wordsOf = ({ transcript_segments }: Json): string[] =>
  transcript_segments.map(({ text }: Json) => text);
const tasksOf = async (user: ApiUser): Promise<Json[]> => {
  const { body } = await user.call('GET', '/v1/action-items');
  return body.items ?? body.action_items ?? body;
};

const message = (role: string, parts: unknown[], more: object = {}) => ({
  author: { role },
  create_time: 1_710_000_000,
  content: { content_type: 'text', parts },
  ...more,
});
const chat = (mapping: object, more: object = {}) => ({
  id: 'chat-1',
  title: 'A chat',
  create_time: 1_710_000_000,
  mapping,
  ...more,
});
const linear = (...messages: object[]) =>
  Object.fromEntries(
    messages.map((each, at) => [`n${at}`, { message: each, parent: at > 0 ? `n${at - 1}` : null }]),
  );

async function readChat(given: object, more: [string, string][] = []) {
  const user = await newUser();
  const zip = await zipOf([['conversations.json', JSON.stringify([given])], ...more]);
  const imported = await importInto(user, zip, 'export.zip');
  const conversations = await conversationsOf(user);
  return { user, imported, conversations, words: conversations.flatMap(wordsOf) };
}

test('a chat without a time has the time of its first message', async () => {
  const mapping = linear(message('user', ['Hello']), message('assistant', ['Hi']));
  const { conversations } = await readChat(chat(mapping, { create_time: null }));
  assert.equal(conversations[0].started_at, '2024-03-09T16:00:00.000Z');
  const timeless = linear(message('user', ['Hello'], { create_time: null }));
  const { imported } = await readChat(chat(timeless, { create_time: null }));
  assert.match(imported.report.problems[0].message, /create_time/);
});

test('the words of a chat by voice are read', async () => {
  const spoken = (text: string) => [
    { content_type: 'audio_transcription', text, direction: 'in', decoding_id: null },
    { content_type: 'real_time_user_audio_video_asset_pointer', audio_asset_pointer: {} },
  ];
  const mapping = linear(
    message('user', spoken('What is the time?')),
    message('assistant', spoken('Nine.')),
  );
  assert.deepEqual((await readChat(chat(mapping))).words, ['What is the time?', 'Nine.']);
});

test('a lost last message is replaced by the newest branch', async () => {
  const mapping = {
    a: { message: message('user', ['Hello']), parent: null, children: ['old', 'new'] },
    new: { message: message('assistant', ['New'], { create_time: 1_710_000_009 }), parent: 'a' },
    old: { message: message('assistant', ['Old'], { create_time: 1_710_000_005 }), parent: 'a' },
  };
  for (const current_node of ['gone', null, undefined]) {
    const { words } = await readChat(chat(mapping, { current_node }));
    assert.deepEqual(words, ['Hello', 'New']);
  }
  const orphan = { ...mapping, new: { ...mapping.new, parent: 'lost' } };
  assert.deepEqual((await readChat(chat(orphan, { current_node: 'new' }))).words, ['Hello', 'New']);
});

test('a message to a tool is not said, and a broken one is named', async () => {
  const mapping = linear(
    message('user', ['Draw a cat']),
    message('assistant', ['{"prompt":"a cat"}'], { recipient: 'dalle.text2im' }),
    message('tool', ['done']),
    { author: 7 },
    message('assistant', ['Here it is'], { recipient: 'all' }),
  );
  const { words, imported } = await readChat(chat(mapping));
  assert.deepEqual(words, ['Draw a cat', 'Here it is']);
  assert.deepEqual(countsOf(imported), { parts: [0, 0, 1], conversations: [1, 0, 0] });
  assert.match(imported.report.problems[0].where, /conversation 1, mapping\.n3/);
});

test('other lists of an export are no memories', async () => {
  const feedback = [
    {
      id: 'f1',
      conversation_id: 'chat-1',
      rating: 'thumbs_up',
      create_time: '2024-01-01',
      content: '{}',
    },
  ];
  const { user, imported } = await readChat(chat(linear(message('user', ['Hello']))), [
    ['message_feedback.json', JSON.stringify(feedback)],
  ]);
  assert.deepEqual(imported.report.ignored, ['message_feedback.json']);
  assert.deepEqual((await user.call('GET', '/v3/memories')).body, []);
});

test('half a character becomes U+FFFD, in every field', async () => {
  const mapping = linear(message('user', ['Hello \ud83d', 'and \u0000']));
  const { conversations, words } = await readChat(chat(mapping, { title: 'Cats \ud83d' }));
  assert.equal(conversations[0].structured.title, 'Cats \ufffd');
  assert.deepEqual(words, ['Hello \ufffd\nand \ufffd']);
});

test('JSON that was cut is refused at whichever byte, and nothing is stored', async () => {
  const user = await newUser();
  for (const value of [CHATGPT, MEM0, OMI]) {
    const whole = Buffer.from(JSON.stringify(value));
    for (const share of [0.01, 0.3, 0.6, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      for (const name of ['conversations.json', 'download']) {
        const { status, problem } = await importInto(user, cut, name);
        assert.equal(status, 'failed', cut.toString());
        assert.match(problem, /not valid JSON/);
      }
    }
  }
  assert.deepEqual(await conversationsOf(user), []);
  assert.deepEqual((await user.call('GET', '/v3/memories')).body, []);
});

test('a memory without visible text is refused, and a wrong field alone is left out', async () => {
  const user = await newUser();
  const at = '2024-01-15T10:50:00Z';
  const file = [
    { id: '1', memory: '  ', created_at: at },
    { id: '2', memory: '\u200b\n', created_at: at },
    { id: '3', memory: 'Keeps bees', created_at: at, metadata: 'none', categories: [7, 'hobby'] },
  ];
  const imported = await importInto(user, JSON.stringify(file), 'mem0.json');
  assert.deepEqual(countsOf(imported), { memories: [1, 0, 2], parts: [0, 0, 2] });
  const { body } = await user.call('GET', '/v3/memories');
  assert.deepEqual(
    body.map(({ content, tags }: Json) => [content, tags]),
    [['Keeps bees', ['hobby']]],
  );
});

const [OMI_TALK] = OMI.conversations;

test('a wrong segment, event or task of a conversation is left out alone', async () => {
  const user = await newUser();
  const talk = {
    ...OMI_TALK,
    structured: {
      ...OMI_TALK!.structured,
      events: [{ title: 'Never', start: 'soon' }, ...OMI_TALK!.structured.events],
      action_items: [{ completed: false }, ...OMI_TALK!.structured.action_items],
    },
    transcript_segments: [
      { text: 7, start: 0, end: 1 },
      ...OMI_TALK!.transcript_segments,
      { text: 'And the sail.', speaker: null, start: null, end: null },
    ],
  };
  const imported = await importInto(user, JSON.stringify([talk]), 'omi.json');
  assert.deepEqual(countsOf(imported)['parts'], [0, 0, 3]);
  const [whole] = await conversationsOf(user);
  assert.deepEqual(wordsOf(whole), ['We should fix the mast.', 'On Saturday.', 'And the sail.']);
  assert.deepEqual(
    whole.transcript_segments.map(({ is_user }: Json) => is_user),
    [true, false, false],
  );
  assert.deepEqual(
    whole.structured.events.map(({ title }: Json) => title),
    ['Repair'],
  );
});

const LISTED = {
  id: 'task_9',
  description: 'Buy varnish',
  completed: false,
  created_at: '2025-01-15T10:55:00Z',
  conversation_id: 'conv_1',
};
const FILES: [string, string][] = [
  ['tasks-0.json', JSON.stringify([LISTED])],
  ['memories-0.json', JSON.stringify(OMI.memories)],
  ['conversations-0.json', JSON.stringify(OMI.conversations)],
];

test('a task that is in its conversation and in a list is one task of the conversation', async () => {
  for (const files of [FILES, FILES.toReversed()]) {
    const user = await newUser();
    await importInto(user, await zipOf(files), 'omi.zip');
    const [talk] = await conversationsOf(user);
    const tasks = await tasksOf(user);
    assert.deepEqual(
      tasks.map(({ description, conversation_id }) => [description, conversation_id]),
      [['Buy varnish', talk.id]],
    );
    const [memory] = (await user.call('GET', '/v3/memories')).body;
    const { body } = await user.call('GET', `/v3/memories/${memory.id}`);
    assert.equal(body.conversation_id, talk.id);
  }
});

test('tasks find their conversation in an earlier import too', async () => {
  const user = await newUser();
  const [tasks, , conversations] = FILES;
  await importInto(user, conversations![1], conversations![0]);
  await importInto(user, tasks![1], tasks![0]);
  await importInto(user, conversations![1], conversations![0]);
  const [talk] = await conversationsOf(user);
  assert.deepEqual(
    (await tasksOf(user)).map(({ conversation_id }) => conversation_id),
    [talk.id],
  );
});

test('two tasks with the same words and two ids stay two', async () => {
  const user = await newUser();
  const list = [LISTED, { ...LISTED, id: 'task_10' }];
  const zip = await zipOf([FILES[2]!, ['tasks-0.json', JSON.stringify(list)]]);
  await importInto(user, zip, 'omi.zip');
  assert.equal((await tasksOf(user)).length, 2);
});
