import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rank } from './ranking/ranker.ts';
import { passagesOf } from './passages.ts';
import { TextIndex } from './text-index.ts';
import type { IndexText } from './text-index.ts';
import { Vectors } from './vectors.ts';

const vectorsOf = (...values: number[][]) => {
  const vectors = new Vectors();
  values.forEach((vector, number) =>
    vectors.put(`g${number}`, {
      dimensions: vector.length,
      values: Float32Array.from(vector),
      passages: [{ first: 0, count: 1 }],
    }),
  );
  return vectors;
};
const place = (group: string) => Number(group.slice(1));

test('vectors of equal direction are similar, whatever their length', () => {
  const vectors = vectorsOf([5, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 2, 0]);
  const meaning = vectors.alike(Float32Array.from([0.01, 0, 0, 0]), place);
  assert.deepEqual([...meaning.keys()], [0]);
  assert.equal(meaning.get(0), 1);
});

test('vectors of other dimensions are ignored, and removed ones take no space', () => {
  const vectors = vectorsOf([1, 0], [0, 1], [1, 1]);
  assert.equal(vectors.alike(Float32Array.from([1, 0, 0]), place).size, 0);
  for (const group of ['g0', 'g1', 'g2', 'g2', 'never']) vectors.remove(group);
  assert.equal(vectors.bytes, 0);
});

test('dot products are exact for any dimensions', () => {
  const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 11 });
  fc.assert(
    fc.property(vector, fc.integer({ min: 0, max: 3 }), (values, more) => {
      fc.pre(values.some((value) => value !== 0));
      const others = Array.from({ length: more + 2 }, () => values.map((value) => -value));
      const meaning = vectorsOf(values, ...others).alike(Float32Array.from(values), place);
      assert.deepEqual([...meaning], [[0, 1]]);
    }),
  );
});

test('text with the same meaning is found without common words, but ranks lower', () => {
  const index = new TextIndex();
  const texts = ['An old automobile', 'The car is old', 'Stamps', 'Bread', 'Chess', 'Tea'];
  texts.forEach((text, number) =>
    index.put({ id: `g${number}`, at: 0, labels: [], texts: [{ id: `g${number}`, text }] }),
  );
  const vectors = vectorsOf([1, 0.1], [1, 0], [0, 1], [0, 1], [0, 1], [0, 1]);
  const query = { text: 'car', limit: 5, vector: Float32Array.from([1, 0]) };
  assert.deepEqual(
    rank(index, query, vectors).groups.map(({ id }) => id),
    ['g1', 'g0'],
  );
  assert.deepEqual(
    rank(index, { ...query, vector: null }, vectors).groups.map(({ id }) => id),
    ['g1'],
  );
});

test('passages contain every turn, keep a title separate, and are bounded', () => {
  const turn = fc.string({ minLength: 1, maxLength: 3_000 }).map((text) => `a${text}`);
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40 }), (turns) => {
      const texts: IndexText[] = turns.map((text, number) => ({
        id: String(number),
        text,
        whole: number === 0,
      }));
      const passages = passagesOf(texts);
      const covered = new Set(
        passages.flatMap(({ first, count }) =>
          Array.from({ length: count }, (_, at) => first + at),
        ),
      );
      assert.equal(covered.size, turns.length);
      assert.ok(passages.every(({ text }) => text.length <= 2_000));
      if (turns.length > 0) assert.deepEqual([passages[0]!.first, passages[0]!.count], [0, 1]);
    }),
  );
});
