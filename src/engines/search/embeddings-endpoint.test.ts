import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { httpSend } from '../text-models/send.ts';
import { EmbeddingsEndpoint, NoVectors } from './embeddings-endpoint.ts';

let answer: (response: ServerResponse) => void;
let asked: { url?: string | undefined; authorization?: string | undefined; body?: unknown };
const server = createServer((request: IncomingMessage, response) => {
  void json(request).then((body) => {
    asked = { url: request.url, authorization: request.headers.authorization, body };
    answer(response);
  });
});
let baseUrl: string;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1//`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

function embed(texts: string[], more: object = {}, signal = AbortSignal.timeout(10_000)) {
  const options = { send: httpSend(baseUrl), model: 'test', ...more };
  return new EmbeddingsEndpoint(options as never).embed(texts, signal);
}
async function failure(body: unknown, status = 200, headers: Record<string, string> = {}) {
  answer = (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  const error = await embed(['a', 'b']).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof NoVectors, String(error));
  return error;
}
const vectors = (...data: object[]) => ({ data });

test('texts become vectors in order, from numbers or Base64', async () => {
  const base64 = Buffer.from(Float32Array.from([3, 4]).buffer).toString('base64');
  answer = (response) =>
    response.end(
      JSON.stringify(vectors({ index: 1, embedding: base64 }, { index: 0, embedding: [1, 2] })),
    );
  const made = await embed(['a', 'b'], { send: httpSend(baseUrl, 'secret') });
  assert.deepEqual(
    made.vectors.map((vector) => [...vector]),
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.deepEqual(asked, {
    url: '/v1/embeddings',
    authorization: 'Bearer secret',
    body: { model: 'test', input: ['a', 'b'] },
  });
  answer = (response) => response.end(JSON.stringify(vectors({ embedding: [1] })));
  assert.deepEqual([...(await embed(['a'])).vectors[0]!], [1]);
  assert.equal(asked.authorization, undefined);
});

test('the tokens are those that the endpoint counted, or else a quarter of the letters', async () => {
  for (const [usage, tokens] of [
    [{ total_tokens: 7 }, 7],
    [{ total_tokens: null }, 3],
    ['nothing', 3],
    [undefined, 3],
  ] as const) {
    answer = (response) => response.end(JSON.stringify({ ...vectors({ embedding: [1] }), usage }));
    assert.equal((await embed(['ten letters'])).tokens, tokens);
  }
});

test('an answer without vectors is an error', async () => {
  const one = { embedding: [1, 2] };
  for (const other of ['rubbish', {}, vectors(one), vectors(one, one, one)]) {
    assert.match((await failure(other)).message, /is not JSON of the expected shape/);
  }
  const withNan = {
    embedding: Buffer.from(Float32Array.from([Number.NaN, 1]).buffer).toString('base64'),
  };
  const large = (length: number) => ({ embedding: Array(length).fill(1) as number[] });
  for (const unusable of [
    vectors(one, { embedding: [1] }),
    vectors({ embedding: [] }, { embedding: [] }),
    vectors({ index: 0, ...one }, { index: 0, ...one }),
    vectors(one, withNan),
    vectors(withNan, one),
    vectors(large(8_193), large(8_193)),
  ]) {
    assert.match((await failure(unusable)).message, /unusable vectors/);
  }
  answer = (response) => response.end(JSON.stringify(vectors(large(8_192))));
  assert.equal((await embed(['a'])).vectors[0]!.length, 8_192);
});

test('a refusal says whether the text is the cause, and when to retry', async () => {
  for (const [status, refused] of [
    [400, true],
    [413, true],
    [422, true],
    [401, false],
    [500, false],
  ] as const) {
    const error = await failure('', status);
    assert.match(error.message, new RegExp(`answered ${status}`));
    assert.deepEqual([error.refused, error.retryAfterMs], [refused, null]);
  }
  const pause = async (after: string) =>
    (await failure('', 429, { 'retry-after': after })).retryAfterMs;
  assert.deepEqual(
    [
      await pause('7'),
      await pause('0'),
      await pause('-1'),
      await pause('soon'),
      await pause('99999'),
    ],
    [7_000, 0, null, null, 600_000],
  );
});

test('an unreachable, slow or broken endpoint is an error', async () => {
  await assert.rejects(embed(['a'], { send: httpSend('http://127.0.0.1:1') }), /cannot be reached/);
  answer = () => {};
  await assert.rejects(embed(['a'], {}, AbortSignal.timeout(50)), /did not answer in time/);
  answer = (response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"data"', () => response.destroy());
  };
  await assert.rejects(embed(['a']), /connection to the endpoint for embeddings broke/);
});

test('an answer may have 64 MiB, and not a byte more', async () => {
  const said = JSON.stringify(vectors({ embedding: [1] }));
  const space = Buffer.alloc(2 ** 20, ' ');
  const answered = (bytes: number) =>
    embed(['a'], {
      async send() {
        const rest = bytes - said.length;
        const pieces = Array.from({ length: Math.floor(rest / space.length) }, () => space);
        const body = [...pieces, space.subarray(0, rest % space.length), Buffer.from(said)];
        return new Response(ReadableStream.from(body));
      },
    });
  const most = 64 * 2 ** 20;
  assert.deepEqual([...(await answered(most)).vectors[0]!], [1]);
  await assert.rejects(answered(most + 1), /embeddings is too long$/);
});
