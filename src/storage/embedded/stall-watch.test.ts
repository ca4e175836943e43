/** Tests how a hanging database thread is detected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../../core/errors.ts';
import { StallWatch } from './stall-watch.ts';

test('a thread that hangs refuses its callers until it goes on, and is given up after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  let isAlive = true;
  let probes = 0;
  let hear = () => {};
  let gaveUp = 0;
  const worker = {
    on: (_: string, listener: () => void) => (hear = listener),
    cpuUsage: () => {
      probes += 1;
      return isAlive ? Promise.resolve({}) : new Promise(() => {});
    },
  };
  using watch = new StallWatch(worker as never, () => (gaveUp += 1));
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 500) {
      now += 500;
      t.mock.timers.tick(500);
      await new Promise(setImmediate);
    }
  };
  await pass(10_000);
  assert.equal(probes, 0, 'nobody waits');
  let refused: unknown = undefined;
  const wait = () => {
    refused = undefined;
    watch.guard(new Promise(() => {})).catch((error: unknown) => (refused = error));
  };
  wait();
  await pass(1_500);
  assert.equal(probes, 0);
  await pass(500);
  assert.equal(probes, 1);
  await pass(5_000);
  assert.equal(refused, undefined);
  watch.refuseWhileStalled();
  isAlive = false;
  await pass(1_500);
  assert.equal(refused, undefined);
  await pass(1_000);
  assert.ok((refused as unknown) instanceof Unavailable);
  assert.throws(() => watch.refuseWhileStalled(), Unavailable);
  hear();
  watch.refuseWhileStalled();
  wait();
  await pass(4_000);
  assert.ok((refused as unknown) instanceof Unavailable);
  assert.equal(gaveUp, 0);
  await pass(55_000);
  assert.equal(gaveUp, 0);
  await pass(5_000);
  assert.ok(gaveUp > 0);
});
