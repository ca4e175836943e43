// Long: it generates, checks, builds and tests a copy of the project.
// One database: the copy chooses its own.
/** Follows the recipe of CONTRIBUTING.md in a clone of the last commit. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../src/testing/template.ts';
import { APPLY, readPatch, ROOT } from './patch.ts';

const MINUTES = 60_000;
const MAX_STEP_MS = 20 * MINUTES;
/** The packages that the folder of the project links to its own workspaces. */
const WORKSPACES = ['client', 'console', 'mcp'];
/** What a step leaves behind, and what belongs to the folder. */
const OWN = ['.cache', '.vite-temp', '@commonplace'];
const STEPS: readonly (readonly string[])[] = [
  ['node', 'scripts/generate.ts'],
  ['node', 'scripts/statements/record.ts', 'action-items'],
  ['node', 'scripts/examples/main.ts'],
  ['oxfmt', '.'],
  ['node', 'scripts/check.ts'],
  ['node', 'console/build/main.ts'],
];
const TESTS = [
  'src/domains/action-items/action-items.test.ts',
  'src/domains/action-items/assistants.test.ts',
  'src/domains/action-items/found-items.test.ts',
  'src/domains/portability/archive/records/left-out.test.ts',
  'src/transports/http/openapi/openapi.test.ts',
  'tests/every-tool.test.ts',
  'tests/importance.test.ts',
];

test(
  'who follows the recipe gets a field and a route at every door, and all checks pass',
  { skip: !existsSync(join(ROOT, '.git')) && 'the copy is a clone' },
  async (context) => {
    const { text: patch, code, tests } = readPatch();
    const scratch = temporaryFolder();
    const folder = join(scratch, 'copy');
    try {
      succeed(ROOT, ['git', 'clone', '--quiet', '--shared', ROOT, folder]);
      linkPackages(folder);
      succeed(folder, ['git', ...APPLY, '--index'], patch);
      for (const step of [...STEPS, ['node', '--test', '--test-force-exit', ...TESTS]]) {
        const begun = performance.now();
        await run(folder, step);
        const seconds = Math.round((performance.now() - begun) / 1000);
        context.diagnostic(`${step.slice(0, 2).join(' ')}: ${seconds} s`);
      }
      const written = succeed(folder, ['git', 'status', '--short', '--untracked-files=all']);
      const all = written.split('\n').filter((line) => line !== '');
      const generated = all
        .map((line) => line.slice(3))
        .filter((path) => ![...code, ...tests].includes(path));
      context.diagnostic(
        `by hand: ${code.length} files (${code.join(', ')}); tests: ${tests.length}; ` +
          `generated: ${generated.length} (${generated.join(', ')})`,
      );
    } finally {
      removeFolder(scratch);
    }
  },
);

function linkPackages(folder: string): void {
  const packages = join(ROOT, 'node_modules');
  const linked = join(folder, 'node_modules');
  mkdirSync(join(linked, '@commonplace'), { recursive: true });
  for (const name of readdirSync(packages).filter((each) => !OWN.includes(each))) {
    symlinkSync(join(packages, name), join(linked, name));
  }
  for (const name of WORKSPACES) {
    symlinkSync(join(folder, name), join(linked, '@commonplace', name));
  }
}

function succeed(cwd: string, [program, ...args]: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program!, args, { cwd, input, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stderr}`);
  return stdout;
}

/** The copy has a database, a bundle and settings of its own. */
async function run(cwd: string, [program, ...args]: readonly string[]): Promise<void> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:COMMONPLACE_|SVC_|NODE_)/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    PATH: `${join(cwd, 'node_modules/.bin')}:${process.env['PATH']}`,
  };
  const signal = AbortSignal.timeout(MAX_STEP_MS);
  const child = spawn(program!, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${output}${errors}`);
}
