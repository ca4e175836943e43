import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordList } from '../../../core/text.ts';
import type { Word } from '../language.ts';
import { nounPhrases } from './key-phrases.ts';

const noun = (text: string): Word => ({ text, pos: 'NOUN' });
const phrases = (...words: string[]) =>
  nounPhrases(words.map(noun), new Set()).map(({ words: own }) => own.join(' '));

test('words that the tagger takes for nouns do not end a thing', () => {
  const words = wordList(`
    round right left back off out up down away over together outside inside just then too again
    else enough gunna gonna wanna maam love mate darling sweetheart lad lads`);
  for (const word of words) {
    assert.deepEqual(phrases('stairs', word), ['stairs'], word);
    assert.deepEqual(phrases(word), [], word);
  }
  assert.deepEqual(phrases('round', 'table'), ['round table']);
  assert.deepEqual(phrases('boat', 'race'), ['boat race']);
});
