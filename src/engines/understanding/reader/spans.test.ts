/** Tests the choice of the words of a sentence by their scores. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from './features.ts';
import { hashOf, type LinearModel } from './model.ts';
import { spansOf, TAGS } from './spans.ts';
import { unitsOf } from './units.ts';
import { WordClusters } from './word-clusters.ts';

type Scores = readonly [out: number, begin: number, inside: number];

/** The words of the spans, for words with these scores. */
function spans(...words: readonly Scores[]): string[] {
  const text = words.map((_, at) => `word${at}`).join(' ');
  const talk = { language: 'en', turns: [{ text, speaker: 'Ana', isUser: true }] };
  const all = prepared(talk, unitsOf(talk), new WordClusters(''));
  const model: LinearModel = {
    labels: TAGS,
    rows: new Map(words.map((_, at) => [hashOf(`0 word${at}`), at])),
    weights: Int8Array.from(words.flat()),
    scales: [1, 1, 1],
  };
  return spansOf(all.units[0]!, all, model).map(({ from, to }) => `${from}-${to}`);
}

const OUT: Scores = [2, 0, 0];
const BEGIN: Scores = [0, 2, 0];
const IN: Scores = [0, 0, 2];

test('a span begins at the likeliest word and ends before the next word outside', () => {
  assert.deepEqual(spans(OUT, BEGIN, IN, IN, OUT), ['1-4']);
  assert.deepEqual(spans(BEGIN), ['0-1']);
  assert.deepEqual(spans(OUT), []);
});

test('a sentence may contain two spans, one right behind the other', () => {
  assert.deepEqual(spans(BEGIN, IN, OUT, BEGIN, IN), ['0-2', '3-5']);
  assert.deepEqual(spans(BEGIN, IN, BEGIN, IN), ['0-2', '2-4']);
});

test('a span cannot go on before it has begun', () => {
  assert.deepEqual(spans(IN, OUT), []);
  assert.deepEqual(spans([2, 0, 0], [1, 0, 4], [2, 0, 0]), ['0-2']);
  assert.deepEqual(spans([4, 0, 0], [1, 0, 4], [2, 0, 0]), []);
});

test('of equal scores, a span begins rather than goes on', () => {
  assert.deepEqual(spans(BEGIN, [0, 2, 2], IN), ['0-1', '1-3']);
});

test('equal scores give no span', () => {
  const equal: Scores = [0, 0, 0];
  assert.deepEqual(spans(equal, equal, equal), []);
});
