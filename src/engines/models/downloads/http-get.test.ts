import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { soon } from '../../../testing/eventually.ts';
import { get } from './http-get.ts';

let asked: string[] = [];
let answer: (response: ServerResponse, path: string) => void;
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  answer(response, url);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void (asked = []));

const fetched = (path: string) =>
  get(
    `http://127.0.0.1:${port}${path}`,
    { range: 'bytes=1-' },
    { environment: {}, signal: new AbortController().signal },
  );
const textOf = async (body: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(body)).toString();

test('five redirects are followed, each from the address before it, and no sixth', async () => {
  // The path counts the redirects that are left.
  answer = (response, path) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end('here');
    else response.writeHead(302, { location: `./${left - 1}` }).end();
  };
  const { status, body } = await fetched('/5');
  assert.deepEqual([status, await textOf(body)], [200, 'here']);
  assert.deepEqual(asked, ['/5', '/4', '/3', '/2', '/1', '/0']);
  await assert.rejects(fetched('/6'), /redirects too often/);
  assert.equal(asked.at(-1), '/1');
});

for (const location of ['http://', 'ftp://127.0.0.1/', 'file:///etc/hostname']) {
  test(`a redirect to ${location} is not followed`, async () => {
    answer = (response) => void response.writeHead(301, { location }).end();
    await assert.rejects(fetched('/'), /to an invalid address/);
    assert.equal(asked.length, 1);
  });
}

test('the connection of a redirect is closed', async () => {
  const closed = Promise.withResolvers<unknown>();
  answer = (response, path) => {
    if (path === '/there') return void response.end('here');
    response.writeHead(307, { location: '/there' }).write('an endless page');
    closed.resolve(once(response, 'close'));
  };
  const { body } = await fetched('/');
  assert.equal(await textOf(body), 'here');
  await soon('the end of the connection', closed.promise);
});
