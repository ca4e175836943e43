import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextIndex } from '../text-index.ts';
import { parseQuery } from './query.ts';

const index = new TextIndex();
index.put({
  id: 'a',
  at: 0,
  labels: [],
  texts: [
    {
      id: 'a',
      text: 'Red cars on Monday in March. Icecream, carpet.',
      speaker: { name: 'Ana', labels: [] },
    },
  ],
});
const termsOf = (text: string) =>
  parseQuery(text, index).concepts.map(({ ways, weight }) => [
    ...ways.map(({ term, weight: each }) => `${index.terms[term]} ${each.toFixed(2)}`),
    weight,
  ]);

test('a query is read up to its 32nd word', () => {
  const words = Array.from({ length: 33 }, (_, at) => `word${at}`);
  const { terms, concepts } = parseQuery(words.join(' '), index);
  assert.equal(terms.size, 32);
  assert.equal(concepts.length, 32);
  assert.deepEqual([terms.has('word31'), terms.has('word32')], [true, false]);
});

test('quotation marks without a word between them are no phrase', () => {
  const phrases = (text: string) =>
    parseQuery(text, index).phrases.map(({ words }) => words?.map((word) => index.words[word]));
  assert.deepEqual(phrases('"!?" red "" car'), []);
  assert.deepEqual(phrases('"red cars" and “Monday”'), [['red', 'cars'], ['monday']]);
  assert.deepEqual(phrases('"red zeppelin"'), [undefined]);
});

test('words of a query count each once, stop words only alone, and names and dates less', () => {
  assert.deepEqual(termsOf('the red cars, red'), [
    ['red 1.00', 1],
    ['car 1.00', 1],
  ]);
  assert.deepEqual(termsOf('on'), [['on 1.00', 1]]);
  assert.deepEqual(termsOf('Ana red'), [[0.3], ['red 1.00', 1]]);
  assert.deepEqual(termsOf('Ana'), [[1]]);
  const dated = parseQuery('red 14 March', index, true).concepts.map(({ weight }) => weight);
  assert.deepEqual(dated, [1, 0.3, 0.3]);
});

test('a word that the index lacks stands for longer words, else for similar ones', () => {
  assert.deepEqual(termsOf('carp'), [['carpet 0.70', 1]]);
  assert.deepEqual(termsOf('carpte'), [['carpet 0.70', 1]]);
  assert.deepEqual(termsOf('car*'), [['car 1.00', 'car 0.78', 'carpet 0.55', 1]]);
  assert.deepEqual(termsOf('ice cream'), [
    ['icecream 0.44', 'icecream 0.70', 1],
    ['icecream 0.70', 1],
  ]);
});

test('a query asks for a time, a number, a place, or nothing of these', () => {
  const asks = (text: string) => parseQuery(text, index).asks;
  assert.equal(asks('When was it?'), 'when');
  assert.equal(asks('What day was it?'), 'when');
  assert.equal(asks('How many are there?'), 'number');
  assert.equal(asks('Where is it?'), 'where');
  assert.equal(asks('Who is it?'), null);
  assert.equal(asks('whenever'), null);
});
