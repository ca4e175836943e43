import assert from 'node:assert/strict';
import { test } from 'node:test';
import { understandByRules } from '../../src/engines/understanding/rules/rules.ts';
import { CONVERSATIONS } from './conversations.ts';
import { score, transcriptOf, type Count, type Score } from './score.ts';

const scores = CONVERSATIONS.map((conversation) =>
  score(conversation, understandByRules(transcriptOf(conversation))),
);
const named = (fails: (one: Score) => boolean): string[] =>
  CONVERSATIONS.filter((_, index) => fails(scores[index]!)).map(({ name }) => name);

/** Harmonic mean of how much of the made is right and how much of the wanted is there. */
function f1(field: 'tasks' | 'events' | 'memories'): number {
  const sum = (part: keyof Count) => scores.reduce((total, one) => total + one[field][part], 0);
  return (2 * sum('right')) / (2 * sum('right') + sum('wrong') + sum('missing'));
}

test('every title names what the talk was about', () => {
  assert.deepEqual(named(({ title }) => !title), []); // prettier-ignore
});

test('every overview names who spoke and the matter', () => {
  assert.deepEqual(named(({ overview }) => !overview), []); // prettier-ignore
});

test('nine of ten categories are right', () => {
  const wrong = named(({ category }) => !category);
  assert.ok(wrong.length <= CONVERSATIONS.length / 10, wrong.join(', '));
});

test('only the empty talk is worthless', () => {
  assert.deepEqual(named(({ worthless }) => !worthless), []); // prettier-ignore
});

test('tasks, events and memories are found, and none is made up', () => {
  assert.ok(f1('tasks') >= 0.9, `tasks ${f1('tasks')}`);
  assert.ok(f1('events') >= 0.9, `events ${f1('events')}`);
  assert.ok(f1('memories') >= 0.8, `memories ${f1('memories')}`);
});
