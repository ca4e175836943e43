import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { ROOT } from '../clients/packed.ts';

export const PYTHON_CLIENT = join(ROOT, 'clients/python');
export const NO_PYTHON = 'Python 3.10 with httpx is missing, and pip could not install it.';
const PACKAGES = ['httpx==0.28.1', 'mypy==2.4.1'];
const LIMIT_MS = 120_000;

/** Returns a Python that has httpx: one of our own with mypy, or that of the machine. */
export function findPython(): string | null {
  if (!works('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'])) return null;
  try {
    const cache = join(ROOT, 'node_modules/.cache/python');
    const folder = cachedFolder(cache, PACKAGES.join('-'), (unfinished) => {
      const install = ['-m', 'pip', 'install', '--disable-pip-version-check', ...PACKAGES];
      const isMade =
        works('python3', ['-m', 'venv', unfinished]) &&
        works(join(unfinished, 'bin/python'), install);
      if (!isMade) throw new Error('No network, or no pip.');
    });
    return join(folder, 'bin/python');
  } catch {
    return works('python3', ['-c', 'import httpx']) ? 'python3' : null;
  }
}

function works(program: string, words: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore', timeout: LIMIT_MS });
    return true;
  } catch {
    return false;
  }
}
