import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../clients/packed.ts';
import { pythonWith } from './python-packages.ts';

export const PYTHON_CLIENT = join(ROOT, 'clients/python');
export const NO_PYTHON = 'Python 3.10 with httpx is missing, and pip could not install it.';

/** Returns a Python that has httpx: one of our own with mypy, or that of the machine. */
export function findPython(): string | null {
  if (!works('import sys; sys.exit(sys.version_info < (3, 10))')) return null;
  const own = pythonWith(['httpx==0.28.1', 'mypy==2.4.1']);
  return own ?? (works('import httpx') ? 'python3' : null);
}

function works(program: string): boolean {
  try {
    execFileSync('python3', ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
