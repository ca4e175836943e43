/** Tests the form and the errors of streams of events, and slow and absent clients. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import fastify from 'fastify';
import { NotFound, Unauthenticated } from '../../../core/errors.ts';
import { POSITION, type StreamEvent } from '../../../kit/stream.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { Deadlines } from '../deadlines.ts';
import { sendEvents } from './event-stream.ts';

let start: (signal: AbortSignal) => AsyncGenerator<StreamEvent, unknown>;
let requireCaller: () => Promise<unknown>;
let refuse: (reason: unknown) => void;
let heartbeatMs: number | undefined;
const logged: unknown[] = [];
const app = fastify();
app.get('/', (request, reply) => {
  Object.assign(request.log, { error: (entry: unknown) => logged.push(entry) });
  return sendEvents(reply, new Deadlines({ waitingAnswerMs: 500 }), {
    start: (signal) => start(signal),
    requireCaller: () => requireCaller(),
    whenRefused: (end) => void (refuse = end),
    heartbeatMs,
  });
});
let url: string;
before(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
after(() => app.close());
beforeEach(() => {
  requireCaller = async () => {};
  heartbeatMs = undefined;
  logged.length = 0;
});

async function read() {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return { status: answer.status, text: await answer.text() };
}

const said = (name: string, more = {}): StreamEvent =>
  ({ type: 'said', value: { name, ...more } }) as StreamEvent;

test('an event has its type, its value, and its cursor as its id', async () => {
  start = async function* () {
    yield said('one');
    yield said('two', { cursor: 'c2' });
    yield { type: POSITION, value: { cursor: 'c3' } } as StreamEvent;
  };
  const { status, text } = await read();
  assert.equal(status, 200);
  assert.equal(
    text,
    'retry: 2000\n\n' +
      'event: said\ndata: {"name":"one"}\n\n' +
      'id: c2\nevent: said\ndata: {"name":"two","cursor":"c2"}\n\n' +
      'id: c3\n\n',
  );
});

test('an error before the first event is answered without a stream', async () => {
  start = async function* () {
    yield* [];
    throw new NotFound('There is no such talk.');
  };
  const { status, text } = await read();
  assert.ok(status >= 400);
  assert.match(JSON.parse(text).message, /no such talk/);
});

test('an error after an event is an event, and our own errors are logged', async () => {
  for (const [error, status, count] of [
    [new NotFound('There is no such talk.'), 404, 0],
    [new Error('a secret of ours'), 500, 1],
  ] as const) {
    start = async function* () {
      yield said('one');
      throw error;
    };
    const { text } = await read();
    assert.match(
      text,
      new RegExp(`event: error\ndata: {"status":${status},"detail":"[^"]+"}\n\n$`),
    );
    assert.ok(!text.includes('secret'));
    assert.equal(logged.length, count);
  }
});

/** Events that wait until their signal aborts. */
async function* waiting(signal: AbortSignal): AsyncGenerator<StreamEvent, unknown> {
  yield said('one');
  if (!signal.aborted) await once(signal, 'abort');
  return undefined;
}

test('a silent stream sends comments, and ends with its credential', async () => {
  start = waiting;
  heartbeatMs = 20;
  let checks = 0;
  requireCaller = async () => {
    checks += 1;
    if (checks === 3) throw new Unauthenticated('The key was revoked.');
  };
  const { text } = await read();
  // The first check was before the event.
  assert.equal(text.match(/^:$/gm)?.length, 2);
  assert.match(text, /event: error\ndata: {"status":401,"detail":"The key was revoked\."}\n\n$/);
  assert.equal(checks, 3);
});

test('a stream ends at once when its credential is refused', async () => {
  start = waiting;
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  refuse(new Unauthenticated('The key was revoked.'));
  assert.match(await answer.text(), /"detail":"The key was revoked\."}\n\n$/);
});

test('no event is sent after the credential has ended', async () => {
  requireCaller = async () => {
    throw new Unauthenticated('The key was revoked.');
  };
  start = async function* () {
    yield said('one');
  };
  assert.ok(!(await read()).text.includes('said'));
});

async function open(): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  return response;
}

test('events end when their client leaves', async () => {
  const ended = Promise.withResolvers<void>();
  heartbeatMs = 20;
  let checks = 0;
  requireCaller = async () => void (checks += 1);
  start = async function* (signal) {
    try {
      yield* waiting(signal);
    } finally {
      ended.resolve();
    }
  };
  const response = await open();
  await once(response, 'data');
  await eventually('a check', async () => checks > 0);
  response.destroy();
  await soon('the end of the events', ended.promise);
  const before = checks;
  const from = performance.now();
  await eventually('the next checks', async () => performance.now() - from > 100);
  assert.ok(checks <= before + 1);
});

test('events wait for a slow client', async () => {
  const piece = 'x'.repeat(100_000);
  const COUNT = 400;
  let made = 0;
  start = async function* () {
    for (; made < COUNT; made += 1) yield said(piece);
  };
  const response = await open();
  response.pause();
  let seen = -1;
  await eventually('a pause', async () => {
    const same = made > 0 && made === seen;
    seen = made;
    return same;
  });
  assert.ok(made < COUNT, `${made} events`);
  let bytes = 0;
  response.on('data', (chunk: Buffer) => (bytes += chunk.length));
  response.resume();
  await soon('the end', once(response, 'end'));
  assert.ok(bytes > COUNT * piece.length);
});
