import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONVERSATIONS } from './conversations.ts';
import { f1, ownScores } from './figures.ts';
import type { Score } from './score.ts';

const named = (fails: (one: Score) => boolean): string[] =>
  CONVERSATIONS.filter((_, index) => fails(ownScores[index]!)).map(({ name }) => name);

test('every title names what the talk was about', () => {
  assert.deepEqual(
    named(({ title }) => !title),
    [],
  );
});

test('nearly every title with its overview names the others and the matter', () => {
  const wrong = named(({ overview }) => !overview);
  assert.ok(wrong.length <= 1, wrong.join(', '));
});

test('nine of ten categories are right', () => {
  const wrong = named(({ category }) => !category);
  assert.ok(wrong.length <= CONVERSATIONS.length / 10, wrong.join(', '));
});

test('only the empty talk is worthless', () => {
  assert.deepEqual(
    named(({ worthless }) => !worthless),
    [],
  );
});

test('tasks, events and memories are found, and none is made up', () => {
  assert.ok(f1('tasks') >= 0.9, `tasks ${f1('tasks')}`);
  assert.ok(f1('events') >= 0.9, `events ${f1('events')}`);
  assert.ok(f1('memories') >= 0.8, `memories ${f1('memories')}`);
});
