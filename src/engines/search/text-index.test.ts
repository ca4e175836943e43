import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextIndex } from './text-index.ts';
import type { IndexText } from './text-index.ts';

const speaker = (name: string) => ({ name, labels: [name] });
const put = (index: TextIndex, id: string, ...texts: Omit<IndexText, 'id'>[]) =>
  index.put({
    id,
    at: 0,
    labels: [],
    texts: texts.map((text, place) => ({ id: `${id}${place}`, ...text })),
  });

test('an index has each word, term and speaker once', () => {
  const index = new TextIndex();
  const [ana, rui] = [speaker('Ana'), speaker('Rui')];
  put(index, 'a', { text: 'red boats', speaker: ana }, { text: 'red boat', speaker: rui });
  put(index, 'b', { text: 'boats', speaker: { ...ana } }, { text: 'boat' });
  assert.deepEqual(index.words, ['red', 'boats', 'boat']);
  assert.deepEqual(index.terms, ['red', 'boat']);
  assert.deepEqual(
    index.speakers.map(({ key }) => key),
    [JSON.stringify(ana), JSON.stringify(rui)],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((document) => index.speakerOf.at(document)),
    [0, 1, 0, -1],
  );
});

test('an index finds the words and the first document of a group', () => {
  const index = new TextIndex();
  put(index, 'a', { text: 'The red boat' }, { text: '…' });
  put(index, 'b', { text: 'red red' });
  const words = (document: number) => index.wordsIn(document).map((word) => index.words[word]);
  assert.deepEqual([0, 1, 2].map(words), [['the', 'red', 'boat'], [], ['red', 'red']]);
  assert.deepEqual([index.firstOf('a'), index.firstOf('b'), index.firstOf('c')], [0, 2, undefined]);
  assert.deepEqual(
    [0, 1, 2].map((document) => index.lengthOf.at(document)),
    [2, 0, 2],
  );
  const phrase = ['red', 'boat'].map((word) => index.wordNumber(word)!);
  assert.deepEqual(
    [0, 2].map((document) => index.says(document, phrase)),
    [true, false],
  );
});

test('a group that is added again replaces itself, and a removed one counts no more', () => {
  const index = new TextIndex();
  const counts = () => [index.liveGroups, index.liveDocuments, index.liveTerms, index.documents];
  put(index, 'a', { text: 'red boat' }, { text: 'tea' });
  put(index, 'b', { text: 'tea' });
  assert.deepEqual(counts(), [2, 3, 4, 3]);
  put(index, 'a', { text: 'green tea leaves' });
  assert.deepEqual(counts(), [2, 2, 4, 4]);
  assert.equal(index.firstOf('a'), 3);
  index.remove('a');
  index.remove('a');
  assert.deepEqual(counts(), [1, 1, 1, 4]);
  assert.equal(index.firstOf('a'), undefined);
});

test('a posting counts a word up to 15 times', () => {
  const index = new TextIndex();
  const timesOf = (count: number) => {
    put(index, `${count}`, { text: 'tea '.repeat(count) });
    return index.postings.of(index.termNumber('tea')!).at(-1)! % 16;
  };
  assert.deepEqual([1, 14, 15, 16, 40].map(timesOf), [1, 14, 15, 15, 15]);
});

test('an index counts any number of different words', () => {
  for (const count of [1_025, 2_049, 4_097]) {
    const index = new TextIndex();
    put(index, 'a', { text: Array.from({ length: count }, (_, at) => `w${at}`).join(' ') });
    assert.equal(index.terms.length, count);
    assert.ok(index.terms.every((_, term) => String(index.postings.of(term)) === '1'));
  }
});
