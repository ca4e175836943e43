import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveSegment } from '../../../client/src/index.ts';
import { momentOf, sentencesOf } from './moments.ts';

const segments = [
  'The oak bench has to wait until spring.',
  'I will send you the drawing by Thursday.',
  'Please call the carpenter on Monday, he has time in December.',
].map((text, at) => ({ id: String(at), text })) as LiveSegment[];

const found = (text: string) => momentOf(text, segments)?.id ?? null;

test('a sentence leads to the words from which it comes', () => {
  assert.equal(found('The oak bench waits until spring.'), '0');
  assert.equal(found('Henrik gets the drawing on Thursday.'), '1');
  assert.equal(found('The carpenter has time in December.'), '2');
  assert.equal(found('by Thursday.'), '1', 'a quotation of few words');
});

test('a sentence that was not said leads nowhere', () => {
  assert.equal(found('Two people talk about the garden project.'), null);
  assert.equal(found('Spring comes early in the valley this year.'), null);
  assert.equal(found(''), null);
});

test('a text is split after the ends of its sentences', () => {
  assert.deepEqual(sentencesOf('One. Two? Three!'), ['One.', 'Two?', 'Three!']);
  assert.deepEqual(sentencesOf('Ana: “One.” Ben: “Two.”'), ['Ana: “One.”', 'Ben: “Two.”']);
  assert.deepEqual(sentencesOf('At 9.30 it rains.'), ['At 9.30 it rains.']);
});
