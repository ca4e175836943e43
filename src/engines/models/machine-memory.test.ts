import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { test } from 'node:test';
import { fitsInMemory, machineMemory } from './machine-memory.ts';

test('a model may use 60 % of the memory of the machine or of its container', () => {
  const memory = machineMemory();
  assert.ok(memory > 0 && memory <= totalmem());
  assert.ok(fitsInMemory(memory * 0.6));
  assert.ok(!fitsInMemory(memory * 0.601));
});
