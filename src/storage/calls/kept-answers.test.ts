import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptAnswers } from './kept-answers.ts';

interface Row {
  name: string;
}

function table() {
  const state = { changes: 0, asked: [] as string[], row: { name: 'Ana' } as Row | undefined };
  const lookUp = async (key: string) => {
    state.asked.push(key);
    return state.row;
  };
  return { state, keptRow: keptAnswers(() => state.changes, lookUp), lookUp };
}

test('an answer is kept for each key until a table changes', async () => {
  const { state, keptRow } = table();
  for (const key of ['a', 'a', 'b', 'a', 'b']) {
    assert.deepEqual(await keptRow(key), { name: 'Ana' });
  }
  assert.deepEqual(state.asked, ['a', 'b']);
  state.row = { name: 'Rui' };
  state.changes += 1;
  assert.deepEqual(await keptRow('b'), { name: 'Rui' });
  assert.deepEqual(await keptRow('a'), { name: 'Rui' });
  assert.deepEqual(state.asked, ['a', 'b', 'b', 'a']);
});

test('an answer is not kept when a table changes during its look-up', async () => {
  const { state, keptRow } = table();
  const answer = keptRow('a');
  state.changes += 1;
  assert.deepEqual(await answer, { name: 'Ana' });
  state.row = { name: 'Rui' };
  assert.deepEqual(await keptRow('a'), { name: 'Rui' });
});

test('a look-up that finds nothing is repeated', async () => {
  const { state, keptRow } = table();
  state.row = undefined;
  assert.equal(await keptRow('a'), undefined);
  state.row = { name: 'Ana' };
  assert.deepEqual(await keptRow('a'), { name: 'Ana' });
});

test('without a count of changes, every call looks up', async () => {
  const { lookUp, state } = table();
  const row = keptAnswers(null, lookUp);
  await row('a');
  await row('a');
  assert.deepEqual(state.asked, ['a', 'a']);
});

test('at most 1,000 answers are kept', async () => {
  const { state, keptRow } = table();
  for (let key = 0; key < 1_000; key += 1) await keptRow(String(key));
  await keptRow('0');
  assert.equal(state.asked.length, 1_000);
  await keptRow('one more');
  await keptRow('0');
  assert.equal(state.asked.length, 1_002);
});
