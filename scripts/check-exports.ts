/**
 * Fails on unused exports, unreachable files and unused packages (knip.json lists the entry
 * points). Then it plants one violation of each kind and expects knip to find them.
 */
import { spawnSync } from 'node:child_process';
import { withPlanted } from './planted.ts';

const { status, output } = knip('.');
if (status !== 0) {
  console.error(output);
  process.exitCode = 1;
}

const PLANTED = {
  'package.json': JSON.stringify({
    type: 'module',
    bin: 'src/main.ts',
    dependencies: { 'planted-package': '1.0.0' },
  }),
  'src/main.ts': `import { used } from './used.ts';\nused();\n`,
  'src/used.ts': `export function used() {}\nexport const plantedValue = 1;\nexport type PlantedType = string;\n`,
  'src/planted-file.ts': `export {};\n`,
};
const found = withPlanted(['knip.json', 'tsconfig.json'], PLANTED, (folder) => knip(folder).output);
for (const name of ['plantedValue', 'PlantedType', 'src/planted-file.ts', 'planted-package']) {
  if (found.includes(name)) continue;
  console.error(`knip does not find what it should: ${name}`);
  process.exitCode = 1;
}

function knip(folder: string): { status: number | null; output: string } {
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync('knip', ['--no-progress'], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { status: code, output: `${stdout}${stderr}`.trim() };
}
