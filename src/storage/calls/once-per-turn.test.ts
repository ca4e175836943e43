import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { oncePerTurn } from './once-per-turn.ts';

test('callers of one turn share a look-up, and later callers get a newer answer', async () => {
  const asked: string[] = [];
  let stored = 'before';
  const lookUp = oncePerTurn(async (key) => {
    asked.push(key);
    return `${key} ${stored}`;
  });
  const first = [lookUp('a'), lookUp('b'), lookUp('a')];
  // The look-up starts after the last caller of the turn, so this change is seen.
  stored = 'after';
  assert.deepEqual(await Promise.all(first), ['a after', 'b after', 'a after']);
  assert.deepEqual(asked, ['a', 'b']);
  stored = 'later';
  assert.equal(await lookUp('a'), 'a later');
  assert.deepEqual(asked, ['a', 'b', 'a']);
});

test('a failed look-up fails only for the callers that shared it', async () => {
  let isDown = true;
  const lookUp = oncePerTurn(async (key) => {
    if (isDown) throw new Error('down');
    return key;
  });
  const results = await Promise.allSettled([lookUp('a'), lookUp('a')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isDown = false;
  await nextTurn();
  assert.equal(await lookUp('a'), 'a');
});
