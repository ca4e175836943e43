import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { TestContext } from 'node:test';
import { silentLog } from './log.ts';
import { startPeriodic } from './periodic.ts';

const EVERY_MS = 1_000;

/** Tests periodic work with mocked timers; the test decides when each run ends. */
function startWork(t: TestContext, { atOnce = false } = {}) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const runs: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const warn = mock.fn<(fields: object, message: string) => void>();
  const periodic = startPeriodic({
    name: 'the work',
    everyMs: EVERY_MS,
    log: { ...silentLog, warn },
    atOnce,
    run(stopping) {
      signals.push(stopping);
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
  });
  /** Lets all promises settle that depend only on each other. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const tick = async (milliseconds = EVERY_MS) => {
    t.mock.timers.tick(milliseconds);
    await settle();
  };
  return { periodic, runs, signals, warn, tick, settle };
}

test('periodic work runs after each period, and not before the first', async (t) => {
  const { runs, tick } = startWork(t);
  await tick(EVERY_MS - 1);
  assert.equal(runs.length, 0);
  await tick(1);
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await tick();
  assert.equal(runs.length, 2);
});

test('the first run is immediate if requested', async (t) => {
  const { runs, settle } = startWork(t, { atOnce: true });
  await settle();
  assert.equal(runs.length, 1);
});

test('several periods during a run cause only one further run', async (t) => {
  const { runs, tick, settle } = startWork(t);
  for (let period = 0; period < 4; period += 1) await tick();
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await settle();
  assert.equal(runs.length, 2);
  runs[1]!.resolve();
  await settle();
  assert.equal(runs.length, 2);
});

test('a nudge runs the work immediately, and two simultaneous nudges count as one', async (t) => {
  const { periodic, runs, settle } = startWork(t);
  periodic.nudge();
  periodic.nudge();
  await settle();
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await settle();
  assert.equal(runs.length, 1);
});

test('a failed run is logged with its name, and the next run still happens', async (t) => {
  const { runs, warn, tick } = startWork(t);
  await tick();
  const err = new Error('no');
  runs[0]!.reject(err);
  await tick();
  assert.deepEqual(warn.mock.calls[0]!.arguments, [{ err }, 'the work failed']);
  assert.equal(runs.length, 2);
});

test('disposing aborts and awaits the current run, and no further run starts', async (t) => {
  const { periodic, runs, signals, tick, settle } = startWork(t);
  await tick();
  await tick();
  let isDisposed = false;
  const disposing = periodic[Symbol.asyncDispose]().then(() => (isDisposed = true));
  await settle();
  assert.equal(signals[0]!.aborted, true);
  assert.equal(isDisposed, false);
  runs[0]!.resolve();
  await disposing;
  await tick();
  periodic.nudge();
  await settle();
  assert.equal(runs.length, 1);
});

test('the timer does not keep the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout');
  const before = timers().length;
  await using _periodic = startPeriodic({
    name: 'the work',
    everyMs: EVERY_MS,
    log: silentLog,
    run: async () => {},
  });
  assert.equal(timers().length, before);
});

test('disposing stops the timer, so that nothing keeps the task in memory', async (t) => {
  const start = t.mock.method(globalThis, 'setInterval');
  const stop = t.mock.method(globalThis, 'clearInterval');
  const options = { name: 'the work', everyMs: EVERY_MS, log: silentLog, run: async () => {} };
  await startPeriodic(options)[Symbol.asyncDispose]();
  assert.deepEqual(
    stop.mock.calls.map((call) => call.arguments[0]),
    start.mock.calls.map((call) => call.result),
  );
  assert.equal(start.mock.callCount(), 1);
});
