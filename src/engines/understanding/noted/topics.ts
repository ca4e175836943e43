/** Orders the things that a talk names by how well they say what it is about. */
import { hashed, scores } from '../reader/model.ts';
import { KINDS, placeOf } from '../reader/kinds.ts';
import type { Read } from '../reader/reader.ts';
import { bucketOf, stepFeatures } from '../reader/steps.ts';
import type { Unit } from '../reader/units.ts';
import { clusterFeatures } from '../reader/word-clusters.ts';
import { keyPhrases, type KeyPhrase } from '../rules/key-phrases.ts';
import type { Reading } from '../rules/reading.ts';
import { stem } from '../rules/text.ts';
import type { Heard } from './heard.ts';

type Said = Pick<Read, 'all' | 'items'>;

export interface Topic {
  phrase: KeyPhrase;
  features: string[];
}

/** Describes each thing that an English talk names to the model `topic`. */
export function topicsOf(reading: Reading, said: Said): Topic[] {
  const { all } = said;
  const sentences = new Map<string, Set<Unit>>();
  for (const unit of all.units) {
    for (const { word } of unit.tokens) {
      const key = stem(word);
      sentences.set(key, (sentences.get(key) ?? new Set()).add(unit));
    }
  }
  return keyPhrases(reading).map((phrase) => ({
    phrase,
    features: featuresOf(phrase, said, sentences),
  }));
}

/** The most that a title and an overview need. */
const MAX_PHRASES = 10;

/** The phrases of an English talk that share no words, the best first. */
export function rankedPhrases(reading: Reading, { read, reader }: Heard): KeyPhrase[] {
  const model = reader.models.get('topic')!;
  const ranked = topicsOf(reading, read)
    .map(({ phrase, features }) => ({
      phrase,
      score: scores(model, hashed(features))[0]!,
    }))
    .toSorted((one, other) => other.score - one.score);
  const kept: KeyPhrase[] = [];
  for (const { phrase } of ranked) {
    if (kept.length === MAX_PHRASES) break;
    const isNew = kept.every(({ stems }) => !stems.some((one) => phrase.stems.includes(one)));
    if (isNew) kept.push(phrase);
  }
  return kept;
}

function featuresOf(
  { text, article, stems }: KeyPhrase,
  { all: { units, talk, clusters }, items }: Said,
  sentences: ReadonlyMap<string, ReadonlySet<Unit>>,
): string[] {
  const byStem = stems.map((one) => sentences.get(one) ?? new Set<Unit>());
  const whole = [...byStem[0]!].filter((unit) => byStem.every((some) => some.has(unit)));
  const parts = [...new Set(byStem.flatMap((some) => [...some]))].toSorted(
    (one, other) => one.index - other.index,
  );
  const speakers = new Set(parts.map(({ turn }) => talk.turns[turn]!.speaker)).size;
  const partAt = (unit: Unit | undefined) => (unit?.index ?? 0) / units.length;
  const heads = [...byStem.at(-1)!];
  const words = text.toLowerCase().split(' ');
  const [before, beforeThat] = wordsBefore(words[0]!, whole[0]);
  return [
    `times ${Math.min(MAX_COUNT, parts.length)}`,
    `whole ${Math.min(MAX_COUNT, whole.length)}`,
    `speakers ${speakers}`,
    `first ${bucketOf(partAt(parts[0]), PLACES)}`,
    `last ${bucketOf(partAt(parts.at(-1)), PLACES)}`,
    `words ${stems.length}`,
    `article ${article}`,
    `capital ${/\p{Lu}/u.test(text)}`,
    `asked ${parts.some((unit) => unit.text.endsWith('?'))}`,
    ...KINDS.flatMap((kind) =>
      stepFeatures(
        kind,
        Math.max(LOWEST, ...heads.map((unit) => items.get(unit)![placeOf(kind)]!)),
      ),
    ),
    `head ${words.at(-1)}`,
    `before ${before}`,
    `before ${beforeThat} ${before}`,
    ...words.flatMap((word) => [`word ${word}`, ...clusterFeatures(clusters.of(word))]),
  ];
}

/** A score below all steps. */
const LOWEST = -9;
const MAX_COUNT = 4;
const PLACES = [0.05, 0.15, 0.3, 0.5, 0.75, 0.9];

/** The two words before a word, the nearest first. */
function wordsBefore(word: string, unit: Unit | undefined): [string, string] {
  const words = unit?.tokens.map((token) => token.word) ?? [];
  const at = words.indexOf(word);
  return [words[at - 1] ?? '<', words[at - 2] ?? '<'];
}
