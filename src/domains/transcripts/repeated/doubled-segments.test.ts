import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubledSegments } from './doubled-segments.ts';

/** A segment with a word every 300 ms from the given second on. */
const said = (id: string, start: number, text: string) => {
  const words = text.split(' ').map((word, index) => ({ text: word, start: start + index * 0.3 }));
  return { id, start_seconds: start, end_seconds: start + words.length * 0.3, words };
};

const EXAMPLES: [string, ReturnType<typeof said>[], string[]][] = [
  [
    'of two hearings of one sentence, the shorter goes',
    [said('a', 1, 'I live in Boston'), said('b', 0.9, 'So I live in Boston')],
    ['a'],
  ],
  [
    'hearings that differ in some words are one sentence',
    [said('a', 1, 'we meet the doctor on Friday'), said('b', 1.2, 'we beat the doctor on Friday')],
    ['b'],
  ],
  [
    'three hearings leave one',
    [
      said('a', 1, 'the roof is red'),
      said('b', 1.1, 'The roof is red.'),
      said('c', 1.2, 'the roof is red'),
    ],
    ['b', 'c'],
  ],
  [
    'what is said again later stays',
    [said('a', 1, 'the roof is red'), said('b', 4, 'the roof is red')],
    [],
  ],
  [
    'different words at the same time stay',
    [said('a', 1, 'the roof is red'), said('b', 1, 'my sister lives in Braga')],
    [],
  ],
  [
    'hearings of three words are one sentence',
    [said('a', 1, 'I am here'), said('b', 1.2, 'I am here')],
    ['b'],
  ],
  [
    'hearings that share three of five words are one sentence',
    [said('a', 1, 'we sail to Braga today'), said('b', 1.2, 'we sail to Boston tonight')],
    ['b'],
  ],
  [
    'hearings that share three of six words are two sentences',
    [said('a', 1, 'we sail to Braga later today'), said('b', 1, 'we sail to Boston soon again')],
    [],
  ],
  [
    'a sentence that begins when the other ends stays',
    [said('a', 1, 'bring the boat'), said('b', 1 + 3 * 0.3, 'bring the boat')],
    [],
  ],
  ['a short "yes" of two people stays', [said('a', 1, 'Yes yes'), said('b', 1, 'Yes yes')], []],
  [
    'a sentence within a long segment is a hearing of it',
    [
      said('a', 0, 'we clean the house on Friday and then we call my sister in Boston'),
      said('b', 2.2, 'and then we call my sister'),
    ],
    ['b'],
  ],
];

for (const [name, segments, deleted] of EXAMPLES) {
  test(name, () => {
    assert.deepEqual(doubledSegments(segments).toSorted(), deleted);
    assert.deepEqual(doubledSegments(segments.toReversed()).length, deleted.length);
  });
}
