/**
 * Writes dist/, the content of the service's package: JavaScript, because Node does not strip types
 * below node_modules, and the files that the code reads. `npm pack` runs it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'dist';

rmSync(FOLDER, { recursive: true, force: true });
const built = spawnSync(process.execPath, ['console/build/main.ts'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const READ = [
  'src/**/*.{sql,css,html,js}',
  'assets/{silero,voices}-*',
  'assets/{reader.bin,word-clusters.txt}',
  'assets/demo.*',
  'assets/rapidoc/*',
];
cpSync('console/dist', join(FOLDER, 'console/dist'), { recursive: true });
for (const file of globSync(READ)) cpSync(file, join(FOLDER, file));
