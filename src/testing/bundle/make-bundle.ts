/**
 * Fills a folder, given as an argument, with the service as one file, and with one small file per
 * module of it, which exports what the module exports. This is a separate program, so that callers
 * can run it synchronously.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { BuildOptions, Plugin, PluginBuild } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What tests and processes of the service load at their start. */
const ENTRIES = ['src/config.ts', 'src/assembly/service.ts', 'src/assembly/assemble.ts'];
/** Packages that read files beside them. */
const UNBUNDLED = ['@electric-sql/pglite', '@evan/opus', 'koffi', 'pino', 'sherpa-onnx-node'];
const IS_OWN = /^(?:src|client\/src|mcp\/src)\//;
/** Packages in CommonJS need these names, which modules do not have. */
const COMMONJS_NAMES = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename, __dirname = import.meta.dirname;`;

const folder = process.argv[2]!;
const modules = await modulesOf();
const names = modules.map((_, index) => `m${index}`);
const bundle = join(folder, 'service.mjs');
await build({
  ...options(),
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

/** Returns our modules that the entries load, and the packages that these modules import. */
async function modulesOf(): Promise<string[]> {
  const { metafile } = await build({
    ...options(),
    entryPoints: ENTRIES,
    outdir: folder,
    write: false,
    metafile: true,
  });
  const found = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: to, original, external } of metafile!.inputs[path]!.imports) {
      if (external) continue;
      if (IS_OWN.test(to)) visit(to);
      else packages.add(original!);
    }
  };
  for (const entry of ENTRIES) visit(entry);
  return [...[...found].map((path) => `./${path}`), ...packages];
}

function options(): BuildOptions {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: UNBUNDLED,
    banner: { js: COMMONJS_NAMES },
    plugins: [ownModules()],
  };
}

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
