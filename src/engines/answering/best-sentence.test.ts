import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestSentence } from './best-sentence.ts';

const best = (question: string, ...texts: string[]) =>
  bestSentence(
    question,
    texts.map((text) => ({ speaker: 'Ana', text })),
  );

test('a sentence that has what is asked for is better than one that lacks it', () => {
  assert.equal(
    best('When is the concert?', 'The concert is good. The concert is at nine.')?.text,
    'The concert is at nine.',
  );
  assert.equal(
    best('Where is the key?', 'The key is old. The key hangs behind the door.')?.text,
    'The key hangs behind the door.',
  );
});

test('an answer is better than a question', () => {
  assert.equal(
    best('Do we need tiles?', 'Do we need tiles? We need tiles.')?.text,
    'We need tiles.',
  );
});

test('an answer of up to four words comes with its question', () => {
  const answer = best('Is the shed locked?', 'Is the shed locked?', 'The shed is locked.');
  assert.equal(answer?.before?.text, 'Is the shed locked?');
  const long = best('Is the shed locked?', 'Is the shed locked?', 'The old shed is locked.');
  assert.equal(long?.text, 'The old shed is locked.');
  assert.equal(long?.before, null);
  const unasked = best('Is the shed locked?', 'It is late.', 'The shed is locked.');
  assert.equal(unasked?.before, null);
});

test('a question without words of its own has no answer', () => {
  assert.equal(best('What is it?', 'It is a boat.'), null);
});

test('a sentence with the words of the question and what it asks for is enough', () => {
  const roof = 'The carpenter will repair the roof of the boathouse for nine hundred euros.';
  assert.equal(best('How much does the roof of the boathouse cost?', roof)?.isEnough, true);
  assert.equal(best('How much does the piano cost?', roof)?.isEnough, false);
});
