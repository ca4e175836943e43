// One database: none is used.
/** Tests what stands against a release, in a repository of its own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { problemsWith, problemsWithTagged } from '../scripts/release/problems.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

let folder: string;

function git(...words: string[]): void {
  const who = ['-c', 'user.name=Tests', '-c', 'user.email=tests@example.org'];
  execFileSync('git', [...who, ...words], { cwd: folder, stdio: 'ignore' });
}

function commit(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
  git('add', '--all');
  git('commit', '--message', 'Change a file');
}

before(() => {
  folder = temporaryFolder();
  git('init');
  commit('package.json', '{ "version": "0.1.9" }');
  commit(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n- Hears better.\n\n## 0.1.9\n\n- Begins.\n',
  );
});
after(() => removeFolder(folder));

test('a later version on a clean tree may be released', () => {
  for (const version of ['0.1.10', '0.2.0', '1.0.0']) {
    assert.deepEqual(problemsWith(version, folder), []);
  }
});

test('each reason against a release is a sentence', () => {
  const only = (version: string, words: RegExp) => {
    const problems = problemsWith(version, folder);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0]!, words);
  };
  for (const version of ['', '1', 'v0.2.0', '0.2.0-beta']) only(version, /three numbers/);
  for (const version of ['0.1.9', '0.1.8', '0.0.99']) only(version, /not later than 0\.1\.9/);
  git('tag', 'v0.2.0');
  only('0.2.0', /tag v0\.2\.0 exists/);
  appendFileSync(join(folder, 'package.json'), '\n');
  only('0.3.0', /not committed/);
  git('checkout', '--', '.');
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  commit('CHANGELOG.md', changelog.replace('- Hears better.\n\n', ''));
  only('0.3.0', /nothing under "Unreleased"/);
});

test('the files of a tag are made from its commit only', () => {
  git('tag', 'v0.4.0');
  assert.deepEqual(problemsWithTagged('0.4.0', folder), []);
  commit('later.txt', 'More.');
  assert.match(problemsWithTagged('0.4.0', folder).join(), /no tag v0\.4\.0/);
});
