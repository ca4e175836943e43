import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { cachedFolder, fingerprintOf, quickFingerprintOf } from './cached-folder.ts';
import { removeFolder, temporaryFolder } from './template.ts';

let cache: string;
beforeEach(() => void (cache = temporaryFolder()));
afterEach(() => removeFolder(cache));

const holding = (text: string) => (folder: string) => writeFileSync(join(folder, 'file'), text);
const contentOf = (folder: string) => readFileSync(join(folder, 'file'), 'utf8');

test('a folder is made only once', () => {
  const first = cachedFolder(cache, 'one', holding('first'));
  assert.equal(cachedFolder(cache, 'one', holding('second')), first);
  assert.equal(contentOf(first), 'first');
});

test('another fingerprint has another folder', () => {
  cachedFolder(cache, 'one', holding('first'));
  assert.equal(contentOf(cachedFolder(cache, 'two', holding('second'))), 'second');
});

test('a run that finishes second uses the folder of the first', () => {
  const folder = cachedFolder(cache, 'one', (unfinished) => {
    assert.equal(existsSync(join(cache, 'one')), false);
    holding('slow')(unfinished);
    cachedFolder(cache, 'one', holding('fast'));
  });
  assert.equal(contentOf(folder), 'fast');
  assert.deepEqual(readdirSync(cache), ['one']);
});

test('a folder that could not be made does not exist', () => {
  const broken = () => {
    throw new Error('broken');
  };
  assert.throws(() => cachedFolder(cache, 'one', broken), /broken/);
  assert.deepEqual(readdirSync(cache), []);
});

test('a changed, new or deleted file changes the fingerprint', () => {
  const seen = () => fingerprintOf(cache, ['*.sql']);
  const fingerprints = new Set([seen()]);
  for (const [name, text] of Object.entries({ '1.sql': 'a', '2.sql': 'b', '3.sql': '' })) {
    writeFileSync(join(cache, name), text);
    fingerprints.add(seen());
  }
  writeFileSync(join(cache, '2.sql'), 'c');
  fingerprints.add(seen());
  assert.equal(fingerprints.size, 5);
  writeFileSync(join(cache, 'other.ts'), 'd');
  assert.ok(fingerprints.has(seen()));
});

test('a changed, new or deleted file changes the quick fingerprint, and looking does not', () => {
  const seen = () => quickFingerprintOf([cache]);
  const fingerprints = new Set([seen(), seen()]);
  mkdirSync(join(cache, 'inner'));
  for (const name of ['1.ts', 'inner/2.ts']) {
    writeFileSync(join(cache, name), 'a');
    fingerprints.add(seen());
  }
  utimesSync(join(cache, '1.ts'), 1, 1);
  fingerprints.add(seen());
  rmSync(join(cache, 'inner/2.ts'));
  fingerprints.add(seen());
  assert.equal(fingerprints.size, 5);
});
