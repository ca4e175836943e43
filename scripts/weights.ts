/** The package of the networks: its files, its manifest, and the hash by which a change is noticed. */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

export const MANIFEST = 'weights/package.json';
const FILES = 'weights/files';
const PATTERNS = ['assets/{silero,voice,whisper,reading}{-,.}*'];

export interface Manifest {
  name: string;
  version: string;
  /** The SHA-256 of the names and contents of all files. */
  sha256?: string;
}

export const weightsManifest = (): Manifest =>
  JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;

const files = (): string[] => globSync(PATTERNS).toSorted();

export function weightsHash(): string {
  const hash = createHash('sha256');
  for (const file of files()) hash.update(`${basename(file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

export function copyWeights(): void {
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES);
  for (const file of files()) cpSync(file, `${FILES}/${basename(file)}`);
}
