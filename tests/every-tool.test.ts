/** Calls every tool as an assistant does, and compares the result with the tool's description. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { quotingAnswerer } from '../src/engines/answering/quoting-answerer.ts';
import { allTools } from '../src/domains/index.ts';
import { dotted } from '../src/core/scopes.ts';
import { request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';
import { listingOf } from '../src/transports/mcp/schemas.ts';

const tools = allTools({
  site: () => 'https://example.org',
  answerTokens: 8_000,
  answerer: quotingAnswerer,
});
const ajv = new Ajv2020({ strict: false });

let service: TestService;
let keys: { all: string; none: string };
let known: Record<'memory' | 'doomed' | 'conversation' | 'item' | 'gone' | 'goal' | 'talk', string>;

before(async () => {
  service = await startService();
  keys = {
    all: (await service.owner.call('POST', '/v1/mcp/keys', { name: 'all' })).body.key,
    none: (await service.owner.key([], 'mcp')).key,
  };
  const make = async (path: string, body: object) =>
    (await request(service.url, 'POST', path, { token: keys.all, body })).body.id as string;
  const developer = await service.owner.key(['conversations:write', 'goals:write']);
  const said = await developer.call('POST', '/v1/dev/user/conversations', {
    text: 'I live in Porto and I work as a nurse. I have to call the bank on Friday.',
    started_at: '2026-03-02T10:00:00Z',
  });
  await service.owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  // A chat begins with a greeting.
  await service.owner.call('GET', '/v2/messages');
  const goal = await developer.call('POST', '/v1/dev/user/goals', {
    title: 'Run',
    goal_type: 'numeric',
    target_value: 21,
  });
  const talk = await developer.call('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: [{ text: 'I never miss the ferry.', start: 0, end: 2 }],
  });
  await developer.call('POST', '/v1/dev/user/people', { name: 'Ana' });
  known = {
    memory: await make('/v1/mcp/memories', { content: 'Keeps bees.' }),
    doomed: await make('/v1/mcp/memories', { content: 'Keeps hens.' }),
    conversation: said.body.id,
    goal: goal.body.id,
    talk: talk.body.id,
    item: await make('/v1/mcp/action-items', { description: 'Water the plants' }),
    gone: await make('/v1/mcp/action-items', { description: 'Feed the cat' }),
  };
});
after(() => service[Symbol.asyncDispose]());

/** A successful call of each tool. A new tool without one fails here. */
const GOOD: Record<string, () => object> = {
  search: () => ({ query: 'bees' }),
  fetch: () => ({ id: known.conversation }),
  get_user_profile: () => ({}),
  get_people: () => ({}),
  get_memories: () => ({
    categories: ['work'],
    filter: 'updated_from=2020-01-31',
  }),
  search_memories: () => ({ query: 'bees' }),
  create_memory: () => ({ content: 'Sings in a choir.', category: 'system' }),
  create_memories: () => ({ memories: [{ content: 'Speaks Welsh.' }] }),
  edit_memory: () => ({ memory_id: known.memory, content: 'Keeps three hives.' }),
  delete_memory: () => ({ memory_id: known.doomed }),
  get_conversations: () => ({ start_date: '2020-01-31', end_date: '2999-01-31' }),
  search_conversations: () => ({ query: 'nurse' }),
  get_conversation_by_id: () => ({ conversation_id: known.conversation, segment_limit: 1 }),
  get_daily_summaries: () => ({}),
  get_action_items: () => ({ completed: false }),
  search_action_items: () => ({ query: 'plants' }),
  create_action_item: () => ({ description: 'Buy bread', due_at: '2026-12-24' }),
  complete_action_item: () => ({ action_item_id: known.item }),
  update_action_item: () => ({ action_item_id: known.item, description: 'Water the garden' }),
  delete_action_item: () => ({ action_item_id: known.gone }),
  save_conversation: () => ({ text: 'Ana: The ferry leaves at nine.', kind: 'talk' }),
  name_speaker: () => ({ conversation_id: known.talk, speaker: 'Speaker 0', name: 'Rui' }),
  understand_conversation: () => ({
    conversation_id: known.conversation,
    title: 'A talk',
    overview: 'They talked.',
  }),
  create_goal: () => ({ title: 'Swim', target_value: 40, unit: 'km' }),
  update_goal: () => ({ goal_id: known.goal, current_value: 3 }),
  undo: () => ({}),
  ask: () => ({ question: 'What does the nurse do?' }),
  get_chat_messages: () => ({}),
  get_goals: () => ({}),
};

/** Answers that are about no single record, or about a deleted one. */
const WITHOUT_IDS = [
  'get_user_profile',
  'delete_memory',
  'delete_action_item',
  'name_speaker',
  'understand_conversation',
  'undo',
];

/** Returns the ids in an answer: those of the first item of each list, with its nested records. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'id' && typeof inner === 'string' ? [inner] : idsIn(inner),
  );
}

async function call(name: string, given: object, token = keys.all): Promise<Json> {
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
  return body.result;
}

for (const tool of tools) {
  const { name, title, description, inputSchema, outputSchema, annotations } = listingOf(tool);

  test(`${name} describes what clients and models need`, () => {
    // With the name of the server as a prefix, a name must stay under 64 characters.
    assert.match(name, /^[a-z_]{3,40}$/);
    assert.ok(title!.length > 0 && title!.length <= 40);
    assert.match(description!, /\. (Use|Needs)|Use it/, 'when to use it');
    assert.ok(description!.length < 400);
    assert.deepEqual(
      Object.entries(annotations!).map(([key, value]) => [key, typeof value]),
      [
        ['readOnlyHint', 'boolean'],
        // The protocol gives these a meaning only for tools that write.
        ...(annotations!.readOnlyHint
          ? []
          : [
              ['destructiveHint', 'boolean'],
              ['idempotentHint', 'boolean'],
            ]),
        ['openWorldHint', 'boolean'],
      ],
    );
    const writes = /^(create|edit|update|complete|delete|save|name|understand)_|^undo$/.test(name);
    assert.equal(annotations!.readOnlyHint, !writes);
    const overwrites = /^(edit|update|delete|name|understand)_|^undo$/.test(name);
    if (writes) assert.equal(annotations!.destructiveHint, overwrites);
    for (const schema of [inputSchema, outputSchema!]) {
      assert.equal(schema.type, 'object');
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema'])
        assert.ok(!(word in schema));
      ajv.compile(schema);
    }
    assert.equal(inputSchema['additionalProperties'], false);
  });

  test(`${name} answers as its schema says`, async () => {
    const given = GOOD[name]!();
    assert.ok(ajv.validate(inputSchema, given), ajv.errorsText());
    const result = await call(name, given);
    assert.equal(result.isError, undefined, result.content[0].text);
    assert.ok(ajv.validate(outputSchema!, result.structuredContent), ajv.errorsText());
    assert.equal(result.content.length, 1);
    // Some clients hand their model only the text, others only the structure.
    const answer = result.structuredContent;
    assert.deepEqual(JSON.parse(result.content[0].text), answer);
    assert.match(answer.notice, /never instructions/);
    const ids = idsIn(answer);
    assert.ok(ids.length > 0 || WITHOUT_IDS.includes(name), 'the call finds something');
    for (const id of ids) assert.match(id, /^([a-z_]+:)?[0-9a-f]{16}$|^goal_/);
    assert.doesNotMatch(result.content[0].text, /\dZ"/, 'times are those of the user');
  });

  test(`${name} is not for a key without ${tool.scopes.join(' or ')}`, async () => {
    const { isError, content, structuredContent } = await call(name, GOOD[name]!(), keys.none);
    assert.equal(isError, true);
    assert.ok(tool.scopes.some((scope) => content[0].text.includes(dotted(scope))));
    assert.equal(structuredContent.error.code, 'forbidden');
  });

  test(`${name} refuses unknown arguments`, async () => {
    const { isError, content } = await call(name, { ...GOOD[name]!(), nonsense: 1 });
    assert.equal(isError, true);
    assert.match(content[0].text, /no argument nonsense/);
  });
}

test('batches of the same facts in opposite orders do not deadlock', async () => {
  for (let round = 0; round < 4; round += 1) {
    const facts = Array.from({ length: 25 }, (_, index) => ({
      content: `Fact ${index} of round ${round}`,
    }));
    const batches = Array.from({ length: 8 }, (_, index) =>
      call('create_memories', { memories: index % 2 ? facts : facts.toReversed() }),
    );
    const answers = await Promise.all(batches);
    const ids = answers.map((answer, index) => {
      const { results } = answer.structuredContent;
      const inOrder = index % 2 ? results : results.toReversed();
      return inOrder.map(({ id }: Json) => id);
    });
    assert.equal(new Set(ids[0]).size, facts.length);
    for (const each of ids) assert.deepEqual(each, ids[0], 'results are in the order asked');
  }
});

test('every operation with which an assistant changes something says which records it changes', () => {
  const routes = describedRoutes().filter(({ credential }) => credential === 'assistant');
  const silent = [...tools, ...routes]
    .map(({ operation }) => operation)
    .filter(({ effect, changes }) => effect !== 'read' && !changes)
    .map(({ name }) => name);
  // Undoing marks the entry of the change itself.
  assert.deepEqual([...new Set(silent)], ['assistantUndo']);
});
