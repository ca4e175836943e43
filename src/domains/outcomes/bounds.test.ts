import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userBounds } from './bounds.ts';

type Decided = Parameters<typeof userBounds>[0][number];
const decided = (
  count: number,
  confidence: number,
  outcome: Decided['outcome'],
  kind: Decided['kind'] = 'task',
): Decided[] => Array.from({ length: count }, () => ({ kind, confidence, outcome }));

const NONE = { task: 0, event: 0, memory: 0 };

test('fewer than eight decisions near the bound change nothing', () => {
  assert.deepEqual(userBounds([]), NONE);
  assert.deepEqual(userBounds(decided(7, 0.45, 'kept')), NONE);
  assert.deepEqual(userBounds([...decided(7, 0.45, 'kept'), ...decided(9, 0.95, 'kept')]), NONE);
});

test('the bound falls below what the user keeps, and rises above what the user drops', () => {
  assert.deepEqual(userBounds(decided(8, 0.42, 'kept')), { ...NONE, task: -0.1 });
  assert.deepEqual(userBounds(decided(8, 0.42, 'changed', 'memory')), { ...NONE, memory: -0.1 });
  assert.deepEqual(userBounds(decided(8, 0.58, 'dropped', 'event')), { ...NONE, event: 0.1 });
  assert.deepEqual(userBounds(decided(30, 0.74, 'dropped')), NONE, 'no bound would help');
  assert.deepEqual(userBounds(decided(30, 0.31, 'kept')), { ...NONE, task: -0.2 });
});

test('decisions that agree with the bound, or contradict each other, leave it', () => {
  assert.deepEqual(userBounds([...decided(9, 0.6, 'kept'), ...decided(9, 0.4, 'dropped')]), NONE);
  assert.deepEqual(userBounds([...decided(9, 0.45, 'kept'), ...decided(9, 0.45, 'dropped')]), NONE);
});
