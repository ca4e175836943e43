/**
 * Fills a folder, given as an argument, with the packages of the service, each of them as one file.
 * This is a separate program, so that callers can run it synchronously.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { modulesOf, OPTIONS } from './sources.ts';

/** Settings of this package are for the whole process, so there must not be a second one. */
const HAS_SETTINGS = 'pg';
/** Every test with a service checks its answers with these packages. */
const OF_EVERY_TEST = ['ajv/dist/2020.js', 'ajv-formats'];

const folder = process.argv[2]!;
const stubs = join(folder, 'stubs');
mkdirSync(stubs);
const files: Record<string, string> = {};
const { packages } = await modulesOf(OPTIONS);
const together = [...packages.filter((name) => name !== HAS_SETTINGS), ...OF_EVERY_TEST];
for (const [index, specifier] of together.entries()) {
  const names = Object.keys((await import(specifier)) as object).filter((name) =>
    /^[\w$]+$/.test(name),
  );
  writeFileSync(
    join(stubs, `p${index}.mjs`),
    `export { ${names.join(', ')} } from '${specifier}';\n`,
  );
  files[specifier] = `p${index}.mjs`;
}
await build({
  ...OPTIONS,
  entryPoints: Object.values(files).map((file) => join(stubs, file)),
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  external: [...OPTIONS.external, HAS_SETTINGS],
});
rmSync(stubs, { recursive: true });
writeFileSync(join(folder, 'packages.json'), JSON.stringify(files));
