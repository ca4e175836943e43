/** Learns the models over the vectors of the sentence encoder. */
import type { Kind } from '../src/engines/understanding/reader/kinds.ts';
import { denseScores, type DenseModel } from '../src/engines/understanding/reader/dense-model.ts';
import {
  meaningsOf,
  sentenceVector,
  talkVector,
  type Meanings,
} from '../src/engines/understanding/reader/meanings.ts';
import { unitsOf, type Unit } from '../src/engines/understanding/reader/units.ts';
import { SentenceEncoder } from '../src/engines/sentence-encoder/sentence-encoder.ts';
import type { Studied } from './examples.ts';
import type { Subject } from './subjects.ts';
import { learnDense, learnDiscriminant, type DenseExample } from './learn-dense.ts';

/** The English talks with the vectors of their sentences. */
export function meaningsOfTalks(talks: readonly Studied[]): Map<Studied, Meanings> {
  using encoder = new SentenceEncoder();
  return new Map(
    talks.flatMap((talk) => {
      const meanings = meaningsOf(talk.all, encoder);
      return meanings ? [[talk, meanings] as const] : [];
    }),
  );
}

interface Lesson {
  learnt: DenseModel;
  /** The scores of a talk's examples, by a model that did not learn from its batch. */
  judged: ReadonlyMap<Studied, Float64Array[]>;
}

/**
 * Learns from all talks, and from all but one fold for the judgement of that fold. `more` are
 * examples of other hands.
 */
function lesson(
  meanings: ReadonlyMap<Studied, Meanings>,
  examplesOf: (talk: Studied, meanings: Meanings) => DenseExample[],
  learn: (examples: DenseExample[]) => DenseModel,
  { folds, foldOf }: Folds,
  more: readonly DenseExample[] = [],
): Lesson {
  const examples = new Map([...meanings].map(([talk, own]) => [talk, examplesOf(talk, own)]));
  const talks = [...examples.keys()];
  const judged = new Map<Studied, Float64Array[]>();
  for (let fold = 0; fold < folds; fold += 1) {
    const others = talks.filter((talk) => foldOf(talk) !== fold);
    const model = learn([...others.flatMap((talk) => examples.get(talk)!), ...more]);
    for (const talk of talks.filter((each) => foldOf(each) === fold)) {
      judged.set(
        talk,
        examples.get(talk)!.map(({ vector }) => denseScores(model, vector)),
      );
    }
  }
  return { learnt: learn([...[...examples.values()].flat(), ...more]), judged };
}

export interface Folds {
  folds: number;
  foldOf(talk: Studied): number;
}

/** Judges each sentence again, by its meaning and the scores of the linear model. */
export const learnItems = (
  meanings: ReadonlyMap<Studied, Meanings>,
  items: ReadonlyMap<Unit, Float64Array>,
  { kinds, folds }: { kinds: readonly Kind[]; folds: Folds },
): Lesson =>
  lesson(
    meanings,
    ({ all, kinds: of }, vectors) =>
      all.units.map((unit) => ({
        vector: sentenceVector(vectors.get(unit)!, items.get(unit)!),
        labels: of.get(unit)!,
      })),
    (some) => learnDense(some, kinds),
    folds,
  );

export const learnCategory = (
  meanings: ReadonlyMap<Studied, Meanings>,
  { categories, folds, subjects }: Categories,
): Lesson =>
  lesson(
    meanings,
    ({ talk }, vectors) => [{ vector: talkVector(vectors), labels: [talk.category] }],
    (some) => learnDiscriminant(some, categories),
    folds,
    meaningsOfSubjects(subjects),
  );

interface Categories {
  categories: readonly string[];
  folds: Folds;
  subjects: readonly Subject[];
}

function meaningsOfSubjects(subjects: readonly Subject[]): DenseExample[] {
  using encoder = new SentenceEncoder();
  return subjects.map(({ category, lines }) => {
    const turns = lines.map((text) => ({ text, speaker: '', isUser: false }));
    const talk = { language: 'en', turns };
    const meanings = meaningsOf({ talk, units: unitsOf(talk) }, encoder)!;
    return { vector: talkVector(meanings), labels: [category] };
  });
}
