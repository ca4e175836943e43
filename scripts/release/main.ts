/**
 * Makes a release: `npm run release -- 0.2.0`. Writes everything that a release is into
 * `release/0.2.0`, commits the version and tags the commit. Publishes nothing: RELEASING.md says how
 * a person does. `--dry-run` leaves the repository as it is.
 *
 * All work is done in a clone, so an interrupted release leaves nothing behind. The same commit and
 * the same version give the same files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeArtefacts } from './artefacts.ts';
import { problemsWith } from './problems.ts';
import { setVersion } from './version.ts';

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, out: { type: 'string' } },
  allowPositionals: true,
});
const [version = ''] = positionals;
const problems = problemsWith(version);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const work = mkdtempSync(join(tmpdir(), 'commonplace-release-'));
// npm names the parts list after the folder.
const clone = join(work, 'commonplace');
const out = resolve(values.out ?? join('release', version));
try {
  git('.', 'clone', '--quiet', '--no-hardlinks', '.', clone);
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  const date = git('.', 'log', '-1', '--format=%cI').slice(0, 10);
  setVersion(clone, version, date);
  commit(version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeArtefacts({ folder: clone, out, version, date });
  if (!values['dry-run']) git('.', 'pull', '--quiet', '--ff-only', '--tags', clone, 'HEAD');
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  values['dry-run']
    ? `${out} is complete. Nothing was committed, because this was a dry run.`
    : `${out} is complete, and the commit is tagged v${version}. RELEASING.md says how to publish.`,
);

/** The commit and its tag have the time of the commit before, so that they are the same again. */
function commit(name: string): void {
  const time = git('.', 'log', '-1', '--format=%cI');
  const [user, email] = ['user.name', 'user.email'].map((key) => git('.', 'config', key));
  const who = ['-c', `user.name=${user}`, '-c', `user.email=${email}`];
  const env = { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  for (const words of [
    ['add', '--all'],
    ['commit', '--quiet', '--message', `release: ${name}`],
    ['tag', '--annotate', `v${name}`, '--message', `Commonplace ${name}`],
  ]) {
    execFileSync('git', [...who, ...words], {
      cwd: clone,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
}

function git(cwd: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();
}
