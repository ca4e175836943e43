/** Tests the parts of the endpoint: access checks, parsing of messages, streams of old clients. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { InsufficientScope, Invalid, NotFound, RateLimited } from '../../core/errors.ts';
import type { Actor, Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { tool } from '../../kit/tool.ts';
import { errorResult } from './errors.ts';
import { foreignness } from './guard.ts';
import { readMessage } from './message.ts';
import { OldStreams } from './old-streams.ts';
import { listingOf } from './schemas.ts';

test('the endpoint accepts its own host names and trusted pages', () => {
  const told = (host: string | undefined, origin?: string) => {
    const headers = {
      ...(host !== undefined && { host }),
      ...(origin !== undefined && { origin }),
    };
    const publicUrl = 'https://home.example';
    const refusal = foreignness(headers, { publicUrl, origins: ['https://friend.example'] });
    return refusal === null ? 'fine' : refusal.startsWith('Pages') ? 'page' : 'host';
  };
  const hosts = [
    'home.example',
    'localhost:8080',
    '127.0.0.1',
    '[::1]:80',
    '192.168.1.5:8080',
    '[fe80::1]',
  ];
  for (const host of hosts) assert.equal(told(host), 'fine', host);
  for (const host of [undefined, 'evil.example', 'home.example.evil', 'a b']) {
    assert.equal(told(host), 'host', host);
  }
  for (const page of [
    'https://home.example',
    'http://localhost:3000',
    'https://claude.ai',
    'vscode-webview://x',
    'https://friend.example',
    'http://192.168.1.5:8080',
  ]) {
    assert.equal(told('192.168.1.5:8080', page), 'fine', page);
  }
  for (const page of [
    'https://evil.example',
    'http://claude.ai',
    'null',
    'http://home.example',
    'https://192.168.1.6:8080',
  ]) {
    assert.equal(told('192.168.1.5:8080', page), 'page', page);
  }
});

test('a message is parsed, or refused with the reason', () => {
  const ask = (id: unknown, method = 'ping', params?: unknown) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const read = (body: unknown, revision?: string) => {
    const result = readMessage(typeof body === 'string' ? body : JSON.stringify(body), revision);
    if ('status' in result) {
      const { error, id } = result.body;
      return `${result.status} ${error.code} ${id}: ${error.message}`;
    }
    const ids = result.calls.map(({ id }) => id).join();
    return `${Array.isArray(result.message) ? 'batch' : 'one'} ${ids}`;
  };
  assert.equal(read(ask(1)), 'one 1');
  assert.equal(read({ jsonrpc: '2.0', method: 'notifications/x' }), 'one ');
  assert.equal(read([ask(1), ask('b')]), 'batch 1,b');
  assert.equal(read('{'), '400 -32700 null: Invalid JSON body');
  assert.match(read({ id: 1 }), /^400 -32600 1: This is not a JSON-RPC 2\.0 message/);
  assert.match(read([ask(1), 7]), /^400 -32600 null: This is not a JSON-RPC 2\.0 message/);
  assert.match(read([ask(1)], '2025-06-18'), /Revision 2025-06-18 has no batches/);
  for (const revision of ['2024-11-05', '2025-03-26'])
    assert.equal(read([ask(1)], revision), 'batch 1');
  assert.match(read([]), /at least one message/);
  const many = (count: number) => Array.from({ length: count }, (_, id) => ask(id));
  assert.match(read(many(100)), /^batch 0,1/);
  assert.match(read(many(101)), /at most 100 messages/);
  assert.match(read([ask(1, 'initialize', {})]), /may not be part of a batch/);
  assert.match(read([ask(1), ask(1)]), /"id" of its own/);
  assert.equal(read(ask(1, 'tools/call', { name: 'x', arguments: {} })), 'one 1');
  assert.equal(read(ask(1, 'tools/call', { name: 'x' })), 'one 1');
  assert.equal(read(ask(1, 'tools/call', { name: '' })), '200 -32602 1: Tool name is required');
  assert.match(read(ask(1, 'tools/call', {})), /^200 -32602 1: Tool name/);
  assert.match(read([ask(1, 'tools/call', {})]), /^400 -32602 1: Tool name/);
  assert.match(read(ask(1, 'tools/call', { name: 'x', arguments: [] })), /"arguments" has to be/);
});

test('errors say what to change', () => {
  const text = (error: Parameters<typeof errorResult>[0]) => {
    const { isError, content } = errorResult(error);
    assert.equal(isError, true);
    return (content[0] as { text: string }).text;
  };
  assert.equal(text(new NotFound('No such memory.')), 'not_found: No such memory.');
  const problems = [
    { loc: ['name', 0], msg: 'Too long', type: 't' },
    { loc: [], msg: 'Odd', type: 't' },
  ];
  assert.equal(
    text(new Invalid('no', problems)),
    'invalid: name.0: Too long. Odd. Change that and call again.',
  );
  assert.equal(text(new Invalid('Say more.')), 'invalid: Say more.');
  assert.match(
    text(new InsufficientScope('goals.read')),
    /^forbidden: .* lacks the scope goals\.read/,
  );
});

function actorOf(more: object): Actor {
  return { kind: 'mcp_key', key_id: 'k1', user_id: 'u', scopes: [], ...more } as Actor;
}
let made = 0;
const outbox = { subscribe: () => () => {} };
const contextOf = (actor: Actor) =>
  ({ actor, newId: () => `s${made++}`, outbox }) as unknown as Context;

test('an old stream belongs to its credential, and ends when that is revoked', async () => {
  type Connected = {
    context: Context;
    transport: {
      onmessage?: (message: unknown) => void;
      send(message: unknown): Promise<void>;
      onclose?: () => void;
    };
  };
  const connected: Connected[] = [];
  await using streams = new OldStreams({
    keepAliveMs: 20,
    serverFor: (context) =>
      ({
        connect: async (transport: Connected['transport']) =>
          void connected.push({ context, transport }),
      }) as never,
  });
  let mayGoOn = true;
  const options = { path: '/sse', mayGoOn: async () => mayGoOn };
  const context = contextOf(actorOf({}));
  const body = await streams.open(context, options);
  let text = '';
  body.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const until = async (what: () => boolean) => {
    const end = Date.now() + 10_000;
    while (!what()) {
      assert.ok(Date.now() < end, `Waited in vain: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await until(() => text.includes('event: endpoint'));
  const id = /session_id=(\S+)/.exec(text)![1]!;
  assert.match(text, /^event: endpoint\ndata: \/sse\?session_id=s\d+\n\n/);
  const received: unknown[] = [];
  connected[0]!.transport.onmessage = (message) => received.push(message);
  const narrower = actorOf({ scopes: ['goals:read'] });
  assert.equal(streams.receive(id, narrower, { a: 1 } as never), true);
  assert.equal(streams.receive(id, narrower, [{ b: 1 }, { c: 1 }] as never), true);
  assert.deepEqual(received, [{ a: 1 }, { b: 1 }, { c: 1 }]);
  assert.equal(context.actor, narrower);
  assert.equal(streams.receive('other', narrower, {} as never), false);
  assert.equal(streams.receive(id, actorOf({ key_id: 'k2' }), {} as never), false);
  const grant = { kind: 'oauth_grant', key_id: undefined, grant_id: 'g' };
  const { key_id: _, ...granted } = actorOf(grant) as unknown as Record<string, unknown>;
  assert.equal(streams.receive(id, granted as unknown as Actor, {} as never), false);
  await connected[0]!.transport.send({ answer: 1 });
  await until(() => text.includes('event: message\ndata: {"answer":1}\n\n'));
  await until(() => text.includes(': ping'));
  let closed = false;
  connected[0]!.transport.onclose = () => (closed = true);
  mayGoOn = false;
  await until(() => closed && body.readableEnded);
  assert.equal(streams.receive(id, narrower, {} as never), false);

  mayGoOn = true;
  const owner = contextOf(granted as unknown as Actor);
  for (let count = 0; count < 20; count++) await streams.open(owner, options);
  await assert.rejects(streams.open(owner, options), RateLimited);
  const deaf = await streams.open(context, options);
  await connected.at(-1)!.transport.send({ large: 'x'.repeat(1024 * 1024) });
  await connected.at(-1)!.transport.send({ more: 1 });
  await until(() => deaf.destroyed);
});

test('a tool is described with plain schemas and its effects', () => {
  const Item = z
    .object({ text: z.string().max(9).describe('x'), note: z.string().nullable() })
    .meta({ id: 'Item' });
  const operation = defineOperation({
    name: 'find',
    summary: 'Finds',
    scope: null,
    effect: 'read',
    input: z.object({ query: z.string().max(9).describe('Words.'), limit: z.int().default(5) }),
    output: z.object({ items: z.array(Item), first: Item.nullable(), count: z.int() }),
    run: async () => ({ items: [], first: null, count: 0 }),
  });
  const listing = listingOf(
    tool(operation, { name: 'find', title: 'Find', description: 'Finds.' }),
  );
  const item = {
    type: 'object',
    properties: { text: { type: 'string' }, note: { type: 'string' } },
  };
  assert.deepEqual(JSON.parse(JSON.stringify(listing)), {
    name: 'find',
    title: 'Find',
    description: 'Finds.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words.' },
        limit: { type: 'integer', default: 5 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        items: { type: 'array', items: item },
        first: { anyOf: [item, { type: 'null' }] },
        count: { type: 'integer' },
      },
    },
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
    },
  });
});
