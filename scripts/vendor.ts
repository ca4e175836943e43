/**
 * Puts the packages that the built service imports into `vendor/` of its package, without the parts
 * that it does not use: 225 packages of 164 MB become 5 with their own, and one folder of files.
 * Their licences go with them.
 */
import { globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';

/** Packages with native code, or that read files beside them, stay packages. */
export const PACKAGES = ['@electric-sql/pglite', '@evan/opus', 'koffi', 'pino', 'sherpa-onnx-node'];
/** CommonJS code needs names that modules do not have. */
const COMMONJS_NAMES = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename, __dirname = import.meta.dirname;`;
const IMPORT = /(\bfrom\s+|\bimport\s+|\bimport\(\s*)(['"])([^'".][^'"]*)\2/g;

export async function vendorPackages(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.js`).filter((file) => !file.includes('/console/'));
  const names = new Map<string, string>();
  for (const file of files) {
    for (const [, , , specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (isVendored(specifier!)) names.set(specifier!, fileNameOf(specifier!));
    }
  }
  const metafile = await bundle(names, join(folder, 'vendor'));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(
      IMPORT,
      (whole, before: string, quote: string, specifier: string) => {
        const name = names.get(specifier);
        if (!name) return whole;
        const path = posix.join(relative(dirname(file), join(folder, 'vendor')), `${name}.js`);
        return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
      },
    );
    if (changed !== text) writeFileSync(file, changed);
  }
  writeFileSync(join(folder, 'vendor/LICENSES.txt'), licencesOf(metafile));
}

function isVendored(specifier: string): boolean {
  const name = packageOf(specifier);
  return /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) && !isBuiltin(specifier) && !PACKAGES.includes(name);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function fileNameOf(specifier: string): string {
  return specifier.replace('@', '').replaceAll('/', '-').replace(/\.js$/, '');
}

async function bundle(names: ReadonlyMap<string, string>, outdir: string): Promise<Metafile> {
  // A module that only passes on the names of its package.
  const stubs = new Map<string, string>();
  for (const [specifier, name] of names) {
    const exported = Object.keys((await import(specifier)) as object).filter((word) =>
      /^[\w$]+$/.test(word),
    );
    stubs.set(name, `export { ${exported.join(', ')} } from '${specifier}';\n`);
  }
  const packages = dirname(realpathSync('node_modules'));
  const { metafile } = await build({
    entryPoints: [...stubs.keys()].map((name) => ({ in: `stub:${name}`, out: name })),
    plugins: [stubsOf(stubs, packages)],
    // The comments of the result name files from here, so they do not tell where it was made.
    absWorkingDir: packages,
    outdir: resolve(outdir),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    legalComments: 'none',
    // V8 keeps the text of all modules in memory.
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'error',
    external: PACKAGES,
    chunkNames: 'shared-[hash]',
    banner: { js: COMMONJS_NAMES },
    metafile: true,
  });
  return metafile;
}

function stubsOf(stubs: ReadonlyMap<string, string>, resolveDir: string): Plugin {
  return {
    name: 'stubs',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^stub:/ }, ({ path }) => ({
        path: path.slice('stub:'.length),
        namespace: 'stub',
      }));
      onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
        contents: stubs.get(path)!,
        resolveDir,
      }));
    },
  };
}

/** Returns the licence of each package of which code was taken. */
function licencesOf({ inputs }: Metafile): string {
  const folders = new Set<string>();
  for (const path of Object.keys(inputs)) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (folder) folders.add(folder);
  }
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as {
      name: string;
      version: string;
      license?: string;
    };
    const [file] = globSync(`${folder}/{LICEN[SC]E,licen[sc]e,License,COPYING,NOTICE}*`);
    const text = file ? readFileSync(file, 'utf8').trim() : `License: ${license ?? 'see its site'}`;
    return `── ${name} ${version} ──\n\n${text}\n`;
  });
  return texts.join('\n');
}
