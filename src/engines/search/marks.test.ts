import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snippetOf } from './marks.ts';

const marked = (text: string, query: string, maxLength = 240) => {
  const snippet = snippetOf(text, query, maxLength);
  return snippet.marks.map(({ start, end }) => snippet.text.slice(start, end));
};

test('words match in another form, with accents, and without words that say nothing', () => {
  assert.deepEqual(marked('They sailed, and sailing is fun.', 'the sail'), ['sailed', 'sailing']);
  assert.deepEqual(marked('Évora and São João', 'evora joao'), ['Évora', 'João']);
  assert.deepEqual(marked('The cat is on the mat.', 'is the'), []);
  assert.deepEqual(marked('', 'cat'), []);
});

test('a long text is cut around the first match, between words', () => {
  const text = `${'before '.repeat(40)}the lighthouse ${'after '.repeat(80)}`.trim();
  const snippet = snippetOf(text, 'lighthouse', 100);
  assert.ok(snippet.text.length <= 102, `${snippet.text.length}`);
  assert.match(snippet.text, /^…before .*the lighthouse after.*after…$/);
  assert.deepEqual(marked(text, 'lighthouse', 100), ['lighthouse']);
  const atEnd = snippetOf(`${'before '.repeat(40)}lighthouse`, 'lighthouse', 100);
  assert.match(atEnd.text, /^….* lighthouse$/);
  const atStart = snippetOf(`lighthouse ${'after '.repeat(80)}`, 'lighthouse', 100);
  assert.match(atStart.text, /^lighthouse .*after…$/);
  assert.equal(snippetOf('x'.repeat(500), 'lighthouse', 100).text, `${'x'.repeat(100)}…`);
});

test('a text is cut only where it is longer than the limit, and at a word', () => {
  const cut = (text: string, maxLength: number) => snippetOf(text, 'boat', maxLength).text;
  assert.equal(cut('a boat', 6), 'a boat');
  // The text begins with the match, so nothing before it is cut.
  assert.equal(cut(`boat ${'word '.repeat(30)}`, 20), 'boat word word word…');
  assert.equal(cut('boat'.padEnd(30, 'x'), 10), 'boatxxxxxx…');
  const end = `${'word '.repeat(30)}boat`;
  assert.match(cut(end, 80), /^…(?:word ){15}boat$/);
  assert.equal(cut(`${'x'.repeat(100)} boat`, 80), '…boat');
  assert.equal(cut(`${'x'.repeat(100)}, a boat`, 80), '…a boat');
  // The cut begins exactly where the rest of the text fits, inside a long word.
  const joined = `${'x'.repeat(100)}-boat end`;
  assert.equal(cut(joined, 80), `…${joined.slice(-80)}`);
  assert.equal(cut(` ${'x'.repeat(30)}`, 10), ` ${'x'.repeat(9)}…`);
  const middle = `${'word '.repeat(30)}boat ${'word '.repeat(30)}`;
  assert.match(cut(middle, 90), /^…(?:word ){11}boat (?:word )+word…$/);
});

test('a match outside the cut has no mark', () => {
  const text = `boat ${'word '.repeat(20)}boat`;
  const { marks } = snippetOf(text, 'boat', 30);
  assert.deepEqual(marks, [{ start: 0, end: 4 }]);
  assert.deepEqual(snippetOf('boat boat boat', 'boat', 9).marks.length, 2);
});
