import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfTimedTokens } from './words-of-tokens.ts';

test('tokens become words with times and confidence', () => {
  const words = wordsOfTimedTokens({
    tokens: [' he', 'llo', '▁the', 're', '.', ' ', 'you'],
    times: [0.2, 0.4, 0.5, 0.7, 0.9, 2, 2.04],
    logs: [0, 0, Math.log(0.5), Math.log(0.5), Math.log(0.5), 0, 0],
    seconds: 2.1,
  });
  assert.deepEqual(
    words.map(({ text, start, end, confidence }) => [
      text,
      start,
      +end.toFixed(2),
      confidence!.toFixed(2),
    ]),
    [
      ['hello', 0.2, 0.5, '1.00'],
      ['there.', 0.5, 1.14, '0.50'],
      ['you', 2, 2.1, '1.00'],
    ],
  );
});

test('no tokens give no words, and a token beyond the end of the sound is moved to the end', () => {
  assert.deepEqual(wordsOfTimedTokens({ tokens: [], times: [], seconds: 1 }), []);
  assert.deepEqual(wordsOfTimedTokens({ tokens: [' late'], times: [1.2], seconds: 1 }), [
    { text: 'late', start: 1, end: 1 },
  ]);
});
