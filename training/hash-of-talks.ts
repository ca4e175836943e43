import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { SUBJECTS_FOLDER } from './subjects.ts';
import { TALKS_FOLDER } from './talks.ts';

/** Returns the SHA-256 of all example talks, which the weights name. */
export function hashOfTalks(): string {
  const hash = createHash('sha256');
  for (const folder of [TALKS_FOLDER, SUBJECTS_FOLDER])
    for (const file of globSync(`${folder}/*.txt`).toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex');
}
