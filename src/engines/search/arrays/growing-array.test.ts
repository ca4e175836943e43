import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Growing } from './growing-array.ts';

const contentOf = (array: Growing<Int32Array>) =>
  Array.from({ length: array.length }, (_, place) => array.at(place));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('an array keeps its items while it grows, one by one or by many', () => {
  for (const first of [0, 63, 64, 65, 200]) {
    for (const more of [0, 1, 64, 1_000]) {
      const array = new Growing(Int32Array);
      for (const value of numbers(first)) array.push(value);
      array.pushAll(numbers(more));
      array.push(7);
      assert.deepEqual(contentOf(array), [...numbers(first), ...numbers(more), 7]);
    }
  }
});

test('an item can be replaced', () => {
  const array = new Growing(Int32Array);
  array.pushAll([1, 2, 3]);
  array.set(1, 9);
  assert.deepEqual(contentOf(array), [1, 9, 3]);
});
