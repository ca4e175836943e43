import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '../understanding/reader/model.ts';
import { bestOf, candidatesFor, kindOf } from './answer-candidates.ts';

const said = (...texts: string[]) => texts.map((text) => ({ speaker: 'Ana', text }));
/** A model with a weight for some features. */
const modelOf = (weights: Record<string, number>) => ({
  labels: ['answer'],
  rows: new Map(Object.keys(weights).map((feature, row) => [hashOf(feature), row])),
  weights: Int8Array.from(Object.values(weights)),
  scales: [0.5],
});

test('the best candidate leads by the difference of the scores, a single one by 3', () => {
  const model = modelOf({ first: 4, second: 3 });
  const candidate = (...features: string[]) => ({
    turn: 0,
    text: features.join(' '),
    features,
    coverage: 1,
    isFull: true,
  });
  const [first, second] = [candidate('first'), candidate('second')];
  assert.deepEqual(bestOf([second, first], model), { candidate: first, score: 2, lead: 0.5 });
  assert.deepEqual(bestOf([second], model), { candidate: second, score: 1.5, lead: 3 });
  assert.equal(bestOf([], model), null);
});

test('a question asks for a time, a number, a person, a place or a reason', () => {
  const kinds = {
    'When is it?': 'time',
    'Um wie viel Uhr kommt er?': 'time',
    'How old is Ana?': 'number',
    'Whose is it?': 'person',
    '¿Dónde está?': 'place',
    'Warum nicht?': 'reason',
    'Is it so?': 'other',
    'Whoever?': 'other',
  };
  for (const [question, kind] of Object.entries(kinds)) assert.equal(kindOf(question), kind);
});

test('a sentence is full when it has half of the words of the question and what it asks for', () => {
  const full = (question: string, ...sentences: string[]) =>
    candidatesFor(question, said(...sentences)).map(({ isFull }) => isFull);
  const question = 'Where is the ladder of Ben?';
  assert.deepEqual(full(question, 'The ladder is in the shed.', 'Ben.'), [true, false]);
  assert.deepEqual(full(question, 'The ladder is old.', 'Ben.'), [false, false]);
  // A word that nobody says counts more than one that somebody says.
  assert.deepEqual(full(question, 'The ladder is in the shed.'), [false]);
  assert.deepEqual(full('Is the ladder old?', 'The ladder is old.'), [false]);
});

test('words of a question are found in the sentence, and two turns before and one after it', () => {
  const turns = said('Nothing.', 'Yes.', 'The ladder.', 'Well.', 'It is old.', 'No.');
  const covered = candidatesFor('Where is the ladder?', turns).map(({ coverage }) => coverage);
  assert.deepEqual(covered, [0, 1, 1, 1, 1, 0]);
  assert.deepEqual(candidatesFor('What is it?', turns), []);
});

test('words with the same five first letters are the same', () => {
  const coverage = (word: string) =>
    candidatesFor('Where are the lanterns?', said(`A ${word}.`))[0]!.coverage;
  assert.deepEqual(['lantern', 'lantesque', 'lant', 'lanky'].map(coverage), [1, 1, 0, 0]);
});
