/** What stands against a release, each as a sentence that says what to do. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = /^## Unreleased\n+((?:(?!^## ).*\n)*)/m;

export function problemsWith(version: string, cwd = '.'): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();
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
  if (git('status', '--porcelain') !== '') {
    found.push('Files are changed that are not committed: commit or stash them first.');
  }
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
