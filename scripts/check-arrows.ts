/**
 * Proves that the arrow rules of .oxlintrc.json read the code: plants one upward import in each
 * storey, types included, and expects the linter to refuse it.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const PLANTED = [
  { file: 'src/core/planted.ts', imports: '../storage/database.ts', name: 'Db' },
  { file: 'src/storage/planted.ts', imports: '../kit/context.ts', name: 'Context' },
  { file: 'src/kit/planted.ts', imports: '../domains/keys/key.ts', name: 'Family' },
  { file: 'src/engines/planted.ts', imports: '../storage/database.ts', name: 'Db' },
  { file: 'src/domains/planted.ts', imports: '../config.ts', name: 'Config' },
  { file: 'src/transports/planted.ts', imports: '../storage/database.ts', name: 'Db' },
  { file: 'src/transports/planted.ts', imports: '../assembly/serve.ts', name: 'Service' },
];

for (const { file, imports, name } of PLANTED) {
  writeFileSync(
    file,
    `import type { ${name} } from '${imports}';\nexport type Planted = ${name};\n`,
  );
  try {
    const { status, stdout } = spawnSync('oxlint', [file], { encoding: 'utf8' });
    if (status !== 0 && stdout.includes('no-restricted-imports')) continue;
    console.error(`The linter let ${file} import ${imports}.`);
    process.exitCode = 1;
  } finally {
    rmSync(file, { force: true });
  }
}
