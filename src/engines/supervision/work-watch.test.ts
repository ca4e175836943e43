import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { WorkWatch, type StuckReason, type WorkSample } from './work-watch.ts';

test('work that makes progress may use more than its budget', async (t) => {
  const measure = (look: number, watch: WorkWatch) => {
    if (look <= 20) watch.progressed();
    return { cpuMs: 7_000 + look * 60, sleeps: false };
  };
  // The budget restarts at the last measurement before the progress.
  assert.equal(await watched(t, measure), 'it used up its CPU time at 460 ms, look 23');
});

test('work that used exactly its budget is ended, and nothing watches it any more', async (t) => {
  const measure = (look: number) => ({ cpuMs: look * 100, sleeps: false });
  assert.equal(await watched(t, measure), 'it used up its CPU time at 60 ms, look 3');
});

test('work that sleeps between two signs of progress goes on', async (t) => {
  const measure = (look: number, watch: WorkWatch) => {
    if (look <= 40 && look % 5 === 0) watch.progressed();
    return { cpuMs: 0, sleeps: true };
  };
  assert.equal(await watched(t, measure), 'it does nothing at 980 ms, look 49');
});

test('work that waits for a processor, or uses some time while it sleeps, is not taken for hanging', async (t) => {
  const waits = (look: number) => ({ cpuMs: 0, sleeps: look > 30 });
  assert.equal(await watched(t, waits), 'it does nothing at 800 ms, look 40');
  const works = (look: number) => ({ cpuMs: Math.min(look, 30), sleeps: true });
  assert.equal(await watched(t, works), 'it does nothing at 800 ms, look 40');
});

test('work that cannot be measured has ten times its budget', async (t) => {
  assert.equal(await watched(t, () => null), 'it takes far too long at 2000 ms, look 100');
  const measure = (look: number, watch: WorkWatch) => {
    if (look === 50) watch.progressed();
    return null;
  };
  assert.equal(await watched(t, measure), 'it takes far too long at 2980 ms, look 149');
});

test('a budget is measured ten times, but neither every millisecond nor less than once a second', async (t) => {
  const asleep = () => ({ cpuMs: 0, sleeps: true });
  assert.equal(await watched(t, asleep, 50), 'it does nothing at 60 ms, look 6');
  assert.equal(await watched(t, asleep, 20_000), 'it does nothing at 21000 ms, look 21');
});

test('a watch that was stopped says nothing, not even about a measurement under way', async (t) => {
  const measure = (look: number, watch: WorkWatch) => {
    if (look === 3) watch.stop();
    return { cpuMs: look * 1_000, sleeps: true };
  };
  assert.equal(await watched(t, measure, 2_000), 'nothing at 30000 ms, look 3');
});

/** Watches work with scripted measurements until it is considered stuck. */
async function watched(
  t: TestContext,
  measure: (look: number, watch: WorkWatch) => WorkSample | null,
  budgetMs = 200,
): Promise<string> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let looks = 0;
  const reasons: StuckReason[] = [];
  const watch: WorkWatch = new WorkWatch({
    measure: () => measure((looks += 1), watch),
    budgetMs,
    onStuck: (why) => reasons.push(why),
  });
  let ms = 0;
  for (; reasons.length === 0 && ms < 30_000; ms += 10) {
    t.mock.timers.tick(10);
    await new Promise(setImmediate);
  }
  t.mock.timers.reset();
  return `${reasons[0] ?? 'nothing'} at ${ms} ms, look ${looks}`;
}
