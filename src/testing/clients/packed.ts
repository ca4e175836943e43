import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

export function npm(words: string[], cwd: string): string {
  return execFileSync('npm', words, { cwd, env: ENVIRONMENT, encoding: 'utf8' });
}
