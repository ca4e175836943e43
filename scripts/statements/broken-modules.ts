/** Loads copies of `*.sql.ts` in which one place is broken, without changing the file. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Module } from '../../src/testing/statements/calls.ts';
import type { Break } from '../sql-mutations.ts';

interface Broken extends Break {
  file: string;
}

const QUERY = '?break=';
const breaks: Broken[] = [];

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const query = context.parentURL?.split(QUERY)[1];
    // What a broken module imports is loaded again as well, so that it sees the break.
    if (query === undefined || !found.url.endsWith('.sql.ts')) return found;
    return { ...found, url: `${found.url}${QUERY}${query}` };
  },
  load(url, context, next) {
    const [address, query] = url.split(QUERY) as [string, string?];
    if (query === undefined) return next(url, context);
    const { file, start, end, replacement } = breaks[Number(query)]!;
    const path = fileURLToPath(address);
    const source = readFileSync(path, 'utf8');
    const isBroken = path === resolve(file);
    return {
      format: 'module-typescript',
      shortCircuit: true,
      source: isBroken ? source.slice(0, start) + replacement + source.slice(end) : source,
    };
  },
});

/** Returns the module `entry` of which `broken.file` is a part. */
export function loadBroken(broken: Broken, entry: string): Promise<Module> {
  const query = breaks.push(broken) - 1;
  return import(`${pathToFileURL(resolve(entry)).href}${QUERY}${query}`) as Promise<Module>;
}

export const loadWhole = (entry: string): Promise<Module> =>
  import(pathToFileURL(resolve(entry)).href) as Promise<Module>;
