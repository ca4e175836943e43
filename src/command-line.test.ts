import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder, temporaryFolder } from './testing/template.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function commonplace(...words: string[]) {
  const SVC_DATA_DIR = temporaryFolder();
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], SVC_DATA_DIR },
    });
    return { status, stdout, stderr };
  } finally {
    removeFolder(SVC_DATA_DIR);
  }
}

test('a command of operators that is used wrongly shows its usage, without a stack trace', () => {
  const { status, stdout, stderr } = commonplace('account', 'nonsense');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^Usage: account <action>\n/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});

test('help for a command of operators starts nothing', () => {
  const { status, stdout } = commonplace('account', 'delete', '--help');
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: commonplace account /);
});

test('an unknown command is an error', () => {
  const { status, stderr } = commonplace('nonsense');
  assert.equal(status, 1);
  assert.match(stderr, /unknown command 'nonsense'/);
});
