import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passagesOf } from './passages.ts';

const turns = (...lengths: number[]) =>
  lengths.map((length, index) => ({ id: `${index}`, text: 'a'.repeat(length) }));
const sizes = (...lengths: number[]) =>
  passagesOf(turns(...lengths)).map(({ first, count }) => [first, count]);

test('a passage ends with the turn that brings it to 250 characters', () => {
  assert.deepEqual(sizes(125, 125, 10), [
    [0, 2],
    [2, 1],
  ]);
  assert.deepEqual(sizes(125, 124, 10), [[0, 3]]);
});

test('a passage of three or more turns shares its last turn with the next passage', () => {
  assert.deepEqual(sizes(100, 100, 100, 100), [
    [0, 3],
    [2, 2],
  ]);
});

test('a text about all turns is a passage of its own', () => {
  const [title, ...rest] = turns(5, 5, 5);
  const passages = passagesOf([{ ...title!, whole: true }, ...rest]);
  assert.deepEqual(
    passages.map(({ first, count }) => [first, count]),
    [
      [0, 1],
      [1, 2],
    ],
  );
});

test('a passage has at most 2,000 characters, and a passage without a letter is left out', () => {
  assert.equal(passagesOf(turns(2_001))[0]!.text.length, 2_000);
  assert.deepEqual(passagesOf([{ id: '1', text: '…' }]), []);
});
