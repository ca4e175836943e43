/** States the features of the sentences that may answer a question, with which the models were trained. */
import { test } from 'node:test';
import { assertFeatures, LADDER_TALK, LONG_TALK } from '../understanding/testing-features.ts';
import { answeredFeatures, candidatesFor } from './answer-candidates.ts';

const QUESTIONS = [
  ['When does Ben bring the ladder?', LADDER_TALK],
  ['Where is the dinner on Sunday?', LADDER_TALK],
  ['How many people come to the birthday party?', LADDER_TALK],
  ['Who has a dog?', LADDER_TALK],
  ['Why does the parcel stay?', LONG_TALK],
  ['Is the mill shut?', LONG_TALK],
] as const;

test('each sentence has the features with which the model of answers was trained', () => {
  const lists = QUESTIONS.flatMap(([question, { turns }]) =>
    candidatesFor(question, turns).map(({ turn, text, features, coverage, isFull }) => [
      `${question} Turn ${turn}: ${text}`,
      [...features, `covers ${coverage.toFixed(2)}`, isFull ? 'full' : 'not full'],
    ]),
  );
  assertFeatures(
    new URL('learned-features/candidates.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});

test('the best sentence has the features with which the model of enough was trained', () => {
  const lists = [
    [0.05, 0, 0.1],
    [1.2, 1, 0.55],
    [-3, 3, 0.9],
  ].map(([score, lead, coverage], at) => {
    const candidate = {
      turn: 0,
      text: 'Yes.',
      features: ['bias'],
      coverage: coverage!,
      isFull: false,
    };
    return [`candidate ${at}`, answeredFeatures({ candidate, score: score!, lead: lead! })];
  });
  assertFeatures(
    new URL('learned-features/answered.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});
