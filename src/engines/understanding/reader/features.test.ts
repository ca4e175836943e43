/** Tests the features of sentences at the limits of their classes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared, unitFeatures } from './features.ts';
import { unitsOf } from './units.ts';
import { WordClusters } from './word-clusters.ts';

/** The first feature with this name, of the first sentence of a talk. */
function featureOf(name: string, ...texts: string[]): string | undefined {
  const turns = texts.map((text, turn) => ({ text, speaker: `${turn % 2}`, isUser: false }));
  const talk = { language: 'en', turns };
  const all = prepared(talk, unitsOf(talk), new WordClusters(''));
  const features = unitFeatures(all.units[0]!, all);
  return features.find((feature) => feature.startsWith(`${name} `));
}

test('the length of a sentence is a class of which the lower limit is a part', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const classes = [2, 3, 4, 5, 29, 30].map((count) => featureOf('length', words(count)));
  assert.deepEqual(
    classes,
    [0, 1, 1, 2, 5, 6].map((length) => `length ${length}`),
  );
  const next = [1, 2, 15, 16].map((count) => featureOf('N length', 'Hello.', words(count)));
  assert.deepEqual(
    next,
    [0, 1, 3, 4].map((length) => `N length ${length}`),
  );
});
