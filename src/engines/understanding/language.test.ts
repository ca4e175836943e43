import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lemmaOf, tagged, warmLanguage } from './language.ts';

test('the words of a text have their parts of speech', () => {
  const words = tagged('The dog sleeps.').map(({ text, pos }) => `${text} ${pos}`);
  assert.deepEqual(words, ['The DET', 'dog NOUN', 'sleeps VERB', '. PUNCT']);
  assert.equal(lemmaOf('checking'), 'check');
});

test('a text is read alike after other texts', () => {
  const text = "We met at my nan's garden.";
  const before = tagged(text);
  assert.deepEqual(before[5], { text: "'s", pos: 'PART' });
  // At the end of a sentence, it is one word.
  assert.equal(tagged("It was my nan's.")[3]!.text, "nan's");
  assert.deepEqual(tagged(text), before);
  assert.equal(lemmaOf("nan's"), lemmaOf("nan's"));
  assert.deepEqual(tagged(text), before);
});

test('after many new words, the tables are built anew', () => {
  const before = tagged('The dog sleeps.');
  const { lexemes } = warmLanguage();
  const digits = (number: number) =>
    [...String(number)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
  let words = 0;
  while (warmLanguage().lexemes === lexemes) {
    assert.ok(words <= 50_000);
    const text = Array.from({ length: 1_000 }, (_, at) => `zq${digits(words + at)}`).join(' ');
    tagged(text);
    words += 1_000;
  }
  assert.ok(words > 0);
  assert.ok(warmLanguage().lexemes.list.length < lexemes.list.length);
  assert.deepEqual(tagged('The dog sleeps.'), before);
});
