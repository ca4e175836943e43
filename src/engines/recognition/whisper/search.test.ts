import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repeatedTokens } from './search.ts';

const repeat = (tokens: number[], rounds: number) =>
  Array.from({ length: rounds }, () => tokens).flat();

test('a short run is a loop in its fourth round', () => {
  assert.equal(repeatedTokens([5, ...repeat([1], 3)]), 0);
  assert.equal(repeatedTokens([5, ...repeat([1], 4)]), 3);
  assert.equal(repeatedTokens([5, ...repeat([1, 2, 3], 3)]), 0);
  assert.equal(repeatedTokens([5, ...repeat([1, 2, 3], 4)]), 9);
});

test('a long run is a loop in its second round', () => {
  const sentence = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  assert.equal(repeatedTokens(repeat(sentence, 2)), sentence.length);
  assert.equal(repeatedTokens(repeat(sentence.slice(1), 2)), 0, 'eight tokens are a short run');
  assert.equal(repeatedTokens([...sentence, ...sentence.slice(1)]), 0);
});

test('what is cut from a loop repeats what stays', () => {
  const texts = fc.tuple(fc.array(fc.nat(3)), fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }));
  fc.assert(
    fc.property(texts, ([before, round]) => {
      const tokens = [...before, ...repeat(round, 4)];
      const cut = repeatedTokens(tokens);
      assert.ok(cut > 0 && cut < tokens.length);
      const length = tokens.length - cut;
      const tail = tokens.slice(length);
      const period = [1, 3].map((rounds) => cut / rounds).filter(Number.isInteger);
      assert.ok(
        period.some((each) => tail.every((token, i) => token === tokens[length + i - each])),
      );
    }),
  );
});

test('a text without repetition is no loop', () => {
  const unique = fc.uniqueArray(fc.nat(50_000), { maxLength: 100 });
  fc.assert(fc.property(unique, (tokens) => repeatedTokens(tokens) === 0));
});
