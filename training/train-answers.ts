/**
 * Learns from the questions of `training/talks` which sentence of a talk answers a question, and
 * whether any does. Writes `assets/answers.bin`. The same questions give the same file. Prints how
 * well models do that did not learn from the batch of a talk.
 */
import { writeFileSync } from 'node:fs';
import { writeModels } from '../src/engines/understanding/reader/model.ts';
import { judge, learnAnswers, questionsOf } from './answers.ts';
import { hashOfAnswerFeatures, hashOfTalks } from './hashes.ts';
import { percent } from './report.ts';
import { readTalks } from './talks.ts';

/** The share of questions without an answer that the bound is to admit. */
const ADMITTED = 0.75;

const questions = questionsOf(readTalks());
const batches = [...new Set(questions.map(({ batch }) => batch))];
const judged = batches.flatMap((batch) => {
  const models = learnAnswers(questions.filter((question) => question.batch !== batch));
  return questions
    .filter((question) => question.batch === batch)
    .map((question) => judge(question, models));
});
const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
const unanswerable = judged
  .filter(({ isAnswerable }) => !isAnswerable)
  .map(({ chance }) => chance)
  .toSorted((one, other) => one - other);
const bound = unanswerable[Math.floor(unanswerable.length * ADMITTED)]!;
const share = (some: readonly unknown[]) => percent(some.length / answerable.length);
console.log(
  `answers: ${share(answerable.filter(({ isRight }) => isRight))} of ${answerable.length} right; ` +
    `with the bound ${bound.toFixed(2)}, ` +
    `${share(answerable.filter(({ isRight, chance }) => isRight && chance >= bound))} right and ` +
    `${share(answerable.filter(({ chance }) => chance < bound))} refused`,
);
const models = new Map(Object.entries(learnAnswers(questions)));
const file = writeModels({
  data: hashOfTalks(),
  features: hashOfAnswerFeatures(),
  bounds: { answered: bound },
  models,
  dense: new Map(),
});
writeFileSync(new URL('../assets/answers.bin', import.meta.url), file);
console.log(`${(file.length / 1e3).toFixed(0)} kB`);
