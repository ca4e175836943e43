/** Tests how an assistant undoes what it wrote about a conversation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Unavailable } from '../../../core/errors.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../../testing/clients/api-user.ts';
import type { Context } from '../../../kit/context.ts';
import { contextOf } from '../../../testing/context-of.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { assistantUnderstandConversation } from '../../understanding/assistants.ts';
import { recorded } from './recording.ts';

let service: TestService;
let writer: ApiKey;
let assistant: { key: string; id: string };
before(async () => {
  service = await startService();
  writer = await service.owner.key(['conversations:read', 'conversations:write']);
  assistant = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' })).body;
});
after(() => service[Symbol.asyncDispose]());

async function talk(text: string): Promise<string> {
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', { text });
  assert.equal(body.status, 'completed', JSON.stringify(body));
  return body.id;
}

async function understand(conversation_id: string, memories?: object[]): Promise<void> {
  const draft = { conversation_id, title: 'A draft', overview: 'A draft.', memories };
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token: assistant.key,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'understand_conversation', arguments: draft },
    },
  });
  const { left_out } = body.result.structuredContent;
  assert.deepEqual(left_out, [], JSON.stringify(body.result));
}

/** Makes a conversation in which the assistant finds one fact; returns the id of the fact. */
async function hear(content: string, quote: string): Promise<string> {
  await understand(await talk(`${quote} That is all for today, thank you.`), [{ content, quote }]);
  const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
  return body.find((fact: Json) => fact.content === content).id;
}
const memory = async (id: string): Promise<string> =>
  (await service.owner.call('GET', `/v3/memories/${id}`)).body.content;
const contents = async (): Promise<string[]> =>
  (await service.owner.call('GET', '/v3/memories?limit=100')).body.map(
    ({ content }: Json) => content,
  );
const log = async (): Promise<Json[]> => (await service.owner.call('GET', '/v1/mcp/activity')).body;
async function undo(): Promise<{ status: number; body: Json }> {
  const [entry] = await log();
  return service.owner.call('POST', `/v1/mcp/activity/${entry.id}/undo`);
}

test('replaced facts return, except those that the user edited since then', async () => {
  const kept = await hear('Owns a red kayak', 'The red kayak at the pier is mine.');
  const edited = await hear('Owns a house in Horta', 'The house in Horta is mine.');
  const id = await talk('The kayak is blue now. The house in Velas is mine.');
  await understand(id, [
    { content: 'Owns a blue kayak', quote: 'The kayak is blue now.', replaces: `memory:${kept}` },
    {
      content: 'Owns a house in Velas',
      quote: 'The house in Velas is mine.',
      replaces: edited,
    },
  ]);
  assert.equal(await memory(kept), 'Owns a blue kayak');
  assert.equal(await memory(edited), 'Owns a house in Velas');
  await service.owner.call('PATCH', `/v3/memories/${edited}`, { content: 'Lives on a boat' });
  assert.equal((await undo()).status, 200);
  assert.equal(await memory(kept), 'Owns a red kayak');
  assert.equal(await memory(edited), 'Lives on a boat');
});

test('added facts go, and the facts of before stay', async () => {
  const id = await talk('The lid of the well is heavy. Nine hens live behind the house of mine.');
  const before = await contents();
  await understand(id, [
    { content: 'Keeps nine hens', quote: 'Nine hens live behind the house of mine.' },
  ]);
  assert.ok((await contents()).includes('Keeps nine hens'));
  assert.equal((await undo()).status, 200);
  assert.deepEqual(await contents(), before);
});

test('a draft without facts, or that replaces an unknown fact, is taken back too', async () => {
  const id = await talk('The lamp of the lighthouse needs oil. I bring the oil on Friday.');
  const title = async () =>
    (await service.owner.call('GET', `/v1/conversations/${id}`)).body.structured.title;
  await understand(id);
  assert.equal(await title(), 'A draft');
  assert.equal((await undo()).status, 200);
  const other = await talk('I collect old maps of the islands. They are rare.');
  const quote = 'I collect old maps of the islands.';
  await understand(other, [{ content: 'Collects old maps', quote, replaces: crypto.randomUUID() }]);
  assert.equal((await undo()).status, 200);
});

test('a conversation that was understood again since then is not changed', async () => {
  const id = await talk('We paint the boat next week. Rui brings the paint.');
  await understand(id);
  const [first] = await log();
  await understand(id);
  const { status, body } = await service.owner.call('POST', `/v1/mcp/activity/${first.id}/undo`);
  assert.deepEqual([status, /changed again since then/.test(body.detail)], [409, true]);
  assert.equal((await undo()).status, 200);
});

test('a change is in the log although its result did not come in time, and a failure is not', async () => {
  const id = await talk('The ferry leaves at nine. I will be there with the planks.');
  const usual = contextOf(service, ['conversations:write']);
  const context = { ...usual, actor: { ...usual.actor, key_id: assistant.id } } as Context;
  const given = { conversation_id: id, title: 'Planks', overview: 'The user brings planks.' };
  const fail = (run: () => Promise<unknown>) =>
    recorded(context, assistantUnderstandConversation, {
      given,
      async run() {
        await run();
        throw new Unavailable('Too late.');
      },
    });
  const before = await log();
  await assert.rejects(
    fail(async () => {}),
    Unavailable,
  );
  assert.deepEqual(await log(), before);
  await assert.rejects(
    fail(() => assistantUnderstandConversation(context, given)),
    Unavailable,
  );
  const [entry, ...others] = await log();
  assert.deepEqual([entry.kind, entry.can_undo], ['understanding', true]);
  assert.deepEqual(others, before);
});
