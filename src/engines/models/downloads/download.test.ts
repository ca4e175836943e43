import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { soon } from '../../../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import { download, type DownloadOptions } from './download.ts';

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

function fetchFile(name: string, more: Partial<DownloadOptions> = {}) {
  asked = [];
  const pauses: number[] = [];
  const progress: (readonly [bytes: number, total: number | null])[] = [];
  const hash = download({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    part: join(folder, name),
    onProgress: (bytes, total) => progress.push([bytes, total]),
    environment: {},
    signal: new AbortController().signal,
    tries: 3,
    pauseMs: (failures) => pauses.push(failures) && 0,
    ...more,
  });
  return { hash, pauses, progress };
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

const HASH = createHash('sha256').update(FILE).digest('hex');

/** Sends the first bytes of the file and breaks the connection. */
function breakAfter(bytes: number, response: ServerResponse): void {
  response.writeHead(200, { etag: '"1"', 'content-length': FILE.length });
  response.flushHeaders();
  if (bytes === 0) response.socket!.end();
  else response.write(FILE.subarray(0, bytes), () => response.destroy());
}

test('a server that always fails is tried six times unless told otherwise', async () => {
  answer = (_request, response) => void response.writeHead(500).end();
  const { hash } = fetchFile('hopeless', { tries: undefined } as Partial<DownloadOptions>);
  await assert.rejects(hash, /answered 500/);
  assert.equal(asked.length, 6);
});

test('a download starts again when the server cannot continue it', async () => {
  const refuse416 = (response: ServerResponse) => response.writeHead(416).end();
  const elsewhere = (response: ServerResponse) =>
    response.writeHead(206, { 'content-range': 'bytes 2-9/10' }).end(FILE.subarray(2));
  for (const [index, refuse] of [refuse416, elsewhere].entries()) {
    answer = (_request, response) => {
      if (asked.length === 1) breakAfter(4, response);
      else if (asked.length === 2) refuse(response);
      else response.end(FILE);
    };
    const { hash } = fetchFile(`restarted ${index}`);
    assert.equal(await hash, HASH);
    assert.deepEqual(asked, [undefined, 'bytes=4-', undefined]);
  }
});

test('a download without any byte yet asks for the whole file', async () => {
  answer = (_request, response) => {
    if (asked.length === 1) breakAfter(0, response);
    else response.end(FILE);
  };
  assert.equal(await fetchFile('empty').hash, HASH);
  assert.deepEqual(asked, [undefined, undefined]);
});

test('progress begins with the bytes that are there already', async () => {
  answer = ({ headers }, response) => {
    if (!headers.range) return breakAfter(4, response);
    const range = { 'content-range': 'bytes 4-9/10', 'content-length': 6 };
    response.writeHead(206, range).end(FILE.subarray(4));
  };
  const { hash, progress } = fetchFile('half');
  assert.equal(await hash, HASH);
  assert.deepEqual(progress.slice(0, 1), [[0, 10]]);
  assert.deepEqual(progress.slice(-2), [
    [4, 10],
    [10, 10],
  ]);
});

test('an abort ends the download with its own reason, and at once', async () => {
  const reason = new Error('enough');
  const abort = new AbortController();
  answer = () => abort.abort(reason);
  const { hash } = fetchFile('aborted later', { signal: abort.signal, tries: 1 });
  await assert.rejects(soon('the end', hash), reason);

  const other = new AbortController();
  const seen: number[] = [];
  answer = (_request, response) => void response.end(Buffer.alloc(4_000_000));
  const large = fetchFile('large', {
    signal: other.signal,
    onProgress: (bytes) => {
      seen.push(bytes);
      if (bytes > 0) other.abort(reason);
    },
  });
  await assert.rejects(soon('the end', large.hash), reason);
  assert.equal(seen.length, 2, 'nothing is written after the abort');
});

test('the connection of a refusal is closed', async () => {
  const closed = Promise.withResolvers<unknown>();
  answer = (_request, response) => {
    response.writeHead(404).write('an endless page');
    closed.resolve(once(response, 'close'));
  };
  await assert.rejects(fetchFile('endless').hash, /answered 404/);
  await soon('the end of the connection', closed.promise);
});
