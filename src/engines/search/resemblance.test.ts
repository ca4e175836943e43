/** Tests which texts are compared, and from which likeness on they are results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeness, trigramsOf } from './likeness.ts';
import { resembling } from './resemblance.ts';
import { TextIndex } from './text-index.ts';

function indexOf(...texts: string[]): TextIndex {
  const index = new TextIndex();
  for (const [place, text] of texts.entries()) {
    index.put({ id: `${place}`, at: 0, labels: [], texts: [{ id: `${place}`, text }] });
  }
  return index;
}
const found = (index: TextIndex, text: string) =>
  resembling(index, { id: 'new', text }).map(({ id, likeness: value }) => `${id}: ${value}`);
const times = (count: number, text: string) => Array.from({ length: count }, () => text);

test('the likeness of two texts is the share of their common sequences of three letters', () => {
  const of = (one: string, other: string) => likeness(trigramsOf(one), trigramsOf(other));
  assert.equal(of('a', 'a'), 1);
  assert.equal(of('a', 'b'), 0);
  assert.equal(of('', ''), 0);
  assert.equal(of('abc', 'ABC!'), 1);
  // " ab", "abc" and "bc " against " ab", "abd" and "bd ".
  assert.equal(of('abc', 'abd'), 0.2);
});

test('texts resemble each other from a likeness of 0.6 on', () => {
  assert.deepEqual(found(indexOf('orchestra'), 'orchestra tower'), ['0: 0.6']);
  const [one, other] = ['boat plays', 'market boat plays'];
  assert.equal(likeness(trigramsOf(one), trigramsOf(other)), 0.59);
  assert.deepEqual(found(indexOf(one), other), []);
});

test('the three most similar texts are results, the most similar first', () => {
  const index = indexOf('lanterns', 'a lantern', 'the lanterns', 'lantern', 'boat');
  const results = found(index, 'lantern');
  assert.equal(results.length, 3);
  assert.equal(found(indexOf(...times(4, 'lantern')), 'lantern').length, 3);
  assert.equal(results[0], '3: 1');
  const values = results.map((result) => Number(result.split(' ')[1]));
  assert.deepEqual(
    values,
    values.toSorted((one, other) => other - one),
  );
});

test('the ten texts with the most common words are compared, of equal ones the oldest', () => {
  const long = 'lantern with a very long tail of other words';
  assert.deepEqual(found(indexOf(...times(9, long), 'lantern'), 'lantern'), ['9: 1']);
  assert.deepEqual(found(indexOf(...times(10, long), 'lantern'), 'lantern'), []);
  const more = indexOf(...times(10, long), 'lantern tower');
  assert.deepEqual(found(more, 'lantern tower'), ['10: 1']);
});

test('a common word adds the newest texts: 200 by the rarest word, 50 by each other word', () => {
  const other = 'lantern of some other kind altogether';
  assert.deepEqual(found(indexOf('lantern', ...times(199, other)), 'lantern'), ['0: 1']);
  assert.deepEqual(found(indexOf('lantern', ...times(200, other)), 'lantern'), []);
});

test('a text must contain half of the six rarest words', () => {
  // The words of one letter occur in other texts too, so the long words are the rarest ones.
  const SHORT = ['b', 'c', 'f', 'g'];
  const index = (...words: string[]) =>
    indexOf(words.join(' '), ...times(2, SHORT.slice(0, 3).join(' ')), ...times(3, 'g'));
  const LONG = ['lighthouse', 'marketplace', 'orchestra'];
  assert.equal(found(index(...LONG), [...LONG, ...SHORT].join(' ')).length, 1);
  assert.equal(
    found(index(...LONG.slice(0, 2)), [...LONG.slice(0, 2), ...SHORT].join(' ')).length,
    0,
  );
});

test('a text is found by common words only where it has no others', () => {
  const [one, other] = ['What will they do after this', 'What will they do after this boat'];
  assert.deepEqual(found(indexOf(one), one), ['0: 1']);
  assert.ok(likeness(trigramsOf(one), trigramsOf(other)) > 0.6);
  assert.deepEqual(found(indexOf(one), other), []);
});

test('words that the index lacks are left out of the comparison', () => {
  assert.deepEqual(found(indexOf('boat'), 'lantern'), []);
  assert.deepEqual(found(indexOf(), 'lantern'), []);
  assert.deepEqual(found(indexOf('boat'), ''), []);
});

test('a removed text is no result', () => {
  const index = indexOf('lantern', 'boat', 'lanterns');
  const ids = () => found(index, 'lantern').map((result) => result.split(':')[0]);
  assert.deepEqual(ids(), ['0', '2']);
  index.remove('0');
  assert.deepEqual(ids(), ['2']);
});
