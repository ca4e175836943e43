import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { post } from './delivery-request.ts';
import { isPrivateLiteral } from './guarded-request.ts';

/** A server that streams without end at `/endless` and is silent at `/silent`. */
const server = createServer((request, response) => {
  if (request.url === '/silent') return;
  response.writeHead(202);
  if (request.url !== '/endless') return void response.end('thanks');
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(8_192)));
  };
  response.on('drain', more);
  more();
});
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

const send = (path: string, more: object = {}) =>
  post(
    {
      format: 'standard',
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`),
      contentType: 'text/plain',
      id: 'one',
      type: 'test',
      user_id: 'ana',
      body: new Uint8Array(3),
      at: new Date(),
      secrets: [],
    },
    { timeoutMs: 5_000, allowPrivate: true, ...more },
  );

test('only the status counts, however long the response body is', async () => {
  assert.equal(await send('/'), 202);
  assert.equal(await send('/endless'), 202);
});

test('a receiver that does not answer is given up with a reason', async () => {
  await assert.rejects(send('/silent', { timeoutMs: 50 }), /No answer within 0.05 s/);
  const stopping = AbortSignal.timeout(50);
  await assert.rejects(send('/silent', { stopping }), { name: 'AbortError' });
});

test('a private address is refused unless the operator allows it', async () => {
  await assert.rejects(send('/', { allowPrivate: false }), /not public/);
  for (const [url, isPrivate] of [
    ['http://10.0.0.1/', true],
    ['http://[fec0::1]/', true],
    ['http://168.63.129.16/', true],
    ['http://8.8.8.8/', false],
    ['http://[2606:4700::1]/', false],
    ['http://example.org/', false],
  ] as const) {
    assert.equal(isPrivateLiteral(new URL(url)), isPrivate, url);
  }
});
