/**
 * Writes assets/text-models-runtime.json: the packages of llama.cpp for Node, pinned by version and
 * hash, which the service installs with the first model for text.
 *
 *     node scripts/text-models-runtime.ts 3.22.1
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'node-llama-cpp';
/** The builds without a graphics card: those for one need ten times the space. */
const BUILDS: Record<string, string> = {
  'linux-x64': '@node-llama-cpp/linux-x64',
  'linux-arm64': '@node-llama-cpp/linux-arm64',
};

const isBuild = (path: string) =>
  Object.values(BUILDS).some((name) => path === `node_modules/${name}`);

const [version] = process.argv.slice(2);
if (!version) throw new Error('Usage: node scripts/text-models-runtime.ts VERSION');
const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
try {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [PACKAGE]: version } }),
  );
  const options = ['install', '--package-lock-only', '--ignore-scripts'];
  const { status } = spawnSync('npm', options, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not resolve the packages.');
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean; resolved?: string }>;
  };
  const packages = Object.entries(lock.packages)
    .filter(([path, { optional }]) => path !== '' && (!optional || isBuild(path)))
    // The registry is that of the user.
    .map(([path, entry]) => [path, { ...entry, resolved: undefined }]);
  const runtime = {
    package: PACKAGE,
    version,
    builds: BUILDS,
    packages: Object.fromEntries(packages),
  };
  writeFileSync('assets/text-models-runtime.json', `${JSON.stringify(runtime, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
