/**
 * Writes dist/, the package of the service: JavaScript, because Node does not strip types below
 * node_modules, the packages that the code uses, the files that it reads, and its own package.json;
 * and weights/files/, the package of the networks. `npm run package` makes an archive of each.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewDatabase } from './new-database.ts';
import { PACKAGES, vendorPackages } from './vendor.ts';
import { copyWeights, weightsManifest } from './weights.ts';

const FOLDER = 'dist';

rmSync(FOLDER, { recursive: true, force: true });
run(process.execPath, ['console/build/main.ts']);
run('tsc', ['-p', 'tsconfig.build.json']);
await vendorPackages(FOLDER);
const READ = [
  'src/**/*.{sql,css,html,js}',
  'assets/api-examples.json',
  'assets/demo.*',
  'assets/text-models-runtime.json',
  'assets/scalar/*',
];
cpSync('console/dist', join(FOLDER, 'console/dist'), { recursive: true });
for (const file of [...globSync(READ, { exclude: ['src/testing/**'] }), 'README.md', 'LICENSE'])
  cpSync(file, join(FOLDER, file));
await writeNewDatabase(join(FOLDER, 'assets/new-database.tar.br'));
copyWeights();
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);

/** Only the packages that are not in `vendor/` are dependencies of the package. */
function manifest(): object {
  const weights = weightsManifest();
  const { name, version, description, license, type, engines, dependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, unknown> & { dependencies: Record<string, string> };
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { commonplace: 'src/main.js' },
    engines,
    dependencies: {
      ...Object.fromEntries(PACKAGES.map((each) => [each, dependencies[each]])),
      [weights.name]: weights.version,
    },
  };
}

function run(program: string, words: string[]): void {
  const { status } = spawnSync(program, words, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
