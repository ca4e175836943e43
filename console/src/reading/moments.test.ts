import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveSegment } from '../../../client/src/index.ts';
import { momentsIn, sentencesOf } from './moments.ts';

const segments = [
  'The oak bench has to wait until spring.',
  'I will send you the drawing by Thursday.',
  'Please call the carpenter on Monday, he has time in December.',
].map((text, at) => ({ id: String(at), text })) as LiveSegment[];

const momentOf = momentsIn(segments);
const found = (text: string) => momentOf(text)?.id ?? null;

test('a sentence leads to the words from which it comes', () => {
  assert.equal(found('The oak bench waits until spring.'), '0');
  assert.equal(found('Henrik gets the drawing on Thursday.'), '1');
  assert.equal(found('The carpenter has time in December.'), '2');
  assert.equal(found('by Thursday.'), '1', 'a quotation of few words');
  assert.equal(found('he has'), '2', 'a quotation without telling words');
  assert.equal(found('To do: call the carpenter (Monday, 7 December);'), '2', 'a part of a list');
});

test('a sentence in other words leads to the segment with the rarest of its words', () => {
  const talk = ['The roof leaks, call Ana.', 'Ana will come.', 'Ana has the ladder for the roof.'];
  const within = momentsIn(talk.map((text, at) => ({ id: String(at), text })) as LiveSegment[]);
  assert.equal(within('Someone brings a ladder up to the old roof of the barn.')?.id, '2');
});

test('a sentence that was not said leads nowhere', () => {
  assert.equal(found('Two people talk about the garden project.'), null);
  assert.equal(found('Spring comes early in the valley this year.'), null);
  assert.equal(found(''), null);
});

test('a text is split after the ends of its sentences', () => {
  assert.deepEqual(sentencesOf('One. Two? Three!'), ['One.', 'Two?', 'Three!']);
  assert.deepEqual(sentencesOf('Ana: “One.” Ben: “Two.”'), ['Ana: “One.”', 'Ben: “Two.”']);
  assert.deepEqual(sentencesOf('To do: one; two.'), ['To do: one;', 'two.']);
  assert.deepEqual(sentencesOf('At 9.30 it rains.'), ['At 9.30 it rains.']);
});
