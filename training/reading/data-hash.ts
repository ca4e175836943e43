import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NOTES_FOLDER } from '../notes.ts';
import { QUESTIONS_FOLDER } from '../questions.ts';
import { SUBJECTS_FOLDER } from '../subjects.ts';
import { TALKS_FOLDER } from '../talks.ts';

/** The SHA-256 of all texts that the network learns from. */
export function dataHash(): string {
  const hash = createHash('sha256');
  for (const folder of [TALKS_FOLDER, QUESTIONS_FOLDER, SUBJECTS_FOLDER, NOTES_FOLDER]) {
    for (const file of globSync(`${folder}/*.txt`).toSorted()) {
      hash.update(`${basename(folder)}/${basename(file)}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}
