/** What `commonplace models` says about the models in a folder. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { TestContext } from 'node:test';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { operateModels } from './models.ts';

const MODEL = 'en-tiny-utt';
const AGAIN = 'Fetch it again: commonplace models pull ID';

const folders: string[] = [];
let models: string;
beforeEach(() => {
  models = temporaryFolder();
  folders.push(models);
  process.env['SVC_DATA_DIR'] = models;
  process.env['SVC_MODELS_DIR'] = models;
});
after(() => folders.forEach(removeFolder));

function install(): void {
  const sha256 = createHash('sha256').update('content').digest('hex');
  const files = ['a', 'b'].map((path) => ({ path, bytes: 7, sha256 }));
  mkdirSync(join(models, MODEL));
  for (const { path } of files) writeFileSync(join(models, MODEL, path), 'content');
  const record = { id: MODEL, sha256, licence: {}, installed_at: '2026-01-02T00:00:00Z', files };
  writeFileSync(join(models, MODEL, 'model.json'), JSON.stringify(record));
}

/** Returns the lines that a command prints, and its exit code. */
async function run(t: TestContext, ...words: string[]) {
  const lines: string[] = [];
  const { mock } = t.mock.method(console, 'log', (line: string) => void lines.push(line));
  const before = process.exitCode;
  process.exitCode = undefined;
  await operateModels(...words);
  const code = process.exitCode ?? 0;
  process.exitCode = before;
  mock.restore();
  return { lines, code };
}

test('without models, there is nothing to check', async (t) => {
  assert.deepEqual(await run(t, 'verify'), { lines: ['No models are installed.'], code: 0 });
});

test('a model that is not installed is no good model', async (t) => {
  const { lines, code } = await run(t, 'verify', MODEL);
  assert.deepEqual([lines, code], [[`${MODEL}: not installed`, AGAIN], 1]);
  const asJson = await run(t, 'verify', MODEL, '--json');
  assert.deepEqual(JSON.parse(asJson.lines.join('')), [
    { id: MODEL, installed: false, damages: [] },
  ]);
  assert.equal(asJson.code, 1);
});

test('each damaged file of a model is named', async (t) => {
  install();
  assert.deepEqual(await run(t, 'verify'), { lines: [`${MODEL}: unchanged`], code: 0 });
  writeFileSync(join(models, MODEL, 'a'), 'Content');
  removeFolder(join(models, MODEL, 'b'));
  const { lines, code } = await run(t, 'verify');
  assert.deepEqual(lines, [`${MODEL}: a is changed`, `${MODEL}: b is missing`, AGAIN]);
  assert.equal(code, 1);
});

test('what is installed is not fetched again', async (t) => {
  install();
  const { lines } = await run(t, 'pull', MODEL);
  assert.deepEqual(lines, [`${MODEL} is already installed.`]);
  const asJson = await run(t, 'pull', MODEL, '--json');
  const [only, ...more] = JSON.parse(asJson.lines.join(''));
  assert.deepEqual([only.id, only.installed.id, more], [MODEL, MODEL, []]);
});

test('a removed model is gone, and says so once', async (t) => {
  install();
  const asJson = await run(t, 'remove', MODEL, '--json');
  assert.deepEqual(JSON.parse(asJson.lines.join('')), [{ id: MODEL, removed: true }]);
  assert.ok(!existsSync(join(models, MODEL)));
  assert.deepEqual((await run(t, 'remove', MODEL)).lines, [`${MODEL}: was not installed`]);
  await assert.rejects(run(t, 'remove'), /^Error: Usage:/);
});
