/**
 * Proves that the arrow rules of .oxlintrc.json work: plants one upward import in each layer, type
 * imports included, and expects the linter to refuse it.
 */
import { spawnSync } from 'node:child_process';
import { withPlanted } from './planted.ts';

const PLANTED = [
  { file: 'src/core/planted.ts', imports: '../storage/database.ts' },
  { file: 'src/storage/planted.ts', imports: '../kit/context.ts' },
  { file: 'src/kit/planted.ts', imports: '../domains/access/keys/key.ts' },
  { file: 'src/engines/planted.ts', imports: '../storage/database.ts' },
  { file: 'src/domains/planted.ts', imports: '../config.ts' },
  { file: 'src/transports/planted.ts', imports: '../storage/database.ts' },
  { file: 'src/transports/planted-examination.ts', imports: '../examination/finding.ts' },
  { file: 'src/examination/planted.ts', imports: '../assembly/service.ts' },
  { file: 'src/transports/planted-assembly.ts', imports: '../assembly/service.ts' },
];

const files = Object.fromEntries(
  PLANTED.map(({ file, imports }) => [
    file,
    `import type { Name } from '${imports}';\nexport type Planted = Name;\n`,
  ]),
);
const refused = withPlanted(['.oxlintrc.json'], files, (cwd) => {
  const { stdout } = spawnSync('oxlint', ['--format=unix', 'src'], { encoding: 'utf8', cwd });
  return stdout.split('\n').filter((line) => line.includes('no-restricted-imports'));
});
for (const { file, imports } of PLANTED) {
  if (refused.some((line) => line.includes(file))) continue;
  console.error(`The linter let ${file} import ${imports}.`);
  process.exitCode = 1;
}
