import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginsSentence,
  changedWords,
  countWords,
  isNameLike,
  replacedWords,
} from './replaced-words.ts';
import type { SegmentRow } from './named-segments.sql.ts';

const changes: [before: string, after: string, from: string | null, to?: string][] = [
  ['We use comma lice daily.', 'We use Commalise daily.', 'comma lice', 'Commalise'],
  ['Ask Anna, please.', 'Ask Ana, please.', 'Anna', 'Ana'],
  ["It is Anna's boat", "It is Ana's boat", 'Anna', 'Ana'],
  ['Ask Anna', 'Ask Ana.', 'Anna', 'Ana'],
  ['the boot', 'the boat', 'boot', 'boat'],
  ['Ask yurgen noon yes now', 'Ask Jürgen Núñez now', 'yurgen noon yes', 'Jürgen Núñez'],
  ['Ask Anna', 'Ask Anna.', null],
  ['the boat', 'the big boat', null],
  ['the big boat', 'the boat', null],
  ['one two three four five', 'a b c d five', null],
  ['same', 'same', null],
];

for (const [before, after, from, to] of changes) {
  test(`“${before}” corrected to “${after}” replaces ${from ?? 'no words'}`, () => {
    const change = changedWords(before, after);
    assert.deepEqual(change && [change.from, change.to], from && [from, to]);
  });
}

test('names are told from other words by their capital letters', () => {
  for (const name of ['Ana', 'Ana de Souza', 'Jürgen Núñez']) assert.ok(isNameLike(name), name);
  for (const word of ['boat', "I'm", 'I', 'the Boat', 'Ana de']) assert.ok(!isNameLike(word), word);
  assert.ok(!isNameLike('Boat', { beginsSentence: true }));
  assert.ok(isNameLike('McCoy', { beginsSentence: true }));
  assert.ok(isNameLike('Ana Núñez', { beginsSentence: true }));
  assert.ok(
    beginsSentence('Ana', 0) && beginsSentence('Yes. Ana', 5) && !beginsSentence('To Ana', 3),
  );
});

test('whole words are counted in any case, unless they are right already', () => {
  const change = { from: 'anna', to: 'Ana' };
  assert.equal(countWords("Anna, ANNA and Anna's, but Hannah, Annas and Ana.", change), 3);
  assert.equal(countWords('a.b (a+b)', { from: 'a+b', to: 'c' }), 1);
});

test('the new words get the times of the old ones, and no doubt is left', () => {
  const words = ['Use', 'comma', 'lice.', 'Comma', 'lice!'].map((text, at) => ({
    text,
    start: at,
    end: at + 1,
    confidence: at === 0 ? 0.8 : 0.1,
  }));
  const row = {
    text: 'Use comma lice. Comma lice!',
    words,
    confidence: 0.2,
  } as unknown as SegmentRow;
  const { segment, count } = replacedWords(row, { from: 'Comma Lice', to: 'Commalise' });
  assert.deepEqual([segment.text, count], ['Use Commalise. Commalise!', 2]);
  assert.deepEqual(segment.words, [
    words[0],
    { text: 'Commalise.', start: 1, end: 3 },
    { text: 'Commalise!', start: 3, end: 5 },
  ]);
  assert.equal(segment.confidence, 0.8);
  const back = replacedWords(segment, { from: 'Commalise', to: 'comma lice' });
  assert.equal(back.segment.text, row.text);
});

test('words without times stay without', () => {
  const row = { text: 'Ask Anna', words: [], confidence: null } as unknown as SegmentRow;
  const { segment } = replacedWords(row, { from: 'anna', to: 'Ana' });
  assert.deepEqual([segment.text, segment.words, segment.confidence], ['Ask Ana', [], null]);
});
