/** Tests the features of a whole talk that tell its category. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryFeatures } from './category-features.ts';
import { prepared } from './features.ts';
import { unitsOf } from './units.ts';
import { WordClusters } from './word-clusters.ts';

/** Each word is a cluster of its own; the first one is the most frequent. */
const clusters = new WordClusters(
  Array.from({ length: 200 }, (_, rank) => `word${rank} ${rank} ${1_000 + rank}`).join('\n'),
);

function featuresOf(text: string): string[] {
  const talk = { language: 'en', turns: [{ text, speaker: 'Ana', isUser: true }] };
  return categoryFeatures(prepared(talk, unitsOf(talk), clusters));
}

test('the clusters of the 150 most frequent words tell nothing', () => {
  const features = featuresOf('word149 word150');
  assert.deepEqual(
    features.filter((feature) => /^[cf] /.test(feature)),
    ['c 150', 'f 1150'],
  );
});

test('a feature that is there twice or four times says so', () => {
  const counted = (times: number) =>
    featuresOf('boat '.repeat(times)).filter((feature) => feature.startsWith('w boat'));
  const [once, twice, often] = ['w boat', 'w boat 2', 'w boat 4'];
  assert.deepEqual([1, 2, 3, 4].map(counted), [
    [once],
    [once, twice],
    [once, twice],
    [once, twice, often],
  ]);
});
