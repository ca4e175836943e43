import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMarks } from './citations.ts';
import type { Source } from './citations.ts';

const SOURCES = [
  { id: 'roof', structured: { title: 'The roof', emoji: '' } },
  { id: 'oars', structured: { title: 'The oars', emoji: '' } },
] as Source[];
const cite = (
  end: number,
  id: string,
  kind: 'conversation' | 'memory' | 'task' = 'conversation',
) => ({
  end,
  kind,
  id,
  quote: `About ${id}.`,
  at: null,
});

/** Returns the text with the numbers that the page shows. */
function shown(text: string, ...citations: ReturnType<typeof cite>[]): string {
  const marked = withMarks([{ text, conversation_ids: [], citations }], SOURCES);
  return marked.text.replace(
    /\uE000(\d+)\uE001/g,
    (_, place: string) => `[${marked.references[Number(place)]!.number}]`,
  );
}

test('conversations have the numbers of the list, and other notes the numbers after them', () => {
  assert.equal(
    shown(
      'It leaks. You own it. Mend it.',
      cite(8, 'oars'),
      cite(20, 'm', 'memory'),
      cite(29, 't', 'task'),
    ),
    'It leaks[2]. You own it[3]. Mend it[4].',
  );
  assert.equal(
    shown('So. And so.', cite(2, 'm', 'memory'), cite(10, 'm', 'memory')),
    'So[3]. And so[3].',
  );
  const { references } = withMarks(
    [{ text: 'So.', conversation_ids: [], citations: [cite(2, 'roof'), cite(2, 'm', 'memory')] }],
    SOURCES,
  );
  assert.deepEqual(
    references.map(({ title }) => title),
    ['The roof', 'About m.'],
  );
});

test('a citation of a conversation that is not in the list stays out', () => {
  assert.equal(shown('It leaks.', cite(8, 'gone')), 'It leaks.');
});

test('a mark inside a quotation or bold words comes after them', () => {
  assert.equal(shown('**The roof** leaks.', cite(10, 'roof')), '**The roof**[1] leaks.');
  assert.equal(
    shown('“It leaks. Again.” So', cite(9, 'roof'), cite(12, 'oars'), cite(21, 'roof')),
    '“It leaks. Again.”[1][2] So[1]',
  );
});

test('an answer without citations is its parts', () => {
  const parts = ['One. ', 'Two.'].map((text) => ({ text, conversation_ids: [] }));
  assert.deepEqual(withMarks(parts, SOURCES), { text: 'One. Two.', references: [] });
});
