import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SliceQueue } from './slice-queue.ts';

test('while two slices run, the index with the fewest texts gets the next one', async () => {
  const queue = new SliceQueue();
  const order: string[] = [];
  const leave = await queue.enter(0);
  const leaveToo = await queue.enter(90_000);
  const waiting = (
    [
      ['large', 50_000],
      ['small', 0],
      ['middle', 500],
    ] as const
  ).map(async ([name, texts]) => {
    const done = await queue.enter(texts);
    order.push(name);
    done();
  });
  await new Promise(setImmediate);
  assert.deepEqual(order, [], 'two slices run');
  leave();
  await Promise.all(waiting);
  assert.deepEqual(order, ['small', 'middle', 'large']);
  leaveToo();
});
