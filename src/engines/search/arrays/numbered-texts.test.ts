import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberedTexts } from './numbered-texts.ts';

test('texts are numbered in their order, also when there are many and one is empty', () => {
  const numbered = new NumberedTexts();
  const texts = ['', ...Array.from({ length: 5_000 }, (_, at) => `word${at}`), 'Straße', '😀'];
  texts.forEach((text, number) => {
    assert.equal(numbered.get(text), undefined);
    assert.equal(numbered.add(text), number);
    assert.equal(numbered.get(text), number);
  });
  assert.deepEqual(
    texts.map((text) => numbered.get(text)),
    [...texts.keys()],
  );
  assert.deepEqual(numbered.texts, texts);
  assert.equal(numbered.get('word5000'), undefined);
});

test('a text that is added again has its last number, also after the table has grown', () => {
  const numbered = new NumberedTexts();
  for (let round = 0; round < 200; round++) {
    for (const text of ['a', 'b']) numbered.add(text);
    assert.deepEqual(
      ['a', 'b'].map((text) => numbered.get(text)),
      [2 * round, 2 * round + 1],
    );
  }
});
