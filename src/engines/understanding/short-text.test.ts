/** Tests where texts are shortened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened, withoutMiddle } from './short-text.ts';

test('a text that fits stays whole', () => {
  assert.equal(shortened('one two', 7), 'one two');
  assert.equal(withoutMiddle('one two', 7), 'one two');
});

test('a longer text ends between words, unless half of it would go', () => {
  assert.equal(shortened('one two three', 12), 'one two…');
  assert.equal(shortened('ones, two three', 9), 'ones…');
  assert.equal(shortened('one extraordinary', 12), 'one extraor…');
  // The space is at exactly half of the limit, which is too early.
  assert.equal(shortened('four fourteen', 8), 'four fo…');
});

test('a text without its middle keeps its beginning and its end', () => {
  const text = 'one two three four five six seven eight';
  assert.equal(withoutMiddle(text, 30), 'one two three… seven eight');
  assert.equal(withoutMiddle('one two three four abcdef ghij', 24), 'one two… abcdef ghij');
  assert.equal(withoutMiddle(text, 39), text);
  assert.equal(withoutMiddle('a'.repeat(40), 20), `${'a'.repeat(9)}… ${'a'.repeat(9)}`);
});
