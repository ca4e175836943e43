import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseLeniently } from './lenient.ts';

const Shape = z.looseObject({
  id: z.string(),
  tags: z.array(z.string()).nullish(),
  segments: z.array(z.looseObject({ text: z.string(), at: z.number().nullish() })),
});
const read = (value: unknown) => {
  const { data, problems } = parseLeniently(Shape, value);
  return [data, problems.map(({ path }) => path).toSorted()];
};

test('the smallest parts that do not fit are left out, and named by their places', () => {
  const segments = [{ text: 5 }, { text: 'a', at: 'x' }, null, { at: 1 }, { text: 'b' }];
  assert.deepEqual(read({ id: '1', tags: ['a', 1, 'b', 2], segments }), [
    { id: '1', tags: ['a', 'b'], segments: [{ text: 'a' }, { text: 'b' }] },
    ['segments.0', 'segments.1.at', 'segments.2', 'segments.3', 'tags.1', 'tags.3'],
  ]);
});

test('a record without a needed field does not fit', () => {
  for (const value of [{ segments: [] }, { id: '1' }, { id: '1', segments: 7 }, null, [], 'x']) {
    assert.deepEqual(read(value), [null, ['']], JSON.stringify(value));
  }
});

test('a value is not changed by reading it', () => {
  const value = { id: '1', tags: [7], segments: [] };
  read(value);
  assert.deepEqual(value, { id: '1', tags: [7], segments: [] });
});
