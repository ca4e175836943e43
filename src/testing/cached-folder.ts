import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with other fingerprints are kept for a day, because another run may be using them. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Returns a fingerprint of the names and contents of the files that match the patterns. */
export function fingerprintOf(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).toSorted()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Returns a fingerprint of the names, sizes and times of all files in the folders, which costs a
 * quarter of reading them. The same content has another fingerprint after a checkout.
 */
export function quickFingerprintOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { size, mtimeMs } = statSync(join(folder, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * Returns the folder for this fingerprint below `cache`. If the folder is missing, `make` fills a
 * temporary folder, which is then renamed, so that no other run sees an unfinished folder.
 */
export function cachedFolder(
  cache: string,
  fingerprint: string,
  make: (folder: string) => void,
): string {
  const wanted = join(cache, fingerprint);
  if (existsSync(wanted)) return wanted;
  mkdirSync(cache, { recursive: true });
  removeOld(cache);
  const unfinished = join(cache, randomUUID());
  mkdirSync(unfinished);
  try {
    make(unfinished);
    renameSync(unfinished, wanted);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run created the folder first, with the same content.
    if (!existsSync(wanted)) throw error;
  }
  return wanted;
}

function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (made < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
