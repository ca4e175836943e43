/**
 * llama.cpp for Node, which runs models for text. It is installed below the folder of the models with
 * the first such model, because it takes 85 MB that most installations do not need.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { lockProcess } from '../../core/process-lock.ts';
import { ModelError } from './model-error.ts';

/** `scripts/text-models-runtime.ts` writes this file. */
const PINNED = new URL('../../../assets/text-models-runtime.json', import.meta.url);

const Pinned = z.object({
  package: z.string(),
  version: z.string(),
  /** The name of the package with the native code, by platform and architecture. */
  builds: z.record(z.string(), z.string()),
  /** The packages as in a lock file of npm, with their hashes. */
  packages: z.record(z.string(), z.looseObject({ integrity: z.string() })),
});

const PLATFORM = `${process.platform}-${process.arch}`;

/** Returns the URL of the runtime's module; null when it is not installed. */
export function runtimeIn(models: string): URL | null {
  const pinned = readPinned();
  const module = join(folderOf(models, pinned), 'node_modules', pinned.package, 'dist/index.js');
  return existsSync(module) ? pathToFileURL(module) : null;
}

/** Installs the runtime with npm, which checks the hash of each package. */
export async function installRuntime(
  models: string,
  signal: AbortSignal,
  environment: Record<string, string | undefined> = process.env,
): Promise<void> {
  if (runtimeIn(models)) return;
  const pinned = readPinned();
  const build = pinned.builds[PLATFORM];
  if (build === undefined) {
    throw new ModelError(
      `Models for text do not run on ${PLATFORM}. Use Ollama, LM Studio or llama-server, and set SVC_LLM_BASE_URL.`,
    );
  }
  await mkdir(models, { recursive: true });
  await using lock = await lockProcess(join(models, '.runtime.lock'));
  if (!lock) throw new ModelError('Another process is installing the runtime of the models.');
  const incoming = join(models, '.incoming-runtime');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming);
  try {
    await writePackages(incoming, pinned, build);
    await runNpm(incoming, environment, signal);
    await rename(incoming, folderOf(models, pinned));
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

function readPinned(): z.output<typeof Pinned> {
  return Pinned.parse(JSON.parse(readFileSync(PINNED, 'utf8')));
}

function folderOf(models: string, { version }: { version: string }): string {
  return join(models, `runtime-${version}`);
}

async function writePackages(
  folder: string,
  { package: name, version, packages, builds }: z.output<typeof Pinned>,
  build: string,
): Promise<void> {
  const root = { private: true, dependencies: { [name]: version, [build]: version } };
  const others = Object.values(builds).filter((each) => each !== build);
  const wanted = Object.entries(packages)
    .filter(([path]) => !others.some((each) => path.endsWith(each)))
    // npm must neither look for the other builds nor leave this one out.
    .map(([path, entry]) => [path, { ...entry, optional: undefined, optionalDependencies: {} }]);
  const lock = { lockfileVersion: 3, requires: true };
  await writeFile(join(folder, 'package.json'), JSON.stringify(root));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(wanted) } }),
  );
}

/** Other optional packages are builds for graphics cards, which take 700 MB. */
const NPM = ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];

async function runNpm(
  folder: string,
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<void> {
  // Variables of the npm that started this process would lead npm into another folder.
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith('npm_'));
  const child = spawn('npm', NPM, {
    cwd: folder,
    env: Object.fromEntries(kept),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<number | Error>();
  child.once('error', resolve);
  child.once('close', (code) => resolve(code ?? 1));
  const end = await promise;
  signal.throwIfAborted();
  if (end === 0) return;
  if (end instanceof Error) {
    throw new ModelError('The runtime of the models needs npm, which is not on the PATH.');
  }
  const [reason = 'npm failed'] = said.split('\n').filter((line) => /error/i.test(line));
  throw new ModelError(`The runtime of the models could not be installed: ${reason.trim()}`);
}
