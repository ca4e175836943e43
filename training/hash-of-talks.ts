import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { TALKS_FOLDER } from './talks.ts';

/** Returns the SHA-256 of all example talks, which the weights name. */
export function hashOfTalks(): string {
  const hash = createHash('sha256');
  for (const file of globSync(`${TALKS_FOLDER}/*.txt`).toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex');
}
