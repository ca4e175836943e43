/** A connected assistant understands a conversation, and its draft is checked like that of a model. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shortId } from '../../core/ids.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { request } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const TALK = [
  'Me: I have lived in Horta since the spring.',
  'Ana: Lovely. Can you bring the oak planks to the boathouse on Friday?',
  'Me: Yes, I will bring the planks. The door code is hunter2secret, password: swordfish99.',
  'Ana: Then we meet on Friday at ten at the boathouse.',
].join('\n');
const DRAFT = {
  title: 'Planks for the boathouse',
  overview: 'The user promised Ana the oak planks, and they meet on Friday. password: swordfish99',
  category: 'work',
  action_items: [
    {
      description: 'Bring the oak planks to the boathouse',
      due: 'on Friday',
      quote: 'Can you bring the oak planks to the boathouse on Friday?',
    },
    { description: 'Buy a helicopter', quote: 'Please buy a helicopter tomorrow' },
  ],
  events: [
    {
      title: 'Meeting at the boathouse',
      start: 'Friday at ten',
      quote: 'Then we meet on Friday at ten at the boathouse.',
    },
  ],
  memories: [
    { content: 'Lives in Horta', quote: 'I have lived in Horta since the spring.' },
    { content: 'Ana owns a boathouse in Madrid', quote: 'the villa in Madrid' },
  ],
};

let service: TestService;
let writer: ApiKey;
let assistant: { key: string };

before(async () => {
  service = await startService();
  writer = await service.owner.key(['conversations:read', 'conversations:write', 'memories:read']);
  assistant = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' })).body;
});
after(() => service[Symbol.asyncDispose]());

async function talk(text = TALK): Promise<string> {
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', { text });
  assert.equal(body.status, 'completed', JSON.stringify(body));
  return body.id;
}

async function rpc(method: string, params: object, token = assistant.key): Promise<Json> {
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
  return body.result;
}
const call = (name: string, given: object, token?: string): Promise<Json> =>
  rpc('tools/call', { name, arguments: given }, token);

const read = async (id: string): Promise<Json> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body;
const facts = async (): Promise<string[]> =>
  (await service.owner.call('GET', '/v3/memories')).body.map(({ content }: Json) => content);

test('a draft replaces what the rules wrote, without inventions and secrets, and can be undone', async () => {
  const id = await talk();
  const byRules = await read(id);
  assert.equal(byRules.understood_by, 'rules');
  const { structuredContent, isError } = await call('understand_conversation', {
    conversation_id: id,
    ...DRAFT,
  });
  assert.equal(isError, undefined, JSON.stringify(structuredContent));
  assert.deepEqual(structuredContent.left_out, [
    'Buy a helicopter',
    'Ana owns a boathouse in Madrid',
  ]);
  const { understood_by, structured } = await read(id);
  assert.deepEqual(
    [understood_by, structured.title, structured.category],
    ['assistant', DRAFT.title, 'work'],
  );
  assert.match(structured.overview, /promised Ana/);
  assert.doesNotMatch(JSON.stringify(structured), /swordfish99/);
  assert.deepEqual(
    structured.action_items.map(({ description }: Json) => description),
    ['Bring the oak planks to the boathouse'],
  );
  assert.ok(structured.action_items[0].due_at);
  assert.deepEqual(
    structured.events.map(({ title }: Json) => title),
    ['Meeting at the boathouse'],
  );
  assert.ok((await facts()).includes('Lives in Horta'));

  const [entry] = (await service.owner.call('GET', '/v1/mcp/activity?limit=1')).body;
  assert.deepEqual([entry.action, entry.kind, entry.can_undo], ['changed', 'understanding', true]);
  const undone = await service.owner.call('POST', `/v1/mcp/activity/${entry.id}/undo`);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  await eventually('the rules to understand the talk again', async () => {
    const now = await read(id);
    return now.status === 'completed' && now.understood_by === 'rules';
  });
  assert.equal((await read(id)).structured.title, byRules.structured.title);
  assert.ok(!(await facts()).includes('Lives in Horta'));
});

test('what the user wrote stays', async () => {
  const id = await talk(TALK.replace('Horta', 'Faial'));
  await service.owner.call('PATCH', `/v1/conversations/${id}/title?title=My%20own%20title`);
  await call('understand_conversation', { conversation_id: id, ...DRAFT });
  const { structured, understood_by } = await read(id);
  assert.deepEqual([structured.title, understood_by], ['My own title', 'assistant']);
});

test('lists that the assistant leaves out stay as the rules found them', async () => {
  const id = await talk(TALK.replace('Horta', 'Velas'));
  const before = await read(id);
  const { title, overview } = DRAFT;
  await call('understand_conversation', { conversation_id: id, title, overview });
  const { structured, understood_note } = await read(id);
  assert.deepEqual(structured.events, before.structured.events);
  assert.match(understood_note, /reader filled in .* assistant .*action items, events, memories/);
});

test('the list shows which conversations only rules have understood, and the prompt says how', async () => {
  const id = await talk('I saw a whale near the pier. It stayed for an hour and dived at noon.');
  const listed = await call('get_conversations', { filter: 'understood_by=rules' });
  const ids = listed.structuredContent.conversations.map((each: Json) => each.id);
  assert.ok(ids.includes(shortId(id)), ids.join());
  await call('understand_conversation', { conversation_id: shortId(id), ...DRAFT });
  const later = await call('get_conversations', { filter: 'understood_by=rules' });
  assert.ok(!later.structuredContent.conversations.some((each: Json) => each.id === shortId(id)));
  const { messages } = await rpc('prompts/get', {
    name: 'understand_conversations',
    arguments: { since: '2026-01-31' },
  });
  assert.match(messages[0].content.text, /since 2026-01-31.*\n.*\n?[^]*understand_conversation/);
});

test('an unknown conversation is refused', async () => {
  const unknown = await call('understand_conversation', {
    conversation_id: crypto.randomUUID(),
    ...DRAFT,
  });
  assert.deepEqual([unknown.isError, unknown.structuredContent.error.code], [true, 'not_found']);
});

test('undo brings back the memory that a draft replaced, with its history', async () => {
  const other = await talk('I have lived in Ponta Delgada since the winter, near the old harbour.');
  const old = (await service.owner.call('GET', '/v3/memories?limit=100')).body.find((fact: Json) =>
    /Ponta Delgada/.test(fact.content),
  );
  assert.ok(old, JSON.stringify(await facts()));
  const said = 'Velas is more fun than Ponta Delgada.';
  const id = await talk(TALK.replace('I have lived in Horta since the spring.', said));
  const { structuredContent } = await call('understand_conversation', {
    conversation_id: id,
    title: 'Moved',
    overview: 'The user moved to Velas.',
    memories: [
      {
        content: 'Likes Velas more than Ponta Delgada',
        quote: said,
        replaces: `memory:${shortId(old.id)}`,
      },
    ],
  });
  assert.deepEqual(structuredContent.left_out, []);
  const memory = async (): Promise<Json> =>
    (await service.owner.call('GET', `/v3/memories/${old.id}`)).body;
  assert.match((await memory()).content, /Velas/);
  const [entry] = (await service.owner.call('GET', '/v1/mcp/activity?limit=1')).body;
  await service.owner.call('POST', `/v1/mcp/activity/${entry.id}/undo`);
  const back = await memory();
  assert.deepEqual([back.content, back.conversation_id], [old.content, other]);
});

test('an assistant that may not write memories and tasks leaves them to the rules', async () => {
  const id = await talk(TALK.replace('Horta', 'Madalena'));
  const made = await service.owner.call('POST', '/v1/mcp/keys', {
    name: 'Narrow',
    scopes: ['conversations.write'],
  });
  const given = {
    conversation_id: id,
    ...DRAFT,
    memories: [{ content: 'Has a home in Madalena', quote: 'I have lived in Madalena' }],
  };
  const result = await call('understand_conversation', given, made.body.key);
  const left = result.structuredContent.left_out;
  assert.ok(left.includes('Has a home in Madalena'), JSON.stringify(result));
  assert.ok(!(await facts()).includes('Has a home in Madalena'));
});

test('a masked item is kept, and not reported as left out', async () => {
  const id = await talk(TALK.replace('Horta', 'Lajes'));
  const { structuredContent } = await call('understand_conversation', {
    conversation_id: id,
    title: 'Code',
    overview: 'A code.',
    action_items: [
      { description: 'Bring the planks, password: swordfish99', quote: 'I will bring the planks.' },
    ],
  });
  assert.deepEqual(structuredContent.left_out, []);
  assert.doesNotMatch(JSON.stringify(await read(id)), /Bring the planks, password: swordfish99/);
});
