/** Tests the vectors of sentences and talks that the models of meanings see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIMENSIONS } from '../../sentence-encoder/sentence-encoder.ts';
import { meaningsOf, sentenceVector, talkVector } from './meanings.ts';
import { unitsOf } from './units.ts';

/** A vector with one value other than 0. */
const axis = (at: number, value = 1) => new Float32Array(DIMENSIONS).fill(value, at, at + 1);

/** A sentence for each number of words. */
const sentences = (...counts: number[]) =>
  unitsOf({
    language: 'en',
    turns: counts.map((count) => ({
      text: 'word '.repeat(count),
      speaker: 'Ana',
      isUser: false,
    })),
  });

test('a sentence has its meaning and half of its scores', () => {
  const vector = sentenceVector(axis(0), Float64Array.of(3, -1));
  assert.deepEqual(Array.from(vector.subarray(0, 2)), [1, 0]);
  assert.deepEqual(Array.from(vector.subarray(DIMENSIONS)), [1.5, -0.5]);
});

test('a sentence counts in a talk by its words, up to twenty', () => {
  const meaningOf = (...counts: number[]) => {
    const units = sentences(...counts);
    const [x, y] = talkVector(new Map(units.map((unit, at) => [unit, axis(at)])));
    return y! / x!;
  };
  assert.ok(Math.abs(meaningOf(4, 8) - 2) < 1e-6);
  assert.ok(Math.abs(meaningOf(10, 20) - 2) < 1e-6);
  assert.ok(Math.abs(meaningOf(10, 30) - 2) < 1e-6);
});

test('the vector of a talk has length 1, and 0 without sentences', () => {
  const units = sentences(3, 5);
  const length = (vector: Float32Array) => Math.hypot(...vector);
  const whole = talkVector(new Map(units.map((unit, at) => [unit, axis(at, 7)])));
  assert.ok(Math.abs(length(whole) - 1) < 1e-6);
  assert.equal(length(talkVector(new Map())), 0);
});

test('only English sentences have a meaning, and only with an encoder', () => {
  const units = sentences(2, 3);
  const encoder = { encode: (text: string) => axis(text.length) };
  const turns = [] as const;
  const meanings = meaningsOf({ talk: { language: 'en', turns }, units }, encoder);
  assert.deepEqual(meanings?.get(units[1]!), axis(units[1]!.text.length));
  assert.equal(meaningsOf({ talk: { language: 'de', turns }, units }, encoder), null);
  assert.equal(meaningsOf({ talk: { language: 'en', turns }, units }, null), null);
});
