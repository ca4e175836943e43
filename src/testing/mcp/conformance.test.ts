import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openConformanceProxy } from './conformance.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/v1/things/{id}': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: { id: { type: 'string' } },
      },
    },
    responses: {
      Missing: { content: { 'application/json': { schema: { required: ['detail'] } } } },
    },
  },
};

test('the proxy passes only documented answers', async () => {
  const server = createServer((request, response) => {
    const [, , , id = ''] = request.url!.split('/');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/v1/dev/openapi.json') json(200, DOCUMENT);
    else if (id === 'good') json(200, { id });
    else if (id === 'extra') json(200, { id, secret: 1 });
    else if (id === 'gone') json(404, { detail: 'Not here' });
    else if (id === 'mute') json(404, {});
    else json(id === 'broken' ? 500 : 200, { id });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await using proxy = await openConformanceProxy(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const status = async (path: string) => (await fetch(new URL(path, proxy.url))).status;
  assert.equal(await status('/v1/things/good'), 200);
  assert.equal(await status('/v1/things/gone'), 404);
  for (const path of ['/v1/things/extra', '/v1/things/mute', '/v1/things/broken', '/v1/others/x']) {
    assert.equal(await status(path), 599, path);
  }
  // The document does not describe these pages.
  assert.equal(await status('/conversations/x'), 200);
  server.close();
});
