import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import { download } from './download.ts';

const FILE = Buffer.from('0123456789');
const folder = temporaryFolder();
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.range);
  answer(request, response);
});
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
  removeFolder(folder);
});

function fetchFile(name: string, { signal = new AbortController().signal } = {}) {
  asked = [];
  const pauses: number[] = [];
  const hash = download({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    part: join(folder, name),
    onProgress: () => {},
    environment: {},
    signal,
    tries: 3,
    pauseMs: (failures) => pauses.push(failures) && 0,
  });
  return { hash, pauses };
}

test('a download that breaks goes on where it broke', async () => {
  answer = ({ headers }, response) => {
    const from = Number(/\d+/.exec(headers.range ?? '0')![0]);
    response.writeHead(from > 0 ? 206 : 200, {
      etag: '"1"',
      'content-length': FILE.length - from,
      'content-range': `bytes ${from}-9/10`,
    });
    response.write(FILE.subarray(from, from + 4), () =>
      from + 4 < FILE.length ? response.destroy() : response.end(),
    );
  };
  const { hash, pauses } = fetchFile('broken');
  assert.equal(await hash, createHash('sha256').update(FILE).digest('hex'));
  assert.deepEqual(readFileSync(join(folder, 'broken')), FILE);
  assert.deepEqual(asked, [undefined, 'bytes=4-', 'bytes=8-']);
  assert.deepEqual(pauses, [1, 1], 'new bytes make the server count as working');
});

test('a server that fails is tried three times, with growing pauses', async () => {
  answer = (_request, response) => void response.writeHead(503).end();
  const { hash, pauses } = fetchFile('failing');
  await assert.rejects(hash, /The download fails: the server answered 503/);
  assert.deepEqual([asked.length, pauses], [3, [1, 2]]);
});

test('a refusal is not tried again', async () => {
  answer = (_request, response) => void response.writeHead(404).end();
  const { hash } = fetchFile('absent');
  await assert.rejects(hash, /answered 404/);
  assert.equal(asked.length, 1);
});

test('an aborted download asks nobody', async () => {
  const { hash } = fetchFile('aborted', { signal: AbortSignal.abort() });
  await assert.rejects(hash, { name: 'AbortError' });
  assert.equal(asked.length, 0);
});
