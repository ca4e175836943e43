/** Tests when an index is stored, and what happens when it cannot be stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../core/log.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { newState } from '../index-state.ts';
import type { IndexState } from '../index-state.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import type { SnapshotStore } from './snapshot-store.ts';

const PLACE = { user_id: 'user', kind: 'memories' } as const;

function open({ fails = false, isDropped = false, delayMs = 0 } = {}) {
  const saved: number[] = [];
  const warnings: string[] = [];
  const store = {
    async save(_place: object, mark: number, requireIndex: () => void) {
      requireIndex();
      if (fails) throw new Error('no room');
      saved.push(mark);
    },
  } as unknown as SnapshotStore;
  const log = { warn: (_: object, text: string) => void warnings.push(text) } as unknown as Log;
  const limits = { minTexts: 100, delayMs };
  const isCurrent = () => !isDropped;
  const writer = new SnapshotWriter({ store, log, limits, isCurrent });
  return { writer, saved, warnings };
}
const state = (mark: number, more: Partial<IndexState> = {}): IndexState => ({
  ...newState(1),
  mark,
  texts: 100,
  groups: 50,
  ...more,
});

test('an index is stored when it has no snapshot, or one that is a day old or a tenth outdated', async () => {
  const { writer, saved } = open();
  const now = performance.now();
  const day = 24 * 3_600_000;
  const states = [
    state(1),
    state(2, { texts: 99 }),
    state(3, { saved: now, unsaved: 4 }),
    state(4, { saved: now, unsaved: 5 }),
    state(5, { saved: now - day - 1 }),
    state(6, { saved: now - day + 60_000 }),
  ];
  for (const each of states) writer.consider(PLACE, each);
  // The second call changes nothing, because the snapshot is not written yet.
  for (const each of states) writer.consider(PLACE, each);
  writer.consider(PLACE, state(7));
  await eventually('the last snapshot', () => saved.includes(7));
  assert.deepEqual(saved, [1, 4, 5, 7]);
  assert.deepEqual([states[3]!.unsaved, states[0]!.saved === null], [0, false]);
  writer.consider(PLACE, Object.assign(states[0]!, { mark: 8, unsaved: 5 }));
  await eventually('another snapshot', () => saved.includes(8));
  await writer[Symbol.asyncDispose]();
});

test('a snapshot waits for further changes, and a service that stops does not wait for it', async () => {
  const { writer, saved } = open({ delayMs: 600_000 });
  writer.consider(PLACE, state(1));
  await setImmediate();
  await soon('the end', writer[Symbol.asyncDispose]());
  assert.deepEqual(saved, []);
});

test('an index that is dropped meanwhile is not stored, and a failure is logged', async () => {
  const dropped = open({ isDropped: true });
  const failing = open({ fails: true });
  for (const { writer } of [dropped, failing]) writer.consider(PLACE, state(1));
  await eventually('the warning', () => failing.warnings.length > 0);
  for (const { writer } of [dropped, failing]) await writer[Symbol.asyncDispose]();
  assert.deepEqual([dropped.saved, dropped.warnings], [[], []]);
  assert.deepEqual(failing.warnings, ['a snapshot of a search index could not be written']);
});
