/**
 * Fills a folder, given as an argument, with the service as one file, and with one small file per
 * module of it, which exports what the module exports. This is a separate program, so that callers
 * can run it synchronously.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin, PluginBuild } from 'esbuild';
import { modulesOf, OPTIONS, ROOT } from './sources.ts';

const folder = process.argv[2]!;
const options = { ...OPTIONS, plugins: [ownModules()] };
const { own, packages } = await modulesOf(options);
const modules = [...own.map((path) => `./${path}`), ...packages];
const names = modules.map((_, index) => `m${index}`);
const bundle = join(folder, 'service.mjs');
await build({
  ...options,
  outfile: bundle,
  stdin: {
    contents: modules
      .map((module, index) => `export * as ${names[index]} from ${JSON.stringify(module)};`)
      .join('\n'),
    resolveDir: ROOT,
  },
});
const loaded = (await import(pathToFileURL(bundle).href)) as Record<string, object>;
const map: Record<string, string> = {};
for (const [index, module] of modules.entries()) {
  const name = names[index]!;
  const words = Object.keys(loaded[name]!).map((word) => JSON.stringify(word));
  writeFileSync(
    join(folder, `${name}.mjs`),
    `import { ${name} } from './service.mjs';\n` +
      `const { ${words.map((word, at) => `${word}: _${at}`).join(', ')} } = ${name};\n` +
      `export { ${words.map((word, at) => `_${at} as ${word}`).join(', ')} };\n`,
  );
  map[module.startsWith('.') ? pathToFileURL(resolve(ROOT, module)).href : module] = `${name}.mjs`;
}
writeFileSync(join(folder, 'modules.json'), JSON.stringify(map));

/** Our modules know their own place, and what they load later stays where it is. */
function ownModules(): Plugin {
  return { name: 'own modules', setup };
}

function setup({ onLoad, onResolve }: PluginBuild): void {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const place = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
    const text = readFileSync(path, 'utf8');
    const contents = text.replaceAll(/\bimport\.meta\b(?!\.resolve)/g, JSON.stringify(place));
    return { contents, loader: 'ts' };
  });
  onResolve({ filter: /./ }, ({ kind, path, importer, resolveDir }) => {
    if (kind !== 'dynamic-import' || !importer.endsWith('.ts')) return undefined;
    if (!path.startsWith('.')) return { path, external: true };
    return { path: pathToFileURL(resolve(resolveDir, path)).href, external: true };
  });
}
