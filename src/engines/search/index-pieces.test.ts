/** Tests how an index is cut into pieces, and that pieces make the same index. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, TF_STEP } from './arrays/postings.ts';
import { addPiece, piecesOf } from './index-pieces.ts';
import { TextIndex } from './text-index.ts';
import type { IndexText } from './text-index.ts';
import { Vectors } from './vectors.ts';

function put(index: TextIndex, id: string, ...texts: Omit<IndexText, 'id'>[]): void {
  const group = { id, at: id.length, labels: [`label:${id[0]}`, 'all'] };
  index.put({ ...group, texts: texts.map((text, place) => ({ id: `${id}${place}`, ...text })) });
}
const sizes = (index: TextIndex, vectors?: Vectors) =>
  Array.from(piecesOf(index, vectors), ({ groups }) => groups.ids.length);

function copyOf(index: TextIndex, vectors: Vectors): { texts: TextIndex; vectors: Vectors } {
  const copy = { texts: new TextIndex(), vectors: new Vectors() };
  for (const piece of piecesOf(index, vectors)) addPiece(piece, copy.texts, copy.vectors);
  for (const _ of copy.texts.packPostings());
  return copy;
}

/** Returns everything that an index holds of its groups, without its own numbers. */
function contentOf(index: TextIndex) {
  return index.groups.flatMap((group) => {
    if (!group) return [];
    const { id, at, labels, first, count, length } = group;
    const texts = Array.from({ length: count }, (_, place) => {
      const document = first + place;
      return {
        id: index.ids[document],
        form: index.formOf.at(document),
        length: index.lengthOf.at(document),
        speaker: index.speakers[index.speakerOf.at(document)]?.key,
        words: index
          .wordsIn(document)
          .map((word) => [index.words[word], index.terms[index.termOfWord[word]!]]),
        postings: [...new Set(index.wordsIn(document).map((word) => index.termOfWord[word]!))].map(
          (term) =>
            index.postings.of(term).filter((posting) => documentOf(posting) === document)[0]! %
            TF_STEP,
        ),
      };
    });
    return [{ id, at, labels, length, texts }];
  });
}

test('the pieces of an index make the same index, without what was removed', () => {
  const index = new TextIndex();
  const [ana, rui] = ['Ana', 'Rui'].map((name) => ({ name, labels: [name.toLowerCase()] }));
  put(index, 'a', { text: 'A title', whole: true }, { text: 'She went going', speaker: ana! });
  put(index, 'gone', { text: 'Nobody says zither', speaker: { name: 'Zoe', labels: [] } });
  put(index, 'empty');
  put(index, 'ab', { text: 'You went?', speaker: rui! }, { text: '…', speaker: ana! });
  put(index, 'c', { text: 'boats boats boat' });
  index.remove('gone');
  const vectors = new Vectors();
  vectors.put('ab', {
    dimensions: 2,
    values: Float32Array.from([3, 4]),
    passages: [{ first: 0, count: 2 }],
  });
  const copy = copyOf(index, vectors);
  assert.deepEqual(contentOf(copy.texts), contentOf(index));
  assert.deepEqual(copy.vectors.of('ab'), vectors.of('ab'));
  assert.equal(copy.vectors.of('a'), undefined);
  assert.equal(copy.texts.wordNumber('zither'), undefined);
  assert.deepEqual(
    copy.texts.speakers.map(({ key }) => key),
    [ana, rui].map((speaker) => JSON.stringify(speaker)),
  );
});

test('a piece has about 2,000 texts', () => {
  const index = new TextIndex();
  for (let at = 0; at < 1_999; at += 1) put(index, `${at}`, { text: 'tea' });
  put(index, 'gone', { text: 'tea' }, { text: 'tea' });
  index.remove('gone');
  put(index, 'one', { text: 'tea' });
  assert.deepEqual(sizes(index), [2_000]);
  put(index, 'next', { text: 'tea' });
  assert.deepEqual(sizes(index), [2_000, 1]);
});

test('a piece has about 40,000 words', () => {
  const index = new TextIndex();
  const text = 'tea '.repeat(20_000);
  put(index, 'a', { text }, { text: 'tea '.repeat(19_999) });
  put(index, 'b', { text: 'tea' });
  put(index, 'c', { text: 'tea' });
  assert.deepEqual(sizes(index), [2, 1]);
  put(index, 'a', { text }, { text });
  assert.deepEqual(sizes(index), [3]);
  put(index, 'd', { text: 'tea' });
  assert.deepEqual(sizes(index), [3, 1]);
});

test('a piece has about 2 MiB of vectors', () => {
  const index = new TextIndex();
  const vectors = new Vectors();
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    put(index, id, { text: 'tea' });
    vectors.putNormalised(id, { dimensions: 1, values: new Float32Array(2 ** 17), passages: [] });
  }
  assert.deepEqual(sizes(index, vectors), [4, 1]);
  assert.deepEqual(sizes(index), [5]);
});
