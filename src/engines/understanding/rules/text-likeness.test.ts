import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameAsAny, KnownTexts, likeness } from '../text-likeness.ts';

test('known texts are found as by comparing them one by one', () => {
  const word = fc.constantFrom(
    'lives',
    'in',
    'lisbon',
    'porto',
    'has',
    'two',
    'cats',
    'dogs',
    'a',
    '',
  );
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, text, (known, asked, except) => {
      const texts = new KnownTexts(known);
      assert.equal(texts.says(asked), isSameAsAny(asked, known));
      const others = known.filter((each) => each !== except);
      assert.equal(texts.says(asked, except), isSameAsAny(asked, others));
    }),
    // A text of one letter has a single trigram, which is the text itself.
    { examples: [[['a'], 'a', '']] },
  );
});

test('the likeness of two texts is the share of their pieces of three characters that both have', () => {
  for (const [one, other, share] of [
    ['ab', 'ab', 1],
    ['ab', 'AB!', 1],
    ['ab', 'cd', 0],
    ['', '', 0],
    // " ab" and "ab "; " ab", "abc" and "bc ".
    ['ab', 'abc', 1 / 4],
    ['abc', 'abc d', 3 / 5],
  ] as const)
    assert.equal(likeness(one, other), share, `${one}, ${other}`);
});

test('texts with three fifths of their pieces in common are the same', () => {
  assert.equal(isSameAsAny('abc', ['xyz', 'abc d']), true);
  assert.equal(isSameAsAny('abc', ['xyz', 'abc de']), false);
  assert.equal(new KnownTexts(['xyz', 'abc d']).says('abc'), true);
  assert.equal(new KnownTexts(['xyz', 'abc de']).says('abc'), false);
});
