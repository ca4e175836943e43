// One database: it is about a process in front of the API.
/** The local MCP server, started as assistants start it; tests/packs.test.ts starts its package. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Json } from '../src/testing/clients/api-user.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const PATH = process.env['PATH']!;
let service: TestService;
let url: string;
let key: string;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  ({ key } = await service.owner.key(['memories.read', 'memories.write'], 'mcp'));
});
after(() => service[Symbol.asyncDispose]());

async function open(
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]] = [process.execPath, MAIN, 'mcp'],
): Promise<
  AsyncDisposable & { client: Client; call(name: string, given?: object): Promise<Json> }
> {
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: { PATH, SVC_API_BASE_URL: url, ...env },
      stderr: 'ignore',
    }),
  );
  return {
    client,
    call: (name, given = {}) => client.callTool({ name, arguments: given as never }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

test('the local server has the tools of the hosted endpoint, each with an api_key argument', async () => {
  await using local = await open({ SVC_API_KEY: key });
  const answer = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await wholeKey()}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const hosted = ((await answer.json()) as Json).result.tools as Json[];
  const { tools } = await local.client.listTools();
  const without = tools.map((tool: Json) => {
    const { api_key, ...properties } = tool.inputSchema.properties;
    assert.equal(api_key.type, 'string', tool.name);
    return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
  });
  assert.deepEqual(
    without,
    hosted.map(({ _meta, ...tool }) => {
      // The local server has a key, so it has no schemes to choose from.
      const { securitySchemes, ...meta } = _meta;
      assert.equal(securitySchemes[0].type, 'oauth2', tool.name);
      const { inputSchema } = tool;
      return {
        ...tool,
        ...(Object.keys(meta).length > 0 && { _meta: meta }),
        inputSchema: { ...inputSchema, properties: inputSchema.properties ?? {} },
      };
    }),
  );
});

async function wholeKey(): Promise<string> {
  const { body } = await service.owner.call('POST', '/v1/mcp/keys', { name: 'everything' });
  return body.key;
}

test('calls reach the service with both forms of its address', async () => {
  for (const [address, content] of [
    [url, 'Lives in Porto.'],
    [`${url}/v1/mcp/`, 'Works as a nurse.'],
  ] as const) {
    await using local = await open({ SVC_API_KEY: key, SVC_API_BASE_URL: address });
    const { structuredContent } = await local.call('create_memory', { content });
    assert.equal(structuredContent.memory.content, content);
  }
});

test('a call may contain its own key, and the variable is for calls without one', async () => {
  const { key: reader } = await service.owner.key(['memories.read'], 'mcp');
  await using local = await open({ SVC_API_KEY: reader });
  const refused = await local.call('create_memory', { content: 'Has a dog.' });
  assert.match(refused.content[0].text, /lacks the scope memories\.write/);
  const done = await local.call('create_memory', { content: 'Has a dog.', api_key: key });
  assert.equal(done.structuredContent.success, true);
});

test('a missing, wrong or unknown key gets an explanation', async () => {
  const { key: developer } = await service.owner.key(['memories:read']);
  for (const [given, words] of [
    ['', /There is no MCP key\. Create an MCP key/],
    [developer, /is a developer key.*needs an MCP key/],
    ['nonsense', /begin with svc_mcp_/],
    [`svc_mcp_${'A'.repeat(43)}`, /^unauthenticated: Invalid or missing API key/],
  ] as const) {
    await using local = await open({ SVC_API_KEY: given });
    const { isError, content } = await local.call('get_memories');
    assert.equal(isError, true);
    assert.match(content[0].text, words);
    assert.ok((await local.client.listTools()).tools.length > 0, 'tools are listed all the same');
  }
});

test('an unreachable or wrong service gets an explanation', async () => {
  const stranger = createServer((_request, response) => response.end('<html>'));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  for (const [address, words] of [
    [
      'http://127.0.0.1:1',
      /^unavailable: The service does not answer at http:\/\/127\.0\.0\.1:1\//,
    ],
    [`http://127.0.0.1:${port}`, /does not answer as a Commonplace service does/],
  ] as const) {
    await using local = await open({ SVC_API_KEY: key, SVC_API_BASE_URL: address });
    const { isError, content } = await local.call('get_memories');
    assert.deepEqual([isError, words.test(content[0].text)], [true, true], content[0].text);
  }
  stranger.close();
});

test('standard output contains only the protocol', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp'], {
    env: { PATH, SVC_API_BASE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  child.stdin.write('this is no JSON\n');
  send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
  });
  send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_memories' } });
  while (!out.includes('"id":2')) await once(child.stdout, 'data');
  child.stdin.end();
  const [status] = await once(child, 'close');
  assert.equal(status, 0, 'it ends when the assistant does');
  for (const line of out.trim().split('\n')) assert.equal(JSON.parse(line).jsonrpc, '2.0');
  assert.match(err, /There is no MCP key/);
  for (const [words, code] of [
    [['--help'], 0],
    [['nonsense'], 2],
  ] as const) {
    const asked = spawn(process.execPath, [MAIN, 'mcp', ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.equal((await once(asked, 'close'))[0], code);
  }
});

test('an abandoned call is aborted, and the server ends with the assistant', async () => {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const slow = createServer((request) => {
    request.socket.once('close', () => gone.resolve());
    asked.resolve();
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const child = spawn(process.execPath, [MAIN, 'mcp'], {
    env: { PATH, SVC_API_BASE_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: key },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  // Some clients introduce themselves with an empty message.
  send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_memories' } });
  await asked.promise;
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  await gone.promise;
  child.stdin.end();
  await once(child, 'close');
  slow.close();
});
