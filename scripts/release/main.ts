/**
 * Makes a release: `npm run release -- 0.2.0`. Writes everything that a release is into
 * `release/0.2.0`, commits the version and tags the commit. Publishes nothing: RELEASING.md says how
 * a person does. `--dry-run` leaves the repository as it is, `--tagged` writes the files of a commit
 * that is tagged already, and `--without-images` leaves out the images, which need root and Podman.
 *
 * All work is done in a clone, so an interrupted release leaves nothing behind. The same commit and
 * the same version give the same files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeArtefacts } from './artefacts.ts';
import { missingPrograms } from '../image/engine.ts';
import { problemsWith, problemsWithTagged } from './problems.ts';
import { setVersion } from './version.ts';

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    tagged: { type: 'boolean', default: false },
    'without-images': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const [version = ''] = positionals;
const problems = values.tagged ? problemsWithTagged(version) : problemsWith(version);
const missing = values['without-images'] ? undefined : missingPrograms();
if (missing) problems.push(`${missing} Or leave out the images: --without-images.`);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const isNew = !values['dry-run'] && !values.tagged;
const work = mkdtempSync(join(tmpdir(), 'commonplace-release-'));
// npm names the parts list after the folder.
const clone = join(work, 'commonplace');
const out = resolve(values.out ?? join('release', version));
try {
  git('.', 'clone', '--quiet', '--no-hardlinks', '.', clone);
  // A link would put the path of this checkout into the bundles.
  execFileSync('cp', ['--archive', '--reflink=auto', resolve('node_modules'), clone]);
  const date = git('.', 'log', '-1', '--format=%cI').slice(0, 10);
  if (!values.tagged) {
    setVersion(clone, version, date);
    commit(version);
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeArtefacts({ folder: clone, out, version, date, hasImages: !values['without-images'] });
  if (isNew) git('.', 'pull', '--quiet', '--ff-only', '--tags', clone, 'HEAD');
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  isNew
    ? `${out} is complete, and the commit is tagged v${version}. RELEASING.md says how to publish.`
    : `${out} is complete. Nothing was committed.`,
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
