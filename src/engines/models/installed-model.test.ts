import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import {
  lostFileOf,
  nativeOf,
  readInstalled,
  RECORD,
  removeInstalled,
  testRecordings,
  verifyInstalled,
  type Installed,
} from './installed-model.ts';

const folders: string[] = [];
let folder: string;
beforeEach(() => void folders.push((folder = temporaryFolder())));
after(() => folders.forEach(removeFolder));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Writes a model with two files. */
function installed(): Installed {
  const fileOf = (path: string, text: string) => {
    write(`tiny/${path}`, text);
    return { path, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  };
  const files = [fileOf('a.onnx', 'aaa'), fileOf('words/b.txt', 'bb')];
  const model = { id: 'tiny', sha256: '', licence: {}, installed_at: '', files };
  write(`tiny/${RECORD}`, JSON.stringify(model));
  return model as unknown as Installed;
}

test('a model without a readable record is not installed', async () => {
  assert.equal(await readInstalled(folder, 'tiny'), null);
  const model = installed();
  assert.deepEqual(await readInstalled(folder, 'tiny'), model);
  for (const damaged of ['{"id":', '{"id":"tiny"}', 'null']) {
    write(`tiny/${RECORD}`, damaged);
    assert.equal(await readInstalled(folder, 'tiny'), null, damaged);
  }
});

test('a model looks whole while each file has its size, and only its hash proves it', async () => {
  const model = installed();
  const damages = async () =>
    (await verifyInstalled(folder, model)).map(({ path, problem }) => `${path} ${problem}`);
  assert.equal(await lostFileOf(folder, model), undefined);
  assert.deepEqual(await damages(), []);
  write('tiny/a.onnx', 'abc');
  assert.equal(await lostFileOf(folder, model), undefined);
  assert.deepEqual(await damages(), ['a.onnx changed']);
  write('tiny/words/b.txt', 'longer');
  assert.equal(await lostFileOf(folder, model), 'words/b.txt');
  assert.deepEqual(await damages(), ['a.onnx changed', 'words/b.txt changed']);
  removeFolder(join(folder, 'tiny/words'));
  assert.equal(await lostFileOf(folder, model), 'words/b.txt');
  assert.deepEqual(await damages(), ['a.onnx changed', 'words/b.txt missing']);
});

test('a removed model is gone, with the remains of an earlier removal', async () => {
  installed();
  write('.removed-tiny/old.onnx', 'remains of a removal that was interrupted');
  assert.equal(await removeInstalled(folder, 'tiny'), true);
  assert.deepEqual(readdirSync(folder), []);
  write('.removed-tiny/old.onnx', 'remains');
  assert.equal(await removeInstalled(folder, 'tiny'), false);
  assert.equal(existsSync(join(folder, '.removed-tiny')), false);
});

test('a process gets the full paths of the files', () => {
  const entry = { native: { kind: 'nemo-ctc', files: { model: 'm.onnx', tokens: 't.txt' } } };
  assert.deepEqual(nativeOf(entry as never, '/models/tiny'), {
    kind: 'nemo-ctc',
    files: { model: '/models/tiny/m.onnx', tokens: '/models/tiny/t.txt' },
  });
});

test('a recording counts only with its words, and words only with their recording', async () => {
  assert.deepEqual(await testRecordings(folder), []);
  const words = ['0.wav HELLO THERE', ' 1.wav   ONE ', '2.wav', '3.wav NO RECORDING', ''];
  write('test_wavs/trans.txt', words.join('\n'));
  for (const name of ['0.wav', '1.wav', '2.wav', '4.wav']) write(`test_wavs/${name}`, '');
  assert.deepEqual(await testRecordings(folder), [
    { file: join(folder, 'test_wavs/0.wav'), words: 'HELLO THERE' },
    { file: join(folder, 'test_wavs/1.wav'), words: 'ONE' },
  ]);
});
