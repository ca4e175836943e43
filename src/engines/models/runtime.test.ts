/** Tests the installation of the runtime of models for text, with a program in the place of npm. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockProcess } from '../../core/process-lock.ts';
import { eventually } from '../../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { installRuntime, runtimeIn } from './runtime.ts';
import { testEntry } from './testing-library.ts';
import { probeTextModel } from './text-model-probe.ts';

const forever = new AbortController().signal;
const LLAMA = new URL('../text-models/testing-llama.ts', import.meta.url).href;
const INSTALLS = [
  'mkdir -p node_modules/node-llama-cpp/dist',
  `echo "export * from '${LLAMA}';" > node_modules/node-llama-cpp/dist/index.js`,
  'echo "$@" > arguments',
  'env > environment',
].join('\n');

const folders: string[] = [];
let models: string;
beforeEach(() => {
  folders.push(temporaryFolder());
  models = join(folders.at(-1)!, 'models');
});
after(() => folders.forEach(removeFolder));

/** Installs with an npm that runs these commands. */
async function install(commands: string, signal = forever): Promise<void> {
  const bin = join(models, '../bin');
  await mkdir(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
  const PATH = `${bin}${delimiter}${process.env['PATH']}`;
  await installRuntime(models, signal, { PATH, npm_config_prefix: '/nowhere', HOME: '/home' });
}

const installed = () => join(fileURLToPath(runtimeIn(models)!), '../../../..');
const readJson = (name: string) => JSON.parse(readFileSync(join(installed(), name), 'utf8'));

test('npm installs the pinned packages and the build for this machine alone', async () => {
  assert.equal(runtimeIn(models), null);
  await install(INSTALLS);
  assert.equal(
    readFileSync(join(installed(), 'arguments'), 'utf8').trim(),
    'ci --omit=optional --ignore-scripts --no-audit --no-fund',
  );
  const build = `@node-llama-cpp/${process.platform}-${process.arch}`;
  const { private: isPrivate, dependencies } = readJson('package.json');
  assert.equal(isPrivate, true);
  assert.deepEqual(Object.keys(dependencies), ['node-llama-cpp', build]);
  const { lockfileVersion, packages } = readJson('package-lock.json');
  assert.equal(lockfileVersion, 3);
  assert.deepEqual(packages[''].dependencies, dependencies);
  const builds = Object.keys(packages).filter((path) => path.includes('@node-llama-cpp/'));
  assert.deepEqual(builds, [`node_modules/${build}`]);
  assert.deepEqual(packages['node_modules/node-llama-cpp'].optionalDependencies, {});
  assert.ok(!('optional' in packages[builds[0]!]));
  const environment = readFileSync(join(installed(), 'environment'), 'utf8');
  assert.match(environment, /^HOME=\/home$/m);
  assert.ok(!environment.includes('npm_config'));
  assert.deepEqual(
    readdirSync(models).filter((name) => !name.startsWith('runtime-')),
    [],
  );
});

test('what is installed is not installed again', async () => {
  await install(INSTALLS);
  await install('exit 1');
  assert.ok(runtimeIn(models));
});

test('the remains of an interrupted installation are deleted', async () => {
  await mkdir(join(models, '.incoming-runtime'), { recursive: true });
  writeFileSync(join(models, '.incoming-runtime', 'remains'), '');
  await install(INSTALLS);
  assert.ok(!existsSync(join(installed(), 'remains')));
});

test('a failed installation says why and leaves nothing behind', async () => {
  const failing = 'echo "npm warn old" >&2; echo "npm error  no space left" >&2; exit 1';
  await assert.rejects(install(failing), {
    message: 'The runtime of the models could not be installed: npm error  no space left',
  });
  await assert.rejects(install('exit 1'), /could not be installed: npm failed$/);
  assert.deepEqual(readdirSync(models), []);
  assert.equal(runtimeIn(models), null);
  await assert.rejects(installRuntime(models, forever, { PATH: '/nowhere' }), /needs npm/);
});

test('one process at a time installs', async () => {
  await mkdir(models, { recursive: true });
  await using _lock = await lockProcess(join(models, '.runtime.lock'));
  await assert.rejects(install(INSTALLS), /Another process is installing/);
});

test('an installation that nobody wants any more ends', async () => {
  const leaving = new AbortController();
  const installing = install('echo begun > begun; exec sleep 600', leaving.signal);
  await eventually('npm', async () => existsSync(join(models, '.incoming-runtime', 'begun')));
  leaving.abort(new Error('the user has left'));
  await assert.rejects(installing, /the user has left/);
  assert.deepEqual(readdirSync(models), []);
});

test('a model for text is tried once with the installed runtime', async () => {
  const probe = (
    kind: 'language-model' | 'encoder' | 'reranker' | 'speaker',
    file = 'model.gguf',
  ) =>
    probeTextModel({
      entry: { ...testEntry(Buffer.from('model')), purpose: { kind } as never },
      folder: models,
      file,
      signal: forever,
    });
  const missing = { ok: false, reason: 'The runtime of models for text is not installed.' };
  assert.deepEqual(await probe('encoder'), missing);
  await install(INSTALLS);
  for (const kind of ['language-model', 'encoder', 'reranker'] as const)
    assert.deepEqual(await probe(kind), { ok: true }, kind);
  assert.deepEqual(await probe('speaker'), missing);
  const damaged = await probe('encoder', 'damaged.gguf');
  assert.ok(!damaged.ok && damaged.reason.includes('The file is damaged'));
});
