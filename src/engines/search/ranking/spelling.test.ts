/** Tests the words that a misspelled or unfinished word of a question finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextIndex } from '../text-index.ts';
import { LONGEST_WORD, termOf } from '../../words/terms.ts';
import { slipsBetween, spelledLike, startingWith } from './spelling.ts';

function indexOf(...words: string[]): TextIndex {
  const index = new TextIndex();
  index.put({ id: 'talk', at: 0, labels: [], texts: [{ id: 'turn', text: words.join(' ') }] });
  return index;
}

const finds = (word: string, other: string): boolean => {
  const index = indexOf(other);
  return spelledLike(word, index).some(({ term }) => term === index.termNumber(termOf(other)));
};

test('a beginning finds the twelve shortest words', () => {
  const words = Array.from({ length: 13 }, (_, count) => `mar${'k'.repeat(count + 1)}`);
  const index = indexOf(...words.toReversed());
  const terms = startingWith('mar', index).map(({ term }) => term);
  assert.deepEqual(
    terms,
    words.slice(0, 12).map((word) => index.termNumber(termOf(word))),
  );
});

test('words from four letters may have one typing error, and words from eight letters two', () => {
  assert.equal(finds('cra', 'car'), false);
  assert.equal(finds('raof', 'roof'), true);
  assert.equal(finds('lizbno', 'lisbon'), false);
  assert.equal(finds('gradenz', 'gardens'), false);
  assert.equal(finds('muontian', 'mountain'), true);
  assert.equal(finds('muontiam', 'mountain'), false);
});

test('each replaced letter is one typing error', () => {
  assert.equal(finds('lizbon', 'lisbon'), true);
  assert.equal(finds('mounbeez', 'mountain'), false);
  assert.equal(finds('mouxtaiz', 'mountain'), true);
});

test('a swap counts once, and at the ends of a word too', () => {
  assert.equal(slipsBetween('peanuts', 'peantus', 2), 1);
  assert.equal(slipsBetween('epanuts', 'peanuts', 2), 1);
  assert.equal(slipsBetween('peanust', 'peanuts', 2), 1);
  assert.equal(slipsBetween('ab', 'ba', 2), 1);
});

test('the longest words are compared in all their letters', () => {
  const long = 'a'.repeat(LONGEST_WORD);
  assert.equal(slipsBetween(long, 'b'.repeat(LONGEST_WORD), LONGEST_WORD), LONGEST_WORD);
  assert.equal(slipsBetween(long, `${long.slice(1)}b`, LONGEST_WORD), 1);
  // The rows of the table still contain the numbers of the comparison before.
  assert.equal(slipsBetween('cat', 'cart', 2), 1);
});
