// One database: the models are above it.
// Long: it kills and starves processes of models.
/**
 * Models for text that run on this machine: fetched, understanding and searching, and what happens
 * when they fail. llama.cpp is the real one; the models are a few kilobytes and know nothing.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { silentLog } from '../src/core/log.ts';
import { Library } from '../src/engines/models/library.ts';
import type { ModelEntry } from '../src/engines/models/manifest.ts';
import { startReleases } from '../src/engines/models/testing-releases.ts';
import type { ReleaseServer } from '../src/engines/models/testing-releases.ts';
import { Reranking } from '../src/domains/search/reranking.ts';
import type { TextModelKind, TextModelStart } from '../src/engines/text-models/messages.ts';
import { installRuntime, runtimeIn } from '../src/engines/models/runtime.ts';
import { NoTextModel, TextModel } from '../src/engines/text-models/text-model.ts';
import { tinyModel } from '../src/engines/text-models/testing-gguf.ts';
import { examineModels } from '../src/operating/models-doctor.ts';
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

/** The runtime is kept between runs. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/text-models', import.meta.url));
/**
 * The instructions for understanding leave room for two hundred tokens, which is no whole answer. With
 * more room, the model would write letters for a minute.
 */
const file = tinyModel({ contextTokens: 1_700 });
const forever = new AbortController().signal;
let releases: ReleaseServer;
let folder: string;

before(async () => {
  await installRuntime(CACHE, forever);
  releases = await startReleases(file);
  folder = temporaryFolder();
});
after(async () => {
  await releases[Symbol.asyncDispose]();
  removeFolder(folder);
});

function entryOf(kind: TextModelKind, changes: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: `tiny-${kind}`,
    title: 'Knows nothing',
    purpose: { kind },
    path: `https://models.example.org/tiny-${kind}.gguf`,
    bytes: file.length,
    diskBytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    licence: { name: 'CC0', url: 'https://example.org/licence' },
    memoryBytes: 1,
    native: { kind: 'gguf', files: { model: 'model.gguf' } },
    ...changes,
  };
}

function libraryOf(models: readonly ModelEntry[], below = folder): Library {
  return new Library({
    folder: below,
    offline: false,
    mirror: releases.url,
    environment: {},
    models,
  });
}

const quiet = { signal: forever, onProgress: () => {}, now: () => new Date() };
const linked = async (models: string) =>
  symlinkSync(join(CACHE, runtimeName()), join(models, runtimeName()));
const runtimeName = () =>
  runtimeIn(CACHE)!
    .pathname.slice(CACHE.length + 1)
    .split('/')[0]!;

/** A model that is installed in a folder of its own. */
async function modelOf(
  kind: TextModelKind,
  options: Partial<ConstructorParameters<typeof TextModel>[0]> & { contextTokens?: number } = {},
): Promise<TextModel> {
  const below = temporaryFolder();
  after(() => removeFolder(below));
  const entry = entryOf(kind);
  const library = libraryOf([entry], below);
  await library.pull(entry.id, { ...quiet, install: linked });
  const { native } = { native: library.native(entry) };
  assert.equal(native.kind, 'gguf');
  const start: TextModelStart = {
    runtime: runtimeIn(below)!.href,
    kind,
    file: native.kind === 'gguf' ? native.files.model : '',
    threads: 2,
    contextTokens: options.contextTokens ?? 1_024,
  };
  return new TextModel({ name: 'tiny', start, memoryBytes: 1, log: silentLog, ...options });
}

/** Finds the process of a model among the children of this one. */
function processOf(model: TextModel): number {
  assert.ok(model.isRunning);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (Number(parent) === process.pid && command.includes('text-model-process'))
        return Number(pid);
    } catch {
      // It has ended.
    }
  }
  throw new Error('There is no such process.');
}

test('the owner fetches all models, and the service uses them after its next start', async () => {
  const models = [entryOf('language-model'), entryOf('encoder'), entryOf('reranker')];
  const library = libraryOf(models);
  await linked(folder);
  {
    await using service = await startService({ library });
    for (const { id } of models) {
      const started = await service.owner.call('POST', `/v1/models/${id}/pull`, {
        accept_licence: true,
      });
      assert.equal(started.status, 200, JSON.stringify(started.body));
      await eventually(`${id} is installed`, async () => {
        const { body } = await service.owner.call('GET', '/v1/models');
        const model = body.models.find((each: { id: string }) => each.id === id);
        assert.equal(model.problem, null);
        return model.state === 'installed' && model.in_use === false;
      });
    }
  }
  await using service = await startService({ library });
  assert.match(service.service.report.understanding, /^tiny-language-model on this machine, then/);
  const { owner } = service;
  const { body } = await owner.call('GET', '/v1/models');
  assert.deepEqual(
    body.models.map(({ in_use }: { in_use: boolean }) => in_use),
    [true, true, true],
  );
  const key = await owner.key(['conversations:write', 'conversations:read', 'memories:write']);
  await key.call('POST', '/v1/dev/user/memories', { content: 'Sails a boat' });
  await eventually('the vectors', async () => {
    const { body: index } = await owner.call('GET', '/v1/search/index');
    assert.equal(index.embeddings.model, 'tiny-encoder');
    return index.kinds.find(({ kind }: { kind: string }) => kind === 'memories').embedded === 1;
  });
  // The words of this model are in no transcript, so the rules understand the conversation.
  const text = 'I need to call the bank tomorrow. I live in Porto with my two cats.';
  const { body: made } = await key.call('POST', '/v1/dev/user/conversations', { text });
  const path = `/v1/dev/user/conversations/${made.id}?include=status`;
  const seen = await eventually(
    'the understanding',
    async () => {
      const { body: now } = await key.call('GET', path);
      return now.status === 'completed' && now;
    },
    { seconds: 120 },
  );
  assert.match(JSON.stringify(seen.structured.action_items), /bank/i);
});

test('a model writes in the shape of a schema, piece by piece', async () => {
  await using model = await modelOf('language-model');
  const schema = {
    type: 'object',
    properties: { title: { type: 'string', maxLength: 5 }, urgent: { type: 'boolean' } },
  };
  const pieces: string[] = [];
  const request = {
    kind: 'write',
    system: 'Answer.',
    user: 'Hello',
    schema,
    maxTokens: 200,
  } as const;
  const { text, tokens } = await model.ask(request, forever, (piece) => pieces.push(piece));
  const written = JSON.parse(text);
  assert.deepEqual(Object.keys(written), ['title', 'urgent']);
  assert.equal(typeof written.urgent, 'boolean');
  assert.equal(pieces.join(''), text);
  assert.ok(tokens > 10);
  // The same request has the same answer.
  assert.equal((await model.ask(request, forever)).text, text);
});

test('an encoder makes a vector of any text, also of one that is too long', async () => {
  await using model = await modelOf('encoder', { contextTokens: 256 });
  const texts = ['Sails a boat', 'Sails a boat', 'Bakes bread', 'x'.repeat(100_000), ''];
  const { vectors } = await model.ask({ kind: 'embed', texts }, forever);
  assert.equal(vectors.length, texts.length);
  assert.deepEqual(vectors[0], vectors[1]);
  assert.notDeepEqual(vectors[0], vectors[2]);
  for (const vector of vectors) assert.ok(vector.every(Number.isFinite));
});

test('a reranker gives each text a score, and the search orders texts by it', async () => {
  await using model = await modelOf('reranker');
  const texts = ['Bakes bread', 'Sails a boat', 'Plays the cello', 'y'.repeat(50_000)];
  const query = 'Who sails?';
  const { scores } = await model.ask({ kind: 'rank', query, texts }, forever);
  assert.equal(scores.length, texts.length);
  for (const score of scores) assert.ok(score >= 0 && score <= 1);
  const places = await new Reranking(model, { log: silentLog, patienceMs: 60_000 }).order(
    query,
    texts,
  );
  assert.deepEqual(
    places.map((place) => scores[place]),
    scores.toSorted((one, other) => other - one),
  );
  const late = new Reranking(model, { log: silentLog, patienceMs: 0 });
  assert.deepEqual(await late.order(query, texts), [0, 1, 2, 3]);
});

test('questions use the order of a reranker, and are answered without it', async () => {
  const below = temporaryFolder();
  after(() => removeFolder(below));
  const library = libraryOf([entryOf('reranker')], below);
  await library.pull('tiny-reranker', { ...quiet, install: linked });
  await using service = await startService({ library });
  const { owner } = service;
  assert.ok(service.service.parts.search.order);
  for (const place of ['Porto', 'Braga', 'Faro']) {
    const text = `The roof of the house in ${place} leaks. The builder comes in May.`;
    await owner.call('POST', '/v1/conversations/from-text', { text });
  }
  const ask = async () => {
    const question = { question: 'Which roof leaks?', limit: 2 };
    return (await owner.call('POST', '/v1/ask', question)).body.sources.length;
  };
  assert.equal(await ask(), 2);
  assert.equal(await ask(), 2);
});

test('a request that is too long, is given up or is one of too many fails alone', async () => {
  await using model = await modelOf('language-model');
  const ask = (user: string, signal = forever, maxTokens = 8) =>
    model.ask({ kind: 'write', system: 'Answer.', user, maxTokens }, signal);
  await assert.rejects(ask('word '.repeat(5_000)), /tokens, more than the model reads/);
  const leaving = new AbortController();
  const left = ask('Hello', leaving.signal, 900);
  leaving.abort(new Error('the client has left'));
  await assert.rejects(left, /the client has left/);
  assert.ok((await ask('Hello')).tokens > 0);
});

test('the process starts when it is needed, ends when it is idle, and starts again', async () => {
  await using model = await modelOf('encoder', { idleMs: 50 });
  assert.equal(model.isRunning, false);
  const embed = () => model.ask({ kind: 'embed', texts: ['one'] }, forever);
  const [first, second] = await Promise.all([embed(), embed()]);
  assert.deepEqual(first, second);
  await eventually('the end of the process', async () => !model.isRunning);
  assert.deepEqual(await embed(), first);
});

test('a process that is killed fails its request, and the next request starts another', async () => {
  await using model = await modelOf('language-model');
  const request = { kind: 'write', system: 'Answer.', user: 'Hello', maxTokens: 900 } as const;
  const { promise: begun, resolve } = Promise.withResolvers<string>();
  const writing = model.ask(request, forever, resolve);
  await begun;
  process.kill(processOf(model), 'SIGKILL');
  await assert.rejects(writing, /tiny gave no answer: its process ended/);
  const again = await eventually('another process', async () =>
    model.ask({ ...request, maxTokens: 4 }, forever).catch(() => null),
  );
  assert.ok(again.tokens > 0);
});

test('without enough memory, the model says so and does not start', async () => {
  await using model = await modelOf('encoder', {
    memoryBytes: 4_200_000_000,
    freeBytes: () => 1_000_000_000,
  });
  await assert.rejects(
    model.ask({ kind: 'embed', texts: ['one'] }, forever),
    (error) =>
      error instanceof NoTextModel &&
      /needs 4200 MB of memory, and 1000 MB are free/.test(error.message),
  );
  assert.equal(model.isRunning, false);
});

test('a damaged model is refused, and so is a wrong hash', async () => {
  const below = temporaryFolder();
  after(() => removeFolder(below));
  const damaged = Buffer.from(file).fill(7, 200, 2_000);
  await using broken = await startReleases(damaged);
  const pull = (entry: ModelEntry) =>
    new Library({
      folder: below,
      offline: false,
      mirror: broken.url,
      environment: {},
      models: [entry],
    }).pull(entry.id, { ...quiet, install: linked });
  await assert.rejects(pull(entryOf('encoder')), /its hash is [0-9a-f]{64} instead of/);
  const sha256 = createHash('sha256').update(damaged).digest('hex');
  await assert.rejects(pull(entryOf('encoder', { sha256 })), /tiny-encoder does not run here/);
});

test('the doctor of the models names what is installed and how fast it is', async () => {
  const below = temporaryFolder();
  after(() => removeFolder(below));
  const models = [entryOf('language-model'), entryOf('encoder', { memoryBytes: 1e15 })];
  const library = libraryOf(models, below);
  await library.pull('tiny-language-model', { ...quiet, install: linked });
  const lines: string[] = [];
  await examineModels(library, (line) => lines.push(line));
  const said = lines.join('\n');
  assert.match(said, /^This machine: \d+ cores/);
  assert.match(said, /tiny-language-model +1 MB {2}installed/);
  assert.match(said, /tiny-encoder .* needs more memory/);
  assert.match(said, /tiny-language-model: reads [\d.]+ and writes [\d.]+ tokens a second\./);
});
