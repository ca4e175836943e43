/** An answer arrives while the model writes it, and the model stops when the client disconnects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  complete,
  endStream,
  refuse,
  startLanguageModel,
  streamPiece,
} from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually, soon } from '../../testing/eventually.ts';

const QUESTION = 'What does the roof of the boathouse cost?';

/** A service with a talk about a roof, and a model that answers questions about it. */
async function serviceWith(behave: Behaviour) {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(
    await startLanguageModel((asked, response, count) => {
      const isQuestion = JSON.stringify(asked.messages).includes('The question:');
      if (isQuestion) behave(asked, response, count);
      else complete(response, '{}');
    }),
  );
  const service = stack.use(
    await startService({
      environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
    }),
  );
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  await key.call('POST', '/v1/dev/user/conversations', {
    text: 'The carpenter wants nine hundred euros for the roof of the boathouse.',
  });
  const owned = stack.move();
  return { service, key, model, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Yields the records of an answer as they arrive, each with its label and its content. */
async function* ask(
  { service, owner }: TestService,
  signal?: AbortSignal,
): AsyncGenerator<[string, string]> {
  const answer = await fetch(new URL('/v2/messages', service.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ text: QUESTION }),
    ...(signal && { signal }),
  });
  assert.equal(answer.status, 200);
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    const records = (text + chunk).split('\n\n');
    text = records.pop()!;
    for (const record of records) {
      const [, word, rest] = /^(\w+): ([^]*)$/.exec(record)!;
      if (word !== 'think') yield [word!, rest!];
    }
  }
}

async function* untilDone(records: AsyncGenerator<[string, string]>): AsyncGenerator<string, Json> {
  for await (const [word, rest] of records) {
    if (word === 'data') yield rest.replaceAll('__CRLF__', '\n');
    else if (word === 'done') return JSON.parse(Buffer.from(rest, 'base64').toString());
    else assert.fail(`${word}: ${rest}`);
  }
}

async function collect(
  pieces: AsyncGenerator<string, Json>,
): Promise<{ text: string; done: Json }> {
  let text = '';
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { text, done: value };
    text += value;
  }
}

test('words are sent as the model writes them, without text that must not be shown', async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  await using all = await serviceWith((_, response) => {
    for (const piece of ['<think>It is in', ' note 1.</think>Nine hun', 'dred euros']) {
      streamPiece(response, piece);
    }
    streamPiece(response, ' [1]. See ![a');
    resolve(response);
  });
  const pieces = untilDone(ask(all.service));
  let text = '';
  while (text !== 'Nine hundred euros. See') {
    const { done, value } = await pieces.next();
    assert.ok(!done && 'Nine hundred euros. See'.startsWith(text + value), text);
    text += value;
  }
  const model = await promise;
  streamPiece(model, ' picture](http://evil.example/900) the carpenter <b');
  streamPiece(model, '>soon</b>.');
  endStream(model);
  const rest = await collect(pieces);
  assert.equal(text + rest.text, 'Nine hundred euros. See  the carpenter soon.');
  assert.equal(rest.done.text, text + rest.text);
  assert.equal(rest.done.memories.length, 1);
  const [stored] = (await all.service.owner.call('GET', '/v2/messages')).body;
  assert.equal(stored.text, rest.done.text);
});

test('when a client disconnects, the model stops and the sent words are stored', async () => {
  const closed = Promise.withResolvers<void>();
  await using all = await serviceWith((_, response) => {
    response.once('close', () => closed.resolve());
    streamPiece(response, 'Nine hundred euros, said ');
  });
  const client = new AbortController();
  const records = ask(all.service, client.signal);
  assert.deepEqual((await records.next()).value, ['data', 'Nine hundred euros, said']);
  client.abort();
  await soon('the model to be stopped', closed.promise);
  await assert.rejects(records.next());
  // A chat that is read before the question is stored begins with a greeting.
  const chat = async (): Promise<string[]> =>
    (await all.service.owner.call('GET', '/v2/messages')).body
      .map(({ text }: Json) => text)
      .filter((text: string) => !text.startsWith('Hello'));
  await eventually('the stored answer', async () => (await chat()).length >= 2);
  assert.deepEqual(await chat(), ['Nine hundred euros, said', QUESTION]);
});

test('when a program disconnects, the model stops too', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  await using all = await serviceWith((_, response) => asked.resolve(response));
  const client = new AbortController();
  const answer = fetch(new URL('/v1/dev/user/ask', all.service.service.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${all.key.key}` },
    body: JSON.stringify({ question: QUESTION }),
    signal: client.signal,
  });
  const closed = once(await asked.promise, 'close', { signal: AbortSignal.timeout(15_000) });
  client.abort();
  await assert.rejects(answer);
  await closed;
});

test('when a model breaks off, the answer continues with quotations', async () => {
  await using all = await serviceWith((_, response) => {
    streamPiece(response, 'Nine hundred euros [1] for ');
    // The stream ends without its end mark, as if the model's machine had failed.
    response.end();
  });
  const { text, done } = await collect(untilDone(ask(all.service)));
  assert.equal(done.text, text);
  assert.match(text, /^Nine hundred euros for\n\nThe language model stopped here, so I quote/);
  assert.match(text, /“The carpenter wants nine hundred euros/);
  const { body } = await all.key.call('POST', '/v1/dev/user/ask', { question: QUESTION });
  const [, begun, quoted] = /^(.*)\n\n[^]*, \d+ \w+ \d{4}( \[\d\])\. /.exec(body.answer)!;
  assert.deepEqual([begun, quoted], ['Nine hundred euros [1] for', ' [1]']);
  assert.equal(body.sources.length, 1);
});

test('an endpoint that does not support streaming is asked without it', async () => {
  await using all = await serviceWith((asked, response) => {
    if (asked.stream) refuse(response, 400);
    else complete(response, 'Nine hundred euros [1].');
  });
  for (const tries of [2, 1]) {
    const before = all.model.requests.length;
    const { text, done } = await collect(untilDone(ask(all.service)));
    assert.deepEqual([text, done.text], ['Nine hundred euros.', 'Nine hundred euros.']);
    assert.equal(all.model.requests.length - before, tries);
  }
});

test('when a chat is deleted while its answer is written, the client learns that it is gone', async () => {
  let path = '';
  await using all = await serviceWith((_, response) => {
    void all.service.owner.call('DELETE', path).then(() => complete(response, 'Nine hundred.'));
  });
  const { owner } = all.service;
  const { id } = (await owner.call('POST', '/v2/chat-sessions', {})).body;
  path = `/v2/chat-sessions/${id}`;
  const asked = { text: QUESTION, chat_session_id: id };
  const { body } = await owner.call('POST', '/v2/messages', asked);
  assert.match(body, /\n\nerror: Chat session not found\n\n$/);
});
