/** Tests requests that no operation answers in time. Each gets a 503, unless it makes progress. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import { openRateLimiter } from '../../domains/requests/rate-limits.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { buildApp } from './app.ts';
import { Deadlines } from './deadlines.ts';
import { mountHealth } from './health.ts';
import { mountMcp } from '../mcp/endpoint.ts';
import { mountEndpoints } from '../oauth/endpoints.ts';
import { openAddressLimiter } from '../oauth/rate-limiter.ts';

const ANSWER_MS = 300;
const LONGER_MS = 3 * ANSWER_MS;
const never = new Promise<never>(() => {});
let service: TestService;
let app: FastifyInstance;
let mcp: AsyncDisposable;
let url: string;

const takeFile = defineOperation({
  name: 'takeFile',
  summary: 'Takes a file',
  scope: null,
  effect: 'write',
  input: z.object({ file: uploaded(FileOnDisk) }),
  output: z.unknown(),
  run: async (_context, { file }) => ({ size: file.size }),
});
const routes = [
  route(takeFile, {
    method: 'POST',
    credential: 'none',
    path: '/v1/conversations/file',
    upload: { field: 'file', maxBytes: 1024, keep: 'disk' },
  }),
];

function serverFor(): McpServer {
  const server = new McpServer({ name: 'slow', version: '1' });
  const nothing = { inputSchema: z.object({}) };
  server.registerTool('hang', { description: 'Never answers', ...nothing }, () => never);
  server.registerTool('slow', { description: 'Answers late', ...nothing }, async () => {
    await wait(LONGER_MS);
    return { content: [{ type: 'text', text: 'at last' }] };
  });
  return server;
}

before(async () => {
  service = await startService();
  const { parts } = service.service;
  const nobody = async () => null;
  const assistant = { kind: 'mcp_key', key_id: 'k', user_id: service.owner.id, scopes: [] };
  const door = {
    parts,
    rateLimiter: openRateLimiter({ ...parts, limits: null }),
    deadlines: new Deadlines({ answerMs: ANSWER_MS, waitingAnswerMs: ANSWER_MS }),
    site: () => url,
    authenticator: {
      session: nobody,
      key: async () => assistant as never,
      accessToken: nobody,
      site: () => url,
    },
  };
  app = await buildApp({ door, routes, logger: pino({ level: 'silent' }), trustedProxies: [] });
  mountHealth(app, { fault: () => null, readiness: () => never });
  mountEndpoints(app, {
    site: () => url,
    provider: () => never,
    lookUpFirst: async () => null,
    limiter: () => openAddressLimiter(null),
  });
  // Acts like a library that takes over the reply and writes it too late.
  app.get('/taken-over', async (_request, reply) => {
    reply.hijack();
    await wait(LONGER_MS);
    if (!reply.raw.headersSent) reply.raw.end('late');
  });
  mcp = await mountMcp(app, door, {
    serverFor,
    keepAliveMs: 100,
    tools: [],
    async *updates() {},
    publicUrl: () => url,
    origins: [],
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await mcp[Symbol.asyncDispose]();
  app.server.closeAllConnections();
  await app.close();
  await service[Symbol.asyncDispose]();
});

const call = (name: string, accept: string) =>
  fetch(`${url}/v1/mcp/sse`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer svc_mcp_key',
      'Content-Type': 'application/json',
      Accept: accept,
      'MCP-Protocol-Version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    }),
  });

const requests: Record<string, () => Promise<Response>> = {
  '/readyz': () => fetch(`${url}/readyz`),
  'a page of OAuth': () => fetch(`${url}/authorize?client_id=x`),
  'a token of OAuth': () =>
    fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) }),
  'a reply that a library has taken over': () => fetch(`${url}/taken-over`),
  'a tool of MCP': () => call('hang', 'application/json'),
};

for (const [name, send] of Object.entries(requests)) {
  test(`${name} that does not answer in time is a 503 with Retry-After`, async () => {
    const answer = await send();
    assert.equal(answer.status, 503);
    assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/);
    assert.match(await answer.text(), /takes too long/);
  });
}

test('a streamed MCP answer has no deadline', async () => {
  const answer = await call('slow', 'text/event-stream');
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /at last/);
});

test('an upload that makes progress has no deadline', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
  async function* slowly() {
    yield Buffer.from(head);
    for (let sent = 0; sent < LONGER_MS; sent += 100) {
      await wait(100);
      yield Buffer.from('x');
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  const answer = await fetch(`${url}/v1/conversations/file`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: ReadableStream.from(slowly()),
    duplex: 'half',
  });
  assert.deepEqual([answer.status, await answer.json()], [200, { size: 9 }]);
});
