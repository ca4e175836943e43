import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameAsAny, KnownTexts } from '../text-likeness.ts';

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
