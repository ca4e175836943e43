import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkWatch, type StuckReason, type WorkSample } from './work-watch.ts';

const BUDGET_MS = 100;

test('work that makes progress may exceed its budget', async () => {
  const { reason, looks } = await watched((look, watch) => {
    if (look <= 20) watch.progressed();
    return { cpuMs: look * 30, sleeps: false };
  });
  assert.equal(reason, 'it used up its CPU time');
  assert.ok(looks > 20, `it was ended after ${looks} measurements`);
});

test('work that sleeps between signs of progress continues', async () => {
  const { reason, looks } = await watched((look, watch) => {
    if (look <= 40 && look % 5 === 0) watch.progressed();
    return { cpuMs: 0, sleeps: true };
  });
  assert.equal(reason, 'it does nothing');
  assert.ok(looks > 40, `it was ended after ${looks} measurements`);
});

test('work that waits for a processor does not count as hanging', async () => {
  const { reason, looks } = await watched((look) => ({ cpuMs: 0, sleeps: look > 30 }));
  assert.equal(reason, 'it does nothing');
  assert.ok(looks > 30, `it was ended after ${looks} measurements`);
});

test('work that cannot be measured gets ten times its budget', async () => {
  const { reason, looks } = await watched(() => null);
  assert.equal(reason, 'it takes far too long');
  assert.equal(looks, 100);
});

/** Watches work whose measurements are made up, until it is found to be stuck. */
async function watched(
  measure: (look: number, watch: WorkWatch) => WorkSample | null,
): Promise<{ reason: StuckReason; looks: number }> {
  let looks = 0;
  const { promise, resolve } = Promise.withResolvers<StuckReason>();
  const watch: WorkWatch = new WorkWatch({
    measure: () => measure((looks += 1), watch),
    budgetMs: BUDGET_MS,
    onStuck: resolve,
  });
  return { reason: await promise, looks };
}
