import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casedWordsIn, isCode } from './written-case.ts';

test('the capitals of codes count, and those of names and beginnings do not', () => {
  for (const word of ['AB3XQ', 'aB3xQ', 'ABC', 'iPhone', 'McKay', 'A1', 'Mp3']) {
    assert.ok(isCode(word), word);
  }
  for (const word of ['Douro', 'douro', 'I', 'a1', '12', '20mg', ''])
    assert.ok(!isCode(word), word);
  assert.deepEqual(casedWordsIn('My code is AB3-xQ, not ab3. ＡＢ'), ['AB3', 'xQ', 'AB']);
});
