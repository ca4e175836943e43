/** Runs every measurement of the documentation in sequence: `npm run bench [name …]`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHES = [
  'memories',
  'walls',
  'requests',
  'memory',
  'growth',
  'search',
  'first-search',
  'understanding',
  'listening',
  'streams',
  'event-streams',
  'assistants',
  'connect',
];
const wanted = process.argv.slice(2);

for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
