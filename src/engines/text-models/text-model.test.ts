/** Tests the process of a model for text. A stand-in for llama.cpp runs in it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { eventually } from '../../testing/eventually.ts';
import { localProtocol } from './local-protocol.ts';
import type { TextModelKind } from './messages.ts';
import { NoTextModel, TextModel, type TextModelOptions } from './text-model.ts';

const forever = new AbortController().signal;
const runtime = new URL('testing-llama.ts', import.meta.url).href;

interface Given extends Partial<TextModelOptions> {
  file?: string;
  contextTokens?: number;
}

function modelOf(
  kind: TextModelKind,
  { file = 'model.gguf', contextTokens = 2_000, ...options }: Given = {},
): TextModel {
  const start = { runtime, kind, file, threads: 2, contextTokens };
  return new TextModel({ name: 'tiny', start, memoryBytes: 1, log: silentLog, ...options });
}

const writing = (user: string, more: { schema?: object; maxTokens?: number } = {}) =>
  ({ kind: 'write', system: 'Answer.', user, maxTokens: 100, ...more }) as const;

let writer: TextModel;
before(() => {
  writer = modelOf('language-model');
});
after(() => writer[Symbol.asyncDispose]());

test('a model is loaded without a graphics card, and nothing is fetched', async () => {
  const pieces: string[] = [];
  const answer = await writer.ask(writing('Hello', { schema: {} }), forever, (piece) =>
    pieces.push(piece),
  );
  const { loaded, cleared, ...said } = JSON.parse(answer.text);
  assert.deepEqual(loaded, {
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: 2,
    logLevel: 'error',
    modelPath: 'model.gguf',
  });
  assert.deepEqual(said, {
    options: { contextSize: 1_000, threads: 2 },
    systemPrompt: 'Answer.',
    user: 'Hello',
    grammar: { schema: {} },
    maxTokens: 100,
    temperature: 0,
    repeatPenalty: { penalty: 1.1, lastTokens: 128 },
  });
  assert.deepEqual(pieces, ['piece ']);
  assert.equal(answer.tokens, 3);
  const next = JSON.parse((await writer.ask(writing('Hello'), forever)).text);
  assert.ok(!('grammar' in next));
  assert.equal(next.cleared, cleared, 'the same instructions are not read again');
  const other = { ...writing('Hello'), system: 'Translate.' };
  assert.equal(JSON.parse((await writer.ask(other, forever)).text).cleared, cleared + 1);
});

test('a schema without a grammar becomes any JSON', async () => {
  const { text } = await writer.ask(writing('Hello', { schema: { title: 'strange' } }), forever);
  assert.deepEqual(JSON.parse(text).grammar, { kind: 'json' });
});

test('a request leaves room for an answer of 128 tokens', async () => {
  const asked = (tokens: number) =>
    writer.ask(writing('word '.repeat(tokens - 1), { maxTokens: 500 }), forever);
  assert.equal(JSON.parse((await asked(872)).text).maxTokens, 128);
  await assert.rejects(asked(873), /^Error: The request has 873 tokens, more than/);
});

test('an aborted request ends alone', async () => {
  const leaving = new AbortController();
  const begun = Promise.withResolvers<string>();
  const left = writer.ask(writing('wait'), leaving.signal, begun.resolve);
  const next = writer.ask(writing('Hello'), forever);
  await begun.promise;
  leaving.abort(new Error('the client has left'));
  await assert.rejects(left, /the client has left/);
  assert.match((await next).text, /Hello/);
  await assert.rejects(writer.ask(writing('Hello'), leaving.signal), /the client has left/);
});

test('texts for vectors are cut to what the model reads', async () => {
  await using encoder = modelOf('encoder', { contextTokens: 20 });
  const texts = ['one two', 'word '.repeat(15), 'a'.repeat(200)];
  const { vectors } = await encoder.ask({ kind: 'embed', texts }, forever);
  assert.deepEqual(
    vectors.map((vector) => [...vector]),
    [
      [2, 7, 20, 2],
      [12, 60, 20, 2],
      [1, 96, 20, 2],
    ],
  );
});

test('a query and a text share what a reranker reads', async () => {
  await using reranker = modelOf('reranker', { contextTokens: 40 });
  const request = {
    kind: 'rank',
    query: 'word '.repeat(30),
    texts: ['one', 'word '.repeat(30)],
  } as const;
  assert.deepEqual((await reranker.ask(request, forever)).scores, [12, 1, 12]);
});

test('a request of another kind has an empty answer', async () => {
  await using encoder = modelOf('encoder');
  const rank = { kind: 'rank', query: 'Which?', texts: ['one'] } as const;
  assert.deepEqual(await encoder.ask(rank, forever), { kind: 'embed', vectors: [] });
  await using reranker = modelOf('reranker');
  assert.deepEqual(await reranker.ask(writing('Hello'), forever), { kind: 'rank', scores: [] });
  assert.deepEqual(await writer.ask(rank, forever), { kind: 'write', text: '', tokens: 0 });
});

test('the process starts with the first request, ends when idle, and starts again', async () => {
  await using encoder = modelOf('encoder', { idleMs: 20 });
  const embed = () => encoder.ask({ kind: 'embed', texts: ['one'] }, forever);
  assert.equal(encoder.isRunning, false);
  const both = [embed(), embed()];
  assert.equal(encoder.isRunning, true);
  await Promise.all(both);
  await eventually('the end of the process', async () => !encoder.isRunning);
  await embed();
});

test('a process does not end while a request waits', async () => {
  await using model = modelOf('language-model', { idleMs: 1 });
  const begun = Promise.withResolvers<string>();
  const leaving = new AbortController();
  await model.ask(writing('Hello'), forever);
  const waiting = model.ask(writing('wait'), leaving.signal, begun.resolve);
  await begun.promise;
  assert.equal(model.isRunning, true);
  leaving.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  await eventually('the end of the process', async () => !model.isRunning);
});

test('a process that ends fails its requests, and pauses', async () => {
  await using model = modelOf('language-model');
  const [dying, waiting] = [writing('die'), writing('Hello')].map((request) =>
    model.ask(request, forever),
  );
  await assert.rejects(dying!, /^Error: tiny gave no answer: its process ended\.$/);
  await assert.rejects(waiting!, /its process ended/);
  assert.equal(model.isRunning, false);
  await assert.rejects(model.ask(writing('Hello'), forever), /tiny has just ended; it pauses/);
  const again = await eventually('another process', async () =>
    model.ask(writing('Hello'), forever).catch(() => null),
  );
  assert.match(again.text, /Hello/);
});

test('a model that cannot be loaded says why', async () => {
  await using model = modelOf('encoder', { file: 'damaged.gguf' });
  const asked = model.ask({ kind: 'embed', texts: [] }, forever);
  await assert.rejects(asked, /tiny gave no answer: .*The file is damaged/);
});

test('a process that makes no progress is ended', async () => {
  await using model = modelOf('language-model', { budgetMs: 1 });
  await assert.rejects(model.ask(writing('spin'), forever), /it made no progress/);
});

test('a model needs its memory to start', async () => {
  const withFree = (free: number) =>
    modelOf('encoder', { memoryBytes: 4_200_000_001, freeBytes: () => free });
  await using poor = withFree(1_999_999_999);
  const asked = poor.ask({ kind: 'embed', texts: [] }, forever);
  const sentence = 'tiny needs 4201 MB of memory, and 1999 MB are free.';
  await assert.rejects(asked, new NoTextModel(sentence));
  assert.equal(poor.isRunning, false);
  await using rich = withFree(4_200_000_001);
  await rich.ask({ kind: 'embed', texts: [] }, forever);
});

test('at most two hundred requests wait', async () => {
  await using model = modelOf('language-model');
  const asked = Array.from({ length: 200 }, () => model.ask(writing('wait'), forever));
  for (const each of asked) each.catch(() => {});
  await assert.rejects(model.ask(writing('Hello'), forever), /tiny is too busy/);
});

test('a closed model fails its requests and takes no others', async () => {
  const model = modelOf('language-model');
  const waiting = model.ask(writing('wait'), forever);
  const closed = /^Error: tiny is closed\.$/;
  await Promise.all([assert.rejects(waiting, closed), model[Symbol.asyncDispose]()]);
  assert.equal(model.isRunning, false);
  await assert.rejects(model.ask(writing('Hello'), forever), closed);
});

const chat = (more: object = {}) => ({
  messages: [
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: 'Hello' },
    { role: 'user', content: [{ type: 'text', text: 'there' }, { type: 'image_url' }] },
  ],
  ...more,
});

test('the OpenAI protocol reaches the model with the words of all messages', async () => {
  const ask = async (more?: object) => {
    const send = localProtocol(writer);
    const answer = await send('/chat/completions', JSON.stringify(chat(more)), forever);
    const { choices, usage } = JSON.parse(await answer.text());
    assert.deepEqual(usage, { total_tokens: 4 });
    const { user, systemPrompt, maxTokens, grammar } = JSON.parse(choices[0].message.content);
    return { user, systemPrompt, maxTokens, grammar };
  };
  const said = { user: 'Hello\n\nthere', systemPrompt: 'Answer.', maxTokens: 997 };
  assert.deepEqual(await ask(), { ...said, grammar: undefined });
  const schema = { type: 'object' };
  const format = { type: 'json_schema', json_schema: { schema } };
  assert.deepEqual(await ask({ response_format: format }), { ...said, grammar: { schema } });
  assert.deepEqual(await ask({ response_format: { type: 'text' } }), {
    ...said,
    grammar: undefined,
  });
});

test('an answer of the OpenAI protocol has at most 2,048 tokens', async () => {
  await using large = modelOf('language-model', { file: 'large.gguf', contextTokens: 5_000 });
  const answer = await localProtocol(large)('/chat/completions', JSON.stringify(chat()), forever);
  const { choices } = JSON.parse(await answer.text());
  assert.equal(JSON.parse(choices[0].message.content).maxTokens, 2_048);
});

test('a streamed answer of the OpenAI protocol comes in pieces', async () => {
  const send = localProtocol(writer);
  const answer = await send('/chat/completions', JSON.stringify(chat({ stream: true })), forever);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  const lines = (await answer.text()).split('\n\n');
  assert.deepEqual(lines, [
    'data: {"choices":[{"delta":{"content":"piece "}}]}',
    'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}',
    '',
  ]);
  const user = { messages: [{ role: 'user', content: 'word '.repeat(999) }], stream: true };
  const refused = await send('/chat/completions', JSON.stringify(user), forever);
  await assert.rejects(refused.text(), /more than the model reads/);
});

test('the OpenAI protocol answers vectors', async () => {
  await using encoder = modelOf('encoder', { contextTokens: 20 });
  const answer = await localProtocol(encoder)('/embeddings', '{"input":["one","two"]}', forever);
  assert.deepEqual(await answer.json(), {
    data: [
      { index: 0, embedding: [1, 3, 20, 2] },
      { index: 1, embedding: [1, 3, 20, 2] },
    ],
  });
});
