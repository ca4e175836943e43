/** What stands against a release, each as a sentence that says what to do. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = /^## Unreleased\n+((?:(?!^## ).*\n)*)/m;

const CHANGED = 'Files are changed that are not committed: commit or stash them first.';

const gitIn =
  (cwd: string) =>
  (...words: string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();

/** For the files of a version that is tagged already. */
export function problemsWithTagged(version: string, cwd = '.'): string[] {
  const git = gitIn(cwd);
  const found: string[] = [];
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
    found.push(`This commit has no tag v${version}: check the tag out, or leave out --tagged.`);
  }
  if (git('status', '--porcelain') !== '') found.push(CHANGED);
  return found;
}

export function problemsWith(version: string, cwd = '.'): string[] {
  const git = gitIn(cwd);
  const read = (file: string) => readFileSync(`${cwd}/${file}`, 'utf8');
  const { version: present } = JSON.parse(read('package.json')) as { version: string };
  if (!VERSION.test(version)) {
    return [`Give the version as three numbers: npm run release -- 0.2.0 (now ${present}).`];
  }
  const found: string[] = [];
  if (!isLater(version, present)) {
    found.push(`${version} is not later than ${present}, which package.json has.`);
  }
  if (git('tag', '--list', `v${version}`) !== '') {
    found.push(`The tag v${version} exists: choose the next version.`);
  }
  if (git('status', '--porcelain') !== '') found.push(CHANGED);
  if (!UNRELEASED.exec(read('CHANGELOG.md'))?.[1]?.trim()) {
    found.push('CHANGELOG.md has nothing under "Unreleased": write what a user notices.');
  }
  return found;
}

function isLater(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => VERSION.exec(each)!.slice(1).map(Number));
  const at = a!.findIndex((part, index) => part !== b![index]);
  return at >= 0 && a![at]! > b![at]!;
}
