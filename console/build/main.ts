/**
 * Builds the console into console/dist, with pre-compressed files. Does nothing when the sources
 * have not changed since the last build. Fails when the built files are larger than their limits.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(ROOT, 'dist');
/** A running service keeps its files until the new ones are complete. */
const NEXT = join(ROOT, `.next-${process.pid}`);
const NOTE = '.built';
const SOURCES = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'build/*.ts',
  'messages/*.json',
  'public/**',
  'src/**/*.{ts,tsx,css}',
  '../client/src/*.ts',
  '../package-lock.json',
];
/** The build is from other sources. */
const MADE = /^src\/(?:paraglide|design\/fonts)\//;
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest)$/;

const fingerprint = fingerprintOf(SOURCES);
// Tells the set-up whether the tools are needed.
if (process.argv.includes('--is-current')) process.exit(readNote() === fingerprint ? 0 : 1);
if (process.argv.includes('--force') || readNote() !== fingerprint) {
  try {
    await build();
  } catch (error) {
    console.error(`The console was not built: ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    rmSync(NEXT, { recursive: true, force: true });
  }
}
// The compiler of the texts leaves timers that would keep the process alive for half a minute.
process.exit();

async function build(): Promise<void> {
  console.log('Building the console, once …');
  // The tools are loaded on demand, because a start without changes does not need them.
  const [{ build: bundle, minify }, zopfli, { makeFonts }, { makeMessages }, { checkSizes }] =
    await Promise.all([
      import('vite'),
      import('@gfx/zopfli'),
      import('./fonts.ts'),
      import('./messages.ts'),
      import('./sizes.ts'),
    ]);
  await Promise.all([makeFonts(join(ROOT, 'src/design/fonts')), makeMessages()]);
  await bundle({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: NEXT, emptyOutDir: true },
  });
  await finishWorker(async (code) => (await minify('sw.js', code)).code);
  await compress((content) => zopfli.gzipAsync(content, { numiterations: 15 }));
  const problems = checkSizes(NEXT);
  for (const line of problems) console.error(line);
  // Files that are too large are a problem only for developers. The console works, so a start
  // continues.
  if (problems.length > 0) process.exitCode = 1;
  else writeFileSync(join(NEXT, NOTE), fingerprint);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(NEXT, DIST);
}

/** Tells the service worker which files it keeps for pages without the network, and shortens it. */
async function finishWorker(shorten: (code: string) => Promise<string>): Promise<void> {
  const worker = join(NEXT, 'sw.js');
  const names = globSync('assets/*.{js,css}', { cwd: NEXT }).toSorted();
  const code = readFileSync(worker, 'utf8');
  writeFileSync(
    worker,
    await shorten(code.replace('const FILES = [];', `const FILES = ${JSON.stringify(names)};`)),
  );
}

/** Without TLS, a browser accepts only gzip, so gzip also gets the best compression. */
async function compress(gzip: (content: Buffer) => Promise<Uint8Array>): Promise<void> {
  for (const { name, parentPath } of files(NEXT)) {
    if (!COMPRESSIBLE.test(name)) continue;
    const path = join(parentPath, name);
    const content = readFileSync(path);
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(`${path}.br`, brotliCompressSync(content, best));
    writeFileSync(`${path}.gz`, await gzip(content));
  }
}

function files(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
}

function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = globSync([...patterns], { cwd: ROOT, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => !MADE.test(path.slice(ROOT.length)));
  for (const path of paths.toSorted()) {
    hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function readNote(): string {
  try {
    return readFileSync(join(DIST, NOTE), 'utf8');
  } catch {
    return '';
  }
}
