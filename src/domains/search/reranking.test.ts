import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { TextModel } from '../../engines/text-models/text-model.ts';
import { Reranking } from './reranking.ts';

const TEXTS = ['one', 'two', 'three'];

/** A model that never starts, because the machine has no memory for it. */
function modelWithoutMemory(): TextModel {
  const start = { file: '/nowhere.gguf', kind: 'reranker' } as never;
  return new TextModel({
    name: 'test',
    start,
    memoryBytes: 1_000,
    freeBytes: () => 0,
    log: silentLog,
  });
}

test('without an answer of the model, the order stays', async () => {
  await using model = modelWithoutMemory();
  const reranking = new Reranking(model, { log: silentLog });
  assert.deepEqual(await reranking.order('Which?', TEXTS), [0, 1, 2]);
  assert.deepEqual(await reranking.order('Which?', ['one']), [0]);
});

test('an error of our own is not hidden', async () => {
  await using model = modelWithoutMemory();
  const reranking = new Reranking(model, { log: silentLog, patienceMs: -1 });
  await assert.rejects(reranking.order('Which?', TEXTS), RangeError);
});
