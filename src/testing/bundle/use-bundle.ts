/**
 * Replaces the modules of the service by those of the bundle in `COMMONPLACE_TEST_BUNDLE`. Threads,
 * the processes of engines and the commands of users load few modules, so they load them from the
 * sources.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const folder = process.env['COMMONPLACE_TEST_BUNDLE'];
const [, program = '', verb = ''] = process.argv;
const isService =
  program.endsWith('/src/main.ts') && /^(?:serve|migrate|account|secret)$/.test(verb);
const isTest = /\.test\.(?:ts|mjs)$/.test(program);

if (folder && isMainThread && (isService || isTest)) {
  const home = pathToFileURL(join(folder, '/')).href;
  const map = new Map(
    Object.entries(
      JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8')) as Record<string, string>,
    ),
  );
  registerHooks({
    resolve(specifier, { parentURL, ...context }, next) {
      const file = map.get(addressOf(specifier, parentURL ?? ''));
      if (file) return { url: home + file, format: 'module', shortCircuit: true };
      return next(specifier, { parentURL, ...context });
    },
  });
}

/** Packages and the bundle itself load what is beside them. */
function addressOf(specifier: string, parent: string): string {
  if (specifier.startsWith('file:')) return specifier;
  if (!parent.startsWith('file:') || parent.includes('/node_modules/')) return '';
  return specifier.startsWith('.') ? new URL(specifier, parent).href : specifier;
}
