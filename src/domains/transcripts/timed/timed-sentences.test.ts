import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timedSentences } from './timed-sentences.ts';
import type { TimedSentence } from './timed-sentences.ts';

const withoutWords = (sentences: readonly TimedSentence[]) =>
  sentences.map(({ text, start, end }) => ({ text, start, end }));

const segmentOf = (text: string, words: object[] = []) => ({
  text,
  words,
  start_seconds: 10,
  end_seconds: 20,
});

test('sentences have the times of their words', () => {
  const text = 'We sail. Are you  coming?';
  const times = [10, 10.9, 14, 14.9, 15.6];
  const words = times.map((start) => ({ text: 'word', start, end: start + 0.4 }));
  assert.deepEqual(withoutWords(timedSentences(segmentOf(text, words))), [
    { text: 'We sail.', start: 10, end: 11.3 },
    { text: 'Are you  coming?', start: 14, end: 16 },
  ]);
});

test('speech without punctuation is cut at a pause of a second', () => {
  const words = [10, 10.5, 12, 12.5].map((start) => ({ text: 'word', start, end: start + 0.5 }));
  const sentences = timedSentences(segmentOf('we sail now gladly', words));
  assert.deepEqual(
    sentences.map(({ text, start, words: own }) => [text, start, own.length]),
    [
      ['we sail', 10, 2],
      ['now gladly', 12, 2],
    ],
  );
});

test('without a time for each word, the times are in proportion to the letters', () => {
  const text = 'Four. Words are here';
  const expected = [
    { text: 'Four.', start: 10, end: 12.5 },
    { text: 'Words are here', start: 13, end: 20 },
  ];
  assert.deepEqual(withoutWords(timedSentences(segmentOf(text))), expected);
  const rewritten = [{ text: 'Other', start: 11, end: 12 }];
  assert.deepEqual(withoutWords(timedSentences(segmentOf(text, rewritten))), expected);
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

test('a sentence of 84 letters is shown at once, and a longer one is cut', () => {
  const lengths = (letters: number) =>
    timedSentences(segmentOf(`${'x'.repeat(40)} ${'y'.repeat(letters - 41)}`)).map(
      ({ text }) => text.length,
    );
  assert.deepEqual([lengths(84), lengths(85)], [[84], [40, 44]]);
});
