/**
 * While an account is held, answers say that memories are closed, and not that there are no
 * results.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { updateReadiness } from '../accounts/accounts.ts';

const PATH = '/v1/dev/user/ask';
const SCOPES = ['conversations:read', 'conversations:write', 'memories:read', 'memories:write'];
const CLOSED = /^Memories are closed for now: the operator of this service holds this account\./;

/** Stores a memory of a boathouse and a talk about a roof, and then holds the account. */
async function hold(service: TestService) {
  const key = await service.owner.key(SCOPES);
  await key.call('POST', '/v1/dev/user/memories', { content: 'Owns a boathouse in Aveiro' });
  await key.call('POST', '/v1/dev/user/conversations', {
    text: 'The carpenter wants nine hundred euros for the roof.',
  });
  await updateReadiness(service.service.parts.db, service.owner.id, 'held_by_operator');
  return key;
}

test('an answer says that memories are closed and why, and uses the other data', async () => {
  await using service = await startService();
  const key = await hold(service);
  const ask = async (question: string) => (await key.call('POST', PATH, { question })).body;
  const unknown = await ask('Where is the boathouse?');
  assert.match(unknown.answer, CLOSED);
  assert.doesNotMatch(unknown.answer, /Aveiro|found nothing[^.]* memories/);
  const greeted = await ask('Thanks!');
  assert.match(greeted.answer, CLOSED, 'also of a question that searches for nothing');
  const talked = await ask('What does the roof cost?');
  assert.match(talked.answer, CLOSED);
  assert.match(talked.answer, /nine hundred euros/);
  assert.deepEqual(talked.memories, []);

  const other = await service.owner.key(['conversations:read']);
  const { body } = await other.call('POST', PATH, { question: 'Where is the boathouse?' });
  assert.doesNotMatch(body.answer, /closed/, 'a key that never sees memories is told nothing');

  const said = await service.owner.call('POST', '/v2/messages', { text: 'And the boathouse?' });
  assert.equal(said.status, 200);
  const [reply, question] = (await service.owner.call('GET', '/v2/messages')).body as Json[];
  assert.equal(question.text, 'And the boathouse?');
  assert.match(reply.text, CLOSED);
  assert.doesNotMatch(reply.text, /Aveiro|found nothing[^.]* memories/);

  await updateReadiness(service.service.parts.db, service.owner.id, 'ready');
  assert.match((await ask('Where is the boathouse?')).answer, /Aveiro/);
  assert.doesNotMatch((await ask('Where is the boathouse?')).answer, /closed/);
});

test('a model is told that memories are closed, and its answer begins with that', async () => {
  await using model = await startLanguageModel((asked, response) => {
    const isQuestion = JSON.stringify(asked.messages).includes('The question:');
    const answer = JSON.stringify({ answer: 'Nine hundred euros [1].', sources: [1] });
    complete(response, isQuestion ? answer : '{}');
  });
  await using service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const key = await hold(service);
  const { body } = await key.call('POST', PATH, { question: 'What does the roof cost?' });
  assert.match(body.answer, CLOSED);
  assert.match(body.answer, /\n\nNine hundred euros \[1\]\.$/);
  const { messages } = model.requests.at(-1);
  assert.match(messages[1].content, /Memories are closed for now/);
  assert.doesNotMatch(messages[1].content, /Aveiro/);
});

test("an assistant's search says that memories are closed and why", async () => {
  await using service = await startService();
  await hold(service);
  const search = async (scopes: string[], query: string) => {
    const { key } = await service.owner.key(scopes, 'mcp');
    const params = { name: 'search', arguments: { query } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return (await request(service.service.url, 'POST', '/mcp', { token: key, body: call })).body
      .result;
  };
  const both = ['memories.read', 'conversations.read'];
  const found = await search(both, 'roof');
  assert.equal(found.structuredContent.results.length, 1);
  assert.match(found.structuredContent.memories_closed, CLOSED);
  assert.match(found.content[0].text, /Memories are closed for now/);
  for (const scopes of [both, ['memories.read']]) {
    const nothing = await search(scopes, 'boathouse');
    assert.equal(nothing.isError, true);
    assert.match(nothing.content[0].text, /cannot be read right now.*the operator/s);
  }
  const talks = await search(['conversations.read'], 'boathouse');
  assert.deepEqual(talks.structuredContent.results, []);
  await updateReadiness(service.service.parts.db, service.owner.id, 'ready');
  assert.equal((await search(both, 'roof')).structuredContent.memories_closed, undefined);
});
