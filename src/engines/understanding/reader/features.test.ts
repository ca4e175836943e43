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

/** The outline of an English sentence, in which a word has this rank by frequency. */
function outlineOf(text: string, word = '', rank = 0): string {
  const lines = Array.from({ length: rank }, (_, at) => `other${at} 1 1`);
  const clusters = new WordClusters([...lines, `${word} 1 1`].join('\n'));
  const talk = { language: 'en', turns: [{ text, speaker: 'Ana', isUser: true }] };
  const all = prepared(talk, unitsOf(talk), clusters);
  return all.outlines.get(all.units[0]!)!.join(' ');
}

test('the 300 most frequent words keep their form in an outline, except nouns', () => {
  assert.equal(outlineOf('They walked there.', 'walked', 299), 'they walked there');
  assert.equal(outlineOf('They walked there.', 'walked', 300), 'they VERB there');
  assert.equal(outlineOf('The boats came.', 'boats', 0), 'the NOUN VERB');
});

test('a word right behind a mark has its own part of speech', () => {
  assert.equal(outlineOf('They saw (boats).'), 'they VERB NOUN');
  assert.equal(outlineOf('They saw pens/paper.'), 'they VERB NOUN NOUN');
});
