/**
 * Runs every measurement of the documentation in sequence: `npm run bench [name …]`. Folders, which
 * contain a slash, are given to each measurement: `npm run bench -- voices whose-words ./a ./b`.
 */
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
  'candidates',
  'understanding',
  'listening',
  'streams',
  'event-streams',
  'assistants',
  'connect',
];
const given = process.argv.slice(2);
const folders = given.filter((word) => word.includes('/'));
const wanted = given.filter((word) => !word.includes('/'));

for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...folders], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
