/** Tests answers that arrive word by word. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fastify from 'fastify';
import { NotFound, Unauthenticated, Unavailable } from '../../../core/errors.ts';
import type { StreamEvent } from '../../../kit/stream.ts';
import { Deadlines } from '../deadlines.ts';
import { stream } from './answer-stream.ts';

type Work = (signal: AbortSignal) => AsyncGenerator<StreamEvent, unknown>;
const logged: unknown[] = [];
const works = new Map<string, Work>();
let refuse: (reason: unknown) => void;
const app = fastify();
app.get('/:name', (request, reply) => {
  Object.assign(request.log, { error: (entry: unknown) => logged.push(entry) });
  const { name } = request.params as { name: string };
  reply.header('X-Kept', 'yes');
  return stream(reply, new Deadlines({ waitingAnswerMs: 500 }), {
    start: works.get(name)!,
    whenRefused: (end) => void (refuse = end),
  });
});
let url: string;
before(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
after(() => app.close());

async function read(
  work: Work,
): Promise<{ status: number; records: string[]; kept: string | null }> {
  const name = `w${works.size}`;
  works.set(name, work);
  const answer = await fetch(`${url}/${name}`, { signal: AbortSignal.timeout(10_000) });
  const text = await answer.text();
  return {
    status: answer.status,
    kept: answer.headers.get('x-kept'),
    records: text.split('\n\n').filter(Boolean),
  };
}
const decoded = (record: string) =>
  JSON.parse(Buffer.from(record.split(': ')[1]!, 'base64').toString()) as unknown;
/** Wraps work that yields no events. */
const silent = (work: () => Promise<unknown>): Work =>
  // oxlint-disable-next-line require-yield -- it answers at once
  async function* () {
    return await work();
  };
const THINK = 'think: Searching your conversations';

test('events are records with their lines preserved, and the answer is the last', async () => {
  const { status, kept, records } = await read(async function* () {
    yield { type: 'data', value: 'Hello\nthere' };
    yield { type: 'more', value: { a: 1 } };
    return { whole: true };
  });
  assert.deepEqual([status, kept], [200, 'yes']);
  assert.deepEqual(records.slice(0, 2), [THINK, 'data: Hello__CRLF__there']);
  assert.deepEqual(records.slice(2).map(decoded), [{ a: 1 }, { whole: true }]);
  assert.match(records[3]!, /^done: /);
});

test('an answer may have no events, and a long silence is reported', async () => {
  const quick = await read(silent(async () => 1));
  assert.deepEqual(quick.records.length, 2);
  const begun = Promise.withResolvers<number>();
  works.set(
    'slow',
    silent(() => begun.promise),
  );
  const response = await fetch(`${url}/slow`);
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  assert.equal(Buffer.from(value!).toString().trim(), THINK);
  begun.resolve(1);
  while (!(await reader.read()).done);
});

test('an error before the first event is a plain response, and later a record', async () => {
  const refusal = Object.assign(new Error('no'), { statusCode: 404 });
  const early = await read(silent(() => Promise.reject(refusal)));
  assert.equal(early.status, 404);
  const late = await read(async function* () {
    yield { type: 'data', value: 'a' };
    throw new NotFound('It is gone.');
  });
  assert.deepEqual(late.records.at(-1), 'error: It is gone.');
  assert.equal(logged.length, 0);
  const defect = await read(async function* () {
    yield { type: 'data', value: 'a' };
    throw new Error('inside');
  });
  assert.equal(defect.records.at(-1), 'error: Something went wrong on our side. Try again.');
  assert.equal(logged.length, 1);
});

test('work that takes too long is reported and aborted', async () => {
  const told = Promise.withResolvers<unknown>();
  const { records } = await read(async function* (signal) {
    yield { type: 'data', value: 'a' };
    await once(signal, 'abort');
    told.resolve(signal.reason);
    yield { type: 'data', value: 'never heard' };
    return 1;
  });
  assert.match(records.at(-1)!, /^error: The request takes too long/);
  assert.ok((await told.promise) instanceof Unavailable);
});

test('an answer ends when its credential is refused, and its work is aborted', async () => {
  const told = Promise.withResolvers<void>();
  const { records } = await read(async function* (signal) {
    yield { type: 'data', value: 'a' };
    refuse(new Unauthenticated('The key was revoked.'));
    await once(signal, 'abort');
    told.resolve();
    return 1;
  });
  assert.equal(records.at(-1), 'error: The key was revoked.');
  await told.promise;
});

test('work is aborted only if the client disconnects', async () => {
  const left = Promise.withResolvers<string>();
  works.set('left', async function* (signal) {
    yield { type: 'data', value: 'a' };
    await once(signal, 'abort');
    left.resolve((signal.reason as Error).message);
    return 1;
  });
  const request = get(`${url}/left`);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  await once(response, 'data');
  request.destroy();
  const limit = setTimeout(() => left.reject(new Error('The work was not told.')), 10_000);
  assert.match(await left.promise, /client disconnected/);
  clearTimeout(limit);
  let wasAborted = true;
  await read(async function* (signal) {
    yield { type: 'data', value: 'a' };
    wasAborted = signal.aborted;
    return 1;
  });
  assert.equal(wasAborted, false);
});
