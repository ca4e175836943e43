import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { ROOT } from '../clients/packed.ts';

/** Large packages take minutes on a busy machine. */
const LIMIT_MS = 900_000;

/** Returns a Python of its own that has these packages; null without Python, pip or network. */
export function pythonWith(packages: readonly string[]): string | null {
  try {
    const cache = join(ROOT, 'node_modules/.cache/python');
    const folder = cachedFolder(cache, packages.join('-'), (unfinished) => {
      run('python3', ['-m', 'venv', unfinished]);
      const install = ['-m', 'pip', 'install', '--disable-pip-version-check', ...packages];
      run(join(unfinished, 'bin/python'), install);
    });
    return join(folder, 'bin/python');
  } catch {
    return null;
  }
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { stdio: 'ignore', timeout: LIMIT_MS });
}
