import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, fingerprintOf, quickFingerprintOf } from '../cached-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INGREDIENTS = ['package-lock.json', '{src,client/src,mcp/src}/**/!(*.test).{ts,json}'];

/**
 * Returns a folder with the service as one file. Node loads it in a third of the time that its two
 * thousand modules take, and a test run loads the service two hundred times.
 */
export function bundleFolder(): string {
  const cache = join(ROOT, 'node_modules/.cache/commonplace-bundles');
  return cachedFolder(cache, fingerprintOf(ROOT, INGREDIENTS), (folder) => {
    const program = fileURLToPath(new URL('./make-bundle.ts', import.meta.url));
    execFileSync(process.execPath, [program, folder]);
  });
}

/**
 * Returns a folder for what tests learn about these sources: that of the bundle in a test run, or an
 * empty one.
 */
export function sourcesFolder(): string {
  const cache = join(ROOT, 'node_modules/.cache/commonplace-sources');
  if (process.env[FOLDER]) return process.env[FOLDER];
  const folders = ['src', 'client/src', 'mcp/src'].map((name) => join(ROOT, name));
  const packages = fingerprintOf(ROOT, ['package-lock.json']);
  return cachedFolder(cache, `${quickFingerprintOf(folders)}-${packages.slice(0, 8)}`, () => {});
}

/** The environment variable that tells processes where the bundle of this test run is. */
const FOLDER = 'COMMONPLACE_TEST_BUNDLE';

/** Returns the environment with which a process uses the bundle of this test run. */
export function bundleEnvironment(): Record<string, string> {
  const folder = process.env[FOLDER];
  return folder ? { [FOLDER]: folder } : {};
}

/** Returns the flags with which a process uses the bundle of this test run; none without a bundle. */
export function bundleFlags(): string[] {
  if (!process.env[FOLDER]) return [];
  return ['--import', new URL('./use-bundle.ts', import.meta.url).href];
}
