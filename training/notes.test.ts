import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNotes, parseNotesFolder } from './notes.ts';

const NOTES = `=== task
we need milk

=== nothing
play some jazz
`;
const problemsOf = (text: string, batch = 'en') =>
  parseNotes(text, batch).problems.map(({ line, message }) => `${line}: ${message}`);

test('notes have a language and a kind', () => {
  const { notes, problems } = parseNotes(NOTES, 'en');
  assert.deepEqual(problems, []);
  assert.deepEqual(notes, [
    { language: 'en', kind: 'task', text: 'we need milk' },
    { language: 'en', kind: 'nothing', text: 'play some jazz' },
  ]);
});

test('an unknown kind, an unknown language and a repeated note are problems', () => {
  assert.deepEqual(problemsOf(NOTES.replace('nothing', 'music')), [
    '4: "=== music" is no kind of notes.',
  ]);
  assert.deepEqual(problemsOf(NOTES, 'hand'), ['1: is no language.']);
  assert.deepEqual(problemsOf(NOTES.replace('play some jazz', 'we need milk')), [
    '5: "we need milk" is repeated.',
  ]);
});

test('the notes of this project are right', () => {
  const { notes, problems } = parseNotesFolder();
  assert.deepEqual(problems, []);
  assert.ok(notes.length > 1_000);
});
