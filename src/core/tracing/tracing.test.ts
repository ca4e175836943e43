/** Tests the spans of requests that the service sends, with a tracer that writes them down. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import {
  inChildSpan,
  inSpan,
  installTracer,
  isTracing,
  tracedFetch,
  traceRequest,
  type SpanDescription,
} from './tracing.ts';

interface Written extends SpanDescription {
  failed?: string;
}

afterEach(() => installTracer(null));

/** Installs a tracer, and returns the spans that it will write down. */
function traced(isInside = true): Written[] {
  const spans: Written[] = [];
  installTracer({
    isInside: () => isInside,
    headers: () => ({ traceparent: 'the current span' }),
    run(description, work) {
      const span: Written = { ...description };
      spans.push(span);
      return work({
        set: (attributes) => (span.attributes = { ...span.attributes, ...attributes }),
        fail: (type) => (span.failed = type),
      });
    },
  });
  return spans;
}

const SPAN: SpanDescription = { name: 'work', kind: 'consumer', attributes: {} };

test('without a tracer, the work alone is done', async () => {
  assert.equal(isTracing(), false);
  const work = async () => 7;
  assert.equal(await inSpan(SPAN, async (span) => (span.fail('never'), 7)), 7);
  assert.equal(await inChildSpan(() => assert.fail(), work), 7);
  const request = { name: 'GET', attributes: {} };
  const { status } = await traceRequest(request, async (headers) => {
    assert.deepEqual(headers, {});
    return { status: 500 };
  });
  assert.equal(status, 500);
});

test('work outside a span gets no child span', async () => {
  const inside = traced();
  await inChildSpan(
    () => SPAN,
    async () => {},
  );
  assert.deepEqual(inside, [SPAN]);
  assert.equal(isTracing(), true);
  const outside = traced(false);
  await inChildSpan(
    () => SPAN,
    async () => {},
  );
  assert.deepEqual(outside, []);
});

test('a request fails from status 400', async () => {
  const spans = traced();
  for (const status of [200, 399, 400, 503])
    await traceRequest({ name: 'GET', attributes: { kept: 1 } }, async (headers) => {
      assert.deepEqual(headers, { traceparent: 'the current span' });
      return { status };
    });
  assert.deepEqual(
    spans.map(({ kind, attributes, failed }) => [
      kind,
      attributes['kept'],
      attributes['http.response.status_code'],
      failed,
    ]),
    [
      ['client', 1, 200, undefined],
      ['client', 1, 399, undefined],
      ['client', 1, 400, '400'],
      ['client', 1, 503, '503'],
    ],
  );
});

test('a fetch names the host without its path, and sends the headers of the span', async () => {
  const spans = traced();
  const server = createServer((request, response) =>
    response.end(`${request.headers['traceparent']} ${request.headers['x-own']}`),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await tracedFetch(`http://127.0.0.1:${port}/private?key=1`, {
      method: 'POST',
      headers: { 'X-Own': 'kept' },
    });
    assert.equal(await answer.text(), 'the current span kept');
  } finally {
    server.close();
  }
  const attributes = {
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(port),
    'http.response.status_code': 200,
  };
  assert.deepEqual(spans, [{ name: 'POST', kind: 'client', attributes }]);
});

test('an address without a port has the port of its scheme', async () => {
  const spans = traced();
  for (const scheme of ['http', 'https']) {
    const signal = AbortSignal.abort();
    const given = { method: 'GET', headers: {}, signal };
    await assert.rejects(tracedFetch(`${scheme}://example.org/`, given));
  }
  assert.deepEqual(
    spans.map(({ attributes }) => attributes['server.port']),
    [80, 443],
  );
});
