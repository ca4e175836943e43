import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedFolder, fingerprintOf } from '../cached-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INGREDIENTS = ['package-lock.json', 'src/testing/bundle/*.ts'];

/**
 * Makes modules that are loaded from now on use each package as one file, and saves Node from
 * looking for our own modules on the disk. A test file that is run alone loads the service from its
 * sources, and so loads it in half of the time. What it has loaded before stays as it is. A name
 * that is not among the files, such as a new one, is loaded from its package.
 */
export function usePackages(): void {
  const home = pathToFileURL(join(packagesFolder(), '/'));
  const files = new Map(
    Object.entries(
      JSON.parse(readFileSync(new URL('packages.json', home), 'utf8')) as Record<string, string>,
    ),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? '';
      if (!parent.startsWith('file:') || parent.includes('/node_modules/'))
        return next(specifier, context);
      if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
        const { href: url } = new URL(specifier, parent);
        return { url, format: 'module-typescript', shortCircuit: true };
      }
      const file = files.get(specifier);
      if (!file) return next(specifier, context);
      return { url: new URL(file, home).href, format: 'module', shortCircuit: true };
    },
  });
}

function packagesFolder(): string {
  const cache = join(ROOT, 'node_modules/.cache/commonplace-packages');
  return cachedFolder(cache, fingerprintOf(ROOT, INGREDIENTS), (folder) => {
    const program = fileURLToPath(new URL('./make-packages.ts', import.meta.url));
    execFileSync(process.execPath, [program, folder]);
  });
}
