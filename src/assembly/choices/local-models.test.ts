/** Tests which of the installed models are used. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { Library } from '../../engines/models/library.ts';
import { MODELS } from '../../engines/models/manifest.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { chooseLocalModel, openVoiceEncoder } from './local-models.ts';
import { languageModelSource, openEmbedder, openTextModels } from './text-models.ts';

let folder: string;
let libraries = 0;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

/** A library in which these models are installed, without their files. */
function libraryWith(...ids: string[]): Library {
  const models = MODELS.map((entry) => ({ ...entry, memoryBytes: 1 }));
  const own = join(folder, `${(libraries += 1)}`);
  for (const id of ids) write(join(own, id, 'model.json'), { id, files: [] });
  return new Library({ folder: own, offline: true, environment: {}, models });
}

function write(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

async function chosen(ids: string[], wanted?: string): Promise<string | undefined> {
  const library = libraryWith(...ids);
  return (await chooseLocalModel({ library, log: silentLog }, wanted)).model?.id;
}

test('the best installed recogniser is used, and one that hears live before an equal one', async () => {
  assert.equal(await chosen([]), undefined);
  assert.equal(await chosen(['en-tiny-utt']), 'en-tiny-utt');
  assert.equal(await chosen(['en-tiny-utt', 'en-apache-stream']), 'en-apache-stream');
  assert.equal(await chosen(['en-small-stream', 'en-quality-stream']), 'en-quality-stream');
  assert.equal(await chosen(['speaker', 'qwen3-4b']), undefined, 'neither of them recognises');
});

test('the operator may choose among the installed recognisers', async () => {
  const ids = ['speaker', 'en-tiny-utt', 'en-quality-stream'];
  assert.equal(await chosen(ids, 'en-tiny-utt'), 'en-tiny-utt');
  await assert.rejects(
    chosen(ids, 'en-small-stream'),
    /en-small-stream: this recogniser is not installed \(installed: en-quality-stream, en-tiny-utt\)/,
  );
  await assert.rejects(chosen(ids, 'speaker'), /this recogniser is not installed/);
});

test('a model that lost a file is not used, and the log and the choice name the file and the cure', async () => {
  const library = libraryWith('en-tiny-utt');
  const lose = (id: string, path: string) => {
    const files = [{ path, bytes: 7, sha256: '' }];
    write(join(library.folder, id, 'model.json'), { id, files });
  };
  lose('en-small-stream', 'encoder.onnx');
  lose('speaker', 'voices.onnx');
  const errors: unknown[][] = [];
  const log = { ...silentLog, error: (...given: unknown[]) => void errors.push(given) };
  const damage =
    'the file encoder.onnx of en-small-stream is missing or damaged; fetch it again with: ' +
    'commonplace models pull en-small-stream';
  for (const wanted of [undefined, 'en-tiny-utt']) {
    const choice = await chooseLocalModel({ library, log }, wanted);
    assert.deepEqual([choice.model?.id, choice.damage], ['en-tiny-utt', damage]);
  }
  const named = await chooseLocalModel({ library, log }, 'en-small-stream');
  assert.deepEqual(named, { model: null, damage });
  const file = join(library.folder, 'en-small-stream', 'encoder.onnx');
  assert.deepEqual(errors[0], [{ model: 'en-small-stream', file }, damage]);
  assert.match(String(errors[1]![1]), /^the file voices\.onnx of speaker .*pull speaker$/);
});

test('an installed model for voices distinguishes them', async () => {
  const nothing = libraryWith('en-tiny-utt', 'qwen3-embedding');
  assert.equal(await openVoiceEncoder(nothing, silentLog), null);
  await using encoder = await openVoiceEncoder(libraryWith('en-tiny-utt', 'speaker'), silentLog);
  assert.deepEqual([encoder?.name, encoder?.dimensions], ['sherpa-speaker', 256]);
});

test('an installed model for text is used when its runtime is installed too', async () => {
  await using stack = new AsyncDisposableStack();
  const start = { stack, log: silentLog } as unknown as Parameters<typeof openTextModels>[0];
  const library = libraryWith('en-tiny-utt', 'qwen3-4b');
  const without = await openTextModels(start, library);
  assert.deepEqual(without, { 'language-model': null, encoder: null, reranker: null });
  const pinned = JSON.parse(readFileSync('assets/text-models-runtime.json', 'utf8'));
  const runtime = join(library.folder, `runtime-${pinned.version}`);
  write(join(runtime, 'node_modules', pinned.package, 'dist/index.js'), {});
  const { 'language-model': model, ...others } = await openTextModels(start, library);
  assert.equal(model?.name, 'qwen3-4b');
  assert.deepEqual(others, { encoder: null, reranker: null });
  const limits = { deadlineMs: 5, maxInputChars: 50_000, maxCalls: 1, maxTokens: 1 };
  const local = languageModelSource(limits as never, model);
  assert.deepEqual(
    [local?.model, local?.isLocal, local?.maxInputChars],
    ['qwen3-4b', true, 12_000],
  );
  const addsNothing = (memoryBytes: number) =>
    languageModelSource(limits as never, { ...model, memoryBytes } as never)?.addsNothing;
  assert.deepEqual([1_900_000_000, 4_200_000_000].map(addsNothing), [true, false]);
  const endpoint = { ...limits, baseUrl: 'http://127.0.0.1:1/v1', model: 'far' };
  const configured = languageModelSource(endpoint as never, model);
  assert.deepEqual([configured?.model, configured?.isLocal], ['far', false]);
});

test('a configured endpoint makes the vectors before the reading network', () => {
  const nameFor = (embeddings: object) => {
    return openEmbedder({ embeddings } as never, {} as never, null)?.model;
  };
  assert.equal(nameFor({ baseUrl: 'http://127.0.0.1:1/v1', model: 'far' }), 'far');
  assert.equal(nameFor({ model: 'builtin' }), 'commonplace-reading-1');
  assert.equal(nameFor({}), undefined);
});
