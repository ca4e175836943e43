/**
 * Names the pinned Node and the pinned packages that are older than the newest release:
 * `npm run outdated`. Fails when the Node is behind within its major version. Needs a network.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const pinned = devDependencies.node;
const [major] = pinned.split('.');
const released = JSON.parse(
  execFileSync('npm', ['view', `node@${major}`, 'version', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString(),
);
const newest = [released].flat().toSorted(byNumbers).at(-1);
if (newest === pinned) {
  console.log(`Node ${pinned} is the newest ${major}.x.`);
} else {
  console.log(
    `Node ${pinned} is behind ${newest}: npm install --save-dev --save-exact node@${newest}`,
  );
  process.exitCode = 1;
}
spawnSync('npm', ['outdated', '--workspaces', '--include-workspace-root'], { stdio: 'inherit' });

function byNumbers(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}
