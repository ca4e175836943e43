/** Tests the report on the models of this machine; a stand-in for llama.cpp runs them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Library } from '../engines/models/library.ts';
import type { ModelEntry } from '../engines/models/manifest.ts';
import { testEntry } from '../engines/models/testing-library.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { examineModels } from './models-doctor.ts';

const PINNED = new URL('../../assets/text-models-runtime.json', import.meta.url);
const LLAMA = new URL('../engines/text-models/testing-llama.ts', import.meta.url).href;
const NONE = Buffer.alloc(0);

let folder: string;
before(() => {
  folder = temporaryFolder();
  const { version } = JSON.parse(readFileSync(PINNED, 'utf8')) as { version: string };
  const runtime = join(folder, `runtime-${version}/node_modules/node-llama-cpp/dist/index.js`);
  mkdirSync(dirname(runtime), { recursive: true });
  writeFileSync(runtime, `export * from '${LLAMA}';\n`);
});
after(() => removeFolder(folder));

function modelFor(
  kind: 'language-model' | 'encoder',
  id: string,
  changes: Partial<ModelEntry> = {},
): ModelEntry {
  const native = { kind: 'gguf', files: { model: `${id}.gguf` } } as const;
  return testEntry(NONE, { id, purpose: { kind }, native, ...changes });
}

function install({ id, licence }: ModelEntry): void {
  const files = [{ path: `${id}.gguf`, bytes: 0, sha256: '' }];
  mkdirSync(join(folder, id), { recursive: true });
  writeFileSync(join(folder, id, `${id}.gguf`), '');
  const record = { id, sha256: '', licence, installed_at: '2026-01-01T00:00:00Z', files };
  writeFileSync(join(folder, id, 'model.json'), JSON.stringify(record));
}

async function report(
  installed: ModelEntry[],
  others: ModelEntry[] = [],
  places: { name: string; baseUrl: string }[] = [],
): Promise<string[]> {
  installed.forEach(install);
  const models = [...installed, ...others];
  const lines: string[] = [];
  const library = new Library({ folder, offline: true, environment: {}, models });
  await examineModels(library, (line) => lines.push(line), places);
  return lines;
}

test('the report says which models are installed, which fit, and how fast they are', async () => {
  const installed = [modelFor('language-model', 'writer'), modelFor('encoder', 'meaning')];
  const small = testEntry(NONE, { id: 'small', memoryBytes: 2_000_001 });
  const large = testEntry(NONE, { id: 'large', memoryBytes: 10 ** 15 });
  const lines = await report(installed, [small, large]);
  assert.match(lines[0]!, /^This machine: \d+ cores \(.*\), \d+ MB of memory, \d+ MB free\.$/);
  assert.deepEqual(lines.slice(1, 5), [
    'writer                     1 MB  installed',
    'meaning                    1 MB  installed',
    'small                      3 MB  fits',
    'large                  1000000000 MB  needs more memory',
  ]);
  assert.match(lines[5]!, /^writer: reads [\d.]+ and writes [\d.]+ tokens a second\.$/);
  assert.match(lines[6]!, /^meaning: [\d.]+ texts a second\.$/);
});

test('a model that does not run is named with the reason', async () => {
  const lines = await report([modelFor('language-model', 'damaged')]);
  assert.match(lines[2]!, /^damaged: .*damaged/);
});

test('a program that serves models here is named with the settings that use it', async () => {
  const data = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const server = createServer((_request, response) => response.end(JSON.stringify({ data })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const lines = await report([], [], [{ name: 'Ollama', baseUrl }]);
  server.close();
  const settings = `SVC_LLM_BASE_URL=${baseUrl} SVC_LLM_MODEL=a`;
  assert.equal(lines.at(-1), `Ollama runs here with a, b, c. To use it: ${settings}`);
});
