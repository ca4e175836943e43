/** Versions of this project that a benchmark compares in one run. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as processes from '../src/testing/service-process.ts';

export interface Checkout {
  name: 'before' | 'here';
  spawnService: typeof processes.spawnService;
}

/** Returns the checkouts in the folders on the command line, followed by this checkout. */
export function checkouts(): Promise<Checkout[]> {
  const here = resolve(import.meta.dirname, '..');
  return Promise.all(
    [...process.argv.slice(2), here].map(async (folder) => {
      const module = pathToFileURL(join(resolve(folder), 'src/testing/service-process.ts')).href;
      const { spawnService } = (await import(module)) as typeof processes;
      return { name: folder === here ? 'here' : 'before', spawnService };
    }),
  );
}
