import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timedSentences } from './timed-sentences.ts';

const segmentOf = (text: string, words: object[] = []) => ({
  text,
  words,
  start_seconds: 10,
  end_seconds: 20,
});

test('sentences have the times of their words', () => {
  const text = 'We sail. Are you  coming?';
  const times = [10, 11.5, 14, 15, 16];
  const words = times.map((start) => ({ text: 'word', start, end: start + 0.4 }));
  assert.deepEqual(timedSentences(segmentOf(text, words)), [
    { text: 'We sail.', start: 10, end: 11.9 },
    { text: 'Are you  coming?', start: 14, end: 16.4 },
  ]);
});

test('without a time for each word, the times are in proportion to the letters', () => {
  const text = 'Four. Words are here';
  const expected = [
    { text: 'Four.', start: 10, end: 12.5 },
    { text: 'Words are here', start: 13, end: 20 },
  ];
  assert.deepEqual(timedSentences(segmentOf(text)), expected);
  const rewritten = [{ text: 'Other', start: 11, end: 12 }];
  assert.deepEqual(timedSentences(segmentOf(text, rewritten)), expected);
});

test('speech without punctuation is cut between words, and an endless word stays whole', () => {
  const text = `${'some words '.repeat(30)}${'x'.repeat(200)} end`;
  const sentences = timedSentences(segmentOf(text));
  assert.equal(sentences.map((each) => each.text).join(' '), text);
  const long = sentences.filter((each) => each.text.length > 84);
  assert.deepEqual(
    long.map((each) => each.text.length),
    [200],
  );
  for (const [at, { start }] of sentences.entries()) {
    if (at > 0) assert.ok(start >= sentences[at - 1]!.end);
  }
  assert.deepEqual(timedSentences(segmentOf('  ')), []);
});
