/** Learns to choose among options, and reports how often the choice is right. */
import { hashed, scores, type LinearModel } from '../src/engines/understanding/reader/model.ts';
import type { Studied } from './examples.ts';
import { learnChoice, type Choice } from './learn.ts';
import type { Folds } from './meaning.ts';
import { reportChoices } from './report.ts';

interface Lesson {
  talks: readonly Studied[];
  choicesIn: (talk: Studied) => Choice[];
  folds: Folds;
  rate: number | undefined;
}

/**
 * Learns from all talks, and reports how often the first choice is right by models that did not
 * learn from the batch of the talk.
 */
export function learnChoices(
  name: string,
  { talks, choicesIn, folds: { folds, foldOf }, rate }: Lesson,
): LinearModel {
  const choices = talks.map((talk) => ({ fold: foldOf(talk), choices: choicesIn(talk) }));
  const learnt = (some: typeof choices) =>
    learnChoice(
      some.flatMap((talk) => talk.choices),
      { rate },
    );
  const rights = Array.from({ length: folds }, (_, fold) => {
    const model = learnt(choices.filter((talk) => talk.fold !== fold));
    return choices
      .filter((talk) => talk.fold === fold)
      .flatMap((talk) => talk.choices.map((choice) => isFirstRight(choice, model)));
  }).flat();
  reportChoices(name, rights);
  return learnt(choices);
}

function isFirstRight({ options, right }: Choice, model: LinearModel): boolean {
  const rated = options.map(({ features }) => scores(model, hashed(features))[0]!);
  return right[rated.indexOf(Math.max(...rated))]!;
}
