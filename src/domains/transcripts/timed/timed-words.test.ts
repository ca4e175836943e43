import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtfulRanges, timedWords } from './timed-words.ts';

/** A segment whose words have these confidences; null for a word that was not measured. */
function segmentOf(text: string, ...confidences: (number | null)[]) {
  const words = confidences.map((confidence, at) => ({
    text: 'word',
    start: at,
    end: at + 1,
    ...(confidence !== null && { confidence }),
  }));
  return { text, words };
}

const doubtful = (text: string, ...confidences: (number | null)[]) =>
  doubtfulRanges(segmentOf(text, ...confidences)).map(({ start, end }) => text.slice(start, end));

test('a word below a confidence of 0.3 is doubtful', () => {
  assert.deepEqual(doubtful('The boat leaves', 0.9, 0.299, 0.9), ['boat']);
  assert.deepEqual(doubtful('The boat leaves', 0.9, 0.3, 0.9), []);
  assert.deepEqual(doubtful('The boat leaves', null, 0, null), ['boat']);
});

test('doubtful words beside one another are one range', () => {
  assert.deepEqual(doubtful('The boat leaves at  noon', 0.2, 0.9, 0.1, 0.1, 0.1), [
    'The',
    'leaves at  noon',
  ]);
});

test('the words of a text that the user has rewritten have no times and are not doubtful', () => {
  const rewritten = segmentOf('The boat', 0.1, 0.1, 0.1);
  assert.equal(timedWords(rewritten).words, null);
  assert.deepEqual(doubtfulRanges(rewritten), []);
  const unchanged = segmentOf('The boat', 0.1, 0.1);
  assert.equal(timedWords(unchanged).words, unchanged.words);
  assert.equal(timedWords(segmentOf('The boat')).words, null);
});
