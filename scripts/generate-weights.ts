/**
 * Gives the package of the networks its next version when one of its files has changed. `--check`
 * only compares.
 */
import { writeFileSync } from 'node:fs';
import { MANIFEST, weightsHash, weightsManifest } from './weights.ts';

const manifest = weightsManifest();
const sha256 = weightsHash();
if (manifest.sha256 !== sha256) {
  const [major, minor] = manifest.version.split('.').map(Number);
  const version = manifest.sha256 === undefined ? manifest.version : `${major}.${minor! + 1}.0`;
  if (process.argv.includes('--check')) {
    console.error(`${MANIFEST} is not that of the files in assets: run npm run generate`);
    process.exitCode = 1;
  } else {
    writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, version, sha256 }, null, 2)}\n`);
  }
}
