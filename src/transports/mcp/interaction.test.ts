/** Clients are asked before a deletion, and hear about the progress of an answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClientCapabilities, ElicitRequestFormParams } from '@modelcontextprotocol/client';
import { shortId } from '../../core/ids.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
let token: string;

before(async () => {
  service = await startService();
  token = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' })).body.key;
});
after(() => service[Symbol.asyncDispose]());

type Answer = { action: 'accept'; content: { confirm: boolean } } | { action: 'decline' };

/** Connects the official client; `answer` answers for its user. */
async function connect({
  mode = 'auto',
  answer,
  elicitation = { form: {} },
  key = token,
}: {
  mode?: 'auto' | 'legacy';
  answer?: (asked: ElicitRequestFormParams) => Answer;
  elicitation?: ClientCapabilities['elicitation'];
  key?: string;
}): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: 'official', version: '1' },
    {
      versionNegotiation: { mode },
      capabilities: answer ? { elicitation } : {},
    },
  );
  if (answer) {
    client.setRequestHandler('elicitation/create', async ({ params }) =>
      answer(params as ElicitRequestFormParams),
    );
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', service.service.url), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function fact(content: string): Promise<string> {
  return (await service.owner.call('POST', '/v3/memories', { content })).body.id;
}
const isThere = async (id: string): Promise<boolean> =>
  (await service.owner.call('GET', `/v3/memories/${id}`)).status === 200;

test('a client that can ask asks its user before a deletion', async () => {
  const asked: string[] = [];
  let confirm = false;
  await using client = await connect({
    answer: ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { confirm } };
    },
  });
  const id = await fact('Keeps a parrot');
  const remove = (memory_id: string) =>
    client.callTool({ name: 'delete_memory', arguments: { memory_id } });
  const refused = await remove(id);
  assert.deepEqual([refused.isError, await isThere(id)], [true, true]);
  assert.match(JSON.stringify(refused.content), /The user did not agree/);
  confirm = true;
  const done = await remove(shortId(id));
  assert.deepEqual([done.isError, await isThere(id)], [undefined, false]);
  assert.deepEqual(
    asked,
    Array.from(
      { length: 2 },
      () => 'Delete a memory: “Keeps a parrot”? You can undo this for 30 days.',
    ),
  );
  // There is nothing to ask about a memory that does not exist.
  const gone = await remove(id);
  assert.deepEqual([(gone.structuredContent as Json).error.code, asked.length], ['not_found', 2]);
});

test('a user who declines keeps the record', async () => {
  await using client = await connect({ answer: () => ({ action: 'decline' }) });
  const { body } = await service.owner.call('POST', '/v1/action-items', { description: 'Row' });
  const { isError } = await client.callTool({
    name: 'delete_action_item',
    arguments: { action_item_id: body.id },
  });
  const { status } = await service.owner.call('GET', `/v1/action-items/${body.id}`);
  assert.deepEqual([isError, status], [true, 200]);
});

test('a question does not name a record that the client may not read', async () => {
  const scopes = ['memories.write'];
  const { key } = (await service.owner.call('POST', '/v1/mcp/keys', { name: 'Writer', scopes }))
    .body;
  const asked: string[] = [];
  await using client = await connect({
    key,
    answer: ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    },
  });
  const id = await fact('Keeps a secret');
  await client.callTool({ name: 'delete_memory', arguments: { memory_id: id } });
  assert.deepEqual(asked, ['Delete a memory? You can undo this for 30 days.']);
  assert.equal(await isThere(id), false);
});

test('a client that shows its user only addresses is not asked', async () => {
  let questions = 0;
  const answer = (): Answer => {
    questions += 1;
    return { action: 'decline' };
  };
  for (const [elicitation, expected] of [
    [{ url: {} }, 0],
    [{ url: {}, form: {} }, 1],
  ] as const) {
    await using client = await connect({ answer, elicitation });
    const id = await fact('Keeps a heron');
    await client.callTool({ name: 'delete_memory', arguments: { memory_id: id } });
    assert.deepEqual([questions, await isThere(id)], [expected, expected === 1]);
  }
});

test('clients that cannot ask delete as before', async () => {
  for (const options of [{}, { mode: 'legacy' as const }]) {
    await using client = await connect(options);
    const id = await fact('Keeps a canary');
    const { isError } = await client.callTool({
      name: 'delete_memory',
      arguments: { memory_id: id },
    });
    assert.deepEqual([isError, await isThere(id)], [undefined, false], JSON.stringify(options));
  }
});

for (const mode of ['auto', 'legacy'] as const) {
  test(`the client hears how an answer proceeds (${mode})`, async () => {
    await using client = await connect({ mode });
    await fact('Keeps eleven hives of bees');
    const heard: (string | undefined)[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'ask', arguments: { question: 'How many hives does the user keep?' } },
      { onprogress: ({ message }) => heard.push(message) },
    );
    assert.match((structuredContent as Json).answer, /eleven/);
    assert.equal(heard[0], 'Reading the records');
    assert.equal(heard.at(-1), 'Writing the answer');
  });
}
