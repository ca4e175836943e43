/** Tests the scores of models, and that a written file is read as the same models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { denseScores } from './dense-model.ts';
import { chanceOf, hashed, hashOf, readModels, scores, writeModels } from './model.ts';

const LINEAR = {
  labels: ['task', 'event'],
  rows: new Map([
    [hashOf('w ladder'), 0],
    [hashOf('w dinner'), 1],
  ]),
  weights: Int8Array.of(3, -100, -1, 2),
  scales: [0.5, 0.25],
};
const DENSE = { labels: ['home', 'work'], weights: Float32Array.of(1, 2, 0.5, -1, 0, 0.25) };

test('a score is the sum of the weights of the known features', () => {
  assert.deepEqual([...scores(LINEAR, hashed(['w ladder', 'w dinner', 'w new']))], [1, -24.5]);
  assert.deepEqual([...scores(LINEAR, hashed(['w dinner', 'w dinner']))], [-0.5, 0.5]);
  assert.deepEqual([...scores(LINEAR, [])], [0, 0]);
});

test('a score of a vector is the bias and the weighted sum of its numbers', () => {
  assert.deepEqual([...denseScores(DENSE, Float32Array.of(3, 10))], [23.5, -2.75]);
});

test('a score of 0 is a chance of one half', () => {
  assert.equal(chanceOf(0), 0.5);
  assert.equal(chanceOf(Math.log(3)).toFixed(6), '0.750000');
});

test('hashes of features stay the same, because files of models contain them', () => {
  assert.equal(hashOf(''), 0x811c9dc5);
  assert.equal(hashOf('w ladder'), 2_778_673_482);
});

test('written models are read with their weights', () => {
  const stored = {
    data: 'abc',
    features: 'def',
    bounds: { task: 0.3 },
    models: new Map([
      ['items', LINEAR],
      ['due', { ...LINEAR, labels: ['due'], scales: [1], weights: Int8Array.of(-56, 7) }],
    ]),
    dense: new Map([
      ['category', DENSE],
      ['other', { labels: ['one'], weights: Float32Array.of(4, 5) }],
    ]),
  };
  assert.deepEqual(readModels(writeModels(stored)), stored);
});
