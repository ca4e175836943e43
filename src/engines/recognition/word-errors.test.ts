import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordErrors } from './word-errors.ts';

test('missing, extra and wrong words are counted, but not case and punctuation', () => {
  for (const [said, heard, words, errors] of [
    ['I need milk.', 'i need MILK', 3, 0],
    ["Don't go!", 'do not go', 2, 2],
    ['one two three four', 'one three', 4, 2],
    ['one two', 'one and a two', 2, 2],
    ['um dois três', 'um dois três quatro', 3, 1],
    ['Hello', '', 1, 1],
    ['', 'hello', 0, 1],
  ] as const) {
    assert.deepEqual(wordErrors(said, heard), { words, errors }, `${said} | ${heard}`);
  }
});
