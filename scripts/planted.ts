/** Lets a check prove that it works: writes files with a violation into a temporary folder. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Writes `files` (path → text) beside copies of the project's `settings`, and returns what `look`
 * finds there. Other parts of `npm run check` run at the same time, so the project stays untouched.
 */
export function withPlanted<Found>(
  settings: readonly string[],
  files: Record<string, string>,
  look: (folder: string) => Found,
): Found {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-planted-'));
  try {
    for (const name of settings) copyFileSync(name, join(folder, name));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
