import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { APPLY, PATCH, readPatch, ROOT } from './patch.ts';

const MAX_FILES = 6;

test('the recipe for a field and a route can be applied, and writes few files by hand', (context) => {
  const { text, code, tests } = readPatch();
  const { stderr, status } = spawnSync('git', [...APPLY, '--check'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  });
  assert.equal(
    status,
    0,
    `${PATCH} does not fit the code any more. Apply it by hand, and write it anew:\n${stderr}`,
  );
  context.diagnostic(
    `by hand: ${code.length} files of code, SQL and changelog, and ${tests.length} test files`,
  );
  assert.ok(code.length <= MAX_FILES, code.join('\n'));
});

test('the recipe in CONTRIBUTING.md names each file that the patch writes', () => {
  const contributing = readFileSync(`${ROOT}/CONTRIBUTING.md`, 'utf8');
  const recipe = /^## How to add a field\n([^]*?)^## /m.exec(contributing)![1]!;
  const { code, tests } = readPatch();
  const names = [...code, ...tests].map((path) =>
    basename(path).replace(/^\d+(-.*\.sql)$/, 'NNNN$1'),
  );
  const isNamed = (name: string) => recipe.includes(`\`${name}\``);
  assert.deepEqual(
    names.filter((name) => !isNamed(name)),
    [],
  );
});
