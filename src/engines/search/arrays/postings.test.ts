import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Growing } from './growing-array.ts';
import { Postings, TF_STEP } from './postings.ts';

const TERMS = 6;
/** Several words have the same term. */
const termOfWord = [0, 1, 2, 3, 4, 5, 0, 1];

function documentsOf(texts: readonly (readonly number[])[]) {
  const wordsFrom = new Growing(Int32Array);
  const sequence = new Growing(Int32Array);
  const ends = texts.map((words) => {
    wordsFrom.push(sequence.length);
    sequence.pushAll(words);
    return sequence.length;
  });
  const wordsEnd = (document: number) => ends[document]!;
  return { documents: texts.length, wordsFrom, wordsEnd, sequence, termOfWord };
}

function add(postings: Postings, document: number, words: readonly number[]): void {
  for (const [term, same] of Map.groupBy(words, (word) => termOfWord[word]!)) {
    postings.add(term, document, same.length);
  }
}

const contentOf = (postings: Postings) =>
  Array.from({ length: TERMS }, (_, term) => Array.from(postings.of(term)));

const words = fc.array(fc.nat(termOfWord.length - 1), { maxLength: 40 });

test('packed postings are those that adding each document makes, and grow like them', () => {
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 8 }),
      fc.array(words, { maxLength: 4 }),
      (first, more) => {
        const added = new Postings();
        for (const [document, text] of first.entries()) add(added, document, text);
        const packed = new Postings();
        for (const _ of packed.pack(documentsOf(first), TERMS));
        assert.deepEqual(contentOf(packed), contentOf(added));
        for (const postings of [added, packed]) {
          more.forEach((text, at) => add(postings, first.length + at, text));
        }
        assert.deepEqual(contentOf(packed), contentOf(added));
      },
    ),
  );
});

test('terms of later documents have postings too', () => {
  const postings = new Postings();
  for (const _ of postings.pack(documentsOf([[0]]), 1));
  assert.deepEqual([...postings.of(5)], []);
  postings.add(5, 1, 20);
  assert.deepEqual([...postings.of(5)], [TF_STEP + 15]);
  assert.deepEqual([...postings.of(0)], [1]);
});

test('packing stops every 5,000 documents', () => {
  const texts = Array.from({ length: 5_001 }, () => [0]);
  assert.equal([...new Postings().pack(documentsOf(texts), 1)].length, 4);
});
