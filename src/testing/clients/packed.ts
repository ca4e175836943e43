import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from '../cached-folder.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The Node for npm and for the programs that npm starts. */
const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
export const ENVIRONMENT = { ...process.env, PATH, npm_config_loglevel: 'error' };

/** Packs the workspace and installs it into an empty folder inside `folder`; returns its path. */
export function installPackage(workspace: 'server' | 'client' | 'mcp', folder: string): string {
  const empty = join(folder, workspace);
  mkdirSync(empty);
  const chosen = workspace === 'server' ? ['./dist', './weights'] : ['-w', workspace];
  if (workspace === 'server') npm(['exec', '--', 'node', 'scripts/build.ts'], ROOT);
  const packed = JSON.parse(
    npm(['pack', ...chosen, '--json', '--silent', '--pack-destination', empty], ROOT),
  ) as { filename: string }[];
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }');
  npm(
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...packed.map(({ filename }) => join(empty, filename)),
    ],
    empty,
  );
  return empty;
}

/** Returns the programs of npm packages, which it installs; null without the registry. */
export function programsOf(...packages: readonly string[]): string | null {
  try {
    const cache = join(ROOT, 'node_modules/.cache/agents');
    const fingerprint = packages.join('-').replaceAll('/', '-');
    const folder = cachedFolder(cache, fingerprint, (unfinished) => {
      writeFileSync(join(unfinished, 'package.json'), '{ "private": true }');
      npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], unfinished);
    });
    return join(folder, 'node_modules/.bin');
  } catch {
    return null;
  }
}

export function npm(words: string[], cwd: string): string {
  return execFileSync('npm', words, { cwd, env: ENVIRONMENT, encoding: 'utf8' });
}
