import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestSentence } from './judged-sentence.ts';

test('the sentence with the most words of the text is the one that was judged', () => {
  const turn = 'It rained. I will ring the plumber tomorrow! Then we ate.';
  assert.equal(nearestSentence(turn, 'Ring the plumber'), 'I will ring the plumber tomorrow!');
  assert.equal(nearestSentence('  one turn without an end ', 'Dinner'), 'one turn without an end');
  assert.equal(nearestSentence('?!', 'Dinner'), '?!');
});
