/** The hashes by which files of weights name what they were learned from. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { quoteFeatures } from '../src/engines/understanding/noted/quotes.ts';
import { categoryFeatures } from '../src/engines/understanding/reader/category-features.ts';
import { tokenFeatures, unitFeatures } from '../src/engines/understanding/reader/features.ts';
import { WordClusters } from '../src/engines/understanding/reader/word-clusters.ts';
import { keyPhrases } from '../src/engines/understanding/rules/key-phrases.ts';
import { read } from '../src/engines/understanding/rules/reading.ts';
import { questionsOf } from './answers.ts';
import { studied } from './examples.ts';
import { SUBJECTS_FOLDER } from './subjects.ts';
import { readTalks, TALKS_FOLDER, type Talk } from './talks.ts';
import { transcriptOf } from './transcript.ts';

/** Returns the SHA-256 of all example talks. */
export function hashOfTalks(): string {
  const hash = createHash('sha256');
  for (const folder of [TALKS_FOLDER, SUBJECTS_FOLDER])
    for (const file of globSync(`${folder}/*.txt`).toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** Every talk of so many is hashed with its features. */
const SHARE = 20;

const someTalks = (): Talk[] => readTalks().filter((_, at) => at % SHARE === 0);

/**
 * Returns the SHA-256 of what the reader sees of some talks. Many rules are features, so a changed
 * rule needs a new training.
 */
export function hashOfReaderFeatures(): string {
  const clusters = WordClusters.read(new URL('../assets/word-clusters.txt', import.meta.url));
  const hash = createHash('sha256');
  for (const talk of someTalks()) {
    const { all, named } = studied(talk, clusters);
    const seen = [
      categoryFeatures(all),
      all.units.map((unit) => [
        unitFeatures(unit, all),
        unit.tokens.map((_, at) => tokenFeatures(at, unit, all)),
      ]),
      [...quoteFeatures(all).values()],
      talk.language === 'en' ? keyPhrases(read(transcriptOf(talk, 'UTC'))) : [],
      named.days.map(({ mention }) => mention),
      named.hours.map(({ mention }) => mention),
    ];
    hash.update(JSON.stringify(seen));
  }
  return hash.digest('hex');
}

/** Returns the SHA-256 of what the models of answers see of some questions. */
export function hashOfAnswerFeatures(): string {
  const seen = questionsOf(someTalks()).map(({ candidates }) => candidates);
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}
