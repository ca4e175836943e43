import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { findLocalServers } from './local-servers.ts';

async function serverOf(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a program that lists models is found with its models, and others are not', async () => {
  await using good = await serverOf((request, response) => {
    assert.equal(request.url, '/v1/models');
    response.end('{"object":"list","data":[{"id":"qwen3:4b"},{"id":"llama3.2"}]}');
  });
  await using web = await serverOf((_request, response) => response.end('<h1>Hello</h1>'));
  await using empty = await serverOf((_request, response) => response.end('{"data":[]}'));
  await using silent = await serverOf(() => {});
  const place = (name: string, { baseUrl }: { baseUrl: string }) => ({ name, baseUrl });
  const found = await findLocalServers([
    place('nobody', { baseUrl: 'http://127.0.0.1:1/v1' }),
    place('web', web),
    place('empty', empty),
    place('silent', silent),
    place('good', good),
  ]);
  assert.deepEqual(found, [{ ...place('good', good), models: ['qwen3:4b', 'llama3.2'] }]);
});
