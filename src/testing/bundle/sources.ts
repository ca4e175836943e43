/** Lists the modules and packages of the service, and bundles them. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Tests and the processes of the service load these modules first. */
const ENTRIES = ['src/config.ts', 'src/assembly/service.ts', 'src/assembly/assemble.ts'];
/** Packages that read files beside them. */
const UNBUNDLED = ['@electric-sql/pglite', '@evan/opus', 'koffi', 'pino', 'sherpa-onnx-node'];
const IS_OWN = /^(?:src|client\/src|mcp\/src)\//;
/** Packages in CommonJS need these names, which modules do not have. */
const COMMONJS_NAMES = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename, __dirname = import.meta.dirname;`;

export const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  external: UNBUNDLED,
  banner: { js: COMMONJS_NAMES },
} satisfies BuildOptions;

/** Returns our modules that the entries load, and the packages that these modules import. */
export async function modulesOf(options: BuildOptions): Promise<{
  own: string[];
  packages: string[];
}> {
  const { metafile } = await build({
    ...options,
    entryPoints: ENTRIES,
    outdir: ROOT,
    write: false,
    metafile: true,
  });
  const own = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string) => {
    if (own.has(path)) return;
    own.add(path);
    for (const { path: to, original, external } of metafile!.inputs[path]!.imports) {
      if (external) continue;
      if (IS_OWN.test(to)) visit(to);
      else packages.add(original!);
    }
  };
  for (const entry of ENTRIES) visit(entry);
  return { own: [...own], packages: [...packages] };
}
