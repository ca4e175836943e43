import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSubjects, readSubjects } from './subjects.ts';
import { CATEGORIES } from '../src/engines/understanding/maker.ts';

const SUBJECT = `=== music
The drummer drags in the second verse.
Tell him, not me.
He knows. He blames the monitor.
`;
const problemsOf = (text: string) =>
  parseSubjects(text, 'hand').problems.map(({ line, message }) => `${line}: ${message}`);

test('a short talk has a category and lines', () => {
  const { subjects, problems } = parseSubjects(
    `${SUBJECT}\n${SUBJECT.replaceAll('e', 'a')}`,
    'hand',
  );
  assert.deepEqual(problems, []);
  assert.equal(subjects[0]!.category, 'music');
  assert.deepEqual(subjects[1]!.lines[1], 'Tall him, not ma.');
});

for (const [name, text, message] of [
  ['an unknown category', SUBJECT.replace('music', 'tunes'), /^1: "=== tunes" is no category/],
  ['few lines', SUBJECT.replace('Tell him, not me.\n', ''), /^1: "=== music" has fewer than 3/],
  ['a line that is repeated', `${SUBJECT}\n${SUBJECT}`, /^6: "The drummer .*" is repeated/],
] as const) {
  test(`${name} is a problem`, () => assert.match(problemsOf(text)[0]!, message));
}

test('every category has short talks', () => {
  const known = new Set(readSubjects().map(({ category }) => category));
  assert.deepEqual([...known].toSorted(), [...CATEGORIES].toSorted());
});
