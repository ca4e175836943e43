/**
 * Runs the journeys of an earlier version on the schema of this one, because an earlier version
 * must run on an upgraded database: `npm run test:before -- REVISION [FILE…]`.
 *
 * It checks the revision out into a folder of its own, adds the newer migrations, and runs the tests
 * of that revision.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = 'src/storage/migrations';
/** Tests of the upgrade itself, which compare the two newest migrations of their version. */
const ABOUT_MIGRATIONS = ['tests/upgrade.test.ts'];

const [revision, ...named] = process.argv.slice(2);
if (!revision) {
  console.error('Use: npm run test:before -- REVISION [FILE…]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'commonplace-before-'));
process.exitCode = 1;
try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, revision]);
  const before = readdirSync(join(folder, MIGRATIONS));
  const added = readdirSync(MIGRATIONS).filter((name) => !before.includes(name));
  run(['scripts/setup.mjs', 'test']);
  for (const name of added) cpSync(join(MIGRATIONS, name), join(folder, MIGRATIONS, name));
  console.log(`Added to ${revision}: ${added.join(', ') || 'no migration'}`);
  const journeys = globSync('tests/*.test.ts', { cwd: folder }).toSorted();
  const files = journeys.filter((file) => !ABOUT_MIGRATIONS.includes(file));
  process.exitCode = run(['scripts/test.mjs', ...(named.length > 0 ? named : files)]);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function run(words) {
  return spawnSync(process.execPath, words, { cwd: folder, stdio: 'inherit' }).status;
}
