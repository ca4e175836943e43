/** Tests the requests to one transcription endpoint, with scripted answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';
import { eventually, soon } from '../../../testing/eventually.ts';
import { readWav } from '../../audio/wav.ts';
import { TranscriptionEndpoint, NoTranscription, type EndpointOptions } from './endpoint.ts';

interface Asked {
  format: string;
  details: string[];
  fields: Record<string, string>;
  file: File;
  authorization: string | undefined;
  answer(status: number, body?: string, headers?: Record<string, string>): void;
  response: ServerResponse;
}

const SPOKEN = '{"text":"Hello."}';

let asked: Asked[] = [];
/** Answers each request; the default is to answer with words. */
let answering: (request: Asked, index: number) => void;
const server = createServer((request, response) => void receive(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = new URL(
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/transcriptions`,
);
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answering = (request) => request.answer(200);
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await buffer(request));
  if (request.method === 'GET') return void response.end();
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData();
  const fields = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const one: Asked = {
    format: fields['response_format']!,
    details: form.getAll('timestamp_granularities[]').map(String),
    fields,
    file: form.get('file') as File,
    authorization: request.headers.authorization,
    answer: (status, text = SPOKEN, more = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text),
    response,
  };
  answering(one, asked.push(one) - 1);
}

const pcm = new Int16Array(160);
const never = new AbortController().signal;

function endpointOf(options: Partial<EndpointOptions> = {}): TranscriptionEndpoint {
  return new TranscriptionEndpoint({
    address,
    key: 'secret',
    model: 'whisper-1',
    outageSeconds: 30,
    answerMs: 20_000,
    backOffMs: () => 0,
    ...options,
  });
}

/** Fails unless the endpoint gives no transcription; returns the reason. */
async function refusalOf(answer: Promise<unknown>): Promise<NoTranscription> {
  const error = await answer.then(
    () => assert.fail('The endpoint answered.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof NoTranscription, String(error));
  return error;
}

test('a request names the language that is spoken and the details that it wants', async () => {
  const endpoint = endpointOf();
  assert.deepEqual(await endpoint.transcribe(pcm, 'de-AT', never), { text: 'Hello.' });
  await endpoint.transcribe(pcm, 'multi', never);
  await endpointOf({ key: undefined }).transcribe(pcm, 'en', never);
  assert.deepEqual(
    asked.map(({ fields }) => fields['language']),
    ['de', undefined, 'en'],
  );
  assert.deepEqual(
    asked.map(({ authorization }) => authorization),
    ['Bearer secret', 'Bearer secret', undefined],
  );
  const [{ details, fields, file }] = asked as [Asked];
  assert.deepEqual([details, fields['model']], [['word', 'segment'], 'whisper-1']);
  assert.equal(readWav(await file.bytes()).length, pcm.length);
  assert.equal(file.name, 'speech.wav');
  assert.equal(fields['prompt'], undefined);
  await endpoint.transcribe(pcm, 'en', never, 'Ana, Commalise.');
  assert.equal(asked.at(-1)!.fields['prompt'], 'Ana, Commalise.');
});

for (const status of [400, 422]) {
  test(`a server that answers ${status} to all details is asked for text only`, async () => {
    answering = ({ format, answer }) => answer(format === 'json' ? 200 : status);
    const endpoint = endpointOf();
    for (let count = 0; count < 2; count += 1) await endpoint.transcribe(pcm, 'en', never);
    assert.deepEqual(
      asked.map(({ format }) => format),
      ['verbose_json', 'json', 'json'],
    );
    assert.deepEqual(asked[1]!.details, []);
  });
}

test('a server that refuses both forms is no provider; one that answered before refuses only this sound', async () => {
  answering = ({ answer }) => answer(400);
  const unknown = await refusalOf(endpointOf().transcribe(pcm, 'en', never));
  assert.equal(unknown.kind, 'provider');
  assert.equal(unknown.refusal.code, 'unsupported');
  assert.deepEqual(
    asked.map(({ format }) => format),
    ['verbose_json', 'json'],
  );
  answering = ({ answer }, index) => answer(index === 2 ? 200 : 400);
  const endpoint = endpointOf();
  await endpoint.transcribe(pcm, 'en', never);
  assert.equal((await refusalOf(endpoint.transcribe(pcm, 'en', never))).kind, 'utterance');
  assert.deepEqual(
    asked.slice(2).map(({ format }) => format),
    ['verbose_json', 'verbose_json'],
  );
});

test('a refusal of another kind does not change the form of the request', async () => {
  answering = ({ answer }, index) => answer(index === 0 ? 401 : 200);
  const endpoint = endpointOf();
  assert.equal((await refusalOf(endpoint.transcribe(pcm, 'en', never))).refusal.code, 'auth');
  await endpoint.transcribe(pcm, 'en', never);
  assert.equal(asked[1]!.format, 'verbose_json');
});

test('a request under way takes the form that another request found', async () => {
  answering = ({ format, answer }, index) => {
    if (index !== 0) answer(format === 'json' ? 200 : 400);
  };
  const endpoint = endpointOf();
  const slow = endpoint.transcribe(pcm, 'en', never);
  await eventually('the first request', () => asked.length === 1);
  await endpoint.transcribe(pcm, 'en', never);
  asked[0]!.answer(400);
  assert.deepEqual(await slow, { text: 'Hello.' });
  assert.deepEqual(
    asked.map(({ format }) => format),
    ['verbose_json', 'verbose_json', 'json', 'json'],
  );
});

test('an answer may have a mebibyte, and not a byte more', async () => {
  const sizes = [1024 * 1024, 1024 * 1024 + 1];
  answering = ({ answer }, index) =>
    answer(200, 'x'.repeat(sizes[index]!), { 'content-type': 'text/plain' });
  const endpoint = endpointOf({ outageSeconds: -1 });
  const { text } = await endpoint.transcribe(pcm, 'en', never);
  assert.equal(text.length, sizes[0]);
  const { message, kind } = await refusalOf(endpoint.transcribe(pcm, 'en', never));
  assert.equal(message, 'The speech provider answers with too much data.');
  assert.equal(kind, 'provider');
});

test('an answer that breaks off or is in another protocol is asked for again', async () => {
  answering = ({ response, answer }, index) => {
    if (index === 0) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    } else if (index === 1) answer(200, '<html>');
    else answer(200);
  };
  assert.deepEqual(await endpointOf().transcribe(pcm, 'en', never), { text: 'Hello.' });
  assert.equal(asked.length, 3);
  answering = ({ answer }) => answer(200, '<html>');
  const { message } = await refusalOf(
    endpointOf({ outageSeconds: -1 }).transcribe(pcm, 'en', never),
  );
  assert.equal(message, 'The speech provider answers in another protocol.');
});

test('an answer that says nothing of the form leaves the form open', async () => {
  // The provider has not understood a request yet, so a later refusal is about the form.
  answering = ({ format, answer }, index) => {
    if (index === 0) answer(200, '<html>');
    else answer(format === 'json' ? 200 : 400);
  };
  assert.deepEqual(await endpointOf().transcribe(pcm, 'en', never), { text: 'Hello.' });
});

test('failures make the pause longer, and the provider may ask for more', async () => {
  answering = ({ answer }, index) => answer(index < 3 ? 503 : 200);
  const failures: number[] = [];
  const backOffMs = (count: number) => failures.push(count) && 0;
  await endpointOf({ backOffMs }).transcribe(pcm, 'en', never);
  assert.deepEqual(failures, [0, 1, 2]);
  // Both pauses would end after the outage, so the endpoint does not wait.
  for (const [seconds, pause] of [
    ['60', 0],
    ['0', 60_000],
  ] as const) {
    answering = ({ answer }) => answer(429, '', { 'retry-after': seconds });
    const busy = endpointOf({ backOffMs: () => pause }).transcribe(pcm, 'en', never);
    const { kind, refusal } = await refusalOf(soon('the refusal', busy));
    assert.deepEqual([kind, refusal.code], ['provider', 'quota']);
  }
});

test('the outage begins with the first failure and ends the utterance', async () => {
  answering = ({ answer }) => answer(500);
  const answer = endpointOf({ outageSeconds: 0.1, backOffMs: () => 40 }).transcribe(
    pcm,
    'en',
    never,
  );
  assert.equal((await refusalOf(soon('the refusal', answer))).refusal.code, 'network');
  // At the third failure at the latest, the next pause would end after the outage.
  assert.ok(asked.length >= 1 && asked.length <= 3, `${asked.length} requests`);
});

test('a request without an answer is given up and made again', async () => {
  answering = ({ answer }, index) => {
    if (index > 0) answer(200);
  };
  const answer = endpointOf({ answerMs: 300 }).transcribe(pcm, 'en', never);
  assert.deepEqual(await soon('the answer', answer), { text: 'Hello.' });
  assert.ok(asked.length >= 2);
});

test('an aborted utterance ends with its own reason, before and during its request', async () => {
  answering = () => {};
  const endpoint = endpointOf();
  const reason = new Error('enough');
  const abort = new AbortController();
  const under = assert.rejects(endpoint.transcribe(pcm, 'en', abort.signal), reason);
  await eventually('the request', () => asked.length === 1);
  abort.abort(reason);
  await soon('the end', under);
  await assert.rejects(endpoint.transcribe(pcm, 'en', AbortSignal.abort(reason)), reason);
  assert.equal(asked.length, 1);
});

test('eight requests run at the same time, and each end lets the next one in', async () => {
  answering = () => {};
  const endpoint = endpointOf();
  const abort = new AbortController();
  const eight = Array.from({ length: 8 }, () => endpoint.transcribe(pcm, 'en', never));
  const reason = new Error('enough');
  const aborted = assert.rejects(endpoint.transcribe(pcm, 'en', abort.signal), reason);
  const waiting = Array.from({ length: 2 }, () => endpoint.transcribe(pcm, 'en', never));
  await eventually('eight requests', () => asked.length >= 8);
  // A ninth request would arrive before this one.
  await (await fetch(address)).text();
  assert.equal(asked.length, 8);
  abort.abort(reason);
  asked[0]!.answer(200);
  await eventually('the next request', () => asked.length === 9);
  await soon('the aborted one', aborted);
  answering = ({ answer }) => answer(200);
  for (const { answer, response } of asked) if (!response.headersSent) answer(200);
  await soon('all answers', Promise.all([...eight, ...waiting]));
  assert.equal(asked.length, 10);

  // All eight places are free again, and no more.
  asked = [];
  answering = () => {};
  const again = Array.from({ length: 9 }, () => endpoint.transcribe(pcm, 'en', never));
  await eventually('eight requests', () => asked.length >= 8);
  await (await fetch(address)).text();
  assert.equal(asked.length, 8);
  answering = ({ answer }) => answer(200);
  for (const { answer, response } of asked) if (!response.headersSent) answer(200);
  await soon('all answers', Promise.all(again));
});
