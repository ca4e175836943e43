import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

/** On PostgreSQL, statements of two connections overlap, so enough rounds expose a race. */
const ROUNDS = process.env['COMMONPLACE_TEST_DATABASE_URL'] ? 12 : 2;
const CONVERSATIONS = '/v1/dev/user/conversations';

async function userOf({ owner }: TestService) {
  const key = await owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:write',
  ]);
  const assistant = await owner.key(['chat.read'], 'mcp');
  const ask = async (text: string) => {
    await owner.call('POST', '/v2/messages', { text });
    return (await owner.call('GET', '/v2/messages')).body[0];
  };
  return {
    key,
    ask,
    tell: async (text: string): Promise<string> =>
      (await key.call('POST', CONVERSATIONS, { text })).body.id,
    /** The message as its user and as assistants see it. */
    shown: async (id: string): Promise<Json> => {
      const messages = (await owner.call('GET', '/v2/messages')).body;
      const seen = (await assistant.call('GET', '/v1/mcp/chat')).body;
      const message = messages.find((each: Json) => each.id === id);
      assert.equal(seen.find((each: Json) => each.id === id).text, message.text);
      return message;
    },
  };
}

test('deleted records are no longer quoted, and other quotations stay', async () => {
  await using service = await startService();
  const { key, ask, tell, shown } = await userOf(service);
  const roof = await tell('The carpenter wants nine hundred euros for the roof of the boathouse.');
  const oars = await tell('The oars of the boathouse were painted red by the harbour master.');
  const memory = await key.call('POST', '/v1/dev/user/memories', {
    content: 'Owns a boathouse in Aveiro',
  });
  const task = await key.call('POST', '/v1/dev/user/action-items', {
    description: 'Sweep the boathouse',
  });
  const { id, text, memories_id } = await ask('What do I have to do about the boathouse?');
  for (const part of [/nine hundred euros/, /painted red/, /Aveiro/, /Sweep/]) {
    assert.match(text, part);
  }
  assert.deepEqual(memories_id.toSorted(), [roof, oars].toSorted());

  await key.call('DELETE', `${CONVERSATIONS}/${roof}`);
  const without = await shown(id);
  assert.doesNotMatch(without.text, /nine hundred/);
  assert.match(without.text, /\n- \[deleted\]/);
  assert.match(without.text, /painted red/);
  assert.deepEqual(without.memories_id, [oars]);
  assert.equal(without.parts.map((each: Json) => each.text).join(''), without.text);
  assert.deepEqual(
    [...new Set(without.parts.flatMap((each: Json) => each.conversation_ids))],
    [oars],
  );
  assert.deepEqual(
    without.memories.map((each: Json) => each.id),
    [oars],
  );

  await key.call('DELETE', `/v1/dev/user/memories/${memory.body.id}`);
  await key.call('DELETE', `/v1/dev/user/action-items/${task.body.id}`);
  const { text: rest } = await shown(id);
  assert.doesNotMatch(rest, /Aveiro|Sweep/);
  assert.match(rest, /painted red/);
  await key.call('DELETE', `${CONVERSATIONS}/${oars}`);
  assert.doesNotMatch((await shown(id)).text, /painted/);
});

test('several sources of one answer can be deleted at the same time', async () => {
  await using service = await startService();
  const { key, ask, tell, shown } = await userOf(service);
  for (let round = 0; round < ROUNDS; round += 1) {
    const roof = await tell(
      'The carpenter wants nine hundred euros for the roof of the boathouse.',
    );
    const { body: memory } = await key.call('POST', '/v1/dev/user/memories', {
      content: `Owns a boathouse in Aveiro, number ${round}`,
    });
    const { body: task } = await key.call('POST', '/v1/dev/user/action-items', {
      description: `Sweep the boathouse ${round}`,
    });
    const { id, text } = await ask('What do I have to do about the boathouse?');
    for (const part of [/nine hundred/, /Aveiro/, /Sweep/]) assert.match(text, part);
    const deleted = await Promise.all([
      key.call('DELETE', `${CONVERSATIONS}/${roof}`),
      key.call('DELETE', `/v1/dev/user/memories/${memory.id}`),
      key.call('DELETE', `/v1/dev/user/action-items/${task.id}`),
    ]);
    assert.ok(deleted.every(({ status }) => status < 300));
    assert.doesNotMatch((await shown(id)).text, /nine hundred|Aveiro|Sweep/);
  }
});

test('quotations of a merged conversation refer to the resulting one', async () => {
  await using service = await startService();
  const { key, ask, tell, shown } = await userOf(service);
  const roof = await tell('The carpenter wants nine hundred euros for the roof of the boathouse.');
  const train = await tell('The train to Porto leaves at nine.');
  const { id, text } = await ask('What does the roof of the boathouse cost?');
  const conversation_ids = [train, roof];
  const merged = await service.owner.call('POST', '/v1/conversations/merge', { conversation_ids });
  const after = await shown(id);
  assert.equal(after.text, text);
  assert.deepEqual(after.memories_id, [merged.body.conversation.id]);
  await key.call('DELETE', `${CONVERSATIONS}/${merged.body.conversation.id}`);
  assert.doesNotMatch((await shown(id)).text, /nine hundred/);
});

test("a model's answer is removed with any of its sources, cited or not", async () => {
  let answer: { answer: string; sources: number[] } = { answer: '', sources: [] };
  let meanwhile = async () => {};
  await using model = await startLanguageModel((request, response) => {
    if (!JSON.stringify(request.messages).includes('The question:'))
      return complete(response, '{}');
    void meanwhile().then(() => complete(response, JSON.stringify(answer)));
  });
  await using service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const { owner } = service;
  const { key, ask, tell, shown } = await userOf(service);
  const roof = await tell('The carpenter wants nine hundred euros for the roof.');
  const { body } = await key.call('POST', '/v1/dev/user/memories', {
    content: 'The roof was last mended in Aveiro',
  });

  answer = { answer: 'Nine hundred euros [1].', sources: [1] };
  const named = await ask('What does the roof cost?');
  assert.deepEqual([named.text, named.memories_id], ['Nine hundred euros.', [roof]]);
  const quote = 'The carpenter wants nine hundred euros for the roof.';
  const { started_at: at } = named.memories[0];
  const citations = [{ end: 18, kind: 'conversation', id: roof, quote, at }];
  assert.deepEqual(named.parts, [{ text: named.text, conversation_ids: [roof], citations }]);
  answer = { answer: 'Nine hundred euros [1], and it was mended in Aveiro.', sources: [1] };
  const unnamed = await ask('What does the roof cost, and where was it mended?');
  await key.call('DELETE', `/v1/dev/user/memories/${body.id}`);
  assert.match((await shown(named.id)).text, /Nine hundred/);
  assert.equal((await shown(unnamed.id)).text, '[deleted]');

  answer = { answer: 'As I said, nine hundred euros.', sources: [] };
  const again = await ask('What does the carpenter want, again?');
  const other = await tell('The train to Porto leaves at nine.');
  answer = { answer: 'At nine [1].', sources: [1] };
  meanwhile = async () => void (await key.call('DELETE', `${CONVERSATIONS}/${other}`));
  const late = await ask('When does the train to Porto leave?');
  assert.deepEqual([late.text, late.memories_id], ['[deleted]', []]);
  await key.call('DELETE', `${CONVERSATIONS}/${roof}`);
  const { text, parts } = await shown(named.id);
  assert.deepEqual([text, parts], ['[deleted]', [{ text, conversation_ids: [] }]]);
  assert.equal((await shown(again.id)).text, '[deleted]');

  meanwhile = async () => {};
  await owner.call('DELETE', '/v2/messages');
  const bath = await tell('The plumber wants eighty euros for the bath.');
  answer = { answer: 'Eighty euros [1].', sources: [1] };
  await ask('What does the plumber want?');
  const bus = await tell('The bus to Aveiro leaves at noon.');
  answer = { answer: 'At noon [1].', sources: [1] };
  const only = await ask('When does the bus to Aveiro leave?');
  answer = { answer: 'At noon [1], and as I said it is eighty euros.', sources: [1] };
  const repeated = await ask('When does the bus to Aveiro leave, and what else did you say?');
  assert.deepEqual([only.memories_id, repeated.memories_id], [[bus], [bus]]);
  await key.call('DELETE', `${CONVERSATIONS}/${bath}`);
  assert.equal((await shown(repeated.id)).text, '[deleted]', 'it repeats what was said before');
  assert.equal((await shown(only.id)).text, 'At noon.');
});
